"""Losses: how much more the best arrangement of each board of a hand dealt closed would have won."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from engine.games.chinese_poker.closed import ClosedHand
from engine.games.chinese_poker.match_replay import ChinesePokerJudge
from engine.games.chinese_poker.settle import Board, Pair, Scoring, best_rows
from engine.games.chinese_poker.setup import ChinesePokerSetupReader
from engine.games.chinese_poker.solver.arrangements import arrangements
from engine.games.chinese_poker.solver.opponents import Measure
from engine.games.chinese_poker.solver.payoffs import Payoffs
from engine.record.match import Match, setup_of
from engine.replay.analysis import Loss
from engine.replay.game import Judge

Stakes = Mapping[tuple[int, int], int]
"""By two seats, the lower number first; 1 if there is none."""


def hand_losses(judge: Judge, match: Match, index: int) -> list[Loss]:
    """The losses of a hand of a match, board by board.

    Empty for another game, for a hand that is not dealt closed, and for one that does not reach its end.  Raises
    IndexError if the match has no such hand.
    """
    hand = match.hands[index]
    if not isinstance(judge, ChinesePokerJudge):
        return []
    replay = judge.match_replay(match).open(index, hand)
    replay.run(hand.actions)
    if not isinstance(replay, ClosedHand) or not replay.ended:
        return []
    setup = ChinesePokerSetupReader(match.seats, index, setup_of(hand), judge.fantasyland, closed=True)
    return losses(judge.scoring, replay.boards, match.seats, setup.stakes)


def losses(scoring: Scoring, boards: Sequence[Board], seats: Sequence[str], stakes: Stakes) -> list[Loss]:
    """The losses of every board that is set with thirteen cards, after all boards are settled.

    A board whose rows were compared with those of no other board is left out.  Royalties count as they were announced,
    in every arrangement.
    """
    payoffs = Payoffs(scoring)
    measure = Measure(scoring)
    pairs = {} if scoring.rules.scoring == "best_row" else scoring.settle(boards, len(seats))
    found = []
    for number, board in enumerate(boards):
        others = [other for other in boards if other.seat != board.seat]
        if board.rows is None or board.spoilt or all(other.rows is None for other in others):
            continue
        cards = sorted((card for row in board.rows for card in row), reverse=True)
        settings = payoffs.settings(arrangements(cards, scoring.rules), board.announced)
        at = [stakes.get((min(board.seat, other.seat), max(board.seat, other.seat)), 1) for other in others]
        won = payoffs.won(settings, others, at, len(seats))
        best = np.lexsort((settings.first, -measure.of(settings.strengths), -won))[0]
        best_way = settings.ways.rows(int(settings.first[best]))
        found.append(
            Loss(
                board=board.name,
                seat=board.seat,
                rows=board.rows,
                words=scoring.row_words(board.rows),
                won=_won(number, scoring, boards, seats, pairs, stakes),
                best=int(won[best]),
                best_rows=best_way,
                best_words=scoring.row_words(best_way),
            )
        )
    if len(found) < len(boards):
        return found
    return [replace(loss, against=tuple(other.rows for other in found if other.seat != loss.seat)) for loss in found]


def _won(
    number: int,
    scoring: Scoring,
    boards: Sequence[Board],
    seats: Sequence[str],
    pairs: Mapping[tuple[int, int], Pair],
    stakes: Stakes,
) -> int:
    """What a board won from the boards whose rows were compared with its own."""
    if scoring.rules.scoring == "best_row":
        points = best_rows(scoring, boards, seats).scores[boards[number].seat]
        assert points is not None
        return points
    total = 0
    for (one, other), pair in pairs.items():
        if number in (one, other):
            rival = boards[other if number == one else one]
            if rival.natural is None and not rival.surrendered:
                assert pair.units is not None
                stake = stakes.get((boards[one].seat, boards[other].seat), 1)
                total += pair.units * stake * (1 if number == one else -1)
    return total
