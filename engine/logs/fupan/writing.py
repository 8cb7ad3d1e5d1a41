"""Writing of the match log `fupan/1`: fields in the order of the format, cards in their standard notation."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from engine.cards.packed import CARD_TEXTS, RANKS, SPELLINGS, parse_rank
from engine.games import GAMES
from engine.logs.fupan.reading import NAME, Games, unknown_fields
from engine.logs.json.strict import Path
from engine.logs.record import LogRecord
from engine.record.actions import parse_action
from engine.record.match import FORMAT, Match
from engine.record.verbs import VERBS

_WORD: Final = re.compile(r"[^ ]+")
_TO_SEAT: Final = ">"
_NOTHING: Final[Mapping[Path, Any]] = MappingProxyType({})


def write_match(match: Match, unknown: Mapping[Path, Any] = _NOTHING, *, indented: bool = False) -> bytes:
    """A match as one JSON object of `fupan/1`, in UTF-8, without an end of the line.

    ``unknown`` has fields that the format does not define; they are put back where they were (see ``unknown_fields``).
    ``indented`` writes over many lines, for people.  Reading the result gives the same match, but cards that were not
    in the standard notation are changed to it (``10H`` to ``Th``).
    """
    whole: dict[str, Any] = {"format": FORMAT} | msgspec.to_builtins(match)
    for hand in whole["hands"]:
        if "deal" in hand:
            hand["deal"] = {seat: _with_cards(cards) for seat, cards in hand["deal"].items()}
        hand["actions"] = [_action(action) for action in hand["actions"]]
    for path, value in unknown.items():
        place: Any = whole
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
    line = msgspec.json.encode(whole)
    return msgspec.json.format(line, indent=2) if indented else line


def write_record(record: LogRecord, *, indented: bool = False, games: Games = GAMES) -> bytes:
    """The match of a record as `fupan/1`.  If its log was in this format, the unknown fields of the log are written
    too.

    Raises ValueError if the record is a refusal.
    """
    if record.match is None:
        raise ValueError(f"{record.source} could not be read as a match")
    unknown = unknown_fields(record.raw, games) if record.format == NAME else _NOTHING
    return write_match(record.match, unknown, indented=indented)


def _with_cards(text: str) -> str:
    return _WORD.sub(lambda word: _word(word[0]), text)


def _action(text: str) -> str:
    """An action with its cards in their standard notation, and with everything else unchanged."""
    action = parse_action(text)
    verb = VERBS.get(action.verb)
    if verb is None or not verb.arguments.are_cards:
        return text
    pieces: list[str] = []
    end = 0
    for word, column in zip(action.words, action.columns[2:], strict=False):
        cards, to_seat, _ = word.partition(_TO_SEAT)
        pieces += text[end:column], _word(cards)
        end = column + len(cards)
        if to_seat:
            break
    return "".join((*pieces, text[end:]))


def _word(text: str) -> str:
    card = SPELLINGS.get(text)
    if card is not None:
        return CARD_TEXTS[card]
    for between in "=:":
        front, middle, back = text.partition(between)
        card = SPELLINGS.get(front)
        if middle and card is not None:
            return CARD_TEXTS[card] + middle + (_stands_for(back) if between == "=" else back)
    return text


def _stands_for(text: str) -> str:
    card, rank = SPELLINGS.get(text), parse_rank(text)
    if rank is not None:
        return RANKS[rank]
    return text if card is None else CARD_TEXTS[card]
