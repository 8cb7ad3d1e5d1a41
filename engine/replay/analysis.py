"""The analysis of a hand as data, for games in which a seat sets its cards in rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from engine.cards.packed import Card
from engine.rulebook.sentences import Text, say

FEWEST_DEALS: Final = 2
"""Deals that a standard error needs."""
MOST_DEALS: Final = 20_000
MOST_SHOWN: Final = 100

Rows = tuple[tuple[Card, ...], ...]
"""The cards of each row, in the order in which logs write the rows."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean of whole numbers: their sum, the sum of their squares, and their count."""

    total: int
    squares: int
    count: int

    @property
    def variance(self) -> tuple[int, int]:
        """The square of the standard error of the mean as a fraction: numerator, denominator."""
        return self.count * self.squares - self.total**2, self.count**2 * (self.count - 1)


@dataclass(frozen=True, slots=True)
class AnalysedArrangement:
    """One arrangement."""

    rows: Rows
    alike: int
    """The number of legal arrangements that have the same effect in play, this one included."""
    points: int
    """The points that it wins, in all deals together."""


@dataclass(frozen=True, slots=True)
class DealtChoice(AnalysedArrangement):
    """An arrangement measured on many deals."""

    mean: Mean
    behind: Mean
    """How much more the best arrangement wins in a deal."""


@dataclass(frozen=True, slots=True)
class WinningReason:
    """One reason for the points that an arrangement wins."""

    opponent: str
    """The opponent that pays; empty if the points do not come from one opponent."""
    rule: str
    text: str
    points: int


@dataclass(frozen=True, slots=True)
class Count:
    """The number of arrangements of a hand: the legal ones, and of them those that differ in play."""

    legal: int
    differing: int


@dataclass(frozen=True, slots=True)
class Against:
    """The best arrangements against given rows, the best first."""

    count: Count
    best: int
    """The number of arrangements that differ in play and win as much as the first."""
    choices: tuple[AnalysedArrangement, ...]
    reasons: tuple[WinningReason, ...]
    """How the first is settled."""


@dataclass(frozen=True, slots=True)
class BestOnDeals:
    """The best arrangements on many deals, the best first."""

    count: Count
    choices: tuple[DealtChoice, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """What a board won, and what its best arrangement would have won against the rows that the others showed.

    In points: units times stakes.  Both leave out what a natural or a surrender of another board settles.
    """

    board: str
    seat: int
    rows: Rows
    words: tuple[str, ...]
    """Each row in words."""
    won: int
    best: int
    best_rows: Rows
    best_words: tuple[str, ...]
    against: tuple[Rows, ...] | None = None
    """The rows of the boards of the other seats; None if not every board of the table can be compared."""

    @property
    def lost(self) -> int:
        """How much more the best arrangement would have won."""
        return self.best - self.won


def opponent(number: int) -> Text:
    """The name of an opponent, numbered from 1."""
    return say("opponent {number}", number=number)


class Chooser(Protocol):
    """Finds the best arrangements under a rule set."""

    @property
    def unit(self) -> str:
        """What is counted: ``points`` or ``units``."""

    def against(self, cards: Sequence[Card], given: Sequence[Rows], shown: int) -> Against:
        """The best arrangements, at most ``shown``, against the rows of some opponents.

        Raises ValueError if the cards are not a hand.
        """

    def at_random(self, cards: Sequence[Card], opponents: int, deals: int, seed: int, shown: int) -> BestOnDeals:
        """The best arrangements, at most ``shown``, on some deals of the other cards to opponents.

        Raises ValueError if the cards are not a hand.
        """

    def naturals(self, cards: Sequence[Card]) -> Mapping[str, int]:
        """The naturals that the cards of a hand are, the strongest first, with the points of each."""

    def surrender(self, opponents: int) -> int | None:
        """What a surrender wins, a negative number; None if the rules do not allow it."""

    def words(self, rows: Rows) -> tuple[str, ...]:
        """Each row in words."""
