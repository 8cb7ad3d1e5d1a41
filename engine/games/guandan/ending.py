"""How a match of Guandan ends by hands or time: which team wins, and the extra hand at equal levels."""

from collections.abc import Sequence
from typing import Any, Final

from engine.games.guandan.rules import EXTRA_HAND_MISSING, GuandanRules
from engine.games.guandan.scoring import GuandanStanding, higher_team
from engine.rulebook.findings import Finding, finding


class MatchEnding:
    """Who has won, and whether the match is over.  Teams are 0 (seats 0 and 2) and 1."""

    def __init__(self, rules: GuandanRules, *, timed: bool) -> None:
        """``timed`` says whether the clock stopped the table."""
        self.over = False
        self.winner: list[int] | None = None
        self.undecided = False
        """Whether the winner depends on something unknown."""
        self._rules: Final = rules
        self._timed: Final = timed
        self._played = 0
        self._extra_due = False
        """Whether the number of hands is reached and the next hand decides a tie."""
        self._last: int | None = None
        """The team that won the last hand that counts; None if no team is known to have."""

    def is_extra(self, standing: GuandanStanding, *, marked: bool) -> bool:
        """Whether the next hand is the extra hand.  ``marked`` says whether the log marks it as that."""
        if self.over or not (marked or self._extra_due):
            return False
        if self._rules.level_tie != "extra_hand":
            return False
        return self._extra_due or (self._timed and len(higher_team(standing) or [0, 1]) != 1)

    @property
    def awaits_extra(self) -> bool:
        """Whether the next hand is the extra hand, marked or not."""
        return self._extra_due

    def extra_level(self) -> int | None:
        """The level that only the extra hand has; None if it has the one that any hand would have."""
        return 0 if self._rules.extra_hand_level == "two" else None

    def count(
        self,
        standing: GuandanStanding,
        *,
        known: bool,
        won: int | None,
        winner: int | None,
        undecided: bool,
        extra: bool,
    ) -> None:
        """Counts a hand.

        ``known`` says whether its scores are, ``won`` is the team that won the hand, ``winner`` the one that wins the
        match by it, and ``extra`` says whether it is the extra hand.
        """
        self._played += 1
        self._last = won
        self.undecided = self.undecided or undecided
        if winner is not None:
            self.over, self.winner = True, [winner]
        elif extra:
            self.over, self.winner = True, None if won is None else [won]
            self.undecided = won is None
        elif self._played == self._rules.hands:
            tied = len(higher_team(standing) or [0, 1]) != 1
            self._extra_due = tied and self._rules.level_tie == "extra_hand"
            self.over = not self._extra_due
            if known and self.over:
                self._decide(standing)

    def conclude(self, standing: GuandanStanding, *, timed: bool) -> list[Finding]:
        """Decides the match at the end of the log, and says whether the extra hand is missing.  ``timed`` says whether
        the clock stopped the table.
        """
        if self.over or not (timed or self._extra_due):
            return []
        self._decide(standing)
        if self.winner is None and None not in standing.levels and self._rules.level_tie == "extra_hand":
            return [finding(EXTRA_HAND_MISSING, "guandan.equal-levels")]
        return []

    def _decide(self, standing: GuandanStanding) -> None:
        self.winner = higher_team(standing)
        self.undecided = self.winner is None
        if self.winner is None or len(self.winner) == 1 or self._rules.level_tie == "shared":
            return
        self.winner = None if self._last is None or self._rules.level_tie == "extra_hand" else [self._last]
        self.undecided = self.winner is None

    @property
    def carried(self) -> tuple[Any, ...]:
        """All of it, for ``carry``."""
        winner: Sequence[int] | None = None if self.winner is None else tuple(self.winner)
        return self.over, winner, self.undecided, self._played, self._extra_due, self._last

    def carry(self, carried: tuple[Any, ...]) -> None:
        """Goes on from what ``carried`` was."""
        self.over, winner, self.undecided, self._played, self._extra_due, self._last = carried
        self.winner = None if winner is None else list(winner)
