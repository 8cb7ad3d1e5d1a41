"""What the table may record of a hand of Chinese poker besides the scores."""

from typing import Final

from engine.games.chinese_poker.codes import UNIT_MISMATCH
from engine.games.chinese_poker.rules import ChinesePokerRules
from engine.recorded.fields import RecordedField
from engine.rulebook.options import RuleSet


def _is_settled_by_pairs(rules: RuleSet) -> bool:
    return ChinesePokerRules.of(rules).scoring == "pairs"


UNITS: Final = RecordedField("units", UNIT_MISMATCH, is_written=_is_settled_by_pairs)
"""What the first of two seats wins of the second.  Where the best row of the table scores, there are none."""
