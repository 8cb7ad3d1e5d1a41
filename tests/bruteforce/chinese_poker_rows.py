"""Rows of Chinese poker and what each is worth by itself, worked out slowly from the rules page alone.

It shares no code with the engine.  A card is its text; a row is its cards; options are those of the page by name,
all of them.  Rows are ``(front, middle, back)``.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "shdc"
PACK = tuple(rank + suit for rank in RANKS for suit in SUITS)
ROWS = ("front", "middle", "back")
SIZES = (3, 5, 5)

Row = tuple[str, ...]
Rows = tuple[Row, Row, Row]
Options = Mapping[str, Any]
Strength = tuple[int, tuple[float, ...]]

HIGH, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)

# Rows against rows.


def value(card: str) -> int:
    """2 to 14, the ace high."""
    return RANKS.index(card[0]) + 2


def strength(row: Sequence[str], wheel: str = "lowest", *, wheels: bool = True) -> Strength:
    """What a row is worth among rows of any length: its category, then what tells it from others of the category.

    Only five cards make straights and flushes.  Missing cards are the lowest, as a shorter tuple is.
    ``wheels``: whether A-2-3-4-5 is a straight.
    """
    counts = Counter(value(card) for card in row)
    ranked = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    values: tuple[float, ...] = tuple(ranked)
    straight = len(row) == 5 and len(counts) == 5 and ranked[0] - ranked[4] == 4
    if len(row) == 5 and wheels and set(counts) == {14, 2, 3, 4, 5}:
        straight = True
        values = (5,) if wheel == "lowest" else (13.5,)
    elif straight:
        values = (ranked[0],)
    flush = len(row) == 5 and len({card[1] for card in row}) == 1
    if straight and flush:
        return STRAIGHT_FLUSH, values
    if shape[:1] and shape[0] >= 4:
        return FOUR, values
    if shape[:2] == [3, 2]:
        return FULL_HOUSE, values
    if flush and len(counts) == 5:
        return FLUSH, values
    if straight:
        return STRAIGHT, values
    if shape[:1] == [3]:
        return THREE, values
    if shape[:2] == [2, 2]:
        return TWO_PAIR, values
    return (PAIR if shape[:1] == [2] else HIGH), values


def row_strength(place: int, row: Sequence[str], options: Options) -> Strength:
    """What a row is worth in its place; the higher wins.  In a low middle that is turned round by ``duel``."""
    return strength(row, options["wheel"], wheels=not is_low(place, options))


def compared(place: int, row: Sequence[str], options: Options) -> Strength:
    """What a row is compared by with another seat's: all that it is worth, or its category and one rank of it."""
    category, values = row_strength(place, row, options)
    return category, values if options["row_compare"] == "full" else values[:1]


def is_low(place: int, options: Options) -> bool:
    """Whether a row is played for the lowest hand."""
    return place == 1 and bool(options["middle"] == "deuce_to_seven")


def duel(place: int, one: Sequence[str], other: Sequence[str], options: Options) -> int:
    """1 where the first row wins, -1 where the second does, 0 where they are equal."""
    mine, theirs = compared(place, one, options), compared(place, other, options)
    better = (mine > theirs) - (mine < theirs)
    return -better if is_low(place, options) else better


def is_fouled(rows: Rows, options: Options) -> bool:
    """Whether rows of the right sizes are out of order."""
    front, middle, back = (strength(row, options["wheel"]) for row in rows)
    if is_low(1, options):
        return back < front
    return back < middle or middle < front


# Royalties.

OPEN_FACE_FRONT = {f"pair_{rank}": points for points, rank in enumerate("6789TJQKA", 1)} | {
    f"three_{rank}": points for points, rank in enumerate(RANKS, 10)
}
ROYALTIES: Mapping[str, tuple[Mapping[str, int], Mapping[str, int], Mapping[str, int]]] = {
    "none": ({}, {}, {}),
    "standard": (
        {"three": 3},
        {"full_house": 1, "four": 3, "straight_flush": 4},
        {"four": 2, "straight_flush": 3},
    ),
    "regional": (
        {"three": 2},
        {"full_house": 1, "four": 7, "straight_flush": 9},
        {"four": 3, "straight_flush": 4},
    ),
    "open_face": (
        OPEN_FACE_FRONT,
        {
            "three": 2,
            "straight": 4,
            "flush": 8,
            "full_house": 12,
            "four": 20,
            "straight_flush": 30,
            "royal_flush": 50,
        },
        {"straight": 2, "flush": 4, "full_house": 6, "four": 10, "straight_flush": 15, "royal_flush": 25},
    ),
}
FRONT_NAMES = (*OPEN_FACE_FRONT, "three")
ROW_NAMES = ("three", "straight", "flush", "full_house", "four", "straight_flush", "royal_flush")
_NAME_OF = {
    THREE: "three",
    STRAIGHT: "straight",
    FLUSH: "flush",
    FULL_HOUSE: "full_house",
    FOUR: "four",
    STRAIGHT_FLUSH: "straight_flush",
}


def royalty_names(place: int, row: Sequence[str], options: Options) -> list[str]:
    """What a row may be called in a table of royalties, the name that counts first."""
    category, values = row_strength(place, row, options)
    if place == 0:
        rank = RANKS[int(values[0]) - 2] if values else ""
        return {PAIR: [f"pair_{rank}"], THREE: [f"three_{rank}", "three"]}.get(category, [])
    names = [_NAME_OF[category]] if category in _NAME_OF else []
    if category == STRAIGHT_FLUSH and values[0] == 14:
        names.insert(0, "royal_flush")
    return names


def royalty(place: int, row: Sequence[str], options: Options) -> int:
    """What a row earns by its cards alone, whoever wins it; 0 for no royalty."""
    table = dict(ROYALTIES[options["royalties"]][place])
    if is_low(place, options):
        table = {}
    table |= options["royalty_table"].get(ROWS[place], {})
    points = next((table[name] for name in royalty_names(place, row, options) if name in table), 0)
    return 1 if points and options["royalty_value"] == "flat" else points


def breaks_up(rows: Rows, place: int) -> bool:
    """Whether a row holds part of a split four of a kind, or a card of a run of a suit that no row keeps."""
    return splits_four(rows, place) or any(
        set(rows[place]) & set(run) and not any(lies_whole(run, row) for row in rows) for run in suited_runs(rows)
    )


def splits_four(rows: Rows, place: int) -> bool:
    """Whether a row holds a part, not all, of a four of a kind that lies in the rows."""
    ranks = Counter(card[0] for row in rows for card in row)
    here = Counter(card[0] for card in rows[place])
    return any(count == 4 and 0 < here[rank] < 4 for rank, count in ranks.items())


def suited_runs(rows: Rows) -> list[Row]:
    """The runs of five or more cards of one suit in the rows, as long as the cards make them; the ace at either end."""
    laid = {card for row in rows for card in row}
    found: list[Row] = []
    for suit in SUITS:
        line = [rank + suit for rank in "A" + RANKS]
        for start, end in combinations(range(len(line) + 1), 2):
            longer = {*line[:start][-1:], *line[end:][:1]}
            if end - start >= 5 and laid.issuperset(line[start:end]) and not laid & longer:
                found.append(tuple(line[start:end]))
    return found


def lies_whole(run: Row, row: Row) -> bool:
    """Whether a row is five cards of a run, one after another."""
    return any(set(run[start : start + 5]) == set(row) for start in range(len(run) - 4))
