"""The options and presets of Big A, its finding codes and messages, and what its recorded scores name."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.climbing.codes import role_not_allowed
from engine.recorded.fields import RecordedField
from engine.rulebook.codes import SCORE_MISMATCH
from engine.rulebook.findings import Message
from engine.rulebook.options import GameRules, RuleBook, choice, number, options_of
from engine.rulebook.sentences import marked

ROLE_NOT_ALLOWED: Final = role_not_allowed(
    {
        "expose-again": Message(
            "{seat} is the declarer and cannot overcall itself", "the second {ace}, or no further ace"
        ),
        "expose-shown": Message("{declarer} has already exposed both {ace}", "no further ace"),
        "expose-partner": Message("{ace} is the Big A of {declarer}", "the second {ace} revealed after the drawing"),
        "expose-single": Message("one ace does not overcall {declarer}, the declarer", "both aces of another suit"),
        "expose-undrawn": Message("{seat} has not drawn {recorded} yet", "an ace that {seat} has drawn"),
        "expose-face-down": Message(
            "{recorded} is among the face-down cards of {seat}", "an ace that {seat} has drawn"
        ),
        "reveal-none": Message("{seat} reveals an ace, but nobody exposed one during the drawing", "no ace revealed"),
        "reveal-shown": Message("both {ace} are already exposed", "no ace revealed"),
        "reveal-other": Message("{recorded} is not the Big A", "{ace}, revealed by the seat with the second copy"),
        "reveal-first": Message("{seat} reveals the {ace} that it has already exposed", "the second {ace}"),
    }
)

CODES: Final = (ROLE_NOT_ALLOWED,)
"""The codes that only this game reports, or for which it has its own messages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BigARules(GameRules):
    """The rules of a match of Big A."""

    four_five: Literal["zero_sum", "printed"] = choice(
        "what each opponent scores when declarer and partner share the last two places",
        meanings={
            "zero_sum": "3, so that the scores sum to zero",
            "printed": "2, as printed",
        },
        default="zero_sum",
        presets={"printed": "printed"},
    )
    exposed_scores: Literal["table", "double"] = choice(
        "what a hand scores when both Big A were shown",
        meanings={
            "table": "the exposed columns of the table",
            "double": "the other columns times two",
        },
        default="table",
    )
    lead_after_out: Literal["skip_team", "skip_partner"] = choice(
        "which seats the lead skips when the winner of a round is out",
        meanings={
            "skip_team": "its whole side",
            "skip_partner": "only the other of declarer and partner",
        },
        default="skip_team",
    )
    hands: int = number(0, 1000, "the number of hands after which the match ends; 0: no limit", default=0)


RULES: Final = RuleBook(
    game="big_a",
    presets={
        "catsatcards": "the rules of the source, with its one misprinted score corrected",
        "printed": "the rules of the source, with its score table as printed",
    },
    default="catsatcards",
    options=options_of(BigARules),
)

SCALE: Final = ("four_five", "exposed_scores")
"""The options that decide what a point of score is worth."""


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
