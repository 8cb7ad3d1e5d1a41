"""The options and presets of Big A."""

from typing import Final

from engine.rulebook.options import RuleBook, choice, number

RULES: Final = RuleBook(
    game="big_a",
    presets={
        "catsatcards": "the rules of the source, with its one misprinted score corrected",
        "printed": "the rules of the source, with its score table as printed",
    },
    default="catsatcards",
    options=(
        choice(
            "four_five",
            "zero_sum printed",
            "what each opponent scores when declarer and partner share the last two places: 3, so that the scores sum "
            "to zero, or 2 as printed",
            default="zero_sum",
            printed="printed",
        ),
        choice(
            "exposed_scores",
            "table double",
            "what a hand scores when both Big A were shown: the exposed columns of the table, or the other columns "
            "times two",
            default="table",
        ),
        choice(
            "lead_after_out",
            "skip_team skip_partner",
            "which seats the lead skips when the winner of a round is out: its whole side, or only the other of "
            "declarer and partner",
            default="skip_team",
        ),
        number("hands", 0, 1000, "the number of hands after which the match ends; 0: no limit", default=0),
    ),
)
