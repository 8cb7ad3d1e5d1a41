"""Royalties: the points that a row can earn by itself, by the table of the rules."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.cards.packed import RANKS, Card
from engine.games.chinese_poker.ranks import Kind, RowClass, low_class, row_class
from engine.games.chinese_poker.rules import ROW_SIZES, ROWS, ChinesePokerRules, Royalties

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
        Kind.THREE: "three",
        Kind.STRAIGHT: "straight",
        Kind.FLUSH: "flush",
        Kind.FULL_HOUSE: "full_house",
        Kind.FOUR: "four",
        Kind.STRAIGHT_FLUSH: "straight_flush",
    }
)
_ACE: Final = len(RANKS) - 1
_FRONT: Final = 0
_MIDDLE: Final = 1


class RoyaltyTable:
    """The royalties of a rule set, by row."""

    def __init__(self, rules: ChinesePokerRules) -> None:
        changes = rules.royalty_table
        base = TABLES[rules.royalties]
        self._low_middle: Final = rules.middle == "deuce_to_seven"
        self._rules: Final = rules
        rows: list[Cells] = []
        for row, name in enumerate(ROWS):
            cells = {} if self._low_middle and row == _MIDDLE else base.get(name, {})
            rows.append({**cells, **changes.get(name, {})})
        self.rows: Final[tuple[Cells, ...]] = tuple(rows)
        """By row, the cells that the rules give; a cell of 0 hides the wider cells that also apply to a row."""

    def points(self, row: int, cards: Sequence[Card]) -> int:
        """The points of a row of the right size; 0 if it earns none."""
        cells = self.rows[row]
        if not cells:
            return 0
        found = next((cells[name] for name in self._names(row, cards) if name in cells), 0)
        return 1 if found and self._rules.royalty_value == "flat" else found

    def _names(self, row: int, cards: Sequence[Card]) -> Iterator[str]:
        """The names of the cells in which a row is looked up, the most specific first."""
        found: RowClass = low_class(cards) if self._low_middle and row == _MIDDLE else row_class(cards)
        if row == _FRONT:
            if found.kind is Kind.PAIR:
                yield f"pair_{RANKS[found.ranks[0]]}"
            elif found.kind is Kind.THREE:
                yield f"three_{RANKS[found.ranks[0]]}"
                yield "three"
            return
        if found.kind is Kind.STRAIGHT_FLUSH and found.ranks[0] == _ACE:
            yield "royal_flush"
        name = _LONG_KINDS.get(found.kind)
        if name is not None:
            yield name


def fits(rows: Sequence[Sequence[Card]]) -> bool:
    """Whether rows have the right sizes and no card occurs twice."""
    placed = [card for cards in rows for card in cards]
    return tuple(map(len, rows)) == ROW_SIZES and len(set(placed)) == len(placed)
