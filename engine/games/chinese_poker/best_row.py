"""The best rows of the table, under ``scoring = best_row``."""

from collections.abc import Callable, Sequence
from functools import partial

from engine.games.chinese_poker import reasons
from engine.games.chinese_poker.rules import ROWS
from engine.games.chinese_poker.settle import NO_ROW, Board, Scoring
from engine.games.chinese_poker.settlement import Settlement
from engine.replay.outcome import LinesOnRequest, ScoreLine


def best_rows(scoring: Scoring, boards: Sequence[Board], seats: Sequence[str]) -> Settlement:
    """The points of a hand that is played for the best row of the table."""
    points = [0] * len(seats)
    taken: list[Board | None] = []
    lines: list[tuple[Callable[[], str], str | None]] = []
    low = scoring.low_middle
    for row in range(len(ROWS)):
        best = max([scoring.compared(row, board) for board in boards])
        top = [board for board in boards if scoring.compared(row, board) == best]
        rows = top[0].rows
        assert rows is not None
        winner = top[0] if len(top) == 1 and best != NO_ROW else None
        taken.append(winner)
        if winner is None:
            names = [board.name for board in top]
            lines.append((partial(reasons.best_row_tied, row, names, rows[row], low=low), None))
        else:
            points[winner.seat] += 1
            lines.append((partial(reasons.best_row_won, row, winner.name, rows[row], low=low), seats[winner.seat]))
    sweeper = taken[0]
    if sweeper is not None and len(seats) == 4 and all(board is sweeper for board in taken):
        points[sweeper.seat] += 1
        lines.append((partial(reasons.all_rows_won, sweeper.name), seats[sweeper.seat]))
    return Settlement({}, tuple(points), LinesOnRequest(len(lines), partial(_best_row_lines, lines)))


def _best_row_lines(lines: Sequence[tuple[Callable[[], str], str | None]]) -> list[ScoreLine]:
    """A line for each of some words, with a point for a seat or for none."""
    return [ScoreLine("chinese_poker.best-row", words(), {} if seat is None else {seat: 1}) for words, seat in lines]
