"""The options and presets of Guandan."""

from typing import Final

from engine.rulebook.options import RuleBook, choice, flag, number

RULES: Final = RuleBook(
    game="guandan",
    presets={
        "intro": "the introduction that is the source, as it stands: no tribute",
        "tournament": "what most tournaments play",
        "national_2017": "the national competition rules of 2017",
        "njupt": "the university platform whose JSON messages most programs speak",
        "botzone": "the Botzone platform",
    },
    default="tournament",
    options=(
        choice(
            "tribute",
            "none standard",
            "whether the losers of a hand owe tribute in the next",
            default="standard",
            intro="none",
        ),
        choice(
            "double_tribute",
            "by_rank previous_seat",
            "after a double, who pays whom: the higher card to the banker, or each the seat before it",
            default="by_rank",
            njupt="previous_seat",
        ),
        choice(
            "return_limit",
            "ten nine ten_to_partner any",
            "the highest card that may be returned; to an opponent any, under ten_to_partner",
            default="ten",
            national_2017="ten_to_partner",
            botzone="nine",
        ),
        flag("return_level", "whether a level card may be returned", default=True, njupt=False, botzone=False),
        choice(
            "equal_tribute_lead",
            "after_banker dweller",
            "who leads after two equal tributes: the seat after the banker, or the one that finished last",
            default="after_banker",
            njupt="dweller",
        ),
        number(
            "a_failures",
            0,
            9,
            "how many failures at A send a team back to 2; 0: no limit",
            default=3,
            intro=0,
            national_2017=0,
            njupt=4,
            botzone=0,
        ),
        choice(
            "a_failure_is",
            "any_miss dweller_finish",
            "what counts as a failure at A: every hand that is not the win, or only banker with dweller",
            default="any_miss",
            njupt="dweller_finish",
        ),
        choice(
            "win_at",
            "team_a own_a reach_a",
            "how the match is won: a hand at A with the own level at A, at the own A only, or by reaching A",
            default="own_a",
            intro="team_a",
        ),
        number("hands", 0, 1000, "hands after which the match is over; 0: no limit", default=0),
        choice(
            "reporting",
            "off warn",
            "whether a count of cards left that was not said is a warning",
            default="warn",
            njupt="off",
            botzone="off",
        ),
        flag(
            "joker_pair_in_full_house", "whether two jokers of one colour may be the pair of a full house", default=True
        ),
    ),
)
