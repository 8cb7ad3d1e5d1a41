"""What placements of open-face and pineapple are worth in deals in which every later card is placed by the policy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Final

import numpy as np

from engine.cards.packed import Card
from engine.cards.shuffling import shuffled, words_of
from engine.games.chinese_poker.open_face import DRAWN, FIRST_CARDS
from engine.games.chinese_poker.reader import DISCARD
from engine.games.chinese_poker.rules import BOARD_CARDS, ROW_SIZES
from engine.games.chinese_poker.settle import Board, Scoring, best_rows, settled
from engine.games.chinese_poker.solver.arrangements import Numbers
from engine.games.chinese_poker.solver.policy import Policy
from engine.replay.analysis import Rows


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


def sampled(scoring: Scoring, position: Position, deals: int, name: str) -> list[list[int]]:
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
    found = []
    for deal, turn in enumerate(turns):
        known = {place: rows[deal] for place, rows in others.items()}
        answers = _last_turn(known[last], turn) if chooses and last != seat else []
        tables = [_Table(scoring, position, known | {last: rows}) for rows in answers] or [
            _Table(scoring, position, known)
        ]
        points = []
        for rows in islice(mine, len(position.options)):
            boards = [
                tables[0].board(seat, each) for each in (_last_turn(rows, turn) if chooses and last == seat else [rows])
            ]
            scores = [table.scores(board) for table in tables for board in boards]
            points.append(max(scores, key=lambda each: each[last])[seat])
        found.append(points)
    return found


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
    found = [*map(list, board), []]
    for card, row in zip(cards, rows, strict=True):
        found[row].append(card)
    return tuple(map(tuple, found[:DISCARD]))


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
            settlement = settled(self._scoring, boards, position.seats, position.stakes)
        return [points for points in settlement.scores if points is not None]
