"""The number of fields that a log must have if nothing was lost when it was decoded into a match.

Decoding ignores unknown fields in silence, and takes the last of duplicate fields.  A text that has more fields than
were decoded therefore has one or the other.  The fields of a text are counted without reading it: each ends in a quote
and a colon.  The same two characters within a text only make this count larger.  So if the counts are equal, nothing
was lost; if they differ, the text is read exactly.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, Final

from msgspec import UNSET

from engine.record import bounds
from engine.record.match import HandResult, Match, MatchResult, RulesClaim, Setup

PREVIOUS_FIELDS: Final = frozenset({"finish", "emperor", "protector"})
"""The fields of `setup.previous` if it is an object."""

_PREVIOUS: Final = "previous"
_MENDED: Final = "mended"
_BOUNDED_SETUP: Final = frozenset({"totals", "first", "level", "levels", "dealer"})
"""Fields of a setup that fail to decode if anything in them is over a bound or unknown."""

_NEVER: Final = -bounds.MATCH_BYTES
"""A number of fields so low that no text has that few, whatever is added to it."""

_OPTIONS: Final = 3
_IN_SETUP: Final = 5
"""The levels of nesting at which options, what was mended, and setup fields are."""

_Values = Callable[[Any], tuple[Any, ...]]


@cache
def key_count(
    info_fields: tuple[str, ...], setup_fields: frozenset[str], result_fields: frozenset[str]
) -> Callable[[Match], int]:
    """Returns a function that counts the fields of a match of a game with these fields in ``match``, and in a hand's
    setup and result.

    It does not count the fields of other games, because those are unknown fields here.  The count is negative if a
    decoded value is over a bound.
    """
    bounded_setup = _values(setup_fields & _BOUNDED_SETUP & set(Setup.__struct_fields__))
    loose_setup = _values((setup_fields & set(Setup.__struct_fields__)) - _BOUNDED_SETUP - {_PREVIOUS})
    previous = _values(setup_fields & {_PREVIOUS})
    results = _values(result_fields & set(HandResult.__struct_fields__))
    infos = _values(frozenset(info_fields) - {_MENDED})
    conclusions = _values(frozenset(MatchResult.__struct_fields__))

    def count(match: Match) -> int:
        keys = len(("format", "game", "players", "hands")) + _in_claim(match.rules)
        if match.match is not UNSET:
            keys += 1 + _given(infos(match.match))
            if match.match.mended is not UNSET:
                keys += 1 + _inside(match.match.mended, _OPTIONS)
        for player in match.players:
            keys += 1 + (player.name is not UNSET) + (player.id is not UNSET)
        for hand in match.hands:
            keys += 1
            if hand.deal is not UNSET:
                keys += 1 + len(hand.deal)
            if hand.setup is not UNSET:
                keys += 1 + _given(bounded_setup(hand.setup))
                for value in loose_setup(hand.setup):
                    if value is not UNSET:
                        keys += 1 + _inside(value, _IN_SETUP)
                for value in previous(hand.setup):
                    if value is not UNSET:
                        keys += 1 + _in_previous(value)
            if hand.result is not UNSET:
                keys += 1 + _given(results(hand.result))
        if match.result is not UNSET:
            keys += 1 + _given(conclusions(match.result))
        return keys

    return count


def _values(fields: frozenset[str]) -> _Values:
    """A function that reads the given fields of a struct in one call."""
    names = sorted(fields)
    if not names:
        return lambda _struct: ()
    read = attrgetter(*names)
    return (lambda struct: (read(struct),)) if len(names) == 1 else read


def _given(values: tuple[Any, ...]) -> int:
    """How many of some values are set, plus the number of keys in those that are objects."""
    keys = 0
    for value in values:
        if value is not UNSET:
            keys += 1
            if type(value) is dict:
                keys += len(value)
    return keys


def _in_claim(claim: Any) -> int:
    if not isinstance(claim, RulesClaim):
        return 0
    options = claim.options
    return 1 + (claim.preset is not UNSET) + (0 if options is UNSET else 1 + _inside(options, _OPTIONS))


def _in_previous(value: Any) -> int:
    if type(value) is dict and not value.keys() <= PREVIOUS_FIELDS:
        return _NEVER
    return _inside(value, _IN_SETUP)


def _inside(value: Any, depth: int) -> int:
    """The number of keys in a value of any type; negative if something in it is over a bound."""
    kind = type(value)
    if kind is dict or kind is list:
        if depth > bounds.DEPTH:
            return _NEVER
        if kind is list:
            return sum(_inside(item, depth + 1) for item in value)
        if any(len(key) > bounds.TEXT for key in value):
            return _NEVER
        return len(value) + sum(_inside(item, depth + 1) for item in value.values())
    if kind is str:
        return 0 if len(value) <= bounds.TEXT else _NEVER
    if kind is int or kind is float:
        return 0 if -bounds.NUMBER <= value <= bounds.NUMBER else _NEVER
    return 0
