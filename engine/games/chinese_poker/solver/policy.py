"""The policy that places cards in playouts of open-face and pineapple, for many boards at once.

It looks at its own board alone.  A whole row is worth what `Measure` says.  A row that is not whole is worth what it
becomes if each of its free places takes the better of two cards of the pack; where no other row is open, if it takes
any card.  A board is worth what its three rows are worth, weighed by the chance that they come into order, less what a
scoop costs on one row times the chance that they do not.  Rows that begin alike are in order in half of the cases.  Of
equal placements the first is chosen, as `product` lists rows.

All numbers are whole, so that the same cards are placed in the same way on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise, product
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards.packed import RANKS, SUITED, Card, rank_of, suit_of
from engine.games.chinese_poker.ranks import FLUSHED, Order, PokerKind
from engine.games.chinese_poker.reader import DISCARD
from engine.games.chinese_poker.rules import ROW_SIZES, ROWS
from engine.games.chinese_poker.settle import Scoring
from engine.games.chinese_poker.solver.arrangements import Numbers, row_orders
from engine.games.chinese_poker.solver.opponents import UNIT, Measure
from engine.replay.analysis import Rows

Part = Literal["below", "middle", "above", "apart"]
"""How a row is compared: with the middle one of those in order from below or above, as this one, or not at all."""

_COPIES: Final = 4
_LANE: Final = 3
_RANKS_AT: Final = (1 << _LANE * len(RANKS)) - 1
_SUIT_AT: Final = _LANE * len(RANKS)
_MIXED: Final = 4
_NO_SUIT: Final = 5
_LONGEST: Final = max(ROW_SIZES)
_BETTER_OF: Final = 2
_WORTH: Final = 1 << 12
"""The most that a row can be worth."""
_BUILT: Final = 1 << 24
_KEPT: Final = 1 << 14
"""A chance of one, while tables are made and in them."""
_SHARE: Final = 1 << 20
_TABLES_KEPT: Final = 2 * len(ROWS)
"""The tables of one rule set, which are some tens of megabytes."""
_AT_ONCE: Final = 4_096
"""The boards that are valued at once; more need more memory and are no faster."""
_LEAST: Final = np.iinfo(np.int64).min


class Fillings(NamedTuple):
    """The states of a row while it is filled: the ranks of its cards, and whether they are of one suit."""

    keys: Numbers
    """By state, the counts of its ranks, with its suit above them."""
    first: tuple[int, ...]
    """By number of cards, the number of the first state with them; and the number of all states."""
    after: Numbers
    """By state and card, the state with the card; -1 if the row has it already."""
    chances: Numbers
    """By state and card, four times the chance that a card of that rank and suit is not in the row."""


@cache
def fillings() -> Fillings:
    """The states of rows of at most five cards, those with fewer cards first."""
    ranks = np.array([rank_of(card) for card in SUITED], dtype=np.int64)
    suits = np.array([suit_of(card) for card in SUITED], dtype=np.int64)
    levels = [np.array([_NO_SUIT << _SUIT_AT], dtype=np.int64)]
    first, every, all_chances = [0, 1], [], []
    for _ in range(_LONGEST):
        counts = (levels[-1][:, None] >> _LANE * ranks) & (1 << _LANE) - 1
        suit = levels[-1][:, None] >> _SUIT_AT
        free = np.where(suit == _MIXED, _COPIES - counts, np.where((counts > 0) & (suit == suits), 0, _COPIES))
        of_suit = np.where((suit == _NO_SUIT) | (suit == suits), suits, _MIXED)
        keys = (levels[-1][:, None] & _RANKS_AT) + (np.int64(1) << _LANE * ranks) + (of_suit << _SUIT_AT)
        level = np.unique(keys[free > 0])
        every.append(np.where(free > 0, np.searchsorted(level, keys) + first[-1], -1))
        all_chances.append(free)
        levels.append(level)
        first.append(first[-1] + len(level))
    return Fillings(np.concatenate(levels), tuple(first), np.concatenate(every), np.concatenate(all_chances))


@dataclass(frozen=True, slots=True)
class StateTable:
    """What the states of a row become: by state and step of the ladder of rows, as it is compared."""

    chances: NDArray[np.int32]
    worth: NDArray[np.int32]
    """Chances times what the row is worth."""


@lru_cache(maxsize=_TABLES_KEPT)
def table_of(size: int, order: Order, worth: bytes, part: Part, draws: int) -> StateTable:
    """The table of a row of a size, from what each whole row is worth by its strength in the order of the row.

    Each free place takes the best of so many cards.
    """
    states, steps = fillings(), _steps(order)
    worths, count = np.frombuffer(worth, dtype=np.int64), int(steps[-1]) + 1
    whole = states.keys[states.first[size] : states.first[size + 1]]
    flushed = (whole >> _SUIT_AT < _MIXED) & (size == _LONGEST)
    keys = (whole & _RANKS_AT) + np.where(flushed, FLUSHED, 0)
    strengths = np.array([order.strengths[key] for key in keys.tolist()])
    chances = np.zeros((len(whole), count), dtype=np.int64)
    chances[np.arange(len(whole)), steps[strengths]] = _BUILT
    levels = [(chances, chances * worths[strengths][:, None])]
    for cards in reversed(range(size)):
        levels.append(_before(states, cards, *levels[-1], draws))
    together = (np.concatenate(level) // (_BUILT // _KEPT) for level in zip(*reversed(levels), strict=True))
    return StateTable(*(_compared(values, part).astype(np.int32) for values in together))


def _before(states: Fillings, cards: int, chances: Numbers, worth: Numbers, draws: int) -> tuple[Numbers, Numbers]:
    """The chances and worths of the states with some cards, from those with one more."""
    level = slice(states.first[cards], states.first[cards + 1])
    after = states.after[level] - states.first[cards + 1]
    expected = np.where(after < 0, -1, worth.sum(axis=1)[after])
    rising = np.argsort(expected, axis=1, kind="stable")
    drawn = np.take_along_axis(states.chances[level], rising, axis=1).cumsum(axis=1) ** draws
    shares = np.zeros_like(drawn)
    np.put_along_axis(shares, rising, np.diff(drawn, axis=1, prepend=0) * _SHARE // drawn[:, -1:], axis=1)
    found = np.zeros((2, len(after), chances.shape[1]), dtype=np.int64)
    for card in SUITED:
        found[0] += shares[:, card, None] * chances[after[:, card]]
        found[1] += shares[:, card, None] * worth[after[:, card]]
    return found[0] // _SHARE, found[1] // _SHARE


def _compared(values: Numbers, part: Part) -> Numbers:
    """By step, what is below it, in it, above it, or on any step, twice where it is more than one step; of the step
    itself half counts as below, and half as above.
    """
    match part:
        case "middle":
            return values
        case "below":
            return 2 * values.cumsum(axis=1) - values
        case "above":
            return 2 * values[:, ::-1].cumsum(axis=1)[:, ::-1] - values
        case "apart":
            total: Numbers = values.sum(axis=1, keepdims=True)
            return 2 * total


@cache
def _steps(order: Order) -> Numbers:
    """By strength, the step of a row on a ladder: its kind and, up to three of a kind, the rank that counts most."""
    begins = [(kind, ranks[0] if kind < PokerKind.STRAIGHT else 0) for kind, ranks in order.classes]
    changes = [begin != before for before, begin in pairwise(begins)]
    return np.array([0, *changes], dtype=np.int64).cumsum()


class Policy:
    """The policy under a rule set."""

    def __init__(self, scoring: Scoring) -> None:
        rules, measure = scoring.rules, Measure(scoring)
        low = scoring.low_middle
        parts: tuple[Part, ...] = ("below", "apart", "middle") if low else ("below", "middle", "above")
        scoop = rules.row_unit * len(ROWS) + rules.overall + rules.scoop_bonus
        foul = scoop * rules.scoop_multiplier * UNIT // len(ROWS)
        step = max(1, max(foul, *(int(promises.max()) for promises in measure.by_row)) // _WORTH)
        self._foul: Final = foul // step
        self._tables: Final = [
            tuple(
                table_of(ROW_SIZES[row], order, (promises // step).tobytes(), parts[row], draws)
                for draws in (_BETTER_OF, 1)
            )
            for row, (order, promises) in enumerate(zip(row_orders(rules), measure.by_row, strict=True))
        ]
        self._order: Final = [parts.index(part) for part in ("below", "middle", "apart" if low else "above")]
        self._sizes: Final = np.repeat(np.arange(_LONGEST + 1), np.diff(fillings().first))

    def started(self, boards: Sequence[Rows]) -> Numbers:
        """The states of the rows of boards; each line is a board."""
        known: dict[tuple[Card, ...], int] = {}
        after = fillings().after

        def state(cards: tuple[Card, ...]) -> int:
            if cards not in known:
                known[cards] = int(after[state(cards[:-1]), cards[-1]]) if cards else 0
            return known[cards]

        return np.array([[state(row) for row in rows] for rows in boards], dtype=np.int64)

    def laid(self, boards: Numbers, cards: Numbers, rows: Numbers) -> Numbers:
        """The states of boards after cards are laid in rows."""
        after = boards.copy()
        every = np.arange(len(boards))
        for card, row in zip(cards.T, rows.T, strict=True):
            where = row != DISCARD
            at = every[where], row[where]
            after[at] = fillings().after[after[at], card[where]]
        return after

    def places(self, boards: Numbers, cards: Numbers, discards: int) -> Numbers:
        """The rows in which the cards of a turn are placed on boards; each line is a board."""
        chosen = np.zeros_like(cards)
        best = np.full(len(boards), _LEAST)
        sizes = self._sizes[boards]
        for rows in product(range(len(ROWS) + bool(discards)), repeat=cards.shape[1]):
            if rows.count(DISCARD) != discards:
                continue
            counts = [rows.count(row) for row in range(len(ROWS))]
            (fit,) = np.nonzero((sizes + counts <= ROW_SIZES).all(axis=1))
            option = np.broadcast_to(np.array(rows), (len(fit), len(rows)))
            worth = self.worth(self.laid(boards[fit], cards[fit], option))
            better = worth > best[fit]
            best[fit[better]] = worth[better]
            chosen[fit[better]] = rows
        return chosen

    def worth(self, boards: Numbers) -> Numbers:
        """What boards are worth."""
        found = [self._worth(boards[start : start + _AT_ONCE]) for start in range(0, len(boards), _AT_ONCE)]
        return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)

    def _worth(self, boards: Numbers) -> Numbers:
        one_open = (self._sizes[boards] < ROW_SIZES).sum(axis=1) == 1
        (below, of_below), (middle, of_middle), (above, of_above) = (
            self._looked_up(row, boards[:, row], one_open) for row in self._order
        )
        around = below * above
        ordered: Numbers = (middle * around).sum(axis=1)
        worth: Numbers = (of_middle * around + middle * (of_below * above + below * of_above)).sum(axis=1)
        return worth - self._foul * (4 * _KEPT**3 - ordered)

    def _looked_up(self, row: int, states: Numbers, one_open: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
        usual, any_card = self._tables[row]
        chances, worth = usual.chances[states], usual.worth[states]
        chances[one_open], worth[one_open] = any_card.chances[states[one_open]], any_card.worth[states[one_open]]
        return chances.astype(np.int64), worth.astype(np.int64)
