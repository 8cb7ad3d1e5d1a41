"""The options and presets of Big A."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.rulebook.options import GameRules, RuleBook, choice, number, options_of


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
