"""What placements of open-face and pineapple are worth in deals in which every later card is placed by the policy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.cards.packed import Card
from engine.cards.shuffling import shuffled, words_of
from engine.games.chinese_poker.open_face import DRAWN, FIRST_CARDS
from engine.games.chinese_poker.reader import DISCARD
from engine.games.chinese_poker.rules import BOARD_CARDS
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
    pineapple: bool


def sampled(scoring: Scoring, position: Position, deals: int, name: str) -> list[list[int]]:
    """By deal, the points of the seat after each placement.  Deal i is drawn by the name with ``:i``."""
    policy, pineapple = Policy(scoring), position.pineapple
    coming = [_coming(rows, pineapple=pineapple) for rows in position.laid]
    ends = np.cumsum([0, *coming])
    drawn = np.array([shuffled(position.unseen, words_of(f"{name}:{deal}"))[: ends[-1]] for deal in range(deals)])
    dealt = [drawn[:, ends[seat] : ends[seat + 1]].astype(np.int64) for seat in range(len(coming))]
    others = {
        seat: played_on(policy, [rows] * deals, dealt[seat], pineapple=pineapple)
        for seat, rows in enumerate(position.laid)
        if seat != position.seat
    }
    own = [option for _ in range(deals) for option in position.options]
    cards = np.repeat(dealt[position.seat], len(position.options), axis=0)
    mine = played_on(policy, own, cards, pineapple=pineapple)
    found = []
    for deal in range(deals):
        table = _Table(scoring, position, {seat: rows[deal] for seat, rows in others.items()})
        start = deal * len(position.options)
        found.append([table.points(rows) for rows in mine[start : start + len(position.options)]])
    return found


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
        whole = not sum(map(len, boards[0])) and not start
        turn = slice(start, start + (FIRST_CARDS if whole else DRAWN if pineapple else 1))
        chosen[:, turn] = policy.places(states, cards[:, turn], 1 if pineapple and not whole else 0)
        states = policy.laid(states, cards[:, turn], chosen[:, turn])
        start = turn.stop
    return [_with(board, come, rows) for board, come, rows in zip(boards, cards.tolist(), chosen.tolist(), strict=True)]


def _with(board: Rows, cards: Sequence[Card], rows: Sequence[int]) -> Rows:
    found = [*map(list, board), []]
    for card, row in zip(cards, rows, strict=True):
        found[row].append(card)
    return tuple(map(tuple, found[:DISCARD]))


def _points(scoring: Scoring, position: Position, boards: Sequence[Board]) -> int:
    """What the seat scores with the boards of all seats, in order."""
    if scoring.rules.scoring == "best_row":
        settlement = best_rows(scoring, boards, position.seats)
    else:
        settlement = settled(scoring, boards, position.seats, position.stakes)
    points = settlement.scores[position.seat]
    assert points is not None
    return points


class _Table:
    """The whole boards of the others in a deal."""

    def __init__(self, scoring: Scoring, position: Position, others: Mapping[int, Rows]) -> None:
        self._scoring: Final = scoring
        self._position: Final = position
        self._others: Final = {seat: self._board(seat, rows) for seat, rows in others.items()}
        self._known: Final[dict[object, int]] = {}

    def points(self, rows: Rows) -> int:
        """What the seat scores with a board; boards that score alike are settled once."""
        mine = self._board(self._position.seat, rows)
        won = tuple(
            (one > other) - (one < other)
            for board in self._others.values()
            for one, other in zip(mine.strengths, board.strengths, strict=True)
        )
        key = won, mine.misset, tuple(mine.royalties.items())
        if key not in self._known:
            boards = self._others | {mine.seat: mine}
            self._known[key] = _points(self._scoring, self._position, [boards[seat] for seat in sorted(boards)])
        return self._known[key]

    def _board(self, seat: int, rows: Rows) -> Board:
        board = Board(seat, self._position.seats[seat])
        self._scoring.place(board, rows, fitting=True)
        self._scoring.earn(board)
        return board
