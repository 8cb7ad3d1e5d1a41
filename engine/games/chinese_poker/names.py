"""The names of rows and naturals, as sentences have them: the words of the log, which know their translation."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

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
