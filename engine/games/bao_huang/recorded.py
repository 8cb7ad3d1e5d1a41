"""What the table may record of a hand of Bao Huang besides the finish, the scores and the roles."""

from typing import Final

from engine.games.bao_huang.rules import BaoHuangRules
from engine.recorded.fields import RecordedField
from engine.rulebook.codes import SCORE_MISMATCH
from engine.rulebook.options import RuleSet
from engine.rulebook.sentences import marked

FACTOR_RULE: Final = "bao_huang.declarations"
"""The rule that findings about a recorded factor name."""


def _has_declarations(rules: RuleSet) -> bool:
    return BaoHuangRules.of(rules).declarations != "none"


FACTOR: Final = RecordedField(
    "factor",
    SCORE_MISMATCH,
    FACTOR_RULE,
    is_written=_has_declarations,
    label=marked("Points times"),
    verbs=("declare",),
)
"""The factor of the declarations.  It is recorded only under rules that have declarations."""
