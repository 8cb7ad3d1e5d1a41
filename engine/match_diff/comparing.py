"""Two records of one match side by side, and what each difference changes under the rules."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from engine.match_diff.choosing import ChosenDifferences, fewest_errors
from engine.match_diff.differences import Difference, HandSteps, aligned_hands, differences
from engine.match_diff.merging import merged_match
from engine.match_diff.seating import Seating, seating
from engine.match_diff.weighing import JudgedRecord, Weighing
from engine.record.match import Match
from engine.verdict.check import Checker

MOST_WORK: Final = 400_000
"""Actions that are replayed to weigh the differences, and again to find the best choice; those that would need more
are not weighed, and combinations that would need more are left out."""


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
class MatchComparison:
    """Two records of one match."""

    first: Match
    second: Match
    """With the seats of the first."""
    seating: Seating
    hands: tuple[HandSteps, ...]
    differences: tuple[Difference, ...]
    weights: Mapping[int, Weight]
    """By the number of the difference; those that could not be weighed are left out."""
    judged: tuple[JudgedRecord | None, JudgedRecord | None]
    """The result of each record; None if its rules are unknown, or it cannot be judged under them."""

    choice: ChosenDifferences
    """What a merged record takes from the second, if nothing else is chosen."""

    @property
    def advised(self) -> frozenset[int]:
        """The numbers of the differences that a merged record takes from the second, if nothing else is chosen."""
        return self.choice.numbers

    def merged(self, chosen: Collection[int], names: tuple[str, str] | None = None) -> Match:
        """The first record with some differences as the second has them: `engine.match_diff.merging.merged_match`."""
        return merged_match(self.first, self.second, self.hands, self.differences, chosen, names)


def compare_records(checker: Checker, first: Match, second: Match, work: int = MOST_WORK) -> MatchComparison:
    """Compares two records.  Raises CannotPair if they cannot be of one match."""
    seat_order = seating(first, second)
    turned = seat_order.applied(second, first)
    hands = aligned_hands(first, turned)
    what = tuple(differences(first, turned, hands))
    weighing = Weighing(checker, (first, turned), hands, what)
    base = weighing.judged(frozenset())
    cost = max(1, sum(len(hand.actions) + 1 for hand in first.hands))
    weights: dict[int, Weight] = {}
    if base is not None:
        for difference in what[: work // cost]:
            after = weighing.judged(frozenset({difference.number}))
            if after is not None:
                weights[difference.number] = Weight(_changes(base, after), after.errors - base.errors)
    judged = base, weighing.judged(frozenset(change.number for change in what))
    return MatchComparison(first, turned, seat_order, hands, what, weights, judged, fewest_errors(weighing, what, work))


def _changes(before: JudgedRecord, after: JudgedRecord) -> dict[str, int]:
    return {
        seat: now - was
        for seat, was in before.scores.items()
        if was is not None and (now := after.scores[seat]) is not None and now != was
    }
