"""The options and presets of Guandan."""

from typing import Final

from engine.rulebook.options import RuleBook, choice, flag, number

RULES: Final = RuleBook(
    game="guandan",
    presets={
        "intro": "the rules of the introduction, without tribute",
        "tournament": "the rules of most tournaments",
        "national_2017": "the national competition rules of 2017",
        "njupt": "the rules of the NJUPT platform, whose JSON messages most programs use",
        "botzone": "the rules of the Botzone platform",
    },
    default="tournament",
    options=(
        choice(
            "tribute",
            "none standard",
            "whether the dwellers of a hand pay tribute in the next hand",
            default="standard",
            intro="none",
        ),
        choice(
            "double_tribute",
            "by_rank previous_seat",
            "whom two dwellers pay: by_rank, the higher card goes to the banker and the lower to the follower; "
            "previous_seat, each pays the seat before it",
            default="by_rank",
            njupt="previous_seat",
        ),
        choice(
            "return_limit",
            "ten nine ten_to_partner any",
            "which cards may be returned for tribute: up to ten, up to nine, up to ten to the partner and any card to "
            "an opponent, or any card",
            default="ten",
            national_2017="ten_to_partner",
            botzone="nine",
        ),
        flag(
            "return_level", "whether a level card may be returned for tribute", default=True, njupt=False, botzone=False
        ),
        choice(
            "equal_tribute_lead",
            "after_banker dweller",
            "who leads after two equal tributes: the seat after the banker, or the seat that finished last",
            default="after_banker",
            njupt="dweller",
        ),
        number(
            "a_failures",
            0,
            9,
            "the number of failures at A that sends a team back to level 2; 0: no limit",
            default=3,
            intro=0,
            national_2017=0,
            njupt=4,
            botzone=0,
        ),
        choice(
            "a_failure_is",
            "any_miss dweller_finish",
            "which hands at a team's own A count as failures: any_miss, every hand that does not win the match; "
            "dweller_finish, only a hand in which the team has banker and dweller",
            default="any_miss",
            njupt="dweller_finish",
        ),
        choice(
            "win_at",
            "team_a own_a reach_a",
            "how a team wins the match: team_a, with a hand played at A while its level is A; own_a, only if it also "
            "set the level of that hand; reach_a, by reaching A",
            default="own_a",
            intro="team_a",
        ),
        number("hands", 0, 1000, "the number of hands after which the match ends; 0: no limit", default=0),
        choice(
            "reporting",
            "off warn",
            "whether a missing report of the cards left is a warning",
            default="warn",
            njupt="off",
            botzone="off",
        ),
        flag(
            "joker_pair_in_full_house", "whether the pair of a full house may be two jokers of one colour", default=True
        ),
    ),
)
