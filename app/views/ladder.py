"""The levels of a match of Guandan: for each team a ladder from 2 to A, with the hands after which it stood where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.views.scene import teams
from engine.cards.packed import RANKS
from engine.record.match import Match, given, setup_of

FIRST_LEVEL: Final = "2"
"""The level of a match's first hand, where the log does not say another."""
_LEVELS: Final = tuple(RANKS)


@dataclass(frozen=True, slots=True)
class Rung:
    """One level of a team."""

    level: str
    hands: tuple[int, ...]
    """The hands (from 1) that brought the team here."""
    began: bool
    """Whether the team had this level before the first hand."""
    now: bool
    """Whether the team has this level after the last hand."""
    climbed: bool
    """Whether it is not above the level that the team has."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The levels of one team, from 2 to A."""

    number: int
    """Of the team, from 1."""
    seats: tuple[str, ...]
    level: str
    """The level after the last hand; empty if it is unknown."""
    rungs: tuple[Rung, ...]


def ladders(match: Match, report: Mapping[str, Any]) -> tuple[Ladder, ...]:
    """The ladder of each team; none in games without levels."""
    hands: Sequence[Mapping[str, Any]] = report["hands"]
    if not hands or "levels" not in hands[0]:
        return ()
    return tuple(_ladder(number, party, match, hands) for number, party in enumerate(teams(match.game, match.seats), 1))


def _ladder(number: int, party: Sequence[str], match: Match, hands: Sequence[Mapping[str, Any]]) -> Ladder:
    stated = given(setup_of(match.hands[0]).levels) if match.hands else None
    first = FIRST_LEVEL if stated is None else next((stated[seat] for seat in party if stated.get(seat)), "")
    after = [next((levels[seat] for seat in party if levels.get(seat)), "") for levels in map(_levels, hands)]
    level = after[-1]
    here = _LEVELS.index(level) if level in _LEVELS else -1
    arrivals = [
        hand for hand, (before, now) in enumerate(zip([first, *after], after, strict=False), 1) if now and now != before
    ]
    return Ladder(
        number,
        tuple(party),
        level,
        tuple(
            Rung(
                each,
                tuple(hand for hand in arrivals if after[hand - 1] == each),
                began=each == first,
                now=place == here,
                climbed=place <= here,
            )
            for place, each in enumerate(_LEVELS)
        ),
    )


def _levels(outcome: Mapping[str, Any]) -> Mapping[str, str]:
    return outcome.get("levels") or {}
