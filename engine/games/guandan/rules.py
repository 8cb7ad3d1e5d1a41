"""The options and presets of Guandan, its finding codes and messages."""

from dataclasses import dataclass
from typing import Final, Literal

from engine.climbing.codes import role_not_allowed
from engine.rulebook.codes import mismatch
from engine.rulebook.findings import Message, Severity, code
from engine.rulebook.options import GameRules, RuleBook, choice, flag, number, options_of

REPORT_MISSING: Final = code(
    "report-missing",
    "the number of cards left was not reported",
    "A player with 10 cards or fewer reports how many are left, at the latest by the next turn. Missing reports are "
    "only reported for hands in which the log has at least one report.",
    Message("{seat} did not report how many cards it has left ({count})", "report {count} before this turn"),
    severity=Severity.WARNING,
)

REPORT_AGAIN: Final = code(
    "report-again",
    "the number of cards left is reported again",
    "With report_once = true a player reports a true number of cards left once in a hand.",
    Message("{seat} reports {recorded} again", "one report in a hand"),
    severity=Severity.WARNING,
)

REPORT_WRONG: Final = code(
    "report-wrong",
    "a wrong number of cards left is reported",
    "A reported number of cards must be true, under every option. The report has no other effect.",
    Message("{seat} reports {recorded} left but holds {count}", "report {count}"),
)

AMBIGUOUS_WILD: Final = code(
    "ambiguous-wild",
    "a lead that can be a tube or a plate, without a claim",
    "Six cards with wild cards can be both a tube and a plate. Without a claim such as 2h=9 they count as the plate.",
    Message("{cards} can be read as {taken} or as {other}; the plate counts", "a claim for the wild cards"),
    severity=Severity.NOTICE,
)

EXTRA_HAND_MISSING: Final = code(
    "extra-hand-missing",
    "the extra hand that decides a tie is not recorded",
    "With level_tie = extra_hand an extra hand decides between teams at equal levels. Without it nobody has won.",
    Message("the teams are at equal levels, and no extra hand counts", "an extra hand"),
    severity=Severity.NOTICE,
)

LEVEL_MISMATCH: Final = mismatch("level-mismatch", "a recorded level is wrong")

ROLE_NOT_ALLOWED: Final = role_not_allowed(
    {
        "resist-none": Message("{seat} resists, but no tribute is due", "no resistance"),
        "resist-seat": Message("{seat} resists but owes no tribute", "resistance by {payers}"),
        "resist-cards": Message("{payers} cannot resist without both red jokers", "tribute by {payers}"),
        "resist-paid": Message("{seat} resists after tribute was paid", "resistance before any tribute"),
    }
)

CODES: Final = (
    REPORT_MISSING,
    REPORT_AGAIN,
    REPORT_WRONG,
    AMBIGUOUS_WILD,
    EXTRA_HAND_MISSING,
    LEVEL_MISMATCH,
    ROLE_NOT_ALLOWED,
)
"""The codes that only this game reports, or for which it has its own messages."""


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
    equal_tribute: Literal["seat_before", "free"] = choice(
        "whom two seats in last place pay if their cards are equal",
        meanings={
            "seat_before": "each pays the seat before it",
            "free": "the seat that the first payment names; the other winner gets the other card",
        },
        default="seat_before",
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
    resist: Literal["may", "must"] = choice(
        "whether payers with both red jokers resist tribute",
        meanings={
            "may": "they may resist or pay",
            "must": "they must resist",
        },
        default="may",
        presets={"nanshan": "must"},
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
    win_at: Literal["team_a", "own_a", "reach_a", "any_hand"] = choice(
        "how a team wins the match",
        meanings={
            "team_a": "with a hand played at A while its level is A",
            "own_a": "with a hand played at A that it set the level of itself",
            "reach_a": "by reaching A",
            "any_hand": "with a hand at any level while its level is A",
        },
        default="own_a",
        presets={"intro": "team_a"},
    )
    a_partner: Literal["not_dweller", "any", "follower"] = choice(
        "the place of the banker's partner that wins the match at A",
        meanings={
            "not_dweller": "second or third",
            "any": "any place",
            "follower": "second",
        },
        default="not_dweller",
    )
    hands: int = number(0, 1000, "the number of hands after which the match ends; 0: no limit", default=0)
    level_tie: Literal["shared", "last_hand", "extra_hand"] = choice(
        "who wins when hands or time end the match at equal levels",
        meanings={
            "shared": "both teams",
            "last_hand": "the team that won the last hand",
            "extra_hand": "the team that wins one more hand",
        },
        default="shared",
        presets={"nanshan": "extra_hand"},
    )
    extra_hand_level: Literal["stands", "two"] = choice(
        "at which level the extra hand is played",
        meanings={
            "stands": "at the level that it has anyway",
            "two": "at level 2",
        },
        default="stands",
        presets={"nanshan": "two"},
    )
    reporting: Literal["off", "warn"] = choice(
        "whether a missing report of the cards left is a warning",
        meanings={
            "off": "no, it is not checked",
            "warn": "yes, it is a warning",
        },
        default="warn",
        presets={"njupt": "off", "botzone": "off"},
    )
    report_at: int = number(0, 26, "the number of cards left from which on a player reports them; 0: never", default=10)
    report_once: bool = flag("whether a second true report of a seat in a hand is a warning", default=False)
    full_house_wild: Literal["high", "low", "high_only"] = choice(
        "what two pairs and a wild card are without a claim",
        meanings={
            "high": "the full house of the higher pair, if it beats the table",
            "low": "the full house of the lower pair, if it beats the table",
            "high_only": "the full house of the higher pair, even against a claim",
        },
        default="high",
        presets={"nanshan": "high_only"},
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
        "nanshan": "the knock-out rounds of the Nanshan cup",
    },
    default="tournament",
    options=options_of(GuandanRules),
)
