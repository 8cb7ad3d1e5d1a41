"""The policy that places cards in playouts of open-face and pineapple, for many boards at once.

It looks at its own board alone.  A whole row is worth what `Measure` says.  A row that is not whole is worth what it
becomes if each of its free places takes the better of two cards of the pack; where no other row is open, if it takes
any card.  A board is worth what its three rows are worth, weighed by the chance that they come into order, less what a
scoop costs on one row times the chance that they do not.  Rows that begin alike are in order in half of the cases.  Of
equal placements the first is chosen, as `product` lists rows.

All numbers are whole, so that the same cards are placed in the same way on every machine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, islice, pairwise, product
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards.packed import RANKS, SUITED, Card, rank_of, suit_of
from engine.cards.shuffling import shuffled, words_of
from engine.games.chinese_poker.best_row import best_rows
from engine.games.chinese_poker.open_face import DRAWN, FIRST_CARDS
from engine.games.chinese_poker.ranks import FLUSHED, Order, PokerKind
from engine.games.chinese_poker.reader import DISCARD
from engine.games.chinese_poker.rules import BOARD_CARDS, ROW_SIZES, ROWS
from engine.games.chinese_poker.settle import Board, Scoring
from engine.games.chinese_poker.settlement import settlement_of
from engine.games.chinese_poker.solver.payoffs import UNIT, Measure, Numbers, row_orders
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
    totals = np.zeros((2, len(after), chances.shape[1]), dtype=np.int64)
    for card in SUITED:
        totals[0] += shares[:, card, None] * chances[after[:, card]]
        totals[1] += shares[:, card, None] * worth[after[:, card]]
    return totals[0] // _SHARE, totals[1] // _SHARE


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
        worths = [self._worth(boards[start : start + _AT_ONCE]) for start in range(0, len(boards), _AT_ONCE)]
        return np.concatenate(worths) if worths else np.zeros(0, dtype=np.int64)

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


@dataclass(frozen=True, slots=True)
class Position:
    """A table after one of some placements of a seat."""

    seats: Sequence[str]
    seat: int
    options: Sequence[Rows]
    """The boards of the seat after each of them."""
    laid: Sequence[Rows]
    """By seat its board; of the seat that decides, any of the options."""
    unseen: Sequence[Card]
    """The cards that the seat has not seen, in the order of cards."""
    stakes: Mapping[tuple[int, int], int]
    """By two seats, the lower first, the points a unit."""
    last: int
    """The seat that places last of all."""
    pineapple: bool


def sampled_points(scoring: Scoring, position: Position, deals: int, name: str) -> list[list[int]]:
    """By deal, the points of the seat after each placement.  Deal i is drawn by the name with ``:i``.

    The seat that places last of all in pineapple sees all other boards whole, and makes the placement that is best for
    it.
    """
    policy, pineapple, seat, last = Policy(scoring), position.pineapple, position.seat, position.last
    coming = [_coming(rows, pineapple=pineapple) for rows in position.laid]
    ends = np.cumsum([0, *coming])
    drawn = np.array([shuffled(position.unseen, words_of(f"{name}:{deal}"))[: ends[-1]] for deal in range(deals)])
    dealt = [drawn[:, ends[place] : ends[place + 1]].astype(np.int64) for place in range(len(coming))]
    chooses = pineapple and bool(coming[last])
    turns = dealt[last][:, -DRAWN:].tolist()
    if chooses:
        dealt[last] = dealt[last][:, :-DRAWN]
    others = {
        place: played_on(policy, [rows] * deals, dealt[place], pineapple=pineapple)
        for place, rows in enumerate(position.laid)
        if place != seat
    }
    own = [option for _ in range(deals) for option in position.options]
    cards = np.repeat(dealt[seat], len(position.options), axis=0)
    mine = iter(played_on(policy, own, cards, pineapple=pineapple))
    all_points = []
    for deal, turn in enumerate(turns):
        known = {place: rows[deal] for place, rows in others.items()}
        answers = _last_turn(known[last], turn) if chooses and last != seat else []
        tables = [_Table(scoring, position, known | {last: rows}) for rows in answers] or [
            _Table(scoring, position, known)
        ]
        points = []
        for rows in islice(mine, len(position.options)):
            boards = [
                tables[0].board(seat, own_rows)
                for own_rows in (_last_turn(rows, turn) if chooses and last == seat else [rows])
            ]
            scores = [table.scores(board) for table in tables for board in boards]
            points.append(max(scores, key=lambda score: score[last])[seat])
        all_points.append(points)
    return all_points


def _last_turn(board: Rows, cards: Sequence[Card]) -> list[Rows]:
    """The whole boards that a board of pineapple with two free places becomes by two of three cards."""
    free = [row for row, size in enumerate(ROW_SIZES) for _ in range(size - len(board[row]))]
    orders = {tuple(free), tuple(reversed(free))}
    return [_with(board, pair, rows) for pair in combinations(cards, DRAWN - 1) for rows in sorted(orders)]


def _coming(rows: Rows, *, pineapple: bool) -> int:
    """The cards that are still dealt to a board."""
    places = BOARD_CARDS - sum(map(len, rows))
    first = FIRST_CARDS if places == BOARD_CARDS else 0
    return first + (places - first) // (DRAWN - 1) * DRAWN if pineapple else places


def played_on(policy: Policy, boards: Sequence[Rows], cards: Numbers, *, pineapple: bool) -> list[Rows]:
    """Boards on which the policy has placed the cards that come to them; boards have equally many cards."""
    states = policy.started(boards)
    count, width = cards.shape
    chosen, start = np.zeros((count, width), dtype=np.int64), 0
    while start < width:
        first = not sum(map(len, boards[0])) and not start
        turn = slice(start, start + (FIRST_CARDS if first else DRAWN if pineapple else 1))
        chosen[:, turn] = policy.places(states, cards[:, turn], 1 if pineapple and not first else 0)
        states = policy.laid(states, cards[:, turn], chosen[:, turn])
        start = turn.stop
    return [_with(board, come, rows) for board, come, rows in zip(boards, cards.tolist(), chosen.tolist(), strict=True)]


def _with(board: Rows, cards: Sequence[Card], rows: Sequence[int]) -> Rows:
    rows_with = [*map(list, board), []]
    for card, row in zip(cards, rows, strict=True):
        rows_with[row].append(card)
    return tuple(map(tuple, rows_with[:DISCARD]))


class _Table:
    """The whole boards of the others in a deal."""

    def __init__(self, scoring: Scoring, position: Position, others: Mapping[int, Rows]) -> None:
        self._scoring: Final = scoring
        self._position: Final = position
        self._others: Final = {seat: self.board(seat, rows) for seat, rows in others.items()}
        self._known: Final[dict[object, Sequence[int]]] = {}

    def board(self, seat: int, rows: Rows) -> Board:
        """The whole board of a seat."""
        board = Board(seat, self._position.seats[seat])
        self._scoring.place(board, rows, fitting=True)
        self._scoring.earn(board)
        return board

    def scores(self, mine: Board) -> Sequence[int]:
        """What every seat scores with a board of the seat; boards that score alike are settled once."""
        won = tuple(
            (one > other) - (one < other)
            for board in self._others.values()
            for one, other in zip(mine.strengths, board.strengths, strict=True)
        )
        key = won, mine.misset, tuple(mine.royalties.items())
        if key not in self._known:
            boards = self._others | {mine.seat: mine}
            self._known[key] = self._settled([boards[seat] for seat in sorted(boards)])
        return self._known[key]

    def _settled(self, boards: Sequence[Board]) -> Sequence[int]:
        position = self._position
        if self._scoring.rules.scoring == "best_row":
            settlement = best_rows(self._scoring, boards, position.seats)
        else:
            settlement = settlement_of(self._scoring, boards, position.seats, position.stakes)
        return [points for points in settlement.scores if points is not None]
