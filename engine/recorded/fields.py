"""What the table may record of a hand, field by field, and the findings about it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.recorded.roles import ROLE_MISMATCH
from engine.rulebook.codes import FINISH_MISMATCH, SCORE_MISMATCH
from engine.rulebook.findings import Code
from engine.rulebook.options import RuleSet


@dataclass(frozen=True, slots=True)
class RecordedField:
    """A field of the recorded result of a hand, as a game compares it."""

    name: str
    code: Code
    """The code of the finding that the recorded value is wrong."""
    rule: str | None = None
    """The rule of that finding, if the game has other findings with this code; otherwise None."""
    is_complete: Callable[[Mapping[str, str], Sequence[str]], bool] | None = None
    """Whether a recorded value, by seat, is complete enough for given seats to be used where nothing is computed.

    None: this depends only on the basis of the outcome.
    """
    is_written: Callable[[RuleSet], bool] | None = None
    """Whether the field is recorded under a rule set; None if it is recorded under all rules."""
    label: str = ""
    """The usual words for the field; empty if they are the same as its name."""
    answers: tuple[str, str] | None = None
    """What False and True mean, in words; None for a field that is not true or false."""
    verbs: tuple[str, ...] = ()
    """The verbs of the actions that the value follows from, if it follows from single actions."""

    def is_written_under(self, rules: RuleSet) -> bool:
        """Whether the field is recorded under a rule set."""
        return self.is_written is None or self.is_written(rules)


FINISH: Final = RecordedField("finish", FINISH_MISMATCH)
SCORES: Final = RecordedField("scores", SCORE_MISMATCH)
ROLES: Final = RecordedField("roles", ROLE_MISMATCH)
