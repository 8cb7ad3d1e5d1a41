"""Royalties: their tables and the units of a row; the names of rows and naturals in sentences."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from engine.cards.packed import RANKS, Card
from engine.games.chinese_poker.ranks import (
    Order,
    PokerKind,
    RowClass,
    class_so_far,
    low_class,
    row_class,
)
from engine.games.chinese_poker.rules import ROW_SIZES, ROWS, ChinesePokerRules, Royalties
from engine.rulebook.sentences import Text, enumerated, say_of

_NAMED_ROWS: Final = (
    say_of("chinese_poker", "front"),
    say_of("chinese_poker", "middle"),
    say_of("chinese_poker", "back"),
)
_NAMED_NATURALS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        name: name
        for name in (
            say_of("chinese_poker", "clean_dragon"),
            say_of("chinese_poker", "dragon"),
            say_of("chinese_poker", "twelve_royalties"),
            say_of("chinese_poker", "three_straight_flushes"),
            say_of("chinese_poker", "three_quads"),
            say_of("chinese_poker", "all_low"),
            say_of("chinese_poker", "all_high"),
            say_of("chinese_poker", "full_colored"),
            say_of("chinese_poker", "four_triples"),
            say_of("chinese_poker", "five_pairs_and_triple"),
            say_of("chinese_poker", "six_and_a_half_pairs"),
            say_of("chinese_poker", "three_straights"),
            say_of("chinese_poker", "three_flushes"),
            say_of("chinese_poker", "no_broadway"),
            say_of("chinese_poker", "six_and_above"),
            say_of("chinese_poker", "one_color_twelve"),
        )
    }
)


def row_name(row: int) -> Text:
    """The name of a row by its number, front first."""
    return _NAMED_ROWS[row]


def row_names(rows: Iterable[int]) -> str:
    """The names of some rows, separated by commas."""
    return enumerated([row_name(row) for row in rows])


def natural_name(name: str) -> str:
    """The name of a natural.  Any other word is returned as it is."""
    return _NAMED_NATURALS.get(name, name)


Cells = Mapping[str, int]

_PAIRS: Final[Mapping[str, int]] = {f"pair_{rank}": points for points, rank in enumerate(RANKS[RANKS.index("6") :], 1)}
_THREES: Final[Mapping[str, int]] = {f"three_{rank}": points for points, rank in enumerate(RANKS, 10)}

TABLES: Final[Mapping[Royalties, Mapping[str, Cells]]] = MappingProxyType(
    {
        "none": {},
        "standard": {
            "front": {"three": 3},
            "middle": {"full_house": 1, "four": 3, "straight_flush": 4},
            "back": {"four": 2, "straight_flush": 3},
        },
        "regional": {
            "front": {"three": 2},
            "middle": {"full_house": 1, "four": 7, "straight_flush": 9},
            "back": {"four": 3, "straight_flush": 4},
        },
        "open_face": {
            "front": {**_PAIRS, **_THREES},
            "middle": {
                "three": 2,
                "straight": 4,
                "flush": 8,
                "full_house": 12,
                "four": 20,
                "straight_flush": 30,
                "royal_flush": 50,
            },
            "back": {
                "straight": 2,
                "flush": 4,
                "full_house": 6,
                "four": 10,
                "straight_flush": 15,
                "royal_flush": 25,
            },
        },
    }
)

_LONG_KINDS: Final = MappingProxyType(
    {
        PokerKind.THREE: "three",
        PokerKind.STRAIGHT: "straight",
        PokerKind.FLUSH: "flush",
        PokerKind.FULL_HOUSE: "full_house",
        PokerKind.FOUR: "four",
        PokerKind.STRAIGHT_FLUSH: "straight_flush",
    }
)
_PAIR_NAMES: Final = tuple(f"pair_{rank}" for rank in RANKS)
_ACE: Final = len(RANKS) - 1
_FRONT: Final = 0
_MIDDLE: Final = 1


class RoyaltyTable:
    """The royalties of a rule set, by row."""

    def __init__(self, rules: ChinesePokerRules) -> None:
        self._rules: Final = rules

    @property
    def rows(self) -> tuple[Cells, ...]:
        """By row, the cells that the rules give; a cell of 0 hides the wider cells that also apply to a row."""
        return tuple({**self._usual(row), **self._rules.royalty_table.get(name, {})} for row, name in enumerate(ROWS))

    def _usual(self, row: int) -> Cells:
        """The cells of a row before the table of the rules changes them."""
        if row == _MIDDLE and self._low_middle:
            return {}
        return TABLES[self._rules.royalties].get(ROWS[row], {})

    @property
    def _low_middle(self) -> bool:
        return self._rules.middle == "deuce_to_seven"

    def points(self, row: int, cards: Sequence[Card]) -> int:
        """The points of a row of the right size; 0 if it earns none."""
        low = row == _MIDDLE and self._low_middle
        return self.of_class(row, low_class(cards) if low else row_class(cards))

    def of_class(self, row: int, class_of_row: RowClass) -> int:
        """The points of a row of a class, which need not be whole; 0 if it earns none."""
        names = _names(row, class_of_row)
        return self.of_cells(row, names) if names else 0

    def of_cells(self, row: int, names: Sequence[str]) -> int:
        """The points of a row that is looked up in some cells, the most specific first."""
        usual, changes = self._usual(row), self._rules.royalty_table.get(ROWS[row], {})
        for name in names:
            points = changes.get(name, usual.get(name))
            if points is not None:
                return 1 if points and self._rules.royalty_value == "flat" else points
        return 0

    def so_far(self, rows: Sequence[Sequence[Card]]) -> dict[int, int]:
        """By row, the points that rows which are not all whole have if no card follows."""
        by_row = {
            row: self.points(row, cards) if len(cards) == ROW_SIZES[row] else self.of_class(row, class_so_far(cards))
            for row, cards in enumerate(rows)
            if cards
        }
        return {row: points for row, points in by_row.items() if points}

    def together(self, royalties: Mapping[int, int]) -> int:
        """The points of royalties by row, as far as they count together."""
        points = royalties.values()
        return max(points, default=0) if self._rules.royalty_limit == "one" else sum(points)


def _names(row: int, class_of_row: RowClass) -> Sequence[str]:
    """The names of the cells in which a row is looked up, the most specific first."""
    if row == _FRONT:
        if class_of_row.kind is PokerKind.PAIR:
            return (_PAIR_NAMES[class_of_row.ranks[0]],)
        return (f"three_{RANKS[class_of_row.ranks[0]]}", "three") if class_of_row.kind is PokerKind.THREE else ()
    name = _LONG_KINDS.get(class_of_row.kind)
    if name is None:
        return ()
    return ("royal_flush", name) if name == "straight_flush" and class_of_row.ranks[0] == _ACE else (name,)


@cache
def cells_by_strength(row: int, order: Order) -> tuple[Sequence[str], ...]:
    """By the strength of a row in its order, the names of the cells in which it is looked up."""
    return tuple(_names(row, class_of_row) for class_of_row in order.classes)


def fits(rows: Sequence[Sequence[Card]]) -> bool:
    """Whether rows have the right sizes and no card occurs twice."""
    placed = [card for cards in rows for card in cards]
    return tuple(map(len, rows)) == ROW_SIZES and len(set(placed)) == len(placed)
