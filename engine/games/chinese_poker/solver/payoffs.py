"""What each arrangement of a hand would win from the boards on the table: the settlement for all of them at once."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.cards.packed import Card
from engine.games.chinese_poker.broken import groups
from engine.games.chinese_poker.ranks import PokerKind
from engine.games.chinese_poker.rules import ROW_SIZES, ROWS
from engine.games.chinese_poker.settle import Board, Scoring
from engine.games.chinese_poker.solver.arrangements import (
    Arrangements,
    Marks,
    Numbers,
    Places,
    in_order,
    row_orders,
    splits,
)

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
                if self._scoops(other, [each for each in others if each is not other]):
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
        for strength, found in enumerate(order.classes):
            if found.size == ROW_SIZES[row]:
                key = found.kind, found.ranks[0]
                if key not in known:
                    known[key] = scoring.royalties.points(row, found.example())
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
        whole = np.any([_counts(ways, each, every.fives) == len(each) for each in group.wholes], axis=0)
        lost = ~(whole[every.middle[numbers]] | whole[every.back[numbers]])
        threes, fives = (_counts(ways, group.cards, rows) > 0 for rows in (every.threes, every.fives))
        held = np.stack([threes[every.front[numbers]], fives[every.middle[numbers]], fives[every.back[numbers]]])
        marks |= held & lost
    return marks


def _counts(ways: Arrangements, cards: Collection[Card], rows: Places) -> Places:
    """By row, given by its places, how many of some cards of the hand it has."""
    found: Places = np.isin(rows, [place for place, card in enumerate(ways.cards) if card in cards]).sum(axis=1)
    return found
