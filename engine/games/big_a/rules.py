"""The options and presets of Big A."""

from typing import Final

from engine.rulebook.options import RuleBook, choice, number

RULES: Final = RuleBook(
    game="big_a",
    presets={
        "catsatcards": "the source, with its one misprinted score put right",
        "printed": "the source with its score table as it is printed",
    },
    default="catsatcards",
    options=(
        choice(
            "four_five",
            "zero_sum printed",
            "what each opponent gets when declarer and partner share the last places: 3, or the 2 that is printed",
            default="zero_sum",
            printed="printed",
        ),
        choice(
            "exposed_scores",
            "table double",
            "what an exposed hand scores: the columns of the table, or the unexposed scores times two",
            default="table",
        ),
        choice(
            "lead_after_out",
            "skip_team skip_partner",
            "whom the lead passes over when the winner of a round is out: all of its side, or only the other of "
            "declarer and partner",
            default="skip_team",
        ),
        number("hands", 0, 1000, "hands after which the match is over; 0: no limit", default=0),
    ),
)
