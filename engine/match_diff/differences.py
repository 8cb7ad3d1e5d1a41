"""What two records of one match say otherwise."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from msgspec import to_builtins
from msgspec.structs import replace

from engine.match_diff.alignment import AlignedAction, HandPair, paired_actions, paired_hands
from engine.match_diff.keys import cards_key
from engine.record.match import Hand, Match


class DifferenceKind(StrEnum):
    """What a difference is about."""

    RULES = "rules"
    MATCH = "match"
    PLAYER = "player"
    HAND = "hand"
    SETUP = "setup"
    DEAL = "deal"
    ACTION = "action"
    RESULT = "result"
    OUTCOME = "outcome"
    """The recorded result of the whole match."""


Path = tuple[str, ...]
"""The names of fields from the match, or from a hand, down to a value."""
_Field = tuple[Path, tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that the records say otherwise, or that one of them leaves out."""

    number: int
    """From 1, in the order of the match."""
    kind: DifferenceKind
    first_hand: int | None
    """The hand in the first record, from 0; None about the whole match, or for a hand that only the second has."""
    second_hand: int | None
    first_action: int | None
    """The action in the first record, from 0; None if it has none."""
    second_action: int | None
    path: Path
    """The field; empty for an action and for a whole hand."""
    first: Any
    """What the first record has, as plain data; None if it says nothing."""
    second: Any

    @property
    def is_contradiction(self) -> bool:
        """Whether both records say something."""
        return self.first is not None and self.second is not None


@dataclass(frozen=True, slots=True)
class HandSteps:
    """A pair of hands, with their actions side by side; no steps where only one record has the hand."""

    pair: HandPair
    steps: tuple[AlignedAction, ...]


_KINDS: Final[Mapping[str, DifferenceKind]] = {
    "setup": DifferenceKind.SETUP,
    "deal": DifferenceKind.DEAL,
    "result": DifferenceKind.RESULT,
}
_WHOLE: Final[Mapping[str, DifferenceKind]] = {
    "rules": DifferenceKind.RULES,
    "match": DifferenceKind.MATCH,
    "result": DifferenceKind.OUTCOME,
}
_DEEP: Final = frozenset({("setup",), ("deal",), ("result",), ("rules",), ("match",), ("rules", "options")})
_BY_KEY: Final = frozenset({"totals", "levels", "failures", "fantasyland", "stakes", "scores", "roles", "units"})


def aligned_hands(first: Match, second: Match) -> tuple[HandSteps, ...]:
    """The hands of two records with the same seats, with their actions, side by side."""
    hand_steps = []
    for pair in paired_hands(first, second):
        steps: tuple[AlignedAction, ...] = ()
        if pair.first is not None and pair.second is not None:
            steps = tuple(paired_actions(first.hands[pair.first].actions, second.hands[pair.second].actions))
        hand_steps.append(HandSteps(pair, steps))
    return tuple(hand_steps)


def differences(first: Match, second: Match, hands: tuple[HandSteps, ...]) -> list[Difference]:
    """What differs, in the order of the match: its head, its hands, its recorded result."""
    result: list[Difference] = []

    def add(
        kind: DifferenceKind,
        path: Path,
        values: tuple[Any, Any],
        hand: HandPair = HandPair(None, None),  # noqa: B008
        step: AlignedAction = AlignedAction(None, None, same=False),  # noqa: B008
    ) -> None:
        result.append(
            Difference(
                len(result) + 1, kind, hand.first, hand.second, step.first, step.second, path, values[0], values[1]
            )
        )

    heads = (_head(first), _head(second))
    for path, values in _fields(*heads):
        if path[0] != "result":
            add(_WHOLE.get(path[0], DifferenceKind.PLAYER), path, values)
    for steps in hands:
        pair = steps.pair
        if pair.first is None or pair.second is None:
            add(DifferenceKind.HAND, (), (_of(first, pair.first), _of(second, pair.second)), pair)
            continue
        one, other = first.hands[pair.first], second.hands[pair.second]
        of_hand = list(_fields(_facts(one), _facts(other)))
        for path, values in of_hand:
            if path[0] != "result":
                add(_KINDS[path[0]], path, values, pair)
        for step in steps.steps:
            if not step.same:
                texts = (
                    None if step.first is None else one.actions[step.first],
                    None if step.second is None else other.actions[step.second],
                )
                add(DifferenceKind.ACTION, (), texts, pair, step)
        for path, values in of_hand:
            if path[0] == "result":
                add(DifferenceKind.RESULT, path, values, pair)
    for path, values in _fields(*heads):
        if path[0] == "result":
            add(DifferenceKind.OUTCOME, path, values)
    return result


def plain(value: Match | Hand) -> dict[str, Any]:
    """A match or a hand as plain data."""
    data: dict[str, Any] = to_builtins(value)
    return data


def _head(match: Match) -> dict[str, Any]:
    """A match without its hands, with its players by their seats."""
    data = plain(replace(match, hands=[]))
    players = {player["seat"]: player for player in data["players"]}
    return {name: data[name] for name in _WHOLE if name in data} | {"players": players}


def _facts(hand: Hand) -> dict[str, Any]:
    data = plain(replace(hand, actions=[]))
    return {name: data[name] for name in _KINDS if name in data}


def _of(match: Match, hand: int | None) -> dict[str, Any] | None:
    return None if hand is None else plain(match.hands[hand])


def _fields(
    one: Mapping[str, Any], other: Mapping[str, Any], path: Path = ()
) -> Iterator[tuple[Path, tuple[Any, Any]]]:
    """The fields that differ, each with both values."""
    for name in (*one, *(name for name in other if name not in one)):
        here = (*path, name)
        first, second = one.get(name), other.get(name)
        if _is_deep(here) and isinstance(first or {}, Mapping) and isinstance(second or {}, Mapping):
            yield from _fields(first or {}, second or {}, here)
        elif not _same(here, first, second):
            yield here, (first, second)


def _is_deep(path: Path) -> bool:
    return path in _DEEP or path[0] == "players" or path[-1] in _BY_KEY


def _same(path: Path, first: Any, second: Any) -> bool:
    if first == second:
        return True
    if path[0] == "deal" and isinstance(first, str) and isinstance(second, str):
        return cards_key(first) == cards_key(second)
    if path[-1] in ("finish", "previous", "winner") and isinstance(first, list) and isinstance(second, list):
        return _shared(first) == _shared(second)
    return False


def _shared(order: list[Any]) -> list[Any]:
    return [sorted(place) if isinstance(place, list) and len(place) > 1 else place for place in order]
