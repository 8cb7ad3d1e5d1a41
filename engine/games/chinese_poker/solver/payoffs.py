"""All 72,072 ways to set thirteen cards, as arrays; what each pays against given rows; opponents that are not known.

An arrangement is a row of these arrays.  Threes and fives are the subsets of the thirteen places of the hand, numbered
as in ``splits().threes`` and ``splits().fives``.

Opponents whose cards are not known are dealt from a seed out of the cards that are left, and set by a simple measure.
It uses no cards but those of the hand itself.  The value of a row is two units (the difference between winning and
losing it) times the chance that it beats a number of random rows of its size: 3 in front, 10 in the middle, 250 in the
back.  Against about so many rows a usual row wins half the time.  The royalties of the row are added, under ``winner``
and ``cancel`` times the same chance.  Of equal arrangements the first is chosen.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.cards.packed import BLACK_JOKER, SUITED, Card, rank_of
from engine.games.chinese_poker.ranks import (
    FIVE_OF_A_SUIT,
    FLUSHED,
    LANES,
    NO_CARDS,
    RANK_COUNTS,
    Order,
    PokerKind,
    groups,
    high_order,
    low_order,
)
from engine.games.chinese_poker.rules import BOARD_CARDS, ROW_SIZES, ROWS, ChinesePokerRules
from engine.games.chinese_poker.settle import Board, Scoring
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
    result = Splits(
        threes=threes,
        fives=fives,
        front=np.repeat(np.arange(len(threes)), len(halves)),
        middle=number[middle].ravel(),
        back=number[all_left - middle].ravel(),
    )
    for array in (result.threes, result.fives, result.front, result.middle, result.back):
        array.flags.writeable = False
    return result


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


Whole = TypeVar("Whole", np.int8, np.int64)

ALL_ROWS: Final = frozenset(range(len(ROWS)))
_THREE_OPPONENTS: Final = 3
_FULL_TABLE: Final = 4


@dataclass(frozen=True, slots=True)
class DistinctArrangements:
    """The legal arrangements of a hand that differ in play, one in each column."""

    ways: Arrangements
    strengths: Numbers
    """The strengths of front, middle and back."""
    royalties: Numbers
    """The points of the royalty of each row, for any winner of the row; 0 if none is paid."""
    first: Places
    """The index in ``ways`` of the first arrangement with this effect."""
    alike: Numbers
    """The number of arrangements with this effect."""
    effects: Numbers
    """The effect of each arrangement of ``ways``, as a number."""

    def alike_to(self, numbers: Places) -> Places:
        """The indices in ``ways`` of all arrangements that have the effect of one of those with the given numbers."""
        return np.nonzero(np.isin(self.effects, self.effects[self.first[numbers]]))[0]

    def only(self, numbers: Places) -> "DistinctArrangements":
        """Those with the given numbers, in that order."""
        return DistinctArrangements(
            self.ways,
            self.strengths[:, numbers],
            self.royalties[:, numbers],
            self.first[numbers],
            self.alike[numbers],
            self.effects,
        )


class Payoffs:
    """The settlement of a rule set, for many settings at once."""

    def __init__(self, scoring: Scoring) -> None:
        rules = scoring.rules
        self.scoring: Final = scoring
        self.rules: Final = rules
        self._announcing: Final = rules.royalty_announced and rules.dealing == "closed"
        self._points: Final = tuple(points_by_class(row, scoring) for row in range(len(ROWS)))
        rows = range(len(ROWS) + 1)
        self._for_rows: Final[Numbers] = np.array(
            [[self._won(won) - self._won(lost) for lost in rows] for won in rows], dtype=np.int64
        )
        self._multiplier: Final = rules.scoop_multiplier
        self._times_royalties: Final = rules.scoop_multiplies_royalties
        self._rule: Final = rules.royalty_rule
        self._one_royalty: Final = rules.royalty_limit == "one"

    def settings(self, ways: Arrangements, announced: frozenset[int] = ALL_ROWS) -> DistinctArrangements:
        """The arrangements that differ in play; ``announced`` are the rows whose royalties are announced."""
        strengths = ways.strengths
        royalties = np.stack([points[of_row] for of_row, points in zip(strengths, self._points, strict=True)])
        if self._announcing:
            royalties[[row for row in ALL_ROWS if row not in announced]] = 0
        if not self.rules.royalty_broken:
            royalties[_broken(ways)] = 0
        front, middle, back = strengths
        royalties[:, ~in_order(front, middle, back, self.rules)] = 0
        paid = np.array([1, 2, 4]) @ (royalties > 0)
        size = max(len(points) for points in self._points)
        effects = ((front * size + middle) * size + back) * 8 + paid
        _, first, alike = np.unique(effects, return_index=True, return_counts=True)
        return DistinctArrangements(ways, strengths[:, first], royalties[:, first], first, alike, effects)

    def won(
        self, settings: DistinctArrangements, others: Sequence[Board], stakes: Sequence[int], seats: int
    ) -> Numbers:
        """What each arrangement wins from the boards of other seats, in points: units times the stake with each.

        Boards that surrendered or have a natural are left out, because every arrangement settles with them in the same
        way.  Under ``best_row`` these are the points of the best rows, and stakes do not count.
        """
        if self.rules.scoring == "best_row":
            return self._best_rows(settings, others, seats)
        total = np.zeros(len(settings.first), dtype=np.int64)
        whole = np.zeros_like(total)
        home = np.ones(len(total), dtype=np.bool_)
        run = self.rules.home_run_multiplier if self._enough(seats - 1) else 1
        for other, stake in zip(others, stakes, strict=True):
            if other.natural is not None or other.surrendered:
                home[:] = False
                continue
            if other.misset and self.rules.misset == "scooped":
                home[:] = False
                total += stake * self._of_misset(settings)
                continue
            units, multiplied, scoop = self._of_rows(settings, other)
            total += stake * units
            if run > 1:
                home &= scoop > 0
                whole += stake * multiplied
                if self._scoops(other, [board for board in others if board is not other]):
                    total[scoop < 0] += (run - 1) * stake * multiplied[scoop < 0]
        total[home] += (run - 1) * whole[home]
        return total

    def _of_rows(self, settings: DistinctArrangements, other: Board) -> tuple[Numbers, Numbers, NDArray[np.int8]]:
        """Units from another board, the units of them that a home run multiplies, and the scoop: 1, -1, or 0 if there
        is none.
        """
        signs = np.sign(settings.strengths - np.array(other.strengths)[:, None])
        won, lost = _together((signs > 0).view(np.int8)), _together((signs < 0).view(np.int8))
        rows = self._for_rows[won, lost]
        scoop = (won == len(ROWS)).view(np.int8) - (lost == len(ROWS)).view(np.int8)
        royalties = self._royalties(settings, other, signs)
        times = np.where(scoop == 0, 1, self._multiplier)
        multiplied = (rows + royalties if self._times_royalties else rows) * times
        units = multiplied if self._times_royalties else multiplied + royalties
        return units, multiplied, scoop

    def _royalties(self, settings: DistinctArrangements, other: Board, signs: Numbers) -> Numbers:
        held = np.array([[other.royalties.get(row, 0)] for row in range(len(ROWS))], dtype=np.int64)
        mine = self._counting(settings.royalties, signs)
        theirs = self._counting(np.broadcast_to(held, signs.shape), -signs)
        if self._rule == "net":
            return _together(mine - theirs)
        paid = mine * (signs > 0) - theirs * (signs < 0)
        if self._rule == "cancel":
            paid[(mine > 0) & (theirs > 0)] = 0
        return _together(paid)

    def _counting(self, royalties: Numbers, signs: Numbers) -> Numbers:
        """The royalties that count: all, or the dearest; of equal ones one in a row that is won, then the one farthest
        back.
        """
        if not self._one_royalty:
            return royalties
        rows = len(ROWS)
        places = np.arange(rows)[:, None]
        dearest = np.argmax((royalties * 2 + (signs > 0)) * rows + places, axis=0)
        return np.where(dearest == places, royalties, 0)

    def _of_misset(self, settings: DistinctArrangements) -> Numbers:
        cost = self._won(len(ROWS)) * self._multiplier
        if not self.rules.royalties_against_foul:
            return np.full(len(settings.first), cost, dtype=np.int64)
        return cost + _together(self._counting(settings.royalties, np.ones_like(settings.royalties)))

    def _best_rows(self, settings: DistinctArrangements, others: Sequence[Board], seats: int) -> Numbers:
        best = np.array([other.strengths for other in others], dtype=np.int64).max(axis=0)
        taken: Numbers = (settings.strengths > best[:, None]).sum(axis=0)
        return taken + (taken == len(ROWS)) if seats == _FULL_TABLE else taken

    def _scoops(self, board: Board, others: Sequence[Board]) -> bool:
        pairs = [self.scoring.pair(board, other) for other in others]
        return all(pair.by_rows and pair.scoop > 0 for pair in pairs)

    def _enough(self, opponents: int) -> bool:
        if self.rules.home_run_needs == "three":
            return opponents == _THREE_OPPONENTS
        return opponents > 1

    def _won(self, rows: int) -> int:
        """The units for winning a number of rows, before a scoop multiplies them."""
        units = rows * self.rules.row_unit
        units += self.rules.overall if rows > 1 else 0
        return units + (self.rules.scoop_bonus if rows == len(ROWS) else 0)


def points_by_class(row: int, scoring: Scoring) -> Numbers:
    """The royalty of each class of a row, by the strength of the class in the order of the row."""
    order = row_orders(scoring.rules)[row]
    points = np.zeros(len(order.classes), dtype=np.int64)
    if scoring.royalties.rows[row]:
        # A royalty depends only on the kind and the rank that counts most.
        known: dict[tuple[PokerKind, int], int] = {}
        for strength, class_of_row in enumerate(order.classes):
            if class_of_row.size == ROW_SIZES[row]:
                key = class_of_row.kind, class_of_row.ranks[0]
                if key not in known:
                    known[key] = scoring.royalties.points(row, class_of_row.example())
                points[strength] = known[key]
    return points


def _together(by_row: NDArray[Whole]) -> NDArray[Whole]:
    """The sum of three lines; adding them one by one is faster than a sum along the short side."""
    front, middle, back = by_row
    total: NDArray[Whole] = front + middle + back
    return total


def _broken(ways: Arrangements) -> Marks:
    """By row and arrangement, whether the row has a card of a group that the arrangement breaks up."""
    every, numbers = splits(), ways.numbers
    marks = np.zeros(ways.strengths.shape, dtype=np.bool_)
    for group in groups(ways.cards):
        # A front is too short for a whole group.
        whole = np.any([_counts(ways, cards, every.fives) == len(cards) for cards in group.wholes], axis=0)
        lost = ~(whole[every.middle[numbers]] | whole[every.back[numbers]])
        threes, fives = (_counts(ways, group.cards, rows) > 0 for rows in (every.threes, every.fives))
        held = np.stack([threes[every.front[numbers]], fives[every.middle[numbers]], fives[every.back[numbers]]])
        marks |= held & lost
    return marks


def _counts(ways: Arrangements, cards: Collection[Card], rows: Places) -> Places:
    """By row, given by its places, how many of some cards of the hand it has."""
    places: Places = np.isin(rows, [place for place, card in enumerate(ways.cards) if card in cards]).sum(axis=1)
    return places


RIVALS: Final = (3, 10, 250)
"""The number of random rows with which each row is compared."""
UNIT: Final = 1 << 31
"""The value of one unit in the measure."""

_GOLDEN: Final = 0x9E3779B97F4A7C15
_WORD: Final = (1 << 64) - 1


def dealt_hands(held: tuple[Card, ...], hands: int, seed: int, deals: range) -> NDArray[np.int64]:
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
    hands = np.array(
        [class_of_row.hands if class_of_row.size == size else 0 for class_of_row in order.classes], dtype=np.int64
    )
    beaten = 2 * hands.cumsum() - hands
    chances = np.full(len(hands), UNIT, dtype=np.int64)
    power = beaten * UNIT // (2 * hands.sum())
    while rivals:
        if rivals & 1:
            chances = chances * power // UNIT
        power = power * power // UNIT
        rivals >>= 1
    return chances
