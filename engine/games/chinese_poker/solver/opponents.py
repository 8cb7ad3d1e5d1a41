"""Opponents whose cards are not known: dealt from a seed out of the cards that are left, and set by a simple measure.

The measure uses no cards but those of the hand itself.  The value of a row is two units (the difference between winning
and losing it) times the chance that it beats a number of random rows of its size: 3 in front, 10 in the middle, 250 in
the back.  Against about so many rows a usual row wins half the time.  The royalties of the row are added, under
``winner`` and ``cancel`` times the same chance.  Of equal arrangements the first is chosen.
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.cards.packed import SUITED, Card
from engine.games.chinese_poker.ranks import Order
from engine.games.chinese_poker.rules import BOARD_CARDS, ROW_SIZES, ROWS
from engine.games.chinese_poker.settle import Scoring
from engine.games.chinese_poker.solver.arrangements import Arrangements, Numbers, arrangements, row_orders
from engine.games.chinese_poker.solver.payoffs import points_by_class

RIVALS: Final = (3, 10, 250)
"""The number of random rows with which each row is compared."""
UNIT: Final = 1 << 31
"""The value of one unit in the measure."""

_GOLDEN: Final = 0x9E3779B97F4A7C15
_WORD: Final = (1 << 64) - 1


def dealt(held: tuple[Card, ...], hands: int, seed: int, deals: range) -> NDArray[np.int64]:
    """The opponents' cards in some deals, by the numbers of the deals: an array of deals, hands and thirteen cards.

    Every card that is not held goes to each place with the same chance.  A deal depends only on the seed and its
    number.
    """
    left = np.array([card for card in SUITED if card not in held], dtype=np.int64)
    start = int(_mixed(np.array([seed & _WORD], dtype=np.uint64))[0])
    first = (start + deals.start * len(left) * _GOLDEN) & _WORD
    steps = np.arange(1, len(deals) * len(left) + 1, dtype=np.uint64) * np.uint64(_GOLDEN)
    lots = _mixed(steps + np.uint64(first)).reshape(len(deals), len(left))
    order = np.argsort(lots, axis=1, kind="stable")[:, : hands * BOARD_CARDS]
    return np.sort(left[order].reshape(len(deals), hands, BOARD_CARDS), axis=2)[:, :, ::-1]


def _mixed(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The output of SplitMix64 for some states."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


class Measure:
    """The measure of arrangements against unknown opponents, under a rule set."""

    def __init__(self, scoring: Scoring) -> None:
        self._rules: Final = scoring.rules
        self.by_row: Final = tuple(self._promises(row, scoring) for row in range(len(ROWS)))
        """By row, what its classes are worth in ``UNIT``s, by their strength."""

    def of(self, strengths: Numbers) -> Numbers:
        """The measures of arrangements in ``UNIT``s, from the strengths of their fronts, middles and backs."""
        front, middle, back = (promises[row] for promises, row in zip(self.by_row, strengths, strict=True))
        measured: Numbers = front + middle + back
        return measured

    def best(self, cards: tuple[Card, ...]) -> tuple[Arrangements, int]:
        """The legal arrangements of a hand, and the one with the best measure."""
        ways = arrangements(cards, self._rules)
        return ways, int(np.argmax(self.of(ways.strengths)))

    def _promises(self, row: int, scoring: Scoring) -> Numbers:
        worth = 2 * max(self._rules.row_unit, 1)
        chances = _chances(row_orders(self._rules)[row], ROW_SIZES[row], RIVALS[row])
        royalties = points_by_class(row, scoring)
        return chances * worth + (UNIT if self._rules.royalty_rule == "net" else chances) * royalties


@cache
def _chances(order: Order, size: int, rivals: int) -> Numbers:
    """By class, the chance that it beats some random rows of a size, in parts of ``UNIT``; a tie is half a win."""
    hands = np.array([found.hands if found.size == size else 0 for found in order.classes], dtype=np.int64)
    beaten = 2 * hands.cumsum() - hands
    chances = np.full(len(hands), UNIT, dtype=np.int64)
    power = beaten * UNIT // (2 * hands.sum())
    while rivals:
        if rivals & 1:
            chances = chances * power // UNIT
        power = power * power // UNIT
        rivals >>= 1
    return chances
