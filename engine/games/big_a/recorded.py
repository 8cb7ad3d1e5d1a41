"""What the table may record of a hand of Big A besides the finish, the scores and the roles."""

from typing import Final

from engine.recorded.fields import RecordedField
from engine.rulebook.codes import SCORE_MISMATCH
from engine.rulebook.sentences import marked

EXPOSED_RULE: Final = "big_a.revealing"
"""The rule that findings about a recorded exposure name."""
EXPOSED: Final = RecordedField(
    "exposed",
    SCORE_MISMATCH,
    EXPOSED_RULE,
    label=marked("Both Big A before the play"),
    answers=(marked("not both shown"), marked("both shown")),
    verbs=("expose", "reveal"),
)
"""Whether both Big A were shown before the play."""
