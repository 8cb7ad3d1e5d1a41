"""Settings of thirteen cards that somebody thinks of who knows what usually wins a row."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from tests.bruteforce.chinese_poker_rows import (
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH,
    PAIR,
    RANKS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUITS,
    THREE,
    TWO_PAIR,
    Row,
    Rows,
    Strength,
    strength,
    value,
)

_BACKS: Final = 14
_OF_A_CATEGORY: Final = 3
_SPANS: Final[tuple[dict[int, tuple[int, int]], ...]] = (
    {HIGH: (0, 40), PAIR: (45, 92), THREE: (96, 100)},
    {
        HIGH: (0, 4),
        PAIR: (5, 30),
        TWO_PAIR: (30, 52),
        THREE: (55, 70),
        STRAIGHT: (70, 80),
        FLUSH: (80, 90),
        FULL_HOUSE: (100, 115),
        FOUR: (130, 135),
        STRAIGHT_FLUSH: (136, 140),
    },
    {
        HIGH: (0, 1),
        PAIR: (1, 4),
        TWO_PAIR: (4, 15),
        THREE: (14, 22),
        STRAIGHT: (22, 42),
        FLUSH: (42, 65),
        FULL_HOUSE: (65, 92),
        FOUR: (105, 110),
        STRAIGHT_FLUSH: (115, 120),
    },
)
"""By row and category, the percentage of rows that the lowest and the highest beats, and royalties on top of that."""


_RUNS_OF_FIVE: Final = tuple(tuple((top - below) % 13 for below in range(5)) for top in range(3, 13))
_RUNS_OF_THREE: Final = tuple(tuple((top - below) % 13 for below in range(3)) for top in range(1, 13))
_SUITS_OF_ROWS: Final = frozenset({0, 3, 5, 8, 10, 13})


@lru_cache(maxsize=1)
def _three_straights() -> frozenset[tuple[int, ...]]:
    """The counts of ranks that three straights have."""
    return frozenset(
        tuple(sum(rank in run for run in (back, middle, front)) for rank in range(13))
        for back in _RUNS_OF_FIVE
        for middle in _RUNS_OF_FIVE
        for front in _RUNS_OF_THREE
    )


def may_hold(name: str, cards: Sequence[str]) -> bool:
    """Whether thirteen cards may be a natural, seen without trying how they can be set."""
    if name == "three_flushes":
        return {sum(card[1] == suit for card in cards) for suit in SUITS} <= _SUITS_OF_ROWS
    if name.startswith("three_straight"):
        return tuple(sum(card[0] == rank for card in cards) for rank in RANKS) in _three_straights()
    return True


def settings_of(cards: Sequence[str], options: dict[str, Any], most: int) -> list[Rows]:
    """Settings that are in order, those first that should win most."""
    wheel = options["wheel"]
    held = sorted(cards, key=value)
    strengths = _strengths(held, wheel)
    backs = sorted(((strengths[five], five) for five in combinations(held, 5)), reverse=True)
    rated: list[tuple[int, Rows]] = []
    for back_strength, back in _few(backs):
        rest = [card for card in held if card not in back]
        best = _best_of_rest(rest, back_strength, strengths)
        if best is not None:
            worth, front, middle = best
            rated.append((worth + _worth(2, back_strength), (front, middle, back)))
    rated.sort(reverse=True)
    return [rows for _, rows in rated[:most]]


def _few(backs: Sequence[tuple[Strength, Row]]) -> list[tuple[Strength, Row]]:
    """Some backs of each category, the highest of each and one that leaves high cards."""
    chosen: list[tuple[Strength, Row]] = []
    for category in range(STRAIGHT_FLUSH, -1, -1):
        of_category = [each for each in backs if each[0][0] == category]
        ranks = list(dict.fromkeys(each[0] for each in of_category))
        wanted = {*ranks[:_OF_A_CATEGORY], *ranks[-1:]}
        seen: set[Strength] = set()
        for each in of_category:
            if each[0] in wanted and each[0] not in seen:
                seen.add(each[0])
                chosen.append(each)
        if len(chosen) >= _BACKS:
            break
    return chosen


def _best_of_rest(
    rest: Sequence[str], bound: Strength, strengths: Mapping[Row, Strength]
) -> tuple[int, Row, Row] | None:
    found: tuple[int, Row, Row] | None = None
    # What a combination leaves comes in the opposite order.
    for middle, front in zip(combinations(rest, 5), reversed([*combinations(rest, 3)]), strict=True):
        middle_strength = strengths[middle]
        if middle_strength > bound:
            continue
        front_strength = strengths[front]
        if front_strength > middle_strength:
            continue
        worth = _worth(1, middle_strength) + _worth(0, front_strength)
        if found is None or worth > found[0]:
            found = worth, front, middle
    return found


def _strengths(cards: Sequence[str], wheel: str) -> dict[Row, Strength]:
    """Of each row that the cards make, in their order."""
    parts = cards, [card[0] for card in cards], [card[1] for card in cards]
    return {
        row: _of_ranks("".join(ranks), len(set(suits)) == 1, wheel)
        for size in (3, 5)
        for row, ranks, suits in zip(*(combinations(each, size) for each in parts), strict=True)
    }


@lru_cache(maxsize=1 << 16)
def _of_ranks(ranks: str, one_suit: bool, wheel: str) -> Strength:
    """The strength of a row; of the suits only that all are one matters."""
    suits = "sssss" if one_suit else "shdcs"
    return strength([rank + suit for rank, suit in zip(ranks, suits, strict=False)], wheel)


def _worth(place: int, of_row: Strength) -> int:
    """What a row should win, in hundredths of a percent."""
    category, values = of_row
    low, high = _SPANS[place][category]
    rank = values[0] * 14 + (values[1] if len(values) > 1 else 0)
    return low * 100 + int((high - low) * 100 * (rank - 28) / 196)
