"""The options and presets of Guandan."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.rulebook.options import GameRules, RuleBook, choice, flag, number, options_of


@dataclass(frozen=True, slots=True, kw_only=True)
class GuandanRules(GameRules):
    """The rules of a match of Guandan."""

    tribute: Literal["none", "standard"] = choice(
        "whether the last place of a hand pays tribute in the next hand",
        meanings={
            "none": "nobody pays tribute",
            "standard": "the last place pays tribute",
        },
        default="standard",
        presets={"intro": "none"},
    )
    double_tribute: Literal["by_rank", "previous_seat"] = choice(
        "whom two seats in last place pay",
        meanings={
            "by_rank": "the higher card goes to the banker, the lower to the second place",
            "previous_seat": "each pays the seat before it",
        },
        default="by_rank",
        presets={"njupt": "previous_seat"},
    )
    return_limit: Literal["ten", "nine", "ten_to_partner", "any"] = choice(
        "which cards may be returned for tribute",
        meanings={
            "ten": "cards up to 10",
            "nine": "cards up to 9",
            "ten_to_partner": "cards up to 10 to the partner, any card to an opponent",
            "any": "any card",
        },
        default="ten",
        presets={"national_2017": "ten_to_partner", "botzone": "nine"},
    )
    return_level: bool = flag(
        "whether a level card may be returned for tribute", default=True, presets={"njupt": False, "botzone": False}
    )
    equal_tribute_lead: Literal["after_banker", "dweller"] = choice(
        "who leads after two equal tributes",
        meanings={
            "after_banker": "the seat after the banker",
            "dweller": "the seat that finished last",
        },
        default="after_banker",
        presets={"njupt": "dweller"},
    )
    a_failures: int = number(
        0,
        9,
        "the number of failures at A that sends a team back to level 2; 0: no limit",
        default=3,
        presets={"intro": 0, "national_2017": 0, "njupt": 4, "botzone": 0},
    )
    a_failure_is: Literal["any_miss", "dweller_finish"] = choice(
        "which hands at a team's own A count as failures",
        meanings={
            "any_miss": "every hand that does not win the match",
            "dweller_finish": "only a hand in which the team has the banker and the last place",
        },
        default="any_miss",
        presets={"njupt": "dweller_finish"},
    )
    win_at: Literal["team_a", "own_a", "reach_a"] = choice(
        "how a team wins the match",
        meanings={
            "team_a": "with a hand played at A while its level is A",
            "own_a": "with a hand played at A that it set the level of itself",
            "reach_a": "by reaching A",
        },
        default="own_a",
        presets={"intro": "team_a"},
    )
    hands: int = number(0, 1000, "the number of hands after which the match ends; 0: no limit", default=0)
    reporting: Literal["off", "warn"] = choice(
        "whether a missing report of the cards left is a warning",
        meanings={
            "off": "no, it is not checked",
            "warn": "yes, it is a warning",
        },
        default="warn",
        presets={"njupt": "off", "botzone": "off"},
    )
    joker_pair_in_full_house: bool = flag(
        "whether the pair of a full house may be two jokers of one colour", default=True
    )


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
    options=options_of(GuandanRules),
)
