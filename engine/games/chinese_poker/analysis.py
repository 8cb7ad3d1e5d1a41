"""The analysis of arrangements in Chinese poker, by the solver, which is loaded when it is first needed."""

from typing import Final

from engine.games.chinese_poker.match_replay import ChinesePokerJudge
from engine.games.chinese_poker.rules import ROW_SIZES, ROWS, ChinesePokerRules, seats_of
from engine.record.match import Match
from engine.replay.analysis import Chooser, Loss
from engine.replay.game import Analysis, Judge
from engine.rulebook.options import RuleSet


def most_opponents(rules: RuleSet) -> int:
    """The number of boards that one board can be settled with: one of each other seat, or two."""
    return (seats_of(rules)[-1] - 1) * ChinesePokerRules.of(rules).hands_each


def covers(judge: Judge) -> bool:
    """Whether boards are settled in pairs, by whole rows and without a limit, as the solver settles them."""
    if not isinstance(judge, ChinesePokerJudge):
        return False
    rules = judge.rules
    return rules.settle == "all" and rules.row_compare == "full" and rules.loss_cap == 0


def _chooser(rules: RuleSet) -> Chooser:
    # NumPy takes long to load, and judging does not need it.
    from engine.games.chinese_poker.solver import choices

    return choices.ArrangementChooser(rules)


def _losses(judge: Judge, match: Match, index: int) -> list[Loss]:
    from engine.games.chinese_poker.solver.choices import hand_losses

    return hand_losses(judge, match, index) if covers(judge) else []


ANALYSIS: Final = Analysis(
    rows=ROWS, row_sizes=ROW_SIZES, most_opponents=most_opponents, chooser=_chooser, losses=_losses, covers=covers
)
