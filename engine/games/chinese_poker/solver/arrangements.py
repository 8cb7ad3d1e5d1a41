"""All 72,072 ways to set thirteen cards, as arrays.

An arrangement is a row of these arrays.  Threes and fives are the subsets of the thirteen places of the hand, numbered
as in ``splits().threes`` and ``splits().fives``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.cards.packed import BLACK_JOKER, Card, rank_of
from engine.games.chinese_poker.ranks import (
    FIVE_OF_A_SUIT,
    FLUSHED,
    LANES,
    NO_CARDS,
    RANK_COUNTS,
    Order,
    high_order,
    low_order,
)
from engine.games.chinese_poker.rules import BOARD_CARDS, ROW_SIZES, ChinesePokerRules
from engine.replay.analysis import Rows

Numbers = NDArray[np.int64]
Places = NDArray[np.intp]
Marks = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Splits:
    """The ways to divide thirteen places into three, five and five."""

    threes: Places
    """286 by 3: the places of each three."""
    fives: Places
    """1,287 by 5: the places of each five."""
    front: Places
    """72,072: the number of the three in front."""
    middle: Places
    back: Places


@cache
def splits() -> Splits:
    """Every way to divide thirteen places; those with the same front are next to each other."""
    front, row, _ = ROW_SIZES
    threes = np.array(list(combinations(range(BOARD_CARDS), front)), dtype=np.intp)
    fives = np.array(list(combinations(range(BOARD_CARDS), row)), dtype=np.intp)
    left = np.array([[place for place in range(BOARD_CARDS) if place not in three] for three in threes.tolist()])
    halves = np.array(list(combinations(range(BOARD_CARDS - front), row)), dtype=np.intp)
    number = np.zeros(1 << BOARD_CARDS, dtype=np.intp)
    number[(1 << fives).sum(axis=1)] = np.arange(len(fives))
    all_left = (1 << left).sum(axis=1)[:, None]
    middle = (1 << left[:, halves]).sum(axis=2)
    found = Splits(
        threes=threes,
        fives=fives,
        front=np.repeat(np.arange(len(threes)), len(halves)),
        middle=number[middle].ravel(),
        back=number[all_left - middle].ravel(),
    )
    for array in (found.threes, found.fives, found.front, found.middle, found.back):
        array.flags.writeable = False
    return found


@dataclass(frozen=True, slots=True)
class Arrangements:
    """The ways to set a hand, each with the strengths of its rows."""

    cards: tuple[Card, ...]
    numbers: Places
    """By legal arrangement, its number among the 72,072."""
    strengths: Numbers
    """Three lines: the strengths of the fronts, of the middles and of the backs, each in the order by which the row is
    played.
    """

    def rows(self, index: int) -> Rows:
        """The rows of an arrangement, in each row the cards that count most first."""
        ways = splits()
        number = self.numbers[index]
        places = (ways.threes[ways.front[number]], ways.fives[ways.middle[number]], ways.fives[ways.back[number]])
        return tuple(_counting_first(self.cards[place] for place in row) for row in places)


def _counting_first(row: Iterable[Card]) -> tuple[Card, ...]:
    cards = tuple(row)
    ranks = [rank_of(card) for card in cards]
    return tuple(sorted(cards, key=lambda card: (-ranks.count(rank_of(card)), -rank_of(card), card)))


def arrangements(cards: Sequence[Card], rules: ChinesePokerRules, *, every: bool = False) -> Arrangements:
    """Every legal way to set thirteen cards of one pack under a rule set; with ``every`` those out of order too.

    Raises ValueError for other cards.
    """
    if len(cards) != BOARD_CARDS or len({*cards}) != BOARD_CARDS or not all(0 <= card < BLACK_JOKER for card in cards):
        raise ValueError("not thirteen cards of one pack")
    ways = splits()
    front, middle, back = row_strengths(np.array(cards), rules)
    front, middle, back = front[ways.front], middle[ways.middle], back[ways.back]
    (numbers,) = np.nonzero(in_order(front, middle, back, rules) | every)
    strengths = np.stack([row[numbers] for row in (front, middle, back)])
    return Arrangements(tuple(cards), numbers, strengths)


def row_strengths(cards: NDArray[np.int_], rules: ChinesePokerRules) -> tuple[Numbers, Numbers, Numbers]:
    """The strength of each three of a hand as a front, and of each five as a middle and as a back."""
    ways = splits()
    front, middle, back = (_classes(order) for order in row_orders(rules))
    lanes = _lanes()[cards]
    threes, fives = lanes[ways.threes].sum(axis=1), lanes[ways.fives].sum(axis=1)
    backs = back.strengths(fives)
    return front.strengths(threes), backs if middle is back else middle.strengths(fives), backs


def row_orders(rules: ChinesePokerRules) -> tuple[Order, Order, Order]:
    """The orders by which front, middle and back are played."""
    high = high_order(rules.wheel)
    return high, low_order() if rules.middle == "deuce_to_seven" else high, high


def in_order(front: Numbers, middle: Numbers, back: Numbers, rules: ChinesePokerRules) -> Marks:
    """Which arrangements are legal, from the strengths of their rows."""
    if rules.middle == "deuce_to_seven":
        return front <= back
    return (front <= middle) & (middle <= back)


class _Classes:
    """An order of rows, for looking up many rows at once."""

    def __init__(self, order: Order) -> None:
        rising = sorted(order.strengths)
        self._keys: Final = np.array(rising, dtype=np.int64)
        self._strengths: Final = np.array([order.strengths[key] for key in rising], dtype=np.int64)

    def strengths(self, counts: Numbers) -> Numbers:
        """The strengths of rows, from the sums of the lanes of their cards."""
        counts = counts + NO_CARDS
        keys = counts & RANK_COUNTS
        keys[counts & FIVE_OF_A_SUIT != 0] |= FLUSHED
        return self._strengths[np.searchsorted(self._keys, keys)]


_classes: Final = cache(_Classes)


@cache
def _lanes() -> Numbers:
    return np.array(LANES, dtype=np.int64)
