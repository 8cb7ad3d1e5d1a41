"""The options and presets of Chinese poker, its finding codes, and what its recorded scores name."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from engine.cards.packed import RANKS
from engine.recorded.fields import RecordedField
from engine.rulebook.codes import mismatch
from engine.rulebook.findings import Message, Severity, code
from engine.rulebook.options import Cells, GameRules, RuleBook, RuleSet, choice, flag, number, options_of, table
from engine.rulebook.sentences import say

BAD_SETTING: Final = code(
    "bad-setting",
    "rows of the wrong size, a card placed twice, or a placement that does not fit",
    "A hand has three cards in the front, five in the middle and five in the back, each card once. A hand that is set "
    "differently is settled as mis-set. In a turn of open-face poker, the cards that fit are placed.",
    {
        "sizes": Message("the rows have {sizes} cards", "3 in the front, 5 in the middle, 5 in the back"),
        "twice": Message("{seat} places {cards} twice", "each card once"),
        "full": Message("{seat} places {cards} in the {row}, which is full", "a row with room"),
        "count": Message("{seat} places {count}", "{wanted}"),
    },
)

FOUL: Final = code(
    "foul",
    "a mis-set hand (foul)",
    "The back must rank at least as high as the middle, and the middle at least as high as the front. If the middle is "
    "played for low, only the back and the front are compared. A mis-set hand is not illegal: it loses as the rules of "
    "settlement say.",
    Message(
        "{seat}'s hand is mis-set: the {above_row} ({above}) ranks below the {below_row} ({below})",
        "rows in the right order",
    ),
    severity=Severity.NOTICE,
)

NATURAL_NOT_HELD: Final = code(
    "natural-not-held",
    "a claim of a natural that the seat does not hold",
    "The claim has no effect, and the seat still sets its hand.",
    {
        "": Message("{seat} claims {natural} but does not hold it", "a natural that {seat} holds, or no claim"),
        "off": Message("these rules have no natural '{natural}'", "one of {known}"),
    },
)

SURRENDER_NOT_ALLOWED: Final = code(
    "surrender-not-allowed",
    "a surrender that the rules do not allow",
    "The option surrender is 0, so a seat may not surrender. The seat is settled as surrendered, at a cost of 0 units.",
    Message("{seat} surrenders, but these rules have no surrender", "in, and then a hand that is set"),
)

ROYALTY_UNDECLARED: Final = code(
    "royalty-undeclared",
    "a royalty that is not paid because it was not announced",
    "Under royalty_announced a royalty counts only if its row is announced before the rows are shown.",
    Message("{seat} did not announce its royalty in the {row} ({royalty})", "royalty {row} before the rows are shown"),
    severity=Severity.NOTICE,
)

ROYALTY_NOT_HELD: Final = code(
    "royalty-not-held",
    "an announced royalty that the hand does not have",
    "Nothing is paid for the announced royalty.",
    Message("{seat} announced a royalty in the {row} but has none there", "royalties that the hand has"),
    severity=Severity.NOTICE,
)

UNIT_MISMATCH: Final = mismatch("unit-mismatch", "recorded units between two seats are wrong")

CODES: Final = (
    BAD_SETTING,
    FOUL,
    NATURAL_NOT_HELD,
    SURRENDER_NOT_ALLOWED,
    ROYALTY_UNDECLARED,
    ROYALTY_NOT_HELD,
    UNIT_MISMATCH,
)
"""The codes that only this game reports, or for which it has its own messages."""


ROWS: Final = ("front", "middle", "back")
ROW_SIZES: Final = (3, 5, 5)
BOARD_CARDS: Final = sum(ROW_SIZES)
"""The number of cards in the three rows of a seat."""

NATURAL_POINTS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "clean_dragon": 108,
        "dragon": 36,
        "twelve_royalties": 24,
        "three_straight_flushes": 24,
        "three_quads": 20,
        "all_low": 12,
        "all_high": 12,
        "full_colored": 10,
        "four_triples": 8,
        "five_pairs_and_triple": 0,
        "six_and_a_half_pairs": 6,
        "three_straights": 3,
        "three_flushes": 3,
        "no_broadway": 3,
        "six_and_above": 0,
        "one_color_twelve": 0,
    }
)
"""The naturals, the strongest first, with their points; a natural with 0 is off unless a table gives it points."""

FUJIAN_POINTS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "clean_dragon": 108,
        "dragon": 36,
        "twelve_royalties": 24,
        "three_straight_flushes": 22,
        "three_quads": 20,
        "all_low": 12,
        "all_high": 15,
        "full_colored": 10,
        "four_triples": 6,
        "five_pairs_and_triple": 5,
        "six_and_a_half_pairs": 4,
        "three_straights": 3,
        "three_flushes": 3,
    }
)
"""The naturals that ``naturals = fujian`` has, with their points."""

EXTENDED: Final = frozenset({"no_broadway", "six_and_above", "one_color_twelve"})
"""The naturals that only ``naturals = extended`` has."""
FUJIAN_ONLY: Final = frozenset({"five_pairs_and_triple"})
"""The naturals that only ``naturals = fujian`` has."""

_LONG_CELLS: Final[Cells] = MappingProxyType(
    dict.fromkeys(("three", "straight", "flush", "full_house", "four", "straight_flush", "royal_flush"))
)
ROYALTY_CELLS: Final[Cells] = MappingProxyType(
    {
        "front": MappingProxyType(
            dict.fromkeys(
                [f"pair_{rank}" for rank in RANKS[RANKS.index("6") :]] + [f"three_{rank}" for rank in RANKS] + ["three"]
            )
        ),
        "middle": _LONG_CELLS,
        "back": _LONG_CELLS,
    }
)

_MOST_UNITS: Final = 1_000_000
_MOST_POINTS: Final = 1_000_000
_FUJIAN: Final = ("fujian", "fujian_banker")


Royalties = Literal["none", "standard", "regional", "open_face"]
Wheel = Literal["lowest", "second"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChinesePokerRules(GameRules):
    """The rules of a match of Chinese poker."""

    scoring: Literal["pairs", "best_row"] = choice(
        "how a hand is scored",
        meanings={
            "pairs": "every two seats settle with each other",
            "best_row": "the best row of the table wins one point",
        },
        default="pairs",
        presets={"eleven": "best_row"},
    )
    row_unit: int = number(0, _MOST_UNITS, "the units that a row wins", default=1)
    overall: int = number(
        0,
        _MOST_UNITS,
        "the units that two or three won rows win in addition",
        default=1,
        presets={"one-six": 0, "taiwanese": 0, "open-face": 0, "pineapple": 0, **dict.fromkeys(_FUJIAN, 0)},
    )
    scoop_bonus: int = number(
        0,
        _MOST_UNITS,
        "the units that three won rows win in addition",
        default=0,
        presets={"one-six": 3, "open-face": 3, "pineapple": 3},
    )
    scoop_multiplier: int = number(
        1,
        _MOST_UNITS,
        "the factor by which a scoop multiplies the units of its rows",
        default=1,
        presets={"taiwanese": 2, **dict.fromkeys(_FUJIAN, 2)},
    )
    home_run_multiplier: int = number(
        1,
        _MOST_UNITS,
        "the factor by which a scoop of every opponent multiplies these units once more",
        default=1,
        presets={"taiwanese": 2, **dict.fromkeys(_FUJIAN, 2)},
    )
    home_run_needs: Literal["three", "all"] = choice(
        "how many opponents a home run requires",
        meanings={
            "three": "three opponents",
            "all": "every opponent, and at least two",
        },
        default="three",
    )
    royalties: Royalties = choice(
        "which table of royalties applies",
        meanings={
            "none": "no royalties",
            "standard": "the standard table",
            "regional": "the regional table",
            "open_face": "the table of open-face poker",
        },
        default="standard",
        presets={
            "eleven": "none",
            "open-face": "open_face",
            "pineapple": "open_face",
            **dict.fromkeys(_FUJIAN, "regional"),
        },
    )
    royalty_table: Mapping[str, Mapping[str, int]] = table(
        ROYALTY_CELLS,
        0,
        _MOST_POINTS,
        "cells that replace or extend the table of royalties; 0 removes a royalty",
        example='{"middle": {"four": 8}}',
    )
    royalty_rule: Literal["winner", "cancel", "net"] = choice(
        "which royalties are paid",
        meanings={
            "winner": "that of the seat that wins the row",
            "cancel": "that of the seat that wins the row, but two royalties in one row cancel each other",
            "net": "all, whether the row is won or lost",
        },
        default="winner",
        presets={"open-face": "net", "pineapple": "net"},
    )
    royalty_value: Literal["table", "flat"] = choice(
        "what a royalty is worth",
        meanings={
            "table": "its value in the table",
            "flat": "always 1",
        },
        default="table",
    )
    royalty_announced: bool = flag("whether a royalty must be announced before the rows are shown", default=False)
    royalty_limit: Literal["all", "one"] = choice(
        "how many royalties of a seat count",
        meanings={
            "all": "every one of them",
            "one": "only the most valuable one",
        },
        default="all",
    )
    royalty_broken: bool = flag(
        "whether a row earns a royalty if it has a card of a four of a kind that the seat split, or of a "
        "run of five or more cards of one suit from which the seat set no straight flush",
        default=True,
    )
    royalties_against_foul: bool = flag(
        "whether a mis-set hand also pays the royalties of its opponents",
        default=False,
        presets={"open-face": True, "pineapple": True},
    )
    scoop_multiplies_royalties: bool = flag(
        "whether scoops and home runs multiply royalties too", default=False, presets=dict.fromkeys(_FUJIAN, True)
    )
    naturals: Literal["none", "standard", "extended", "fujian"] = choice(
        "which naturals can be claimed",
        meanings={
            "none": "none",
            "standard": "the standard ones",
            "extended": "the standard ones and three more",
            "fujian": "those of the Fujian table, at its prices",
        },
        default="standard",
        presets={
            "eleven": "none",
            "criss-cross": "none",
            "open-face": "none",
            "pineapple": "none",
            **dict.fromkeys(_FUJIAN, "fujian"),
        },
    )
    natural_table: Mapping[str, int] = table(
        MappingProxyType(dict.fromkeys(NATURAL_POINTS)),
        0,
        _MOST_POINTS,
        "points that replace those of single naturals; 0 removes a natural",
        example='{"dragon": 40}',
    )
    natural_qka: bool = flag(
        "whether Q-K-A may be the front of three straights", default=False, presets=dict.fromkeys(_FUJIAN, True)
    )
    all_high_first: bool = flag(
        "whether the natural all_high is stronger than all_low; otherwise the two tie",
        default=False,
        presets=dict.fromkeys(_FUJIAN, True),
    )
    flushes_first: bool = flag(
        "whether the natural three_flushes is stronger than three_straights",
        default=False,
        presets=dict.fromkeys(_FUJIAN, True),
    )
    naturals_meet: Literal["stronger", "kind", "even"] = choice(
        "what two seats settle that both hold a natural",
        meanings={
            "stronger": "the stronger natural wins; some of the same kind compare their cards",
            "kind": "the stronger kind wins; two of the same kind win nothing",
            "even": "nothing",
        },
        default="stronger",
        presets=dict.fromkeys(_FUJIAN, "kind"),
    )
    surrender: int = number(
        0,
        _MOST_UNITS,
        "the units that a surrendered hand pays; 0: surrender is not allowed",
        default=3,
        presets={"taiwanese": 0, "eleven": 0, "open-face": 0, "pineapple": 0, **dict.fromkeys(_FUJIAN, 0)},
    )
    misset: Literal["scooped", "played"] = choice(
        "how a mis-set hand is settled",
        meanings={
            "scooped": "it pays as if it were scooped",
            "played": "its rows are compared as they are",
        },
        default="scooped",
        presets={"eleven": "played"},
    )
    wheel: Wheel = choice(
        "which place A-2-3-4-5 has among the straights",
        meanings={
            "lowest": "the lowest",
            "second": "the second highest",
        },
        default="lowest",
        presets=dict.fromkeys(_FUJIAN, "second"),
    )
    middle: Literal["high", "deuce_to_seven"] = choice(
        "which hand wins the middle",
        meanings={
            "high": "the highest",
            "deuce_to_seven": "the lowest, as in deuce-to-seven",
        },
        default="high",
    )
    target: int = number(
        0, _MOST_POINTS, "the total at which a match is won; 0: no target", default=0, presets={"eleven": 11}
    )
    dealing: Literal["closed", "open_face", "pineapple"] = choice(
        "how cards are dealt",
        meanings={
            "closed": "thirteen at once",
            "open_face": "in turns, placed face up: five at first, then one at a time",
            "pineapple": "in turns, placed face up: five at first, then three, of which one is discarded",
        },
        default="closed",
        presets={"open-face": "open_face", "pineapple": "pineapple"},
    )
    fantasyland: Literal["none", "standard", "progressive"] = choice(
        "whether a seat with queens or better in the front sets its next hand at once",
        meanings={
            "none": "no",
            "standard": "yes, with 13 cards, or 14 in pineapple",
            "progressive": "yes, in pineapple with 14 to 17 cards, more for a higher front",
        },
        default="none",
    )
    hands_each: int = number(
        1, 2, "the number of hands that each seat plays in a deal", default=1, presets={"criss-cross": 2}
    )
    settle: Literal["all", "banker"] = choice(
        "which seats settle with each other",
        meanings={
            "all": "every two seats",
            "banker": "each seat with the banker, who is the dealer of the hand",
        },
        default="all",
        presets={"fujian_banker": "banker"},
    )
    banker_ties: Literal["none", "banker"] = choice(
        "who wins equal rows where a seat settles with the banker",
        meanings={
            "none": "nobody",
            "banker": "the banker",
        },
        default="none",
        presets={"fujian_banker": "banker"},
    )
    row_compare: Literal["full", "top_card"] = choice(
        "how two rows of the same kind compare",
        meanings={
            "full": "by all their cards",
            "top_card": "by one rank",
        },
        default="full",
        presets={"fujian_banker": "top_card"},
    )
    loss_cap: int = number(0, _MOST_UNITS, "the most units that a seat can lose in a hand; 0: no limit", default=0)
    fantasyland_stay: Literal["standard", "full_house"] = choice(
        "what keeps a seat in fantasyland",
        meanings={
            "standard": "three of a kind in the front, or four of a kind or better in the back",
            "full_house": "these, or a full house or better in the middle",
        },
        default="standard",
    )


def _clash(rules: RuleSet) -> tuple[str, str] | None:
    chosen = ChinesePokerRules.of(rules)
    if chosen.hands_each != 1 and chosen.dealing != "closed":
        return say("two hands each are not played open-face"), say("hands_each = 1, or dealing = closed")
    return None


RULES: Final = RuleBook(
    game="chinese_poker",
    presets={
        "two-four": "one unit for each row, and one more for winning two or three rows",
        "one-six": "one unit for each row, and three more for winning all three",
        "taiwanese": "a scoop counts double, and double again for a seat that scoops all three opponents",
        "eleven": "one point for the best row of the table, played to eleven",
        "criss-cross": "two seats with two hands each, and each hand settles with both hands of the other seat",
        "open-face": "cards placed face up, five at first and then one at a time",
        "pineapple": "open-face with three cards on each later turn, of which two are placed and one is discarded",
        "fujian": "the table of Fujian: as taiwanese, with more royalties and other naturals",
        "fujian_banker": "the table of Fujian against a banker, who wins equal rows",
    },
    default="two-four",
    clash=_clash,
    options=options_of(ChinesePokerRules),
)


def seats_of(rules: RuleSet) -> range:
    """The numbers of seats that a table can have under some rules."""
    chosen = ChinesePokerRules.of(rules)
    if chosen.hands_each > 1:
        return range(2, 3)
    return range(2, 4) if chosen.dealing == "pineapple" else range(2, 5)


SCALE: Final = (
    "scoring",
    "row_unit",
    "overall",
    "scoop_bonus",
    "scoop_multiplier",
    "home_run_multiplier",
    "royalties",
    "royalty_table",
    "royalty_value",
    "scoop_multiplies_royalties",
    "naturals",
    "natural_table",
    "surrender",
    "settle",
    "loss_cap",
    "hands_each",
)
"""The options that decide what a point of score is worth."""


def _is_settled_by_pairs(rules: RuleSet) -> bool:
    return ChinesePokerRules.of(rules).scoring == "pairs"


UNITS: Final = RecordedField("units", UNIT_MISMATCH, is_written=_is_settled_by_pairs)
"""What the first of two seats wins of the second.  Where the best row of the table scores, there are none."""
