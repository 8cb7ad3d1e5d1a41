"""The levels of a match: for each team a ladder from 2 to A, with the hands after which it came to which level."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.judging.levels import FIRST_LEVEL, ahead_after, level_before, level_of
from app.text.seats import teams
from engine.cards.packed import RANKS
from engine.record.match import Match, given_value, setup_of
from engine.verdict.recorded_sheet.outcomes import is_cut_off
from engine.verdict.stored_report import StoredHand, StoredReport

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
    failed: tuple[int, ...] = ()
    """The hands (from 1) that the team played at this level, the last one, without winning the match."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The levels of one team, from 2 to A."""

    number: int
    """Of the team, from 1."""
    seats: tuple[str, ...]
    level: str
    """The level after the last hand; empty if it is unknown."""
    rungs: tuple[Rung, ...]

    @property
    def failed(self) -> tuple[int, ...]:
        """The hands that the team played at the last level without winning the match."""
        return self.rungs[-1].failed


def ladders(match: Match, report: StoredReport) -> tuple[Ladder, ...]:
    """The ladder of each team; none in games without levels."""
    hands = report.hands
    if not hands or not hands[0].has_levels:
        return ()
    parties = teams(match.game, match.seats)
    before = {tuple(party): _before(party, match, hands) for party in parties}
    return tuple(_ladder(number, tuple(party), match, report, before) for number, party in enumerate(parties, 1))


def _before(party: Sequence[str], match: Match, hands: Sequence[StoredHand]) -> list[str]:
    """The level of a team before each hand, and after the last; empty where it is unknown."""
    stated = given_value(setup_of(match.hands[0]).levels) if match.hands else None
    first = FIRST_LEVEL if stated is None else next((stated[seat] for seat in party if stated.get(seat)), "")
    return [first, *(level_of(party, hand) for hand in hands)]


def _ladder(
    number: int,
    party: tuple[str, ...],
    match: Match,
    report: StoredReport,
    before: Mapping[tuple[str, ...], Sequence[str]],
) -> Ladder:
    first, *after = before[party]
    level = after[-1]
    here = _LEVELS.index(level) if level in _LEVELS else -1
    arrivals = [
        hand for hand, (old, now) in enumerate(zip([first, *after], after, strict=False), 1) if now and now != old
    ]
    failed = _failed(party, match, before, report)
    return Ladder(
        number,
        party,
        level,
        tuple(
            Rung(
                rank,
                tuple(hand for hand in arrivals if after[hand - 1] == rank),
                began=rank == first,
                now=place == here,
                climbed=place <= here,
                failed=failed if rank == _LEVELS[-1] else (),
            )
            for place, rank in enumerate(_LEVELS)
        ),
    )


def _failed(
    party: tuple[str, ...],
    match: Match,
    before: Mapping[tuple[str, ...], Sequence[str]],
    report: StoredReport,
) -> tuple[int, ...]:
    """The hands that a team played at its own last level without winning.  ``before`` has the teams' levels."""
    hands = report.hands
    over = len(hands) if report.after_match is None else report.after_match
    counted = [index for index in range(over) if not is_cut_off(match, index, hands[index])]
    won = set(report.winner or ()) >= set(party)
    return tuple(
        index + 1
        for index in counted
        if before[party][index] == _LEVELS[-1]
        and level_before(match, index, hands) == _LEVELS[-1]
        and _plays_its_own(party, match, index, before, hands)
        and hands[index].levels
        and not (won and index == counted[-1])
    )


def _plays_its_own(
    party: tuple[str, ...],
    match: Match,
    index: int,
    before: Mapping[tuple[str, ...], Sequence[str]],
    hands: Sequence[StoredHand],
) -> bool:
    """Whether a hand at the last level is one of a team that has this level: not of the other, if both have it."""
    if all(levels[index] == _LEVELS[-1] for levels in before.values()):
        return bool(index) and set(ahead_after(match, hands[index - 1])) == set(party)
    return True
