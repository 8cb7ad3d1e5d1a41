"""The values of the lines of a head and of a hand: seats, numbers by seat, orders of finish, rules, dates."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from engine.cards.packed import parse_rank
from engine.logs.json.times import moment_in
from engine.logs.loose.fields import Field, FieldKind
from engine.logs.loose.vocabulary import CLOCK, NO, YES, Vocabulary, known_word
from engine.logs.loose.words import Labels, Piece, Unreadable, pieces, plain, skip, word_at
from engine.rulebook.sentences import either, say

_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]{1,18})?")
_PAIR: Final = re.compile(r" *[-–—:/] *")
_SHARED: Final = "+=/&"
_ANSWERS: Final = Labels([*((word, True) for word in YES), *((word, False) for word in NO)])


@dataclass(frozen=True, slots=True)
class Value:
    """A value in a line: the line as it is and in its plain form, and the characters at which the value begins and
    ends.
    """

    text: str
    plain: str
    at: int
    end: int

    @property
    def raw(self) -> str:
        """The value as it stands in the line."""
        return self.text[self.at :].strip()


Names = tuple[Vocabulary, Labels[str]]
"""The words of the game, and the names of the seats."""


def json_value(text: str) -> tuple[Any] | None:
    """The value of a text that is JSON, alone in a tuple; None if it is not a string, a list or an object of JSON."""
    if text[:1] not in ('"', "[", "{"):
        return None
    try:
        return (json.loads(text, parse_constant=_no_constant, object_pairs_hook=_object),)
    except (ValueError, RecursionError):
        return None


def _no_constant(word: str) -> Any:
    raise ValueError(word)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name appears twice")
    return made


def value_of(field: Field, value: Value, names: Names) -> Any:
    """The value of a line as a match has it.  Raises Unreadable if it cannot be read."""
    literal = json_value(value.raw)
    if literal is not None and (isinstance(literal[0], str) or field.kind not in _FREE_TEXTS):
        return literal[0]
    if not value.raw and field.kind not in _FREE_TEXTS:
        raise Unreadable(value.at, say("nothing after {word}", word=field.english), field.kind.words)
    return _READERS[field.kind](value, names)


def _text(value: Value, _names: Names) -> str:
    return value.raw


def _rank_in(text: str, at: int) -> str:
    if parse_rank(text) is None:
        raise Unreadable(at, f"'{text}'" if text else say("the end of the line"), FieldKind.RANK.words)
    return text


def _rank(value: Value, _names: Names) -> str:
    return _rank_in(value.plain[value.at : value.end].strip(), value.at)


def _time(value: Value, _names: Names) -> str:
    """What cannot be read as a date stays as it is; it is a warning then."""
    text = value.plain[value.at :].strip()
    return moment_in(text) or text


def _seat_at(value: Value, at: int, names: Names) -> tuple[str, int]:
    label = names[1].match(value.plain, at)
    if label is None:
        raise Unreadable(at, word_at(value.plain, at), say("a seat: {names}", names=", ".join(names[1].meanings)))
    return label


def _seats(value: Value, names: Names) -> list[str]:
    return [seat for place in _places(value, names) for seat in place]


def _finish(value: Value, names: Names) -> list[str | list[str]]:
    return [place[0] if len(place) == 1 else place for place in _places(value, names)]


def _places(value: Value, names: Names) -> list[list[str]]:
    places: list[list[str]] = []
    called = _place_labels(names)
    at, shared = value.at, False
    while (at := skip(value.plain, at, " ,;>:")) < value.end:
        place = called.match(value.plain, at)
        if place is not None and place[0] == sum(map(len, places)):
            at = place[1]
            continue
        if value.plain[at] in _SHARED and places and not shared:
            at, shared = at + 1, True
            continue
        seat, at = _seat_at(value, at, names)
        if shared:
            places[-1].append(seat)
        else:
            places.append([seat])
        shared = False
    if shared:
        raise Unreadable(value.end, say("the end of the line"), say("a seat after +"))
    return places


def _place_labels(names: Names) -> Labels[int]:
    """The names that the game has for its places, each with the number of seats before it."""
    places = names[0].game.glossary.places
    return Labels([(name, number) for number, place in enumerate(places) for name in place.names])


def _seat(value: Value, names: Names) -> str:
    seat, at = _seat_at(value, value.at, names)
    if skip(value.plain, at) < value.end:
        raise Unreadable(at, word_at(value.plain, skip(value.plain, at)), say("one seat"))
    return seat


def _number_in(text: str, at: int) -> int | float:
    text_match = _NUMBER.fullmatch(text)
    if text_match is None:
        raise Unreadable(at, f"'{text}'" if text else say("the end of the line"), say("a number"))
    return float(text) if text_match[1] else int(text)


def _number(value: Value, _names: Names) -> int | float:
    return _number_in(value.plain[value.at : value.end].strip(), value.at)


def _by_key(
    value: Value, key: Callable[[Piece], tuple[str, int]], read: Callable[[str, int], Any], *, words: bool = True
) -> dict[str, Any]:
    """What each name of a value has.  ``words``: whether it is one word, so that another name can follow it."""
    by_key: dict[str, Any] = {}
    for piece in pieces(value.plain[: value.end], value.at):
        begin, end = piece.at, piece.at + len(piece.text)
        while begin < end:
            name, after = key(Piece(value.plain[begin:end], begin))
            at = skip(value.plain, after, " :=")
            if name in by_key:
                raise Unreadable(begin, say("{name} a second time", name=name), say("each name once"))
            stop = value.plain.find(" ", at, end) if words else -1
            stop = end if stop < 0 else stop
            by_key[name] = read(value.plain[at:stop].strip(), at)
            begin = skip(value.plain, stop)
    return by_key


def _numbers(value: Value, names: Names) -> dict[str, Any]:
    return _by_key(value, lambda piece: _seat_at(value, piece.at, names), _number_in)


def _ranks(value: Value, names: Names) -> dict[str, Any]:
    return _by_key(value, lambda piece: _seat_at(value, piece.at, names), _rank_in)


def _pairs(value: Value, names: Names) -> dict[str, Any]:
    def pair(piece: Piece) -> tuple[str, int]:
        one, at = _seat_at(value, piece.at, names)
        between = _PAIR.match(value.plain, at)
        if between is None:
            raise Unreadable(at, word_at(value.plain, skip(value.plain, at)), FieldKind.PAIRS.words)
        other, after = _seat_at(value, between.end(), names)
        return f"{one}-{other}", after

    return _by_key(value, pair, _number_in)


def _roles(value: Value, names: Names) -> dict[str, Any]:
    words = names[0].words
    roles = names[0].game.roles

    def role(piece: Piece) -> tuple[str, int]:
        label = words.match(value.plain, piece.at)
        if label is None or label[0] not in roles:
            raise Unreadable(
                piece.at,
                word_at(value.plain, piece.at),
                say("one of {names}", names=", ".join(roles) or say("no roles")),
            )
        return label

    def seat(text: str, at: int) -> str:
        name, after = _seat_at(value, at, names)
        if after < at + len(text):
            raise Unreadable(after, word_at(value.plain, after), say("one seat"))
        return name

    return _by_key(value, role, seat, words=False)


def _answer(value: Value, _names: Names) -> bool:
    answer = _ANSWERS.whole(value.plain[value.at : value.end].strip())
    if answer is None:
        raise Unreadable(value.at, word_at(value.plain, value.at), say("yes or no"))
    return answer


def _ended(value: Value, _names: Names) -> str:
    text = value.plain[value.at : value.end].strip()
    if text.lower() in CLOCK:
        return CLOCK[0]
    raise Unreadable(value.at, f"'{text}'", either(CLOCK[:2]))


def _rules(value: Value, names: Names) -> dict[str, Any]:
    game = names[0].game
    claim: dict[str, Any] = {}
    for number, piece in enumerate(pieces(value.plain, value.at)):
        if "=" in piece.text:
            claim.setdefault("options", {}).update(_option_in(piece, names))
            continue
        preset = known_word(piece.text, game.glossary.presets, game.rules.presets)
        if preset is None or number:
            raise Unreadable(
                piece.at, f"'{piece.text}'", say("a preset, one of {names}", names=", ".join(game.rules.presets))
            )
        claim["preset"] = preset
    return claim


def _option(value: Value, names: Names) -> dict[str, Any]:
    text = value.plain[value.at :].strip()
    return _option_in(Piece(text, skip(value.plain, value.at)), names)


def _option_in(piece: Piece, names: Names) -> dict[str, Any]:
    game = names[0].game
    front, mark, back = piece.text.partition("=")
    every = {option.name: option for option in game.rules.options}
    name = known_word(front.strip(), game.glossary.options, every)
    if name is None or not mark:
        raise Unreadable(
            piece.at, f"'{front.strip()}'", say("an option such as {name} = VALUE", name=next(iter(every)))
        )
    option = every[name]
    text = back.strip()
    chosen = _ANSWERS.whole(text) if not (option.choices or option.bounds or option.numbers) else None
    value = option.parse(text) if chosen is None else chosen
    if not option.accepts(value):
        raise Unreadable(
            piece.at + len(front) + 1, f"'{text}'", say("a value of {name}: {values}", name=name, values=option.values)
        )
    return {name: value}


_FREE_TEXTS: Final = frozenset({FieldKind.TEXT})
_READERS: Final[Mapping[FieldKind, Callable[[Value, Names], Any]]] = MappingProxyType(
    {
        FieldKind.TEXT: _text,
        FieldKind.TIME: _time,
        FieldKind.RANK: _rank,
        FieldKind.SEAT: _seat,
        FieldKind.SEATS: _seats,
        FieldKind.FINISH: _finish,
        FieldKind.NUMBERS: _numbers,
        FieldKind.RANKS: _ranks,
        FieldKind.PAIRS: _pairs,
        FieldKind.ROLES: _roles,
        FieldKind.NUMBER: _number,
        FieldKind.ANSWER: _answer,
        FieldKind.ENDED: _ended,
        FieldKind.RULES: _rules,
        FieldKind.OPTION: _option,
    }
)


def value_at(text: str, at: int) -> Value:
    """The value of a line that begins at a character."""
    line = plain(text)
    return Value(text, line, skip(line, at), len(line.rstrip(" .")))
