"""The totals and the winner of a match, in the games that are played for points."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Final

from msgspec import UnsetType

from engine.record.match import Hand, MatchResult, given_value
from engine.recorded.results import compare_points, compare_winner
from engine.recorded.setup import SetupFacts
from engine.rulebook.codes import AFTER_MATCH
from engine.rulebook.findings import Finding, finding

CarriedTotals = tuple[tuple[int, ...] | None, bool, int, bool, bool]
"""The points, whether they are unsure, the hands played, whether the match is over, whether that was remarked."""
Counted = tuple[Sequence[int | None] | None, bool]
"""The scores of a hand (None: unknown), and whether they are unsure."""

_NONE: Final = int
"""Gives 0."""


class Totals:
    """The points of each seat, added hand by hand.  After a hand with unknown scores all totals are unknown.

    ``count`` says what a hand adds, and ``tally`` adds it.
    """

    def __init__(self, seats: Sequence[str], rule: str) -> None:
        """``rule`` is the rule that findings about totals name."""
        self._seats: Final = tuple(seats)
        self._rule: Final = rule
        self.points: list[int] | None = [0] * len(seats)
        """By seat; None if they are unknown."""
        self._counted: Counted | None = None

    def matter_to(self, hand: Hand) -> bool:
        """Whether the replay of a hand reads them before its end: whether its setup states totals."""
        return not isinstance(hand.setup, UnsetType) and bool(given_value(hand.setup.totals))

    def take_over(self, setup: SetupFacts) -> None:
        """Continues with the totals in a setup, and reports them if they contradict the hands before."""
        if not setup.totals:
            return
        stated = [setup.totals.get(seat, 0) for seat in range(len(self._seats))]
        if setup.hand > 0 and self.points is not None and stated != self.points:
            setup.mismatch(self._rule, "totals", self._listed(stated), self._listed(self.points))
        self.points = stated

    @property
    def counted(self) -> Hashable:
        """What the hand just settled adds."""
        return _frozen(self._counted)

    @counted.setter
    def counted(self, counted: Any) -> None:
        self._counted = counted

    def count(self, scores: Sequence[int | None] | None) -> None:
        """Sets the scores of a hand, for ``tally``; None is an unknown score."""
        self._counted = scores, False

    def tally(self) -> None:
        """Adds what was counted since the last time."""
        if self._counted is not None:
            self.add(self._counted[0])
            self._counted = None

    def add(self, scores: Sequence[int | None] | None) -> None:
        """Adds the scores of a hand; None is an unknown score."""
        if scores is None or self.points is None or None in scores:
            self.points = None
        else:
            self.points = [total + (score or 0) for total, score in zip(self.points, scores, strict=True)]

    @property
    def carried(self) -> tuple[int, ...] | None:
        """The points, for ``carry``."""
        return None if self.points is None else tuple(self.points)

    def carry(self, carried: tuple[int, ...] | None) -> None:
        """Goes on from what ``carried`` was."""
        self.points = None if carried is None else list(carried)

    def named(self) -> dict[str, int | None]:
        """The totals by seat name; None for each seat if they are unknown."""
        if self.points is None:
            return dict.fromkeys(self._seats)
        return dict(zip(self._seats, self.points, strict=True))

    def _listed(self, points: Sequence[int]) -> str:
        return ", ".join(f"{seat} {total}" for seat, total in zip(self._seats, points, strict=True))


class MatchTotals:
    """The totals of a match that ends at a target or after a number of hands, and that the highest total wins."""

    def __init__(
        self, seats: Sequence[str], rule: str, *, target: Callable[[], int] = _NONE, hands: Callable[[], int] = _NONE
    ) -> None:
        """``rule`` is the rule that says how the match is won.  A target or a number of hands of 0 does not end it."""
        self.findings: Final[list[Finding]] = []
        """Findings about the recorded result of the match; ``conclude`` adds them."""
        self.over = False
        self._counted: Counted | None = None
        self._seats: Final = tuple(seats)
        self._rule: Final = rule
        self._target: Final = target
        self._hands: Final = hands
        self._totals: Final = Totals(seats, rule)
        self._unsure = False
        """Whether some total, though it is given, depends on something unknown."""
        self._played = 0
        self._noticed = False

    def begin(self, points: Sequence[int]) -> None:
        """Begins with the points of each seat before the first hand."""
        self._totals.points = list(points)

    def matter_to(self, hand: Hand) -> bool:
        """Whether the replay of a hand reads them before its end: whether the match is over, so that its setup is
        believed and ``remark`` may give a notice, or its setup states totals.
        """
        return self.over or self._totals.matter_to(hand)

    def take_over(self, setup: SetupFacts) -> None:
        """Continues with the totals in a setup, and tells it whether the match was won before the hand.

        A total at the target means that it was.  Totals that are stated after the match is won change nothing.
        """
        if setup.totals and not self.over:
            self._totals.take_over(setup)
            self._unsure = False
            self.over = self._reached()
        setup.after_match = self.over

    def remark(self, hand: int) -> list[Finding]:
        """The notice that a hand is after the end of the match; only the first such hand gets it."""
        if not self.over or self._noticed:
            return []
        self._noticed = True
        return [finding(AFTER_MATCH, self._rule, hand=hand)]

    def count(self, scores: Sequence[int | None] | None, *, unsure: bool = False) -> None:
        """Sets what a hand adds, for ``tally``.

        With ``scores`` None they are unknown.  With ``unsure`` they depend on something unknown.
        """
        self._counted = scores, unsure

    @property
    def counted(self) -> Hashable:
        """What the hand just settled adds; None if it does not count."""
        return _frozen(self._counted)

    @counted.setter
    def counted(self, counted: Any) -> None:
        self._counted = counted

    def tally(self) -> None:
        """Counts the hand just settled, unless the match is over."""
        counted, self._counted = self._counted, None
        if counted is None or self.over:
            return
        scores, unsure = counted
        self._totals.add(scores)
        self._unsure = self._unsure or unsure
        self._played += 1
        self.over = self._reached() or self._played == self._hands()

    def _reached(self) -> bool:
        target = self._target()
        return target > 0 and max(self._totals.points or [0]) >= target

    @property
    def carried(self) -> "CarriedTotals":
        """What the hands so far have left, for ``carry``."""
        return self._totals.carried, self._unsure, self._played, self.over, self._noticed

    def carry(self, carried: "CarriedTotals") -> None:
        """Goes on from what ``carried`` was."""
        points, self._unsure, self._played, self.over, self._noticed = carried
        self._totals.carry(points)

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: not decided yet), and whether the totals are unknown.

        The highest total wins when the match is over or the table stopped by the clock; seats with equal highest totals
        all win.
        """
        recorded = result or MatchResult()
        totals, points = self._totals.named(), self._totals.points
        winner = None
        if points is not None and (self.over or given_value(recorded.ended) == "time"):
            winner = [seat for seat, total in zip(self._seats, points, strict=True) if total == max(points)]
        sure = points is not None and not self._unsure
        stated = given_value(recorded.totals)
        if stated is not None:
            computed = totals if sure else dict.fromkeys(totals)
            self.findings.extend(compare_points("totals", stated, computed, hand=None, rule=self._rule))
        names = given_value(recorded.winner)
        if names is not None:
            self.findings.extend(compare_winner(names, winner, self._seats, self._rule, known=sure))
        return totals, winner, points is None


def _frozen(counted: Counted | None) -> Hashable:
    if counted is None or counted[0] is None:
        return counted
    return tuple(counted[0]), counted[1]
