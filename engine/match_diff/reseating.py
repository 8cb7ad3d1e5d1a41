"""A match with other names of its seats, and with another seat first."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec import UNSET
from msgspec.structs import fields, replace

from engine.record.match import Hand, HandResult, Match, MatchResult, Setup

_BY_SEAT: Final = frozenset({"totals", "levels", "failures", "fantasyland", "scores"})
_OF_SEATS: Final = frozenset({"first", "dealer"})
_BY_PAIR: Final = frozenset({"units", "stakes"})
_TO: Final = re.compile(r"(>\s*)(\S+)")
_ACTOR: Final = re.compile(r"\s*(\S+)")
Part = TypeVar("Part", Setup, HandResult, MatchResult)


def reseated(match: Match, names: Mapping[str, str], order: Sequence[str]) -> Match:
    """The match with each seat renamed by ``names``, and with its players in the order of the new names ``order``.

    ``order`` must be a rotation of the renamed seats, so that the order of play stays.  Words that are not seats stay
    as they are.
    """
    players = {names[player.seat]: replace(player, seat=names[player.seat]) for player in match.players}
    return replace(
        match,
        players=[players[seat] for seat in order],
        hands=[_hand(hand, names) for hand in match.hands],
        result=_part(match.result, names) if isinstance(match.result, MatchResult) else UNSET,
    )


def _hand(hand: Hand, names: Mapping[str, str]) -> Hand:
    return replace(
        hand,
        setup=_part(hand.setup, names) if isinstance(hand.setup, Setup) else UNSET,
        deal=_keys(hand.deal, names) if isinstance(hand.deal, dict) else UNSET,
        actions=[_action(action, names) for action in hand.actions],
        result=_part(hand.result, names) if isinstance(hand.result, HandResult) else UNSET,
    )


def _part(part: Part, names: Mapping[str, str]) -> Part:
    changed: dict[str, Any] = {}
    for field in fields(part):
        value = getattr(part, field.name)
        if value is not UNSET:
            changed[field.name] = _value(field.name, value, names)
    return replace(part, **changed)


def _value(name: str, value: Any, names: Mapping[str, str]) -> Any:
    if name in _BY_SEAT:
        return _keys(value, names)
    if name in _BY_PAIR:
        return {_pair(pair, names): units for pair, units in value.items()}
    if name in _OF_SEATS:
        return names.get(value, value)
    if name in ("finish", "winner"):
        return _order(value, names)
    if name == "previous":
        return _order(value, names) if isinstance(value, list) else _roles(value, names)
    return _roles(value, names) if name == "roles" else value


def _keys(by_seat: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {names.get(seat, seat): value for seat, value in by_seat.items()}


def _order(seats: Sequence[Any], names: Mapping[str, str]) -> list[Any]:
    return [
        [names.get(name, name) for name in seat] if isinstance(seat, list) else names.get(seat, seat) for seat in seats
    ]


def _roles(roles: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {
        role: _order(value, names) if isinstance(value, list) else _seat(value, names) for role, value in roles.items()
    }


def _seat(value: Any, names: Mapping[str, str]) -> Any:
    return names.get(value, value) if isinstance(value, str) else value


def _pair(pair: str, names: Mapping[str, str]) -> str:
    return "-".join(names.get(seat, seat) for seat in pair.split("-"))


def _action(action: str, names: Mapping[str, str]) -> str:
    """The text of an action with its seat, and the seat after ``>``, renamed; a comment stays as it is."""
    said, mark, comment = action.partition("#")
    said = _ACTOR.sub(lambda actor: actor[0][: -len(actor[1])] + names.get(actor[1], actor[1]), said, count=1)
    return _TO.sub(lambda target: target[1] + names.get(target[2], target[2]), said) + mark + comment
