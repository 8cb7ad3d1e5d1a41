"""How many fields a log must have had to be decoded into a match as it is.

Decoding passes over unknown fields in silence, and over all but the last of those that stand twice.  So a text that
has more fields than were decoded holds one or the other.  The fields of a text are counted without reading it: each
ends in a quote and a colon, and other places where these meet (within texts) only make the count larger.  Equal counts
are therefore proof; unequal ones are a reason to read exactly.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, Final

from msgspec import UNSET

from engine.record import bounds
from engine.record.match import HandResult, Match, MatchInfo, MatchResult, RulesClaim, Setup

PREVIOUS_FIELDS: Final = frozenset({"finish", "emperor", "protector"})
"""Fields of `setup.previous` where it is an object."""

_PREVIOUS: Final = "previous"
_BOUNDED_SETUP: Final = frozenset({"totals", "first", "level", "levels", "dealer"})
"""Fields of a setup that cannot be decoded with anything in them that is over a bound, or unknown."""

_NEVER: Final = -bounds.MATCH_BYTES
"""So few that no text has as few fields, whatever is added."""

_OPTIONS: Final = 3
_IN_SETUP: Final = 5
"""Levels of nesting at which these stand."""

_Values = Callable[[Any], tuple[Any, ...]]


@cache
def key_count(setup_fields: frozenset[str], result_fields: frozenset[str]) -> Callable[[Match], int]:
    """Counts the fields of a match in whose game a hand's setup and result have the fields given.

    Fields of other games are left out of the count, as unknown ones are.  The count is negative where something that
    was decoded is over a bound.
    """
    bounded_setup = _values(setup_fields & _BOUNDED_SETUP & set(Setup.__struct_fields__))
    loose_setup = _values((setup_fields & set(Setup.__struct_fields__)) - _BOUNDED_SETUP - {_PREVIOUS})
    previous = _values(setup_fields & {_PREVIOUS})
    results = _values(result_fields & set(HandResult.__struct_fields__))
    infos = _values(frozenset(MatchInfo.__struct_fields__))
    conclusions = _values(frozenset(MatchResult.__struct_fields__))

    def count(match: Match) -> int:
        keys = len(("format", "game", "players", "hands")) + _in_claim(match.rules)
        if match.match is not UNSET:
            keys += 1 + _given(infos(match.match))
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
    """Reads the fields of a struct all at once."""
    names = sorted(fields)
    if not names:
        return lambda _struct: ()
    read = attrgetter(*names)
    return (lambda struct: (read(struct),)) if len(names) == 1 else read


def _given(values: tuple[Any, ...]) -> int:
    """How many of some values are there, with the keys of those that are objects of plain values."""
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
    """The keys within a value that is decoded whatever it holds."""
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
