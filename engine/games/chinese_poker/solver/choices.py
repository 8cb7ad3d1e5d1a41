"""The best ways to set thirteen cards: against given rows, or against cards that are dealt from a seed."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from engine.cards.packed import Card
from engine.games.chinese_poker.rules import ChinesePokerRules
from engine.games.chinese_poker.settle import Board, Scoring, best_rows
from engine.games.chinese_poker.solver.arrangements import Numbers, Places, arrangements
from engine.games.chinese_poker.solver.opponents import Measure, dealt
from engine.games.chinese_poker.solver.payoffs import ALL_ROWS, DistinctArrangements, Payoffs
from engine.replay.analysis import (
    Against,
    AnalysedArrangement,
    BestOnDeals,
    Count,
    DealtChoice,
    Mean,
    Rows,
    WinningReason,
    opponent,
)
from engine.rulebook.options import RuleSet
from engine.rulebook.sentences import say

CHOOSER: Final = say("this hand")
"""The name of the hand to be set in the reasons."""


class ArrangementChooser:
    """Finds the best arrangements under a rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = ChinesePokerRules.of(rules)
        self.scoring: Final = Scoring(self.rules)
        self._payoffs: Final = Payoffs(self.scoring)
        self._measure: Final = Measure(self.scoring)

    @property
    def unit(self) -> str:
        """What is counted: ``points`` under ``best_row``, otherwise ``units``."""
        return "points" if self.rules.scoring == "best_row" else "units"

    def against(self, cards: Sequence[Card], given: Sequence[Rows], shown: int) -> Against:
        """The best arrangements of thirteen cards, at most ``shown``, against the rows of some opponents.

        There must be as many opponents as a table can have.  Of arrangements that win the same, those with the better
        measure against unknown opponents come first.  Every royalty counts as announced.  Raises ValueError if the
        cards are not a hand.
        """
        settings = self._settings(cards)
        others = [self._board(rows, number) for number, rows in enumerate(given, 1)]
        won = self._won(settings, others)
        order = np.lexsort((settings.first, -self._measure.of(settings.strengths), -won))
        choices = tuple(
            AnalysedArrangement(
                settings.ways.rows(int(settings.first[each])), int(settings.alike[each]), int(won[each])
            )
            for each in order[:shown]
        )
        boards = [self._board(choices[0].rows, 0), *others]
        return Against(_count(settings), int((won == won.max()).sum()), choices, self.reasons(boards))

    def at_random(self, cards: Sequence[Card], opponents: int, deals: int, seed: int, shown: int) -> BestOnDeals:
        """The best arrangements of thirteen cards, at most ``shown``, on some deals of the other cards to opponents.

        There must be as many opponents as a table can have.  Raises ValueError if the cards are not a hand.
        """
        settings = self._settings(cards)
        tables = [
            [self._board(self._set(tuple(hand)), number) for number, hand in enumerate(hands, 1)]
            for hands in dealt(settings.ways.cards, opponents, seed, range(deals)).tolist()
        ]
        won = np.zeros(len(settings.first), dtype=np.int64)
        for others in tables:
            won += self._won(settings, others)
        order = np.lexsort((settings.first, -self._measure.of(settings.strengths), -won))[:shown]
        top = settings.only(order)
        by_deal = np.array([self._won(top, others) for others in tables])
        choices = tuple(
            DealtChoice(
                top.ways.rows(int(top.first[each])),
                int(top.alike[each]),
                int(won[order[each]]),
                _mean(by_deal[:, each]),
                _mean(by_deal[:, 0] - by_deal[:, each]),
            )
            for each in range(len(order))
        )
        return BestOnDeals(_count(settings), choices)

    def reasons(self, boards: Sequence[Board]) -> tuple[WinningReason, ...]:
        """The reasons for what the first of some boards wins from the others."""
        if self.rules.scoring == "best_row":
            names = [board.name for board in boards]
            lines = best_rows(self.scoring, boards, names).lines
            return tuple(WinningReason("", line.rule, line.text, line.points.get(names[0], 0)) for line in lines)
        pairs = self.scoring.settle(boards, boards[-1].seat + 1)
        return tuple(
            WinningReason(boards[other].name, rule, text, units)
            for (one, other), pair in pairs.items()
            if one == 0
            for rule, text, units in pair.lines
        )

    def naturals(self, cards: Sequence[Card]) -> Mapping[str, int]:
        """The naturals that thirteen cards are, the strongest first, with their points."""
        found = self.scoring.naturals
        return {name: points for name, points in found.points.items() if found.held(name, sorted(cards))}

    def surrender(self, opponents: int) -> int | None:
        """What a surrender wins, a negative number; None if it is not allowed."""
        units = self.rules.surrender
        pairs = self.rules.scoring == "pairs" and self.rules.dealing == "closed"
        return -units * opponents if units and pairs else None

    def words(self, rows: Rows) -> tuple[str, ...]:
        """Each row in words."""
        return self.scoring.row_words(rows)

    def _settings(self, cards: Sequence[Card]) -> DistinctArrangements:
        return self._payoffs.settings(arrangements(sorted(cards, reverse=True), self.rules))

    def _won(self, settings: DistinctArrangements, others: Sequence[Board]) -> Numbers:
        return self._payoffs.won(settings, others, [1] * len(others), others[-1].seat + 1)

    def _set(self, cards: tuple[Card, ...]) -> Rows:
        ways, best = self._measure.best(cards)
        return ways.rows(best)

    def _board(self, rows: Rows, number: int) -> Board:
        seat = -(-number // self.rules.hands_each)
        board = Board(seat, opponent(number) if number else CHOOSER, announced=ALL_ROWS)
        self.scoring.lay(board, rows)
        return board


def _count(settings: DistinctArrangements) -> Count:
    return Count(len(settings.ways.numbers), len(settings.first))


def _mean(numbers: Numbers | Places) -> Mean:
    whole = [int(number) for number in numbers]
    return Mean(sum(whole), sum(number**2 for number in whole), len(whole))
