"""Seats as people name them: ``E``, ``东``, ``甲``, or by the name of the player."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from engine.logs.loose.words import Labels, Piece, Unreadable, pieces, plain, skip, word_at
from engine.rulebook.sentences import say

WINDS: Final[Mapping[str, str]] = MappingProxyType({"E": "东", "N": "北", "W": "西", "S": "南"})
STEMS: Final[Mapping[str, str]] = MappingProxyType(dict(zip("ABCDEFGH", "甲乙丙丁戊己庚辛", strict=True)))
_OTHER_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"東": "E", "東家": "E"} | {f"{name}家": seat for names in (WINDS, STEMS) for seat, name in names.items()}
)
_CHINESE: Final = Labels(
    [(name, seat) for names in (WINDS, STEMS) for seat, name in names.items()] + list(_OTHER_NAMES.items())
)
_SEAT: Final = re.compile(r"[A-Za-z0-9_]{1,8}(?![A-Za-z0-9_])")
_USUAL: Final = re.compile(r"[A-Z]|[A-Za-z]?\d")
"""A seat that is one without a mark after it."""
_USUAL_BEFORE_NAME: Final = re.compile(r"(?:[A-Z]|[A-Za-z]?\d)[ =:]+\S")
_SET_APART: Final = "=:"
_OPENING: Final = "(（"
_CLOSING: Final = ")）"


@dataclass(frozen=True, slots=True)
class Players:
    """The players of a line, as a match has them, and whether the reader had to guess which word is a seat."""

    entries: tuple[Mapping[str, str], ...]
    guessed: bool


def usual_seats(count: int) -> tuple[str, ...]:
    """The seats of players who are listed without them."""
    return tuple(WINDS) if count == len(WINDS) else tuple(STEMS)[:count]


def chinese_seats(seats: Sequence[str]) -> dict[str, str]:
    """By seat, how a Chinese text names it."""
    names = STEMS if set(seats) <= set(STEMS) and not set(seats) <= set(WINDS) else WINDS
    return {seat: names.get(seat, seat) for seat in seats}


def seat_labels(players: Sequence[Mapping[str, Any]]) -> Labels[str]:
    """The names of the seats of some players, each with its seat: the seat itself, then in Chinese, then the player."""
    seats = [str(player.get("seat", "")) for player in players]
    names: list[tuple[str, str]] = [(seat, seat) for seat in seats]
    names += [(table.get(seat, ""), seat) for seat in seats for table in (WINDS, STEMS)]
    names += [(name, seat) for name, seat in _OTHER_NAMES.items() if seat in seats]
    persons = Counter(str(player.get("name", "")).strip() for player in players)
    names += [
        (name, seat)
        for player, seat in zip(players, seats, strict=True)
        if persons[name := str(player.get("name", "")).strip()] == 1
    ]
    lower = Counter(seat.lower() for seat in seats)
    names += [(seat.lower(), seat) for seat in seats if lower[seat.lower()] == 1]
    return Labels(names, ignore_case=False)


def single_player(key: str, value: str) -> Mapping[str, str] | None:
    """The player of a line of its own, such as ``东: 李伟``; None if the name of the line is not a usual seat."""
    seat = _CHINESE.whole(key) or (key if _USUAL.fullmatch(key) else None)
    return None if seat is None else _player(seat, value)


def players_in(raw: str, at: int) -> Players:
    """The players listed in a line from a character on.  Raises Unreadable if there are none."""
    entries: list[Mapping[str, str]] = []
    guessed = False
    parts = _parts(raw, at)
    if not parts:
        raise Unreadable(at, say("no players"), say("the players in order of play, such as E Li Wei, N Zhao Min"))
    split = [_split(piece.text) for piece in parts]
    if all(name is None for name in split):
        seats = usual_seats(len(parts))
        split = [(seat, 0, True) for seat in seats] + [None] * (len(parts) - len(seats))
    for piece, seat_name in zip(parts, split, strict=True):
        if seat_name is None:
            raise Unreadable(piece.at, word_at(piece.text, 0), say("a seat before the name, such as E, 东 or P1"))
        seat, start, guess = seat_name
        guessed = guessed or guess
        entries.append(_player(seat, raw[piece.at + start : piece.at + len(piece.text)]))
    return Players(tuple(entries), guessed)


def several_players(raw: str, at: int) -> Players | None:
    """The players of a line that names two or more, each after the seat; None if it is not such a line."""
    parts = _parts(raw, at)
    seats = [_CHINESE.match(piece.text, 0) or _USUAL_BEFORE_NAME.match(piece.text) for piece in parts]
    return players_in(raw, at) if len(parts) > 1 and all(seats) else None


def _parts(raw: str, at: int) -> list[Piece]:
    """The players of a line, divided at commas, or at the spaces before seats in Chinese if it has no commas."""
    parts = pieces(plain(raw), at)
    if len(parts) != 1 or _CHINESE.match(parts[0].text, 0) is None:
        return parts
    text, start = parts[0].text, parts[0].at
    begins = [
        place for place in range(len(text)) if _CHINESE.match(text, place) and (not place or text[place - 1] == " ")
    ]
    return [Piece(text[begin:end].rstrip(), start + begin) for begin, end in pairwise([*begins, len(text)])]


def _split(piece: str) -> tuple[str, int, bool] | None:
    """The seat that a piece begins with, where the name begins, and whether that is a guess; None without a seat."""
    chinese = _CHINESE.match(piece, 0)
    if chinese is not None:
        after = skip(piece, chinese[1])
        marked = after < len(piece) and piece[after] in _SET_APART
        # Without a mark or a space, the word could be the beginning of a name.
        guessed = not marked and after == chinese[1] < len(piece)
        return chinese[0], skip(piece, after + 1) if marked else after, guessed
    letters = _SEAT.match(piece)
    if letters is None:
        return None
    after = skip(piece, letters.end())
    if after < len(piece) and piece[after] in _SET_APART:
        return letters[0], skip(piece, after + 1), False
    if after == len(piece) and not _USUAL.fullmatch(letters[0]):
        return None
    return letters[0], after, not _USUAL.fullmatch(letters[0])


def _player(seat: str, text: str) -> Mapping[str, str]:
    text = text.strip()
    opens = max(map(text.rfind, _OPENING))
    if opens >= 0 and text[-1] in _CLOSING and not set(text[opens + 1 : -1]) & set(_CLOSING):
        name = text[:opens].rstrip(" \u3000")
        return {"seat": seat} | ({"name": name} if name else {}) | {"id": text[opens + 1 : -1]}
    return {"seat": seat} | ({"name": text} if text else {})
