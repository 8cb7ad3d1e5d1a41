"""The totals of a match and who wins it, in the games that are played for points."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.codes import AFTER_MATCH
from engine.findings import Finding, finding
from engine.match import MatchResult, given
from engine.results import compare_points, compare_winner


class MatchTotals:
    """Points by seat, hand after hand, until a target is reached or a number of hands is played."""

    def __init__(self, seats: Sequence[str], rule: str, *, target: int = 0, hands: int = 0) -> None:
        """``rule``: the page that says how the match is won; 0 points or hands: no such end."""
        self.findings: Final[list[Finding]] = []
        """About the recorded result of the match; filled by ``conclude``."""
        self.over = False
        self._seats: Final = tuple(seats)
        self._rule: Final = rule
        self._target: Final = target
        self._hands: Final = hands
        self._points: Final[list[int | None]] = [0] * len(seats)
        self._unsure = False
        """Whether some total rests on what is unknown, though it can be named."""
        self._completed = 0
        self._perhaps_completed = 0
        self._noticed = False

    def begin(self, points: Mapping[int, int]) -> None:
        """Takes over what the seats had before the first hand of the log."""
        for seat, number in points.items():
            self._points[seat] = number

    def remark(self, hand: int) -> list[Finding]:
        """The notice that a hand stands after the end of the match, for the first one that does."""
        if not self.over or self._noticed:
            return []
        self._noticed = True
        return [finding(AFTER_MATCH, self._rule, hand=hand)]

    def count(self, scores: Sequence[int | None], *, unsure: bool = False) -> None:
        """Counts a finished hand, unless the match is over; ``unsure``: its scores rest on what is unknown."""
        if self.over:
            return
        for seat, score in enumerate(scores):
            total = self._points[seat]
            self._points[seat] = None if score is None or total is None else total + score
        self._unsure = self._unsure or unsure
        self._completed += 1
        reached = self._target > 0 and any(total is not None and total >= self._target for total in self._points)
        self.over = reached or self._completed == self._hands

    def count_perhaps(self) -> None:
        """Notes that a hand may have ended for all that is known: from here on no total is known."""
        if not self.over:
            self._perhaps_completed += 1
            self._points[:] = [None] * len(self._points)

    def conclude(self, result: MatchResult | None) -> tuple[dict[str, int | None], list[str] | None, bool]:
        """Totals, winner (None: none yet), and whether either hangs on something unknown.

        The highest total wins, equal ones all; also where the table was stopped by the clock.
        """
        recorded = result or MatchResult()
        totals = dict(zip(self._seats, self._points, strict=True))
        known = [total for total in self._points if total is not None]
        unknown = len(known) < len(self._points)
        ended = self.over or given(recorded.ended) == "time"
        winner = None
        if ended and not unknown:
            winner = [seat for seat, total in totals.items() if total == max(known)]
        points = given(recorded.totals)
        if points is not None:
            sure = dict.fromkeys(totals) if self._unsure else totals
            self.findings.extend(compare_points("totals", points, sure, hand=None, rule=self._rule))
        perhaps_ended = ended or self._target > 0 or self._completed + self._perhaps_completed >= self._hands > 0
        names = given(recorded.winner)
        if names is not None and not self._unsure and not (unknown and perhaps_ended):
            self.findings.extend(compare_winner(names, winner, self._seats, self._rule))
        return totals, winner, unknown
