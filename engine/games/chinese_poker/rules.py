"""The options and presets of Chinese poker."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.cards.packed import RANKS
from engine.rulebook.options import Cells, OptionValue, RuleBook, RuleSet, choice, flag, number, table

ROWS: Final = ("front", "middle", "back")
ROW_SIZES: Final = (3, 5, 5)
BOARD_CARDS: Final = sum(ROW_SIZES)
"""Cards of a seat's three rows."""

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
        "six_and_a_half_pairs": 6,
        "three_straights": 3,
        "three_flushes": 3,
        "no_broadway": 3,
        "six_and_above": 0,
        "one_color_twelve": 0,
    }
)
"""The naturals, the strongest first, with their points; 0: off unless a table says otherwise."""

EXTENDED: Final = frozenset({"no_broadway", "six_and_above", "one_color_twelve"})
"""The naturals that only ``naturals = extended`` has."""

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


def _clash(options: Mapping[str, OptionValue]) -> tuple[str, str] | None:
    if options["hands_each"] != 1 and options["dealing"] != "closed":
        return "two hands each are not played open-face", "hands_each = 1, or dealing = closed"
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
    },
    default="two-four",
    clash=_clash,
    options=(
        choice(
            "scoring",
            "pairs best_row",
            "how a hand is scored: settled between every two seats, or one point for the best row of the table",
            default="pairs",
            eleven="best_row",
        ),
        number("row_unit", 0, _MOST_UNITS, "the units that a row wins", default=1),
        number(
            "overall",
            0,
            _MOST_UNITS,
            "the units that two or three won rows win in addition",
            default=1,
            **{"one-six": 0, "taiwanese": 0, "open-face": 0, "pineapple": 0},
        ),
        number(
            "scoop_bonus",
            0,
            _MOST_UNITS,
            "the units that three won rows win in addition",
            default=0,
            **{"one-six": 3, "open-face": 3, "pineapple": 3},
        ),
        number(
            "scoop_multiplier",
            1,
            _MOST_UNITS,
            "the factor by which a scoop multiplies the units of its rows",
            default=1,
            taiwanese=2,
        ),
        number(
            "home_run_multiplier",
            1,
            _MOST_UNITS,
            "the factor by which a scoop of every opponent multiplies these units once more",
            default=1,
            taiwanese=2,
        ),
        choice(
            "home_run_needs",
            "three all",
            "how many opponents a home run requires: three, or at least two",
            default="three",
        ),
        choice(
            "royalties",
            "none standard regional open_face",
            "which table of royalties applies",
            default="standard",
            eleven="none",
            **{"open-face": "open_face", "pineapple": "open_face"},
        ),
        table(
            "royalty_table",
            ROYALTY_CELLS,
            0,
            _MOST_POINTS,
            "cells that replace or extend the table of royalties; 0 removes a royalty",
            example='{"middle": {"four": 8}}',
        ),
        choice(
            "royalty_rule",
            "winner cancel net",
            "which royalties are paid: winner, that of the seat that wins the row; cancel, the same, but two royalties "
            "in one row cancel each other; net, all, won or lost",
            default="winner",
            **{"open-face": "net", "pineapple": "net"},
        ),
        choice("royalty_value", "table flat", "what a royalty is worth: its value in the table, or 1", default="table"),
        flag("royalty_announced", "whether a royalty must be announced before the rows are shown", default=False),
        choice(
            "royalty_limit",
            "all one",
            "whether all royalties of a seat count, or only its most valuable one",
            default="all",
        ),
        flag(
            "royalty_broken",
            "whether a row earns a royalty if it has a card of a four of a kind that the seat split, or of a run of "
            "five or more cards of one suit from which the seat set no straight flush",
            default=True,
        ),
        flag(
            "royalties_against_foul",
            "whether a mis-set hand also pays the royalties of its opponents",
            default=False,
            **{"open-face": True, "pineapple": True},
        ),
        flag("scoop_multiplies_royalties", "whether scoops and home runs multiply royalties too", default=False),
        choice(
            "naturals",
            "none standard extended",
            "which naturals can be claimed",
            default="standard",
            eleven="none",
            **{"criss-cross": "none", "open-face": "none", "pineapple": "none"},
        ),
        table(
            "natural_table",
            MappingProxyType(dict.fromkeys(NATURAL_POINTS)),
            0,
            _MOST_POINTS,
            "points that replace those of single naturals; 0 removes a natural",
            example='{"dragon": 40}',
        ),
        flag("natural_qka", "whether Q-K-A may be the front of three straights", default=False),
        number(
            "surrender",
            0,
            _MOST_UNITS,
            "the units that a surrendered hand pays; 0: surrender is not allowed",
            default=3,
            taiwanese=0,
            eleven=0,
            **{"open-face": 0, "pineapple": 0},
        ),
        choice(
            "misset",
            "scooped played",
            "how a mis-set hand is settled: it pays as if it were scooped, or its rows are compared as they are",
            default="scooped",
            eleven="played",
        ),
        choice(
            "wheel", "lowest second", "whether A-2-3-4-5 is the lowest straight or the second highest", default="lowest"
        ),
        choice(
            "middle", "high deuce_to_seven", "whether the highest or the lowest hand wins the middle", default="high"
        ),
        number(
            "target",
            0,
            _MOST_POINTS,
            "the total at which a match is won; 0: no target",
            default=0,
            eleven=11,
        ),
        choice(
            "dealing",
            "closed open_face pineapple",
            "how cards are dealt: thirteen at once, or in turns and placed face up (open-face, pineapple)",
            default="closed",
            **{"open-face": "open_face", "pineapple": "pineapple"},
        ),
        choice(
            "fantasyland",
            "none standard progressive",
            "whether a seat with queens or better in the front sets its next hand at once, and with how many cards",
            default="none",
        ),
        number(
            "hands_each", 1, 2, "the number of hands that each seat plays in a deal", default=1, **{"criss-cross": 2}
        ),
    ),
)


def seats_of(rules: RuleSet) -> range:
    """How many seats a table can have under some rules."""
    if rules.number("hands_each") > 1:
        return range(2, 3)
    return range(2, 4) if rules.text("dealing") == "pineapple" else range(2, 5)
