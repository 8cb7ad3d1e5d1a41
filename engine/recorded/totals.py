"""The totals of a match and who wins it, in the games that are played for points."""

from collections.abc import Sequence
from typing import Final

from engine.record.match import MatchResult, given
from engine.recorded.results import compare_points, compare_winner
from engine.recorded.setup import SetupFacts
from engine.rulebook.codes import AFTER_MATCH
from engine.rulebook.findings import Finding, finding


class Totals:
    """Points by seat, hand after hand.  All are unknown after a hand whose scores nobody knows."""

    def __init__(self, seats: Sequence[str], rule: str) -> None:
        """``rule``: the page that says what the totals are for."""
        self._seats: Final = tuple(seats)
        self._rule: Final = rule
        self.points: list[int] | None = [0] * len(seats)
        """By seat; None where they are unknown."""

    def take_over(self, setup: SetupFacts) -> None:
        """Takes over what a hand's setup states, and reports where that contradicts the hands before."""
        if not setup.totals:
            return
        stated = [setup.totals.get(seat, 0) for seat in range(len(self._seats))]
        if setup.hand > 0 and self.points is not None and stated != self.points:
            setup.mismatch(self._rule, "totals", self._listed(stated), self._listed(self.points))
        self.points = stated

    def add(self, scores: Sequence[int | None] | None) -> None:
        """Adds the scores of a hand; None stands for scores that nobody knows."""
        if scores is None or self.points is None or None in scores:
            self.points = None
        else:
            self.points = [total + (score or 0) for total, score in zip(self.points, scores, strict=True)]

    def named(self) -> dict[str, int | None]:
        """The totals by the names of the seats."""
        if self.points is None:
            return dict.fromkeys(self._seats)
        return dict(zip(self._seats, self.points, strict=True))

    def _listed(self, points: Sequence[int]) -> str:
        return ", ".join(f"{seat} {total}" for seat, total in zip(self._seats, points, strict=True))


class MatchTotals:
    """The totals of a match that is won by points: by reaching a target, or by the highest after a number of hands."""

    def __init__(self, seats: Sequence[str], rule: str, *, target: int = 0, hands: int = 0) -> None:
        """``rule``: the page that says how the match is won; 0 points or hands: no such end."""
        self.findings: Final[list[Finding]] = []
        """About the recorded result of the match; filled by ``conclude``."""
        self.over = False
        self._seats: Final = tuple(seats)
        self._rule: Final = rule
        self._target: Final = target
        self._hands: Final = hands
        self._totals: Final = Totals(seats, rule)
        self._unsure = False
        """Whether some total rests on what is unknown, though it can be named."""
        self._played = 0
        self._noticed = False

    def take_over(self, setup: SetupFacts) -> None:
        """Takes over the totals that a hand's setup states; one at the target says that the match is won."""
        if setup.totals:
            self._totals.take_over(setup)
            self._unsure = False
            self.over = self.over or self._reached()

    def remark(self, hand: int) -> list[Finding]:
        """The notice that a hand comes after the end of the match, for the first one that does."""
        if not self.over or self._noticed:
            return []
        self._noticed = True
        return [finding(AFTER_MATCH, self._rule, hand=hand)]

    def count(self, scores: Sequence[int | None] | None, *, unsure: bool = False) -> None:
        """Counts a hand, unless the match is over.

        ``scores`` None: nobody knows them.  ``unsure``: they rest on what is unknown.
        """
        if self.over:
            return
        self._totals.add(scores)
        self._unsure = self._unsure or unsure
        self._played += 1
        self.over = self._reached() or self._played == self._hands

    def _reached(self) -> bool:
        return self._target > 0 and max(self._totals.points or [0]) >= self._target

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: none yet), and whether either hangs on something unknown.

        The highest total wins, equal ones all; also where the table was stopped by the clock.
        """
        recorded = result or MatchResult()
        totals, points = self._totals.named(), self._totals.points
        winner = None
        if points is not None and (self.over or given(recorded.ended) == "time"):
            winner = [seat for seat, total in zip(self._seats, points, strict=True) if total == max(points)]
        sure = points is not None and not self._unsure
        stated = given(recorded.totals)
        if stated is not None:
            computed = totals if sure else dict.fromkeys(totals)
            self.findings.extend(compare_points("totals", stated, computed, hand=None, rule=self._rule))
        names = given(recorded.winner)
        if names is not None:
            self.findings.extend(compare_winner(names, winner, self._seats, self._rule, known=sure))
        return totals, winner, points is None
