"""What cards form in Guandan, worked out slowly from the rules page alone; it shares no code with the engine.

A card is its text.  A reading is (kind, how many cards, rank it is ranked by), as ``("bomb", 6, "9")``; the rank
of jokers is their text, that of the joker bomb empty.  Every combination is a pattern: how many cards of which
ranks, and whether of one suit.  Cards have a reading if wild cards can fill what they lack of its pattern.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product

RANKS = "23456789TJQKA"
SUITS = "shdc"
JOKERS = ("BJ", "RJ")
NATURAL = tuple(rank + suit for rank in RANKS for suit in SUITS)
COPIES = 2

Cards = tuple[str, ...]
"""Cards in alphabetical order."""
Reading = tuple[str, int, str]
Counts = tuple[tuple[str, int], ...]

RUNS = {"straight": (5, 1), "straight_flush": (5, 1), "tube": (3, 2), "plate": (2, 3)}
"""How many consecutive ranks, and how many cards of each."""
OF_A_RANK = {1: "single", 2: "pair", 3: "triple"} | dict.fromkeys(range(4, 11), "bomb")
KINDS = ("single", "pair", "triple", "full_house", "straight", "tube", "plate", "bomb", "straight_flush", "joker_bomb")


def runs(length: int) -> Iterator[str]:
    """The runs of so many ranks, low to high; an ace may stand below 2, and nothing goes round the corner."""
    line = "A" + RANKS
    for start in range(len(line) - length + 1):
        yield line[start : start + length]


RUN_OF_RANKS = {
    "".join(sorted(run * each)): (kind, run[-1])
    for kind, (length, each) in RUNS.items()
    if kind != "straight_flush"
    for run in runs(length)
}
"""The kind and top of a run, by the ranks of its cards in alphabetical order."""


# By patterns: from what is wanted to the sets of cards.


def patterns() -> Iterator[tuple[Reading, dict[str, int]]]:
    """Every combination of cards that are no jokers: its reading, and how many cards of which ranks."""
    for rank, (size, kind) in product(RANKS, OF_A_RANK.items()):
        yield (kind, size, rank), {rank: size}
    for kind, (length, each) in RUNS.items():
        for run in runs(length):
            yield (kind, length * each, run[-1]), dict.fromkeys(run, each)
    for triple, pair in product(RANKS, RANKS):
        if triple != pair:
            yield ("full_house", 5, triple), {triple: 3, pair: 2}


@cache
def of_rank(rank: str, count: int, wild: str) -> tuple[Cards, ...]:
    """The sets of so many cards of a rank, none of them wild, that two packs allow."""
    kinds = [rank + suit for suit in SUITS if rank + suit != wild]
    sets = combinations_with_replacement(kinds, count)
    return tuple(cards for cards in sets if all(cards.count(card) <= COPIES for card in cards))


def lacking(pattern: Mapping[str, int], count: int) -> set[Counts]:
    """What is left of a pattern without so many of its cards."""
    parts = {tuple(sorted(pattern.items()))}
    for _ in range(count):
        parts = {tuple(sorted((Counter(dict(part)) - Counter([rank])).items())) for part in parts for rank, _ in part}
    return parts


def sets_of(level: str | None, joker_pair: bool = True) -> dict[Cards, set[Reading]]:
    """Every set of cards that can be read as anything at a level, and all its readings; None: no card is wild."""
    wild = "" if level is None else level + "h"
    found: dict[Cards, set[Reading]] = {}

    def add(cards: Sequence[str], reading: Reading) -> None:
        found.setdefault(tuple(sorted(cards)), set()).add(reading)

    for reading, pattern in patterns():
        kind, size, rank = reading
        for free in range(min(COPIES if wild else 0, size) + 1):
            if size == free == 1 and rank != level:
                continue
            for part in lacking(pattern, free):
                for parts in product(*(of_rank(each, count, wild) for each, count in part)):
                    cards = [*(card for each in parts for card in each), *[wild] * free]
                    suits = {card[1] for card in cards[: size - free]}
                    if kind == "straight" and len(suits) == 1 and not free:
                        continue
                    if kind == "straight_flush" and len(suits) != 1:
                        continue
                    add(cards, reading)
    for joker in JOKERS:
        add([joker], ("single", 1, joker))
        add([joker] * 2, ("pair", 2, joker))
        for rank in RANKS if joker_pair else ():
            for free in range((COPIES if wild else 0) + 1):
                for cards in of_rank(rank, 3 - free, wild):
                    add([*cards, *[wild] * free, joker, joker], ("full_house", 5, rank))
    add(["BJ", "BJ", "RJ", "RJ"], ("joker_bomb", 4, ""))
    return found


# By substitution: from some cards to their readings.


def natural_readings(cards: Sequence[str], joker_pair: bool = True) -> set[Reading]:
    """What cards form that all stand for themselves."""
    size = len(cards)
    ranks = Counter(card if card in JOKERS else card[0] for card in cards)
    if sorted(cards) == ["BJ", "BJ", "RJ", "RJ"]:
        return {("joker_bomb", 4, "")}
    if len(ranks) == 1:
        (rank,) = ranks
        allowed = 2 if rank in JOKERS else 10
        return {(OF_A_RANK[size], size, rank)} if size <= allowed else set()
    if sorted(ranks.values()) == [2, 3]:
        (triple, _), (pair, _) = ranks.most_common()
        return set() if triple in JOKERS or (pair in JOKERS and not joker_pair) else {("full_house", 5, triple)}
    run = RUN_OF_RANKS.get("".join(sorted(ranks.elements())))
    if run is None:
        return set()
    kind, top = run
    if kind == "straight" and len({card[1] for card in cards}) == 1:
        kind = "straight_flush"
    return {(kind, size, top)}


def readings_of(cards: Sequence[str], level: str | None, joker_pair: bool = True) -> set[Reading]:
    """All readings of some cards: every natural card is put in the place of each wild one, unless it is alone."""
    wild = "" if level is None else level + "h"
    free = list(cards).count(wild)
    if free == 0 or len(cards) == 1:
        return natural_readings(cards, joker_pair)
    fixed = [card for card in cards if card != wild]
    found: set[Reading] = set()
    for stands_for in combinations_with_replacement(NATURAL, free):
        found |= natural_readings([*fixed, *stands_for], joker_pair)
    return found


# What beats what.


def level_place(rank: str, level: str | None) -> int:
    """The place of a rank or joker in level order."""
    line = [each for each in RANKS if each != level] + ([level] if level else []) + list(JOKERS)
    return line.index(rank)


def strength(reading: Reading, level: str | None) -> tuple[int, int]:
    """Of a bomb, its place among the bombs: of which sort, and where within it."""
    kind, size, rank = reading
    order = ["bomb 4", "bomb 5", "straight_flush", "bomb 6", "bomb 7", "bomb 8", "bomb 9", "bomb 10", "joker_bomb"]
    if kind == "bomb":
        return order.index(f"bomb {size}"), level_place(rank, level)
    return order.index(kind), RANKS.index(rank) if rank else 0


def is_bomb(reading: Reading) -> bool:
    """Whether it beats every regular type."""
    return reading[0] in ("bomb", "straight_flush", "joker_bomb")


def beats(one: Reading, other: Reading, level: str | None) -> bool:
    """Whether a combination beats another."""
    if is_bomb(one):
        return not is_bomb(other) or strength(one, level) > strength(other, level)
    if one[0] != other[0]:
        return False
    if one[0] in RUNS:
        return RANKS.index(one[2]) > RANKS.index(other[2])
    return level_place(one[2], level) > level_place(other[2], level)


def sized_kind(reading: Reading) -> str:
    """The kind of a reading, of bombs with their size."""
    kind, size, _ = reading
    return f"bomb_{size}" if kind == "bomb" else kind


def count(level: str | None) -> dict[str, int]:
    """How many sets of cards can be read as each kind at a level, and how many as anything."""
    sets = sets_of(level)
    counts = Counter(kind for readings in sets.values() for kind in {sized_kind(each) for each in readings})
    return dict(sorted(counts.items())) | {"sets": len(sets), "readings": sum(map(len, sets.values()))}
