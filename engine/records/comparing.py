"""Two records of one match side by side, and what each difference changes under the rules."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from engine.games import GAMES
from engine.record.match import Match
from engine.records.differences import Difference, HandSteps, aligned, differences
from engine.records.merging import merged
from engine.records.seating import Seating, seating
from engine.replay.fold import Replay, replay
from engine.rulebook.findings import Severity
from engine.rulebook.options import RulesUnknown
from engine.verdict.check import Checker

MOST_WORK: Final = 400_000
"""Actions that are replayed to weigh the differences; those that would need more are not weighed."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What a record comes to."""

    errors: int
    scores: Mapping[str, int | None]
    """The total of each seat."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What taking one difference from the second record, and nothing else, changes in the first."""

    scores: Mapping[str, int]
    """By seat how much the total changes, where it does and is known before and after."""
    errors: int
    """How many errors there are more (negative: fewer)."""

    @property
    def refuted(self) -> str:
        """The record that the rules refute here, ``first`` or ``second``; empty if they refute neither."""
        return "first" if self.errors < 0 else "second" if self.errors > 0 else ""


@dataclass(frozen=True, slots=True)
class Compared:
    """Two records of one match."""

    first: Match
    second: Match
    """With the seats of the first."""
    seating: Seating
    hands: tuple[HandSteps, ...]
    differences: tuple[Difference, ...]
    weights: Mapping[int, Weight]
    """By the number of the difference; those that could not be weighed are left out."""
    judged: tuple[Judged | None, Judged | None]
    """What each record comes to; None if its rules are unknown, or it cannot be judged under them."""

    @property
    def advised(self) -> frozenset[int]:
        """The differences to take from the second record: where the rules refute the first, or it says nothing."""
        return frozenset(
            each.number
            for each in self.differences
            if (weight := self.weights.get(each.number)) is not None
            and (weight.refuted == "first" or (each.first is None and weight.refuted == ""))
        )

    def merged(self, chosen: Collection[int], names: tuple[str, str] | None = None) -> Match:
        """The first record with some differences as the second has them; see `engine.records.merging.merged`."""
        return merged(self.first, self.second, self.hands, self.differences, chosen, names)


def compare_records(checker: Checker, first: Match, second: Match, work: int = MOST_WORK) -> Compared:
    """Compares two records.  Raises CannotPair if they cannot be of one match."""
    found = seating(first, second)
    turned = found.applied(second, first)
    hands = aligned(first, turned)
    what = tuple(differences(first, turned, hands))
    base = _judged(checker, first)
    cost = max(1, sum(len(hand.actions) + 1 for hand in first.hands))
    weights: dict[int, Weight] = {}
    if base is not None:
        for each in what[: work // cost]:
            after = _judged(checker, merged(first, turned, hands, what, {each.number}))
            if after is not None:
                weights[each.number] = Weight(_changes(base, after), after.errors - base.errors)
    return Compared(first, turned, found, hands, what, weights, (base, _judged(checker, turned)))


def _judged(checker: Checker, match: Match) -> Judged | None:
    try:
        rules = checker.rules(match)
    except RulesUnknown:
        return None
    if len(match.players) not in GAMES[rules.game].seats_under(rules):
        return None
    judge = checker.judge(rules)
    outcome: Replay = replay(judge, match)
    errors = sum(finding.severity is Severity.ERROR for finding in outcome.findings)
    return Judged(errors, {seat: outcome.totals.get(seat) for seat in match.seats})


def _changes(before: Judged, after: Judged) -> dict[str, int]:
    return {
        seat: now - was
        for seat, was in before.scores.items()
        if was is not None and (now := after.scores[seat]) is not None and now != was
    }
