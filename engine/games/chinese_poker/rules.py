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
        "two-four": "one unit a row, one more for who wins two or three rows",
        "one-six": "one unit a row, three more for winning all of them",
        "taiwanese": "a lost hand pays double, double again to who scoops the whole table",
        "eleven": "a point for the best row of the table, the first to eleven wins",
        "criss-cross": "two seats with two hands each, every hand against every other",
        "open-face": "cards placed face up, five and then one at a time",
        "pineapple": "open-face with three cards a turn, two placed and one discarded",
    },
    default="two-four",
    clash=_clash,
    options=(
        choice(
            "scoring",
            "pairs best_row",
            "settled between every two seats, or a point for the best row of the table",
            default="pairs",
            eleven="best_row",
        ),
        number("row_unit", 0, _MOST_UNITS, "units for a row won", default=1),
        number(
            "overall",
            0,
            _MOST_UNITS,
            "units for winning two or three rows",
            default=1,
            **{"one-six": 0, "taiwanese": 0, "open-face": 0, "pineapple": 0},
        ),
        number(
            "scoop_bonus",
            0,
            _MOST_UNITS,
            "units more for winning all three rows",
            default=0,
            **{"one-six": 3, "open-face": 3, "pineapple": 3},
        ),
        number(
            "scoop_multiplier",
            1,
            _MOST_UNITS,
            "what a scoop multiplies the units of its rows by",
            default=1,
            taiwanese=2,
        ),
        number(
            "home_run_multiplier",
            1,
            _MOST_UNITS,
            "what scooping every opponent multiplies these once more by",
            default=1,
            taiwanese=2,
        ),
        choice(
            "home_run_needs",
            "three all",
            "how many opponents a home run takes: three, or all of at least two",
            default="three",
        ),
        choice(
            "royalties",
            "none standard regional open_face",
            "the table of royalties",
            default="standard",
            eleven="none",
            **{"open-face": "open_face", "pineapple": "open_face"},
        ),
        table(
            "royalty_table",
            ROYALTY_CELLS,
            0,
            _MOST_POINTS,
            "single cells of the table of royalties that are other than there; 0 takes one away",
            example='{"middle": {"four": 8}}',
        ),
        choice(
            "royalty_rule",
            "winner cancel net",
            "who is paid royalties: a row's winner; so, but two in one row cancel; or each its own, won or lost",
            default="winner",
            **{"open-face": "net", "pineapple": "net"},
        ),
        choice("royalty_value", "table flat", "royalties by the table, or each worth 1", default="table"),
        flag("royalty_announced", "whether a royalty has to be announced before the rows are shown", default=False),
        choice(
            "royalty_limit", "all one", "whether all royalties of a seat count, or its dearest alone", default="all"
        ),
        flag(
            "royalty_broken",
            "whether a royalty is paid in a row that holds part of a split four of a kind, or a card of a run of five "
            "or more of one suit no straight flush of which lies whole in a row",
            default=True,
        ),
        flag(
            "royalties_against_foul",
            "whether a mis-set hand pays the other's royalties too",
            default=False,
            **{"open-face": True, "pineapple": True},
        ),
        flag(
            "scoop_multiplies_royalties", "whether scoops and home runs multiply royalties like the rest", default=False
        ),
        choice(
            "naturals",
            "none standard extended",
            "the naturals that can be claimed",
            default="standard",
            eleven="none",
            **{"criss-cross": "none", "open-face": "none", "pineapple": "none"},
        ),
        table(
            "natural_table",
            MappingProxyType(dict.fromkeys(NATURAL_POINTS)),
            0,
            _MOST_POINTS,
            "points of single naturals that are other than usual; 0 is off",
            example='{"dragon": 40}',
        ),
        flag("natural_qka", "whether Q-K-A may be the front of three straights", default=False),
        number(
            "surrender",
            0,
            _MOST_UNITS,
            "units that a surrendered hand pays; 0: there is no surrender",
            default=3,
            taiwanese=0,
            eleven=0,
            **{"open-face": 0, "pineapple": 0},
        ),
        choice(
            "misset",
            "scooped played",
            "a mis-set hand pays as if it were scooped, or its rows are compared as they lie",
            default="scooped",
            eleven="played",
        ),
        choice("wheel", "lowest second", "A-2-3-4-5 as the lowest straight or as the second highest", default="lowest"),
        choice("middle", "high deuce_to_seven", "the middle played for the highest or the lowest hand", default="high"),
        number(
            "target",
            0,
            _MOST_POINTS,
            "the total at which a match is won; 0: there is none",
            default=0,
            eleven=11,
        ),
        choice(
            "dealing",
            "closed open_face pineapple",
            "thirteen cards at once, or placed face up as they come",
            default="closed",
            **{"open-face": "open_face", "pineapple": "pineapple"},
        ),
        choice(
            "fantasyland",
            "none standard progressive",
            "whether queens or better in front let a seat set its next hand at once",
            default="none",
        ),
        number("hands_each", 1, 2, "hands that each seat plays", default=1, **{"criss-cross": 2}),
    ),
)


def seats_of(rules: RuleSet) -> range:
    """How many seats a table can have under some rules."""
    if rules.number("hands_each") > 1:
        return range(2, 3)
    return range(2, 4) if rules.text("dealing") == "pineapple" else range(2, 5)
