"""What cards form in Big A, worked out slowly from the rules page alone; it shares no code with the engine.

A card is its text.  A reading is (kind, how many cards, what it is ranked by), as ``("sequence", 4, "6")`` of
3 4 5 6: a rank, ``big`` for a Big A alone, of two jokers the jokers (``RJ RJ``, ``BJ BJ``, ``BJ RJ``),
of three the one that is there twice, else nothing.
Suits matter to nothing but which two aces are Big A, so that a set is known by how many cards it has of each rank,
and whether it is the two Big A.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import prod

RANKS = "23456789TJQKA"
SUITS = "shdc"
JOKERS = ("BJ", "RJ")
PACK = (*(rank + suit for rank in RANKS for suit in SUITS), *JOKERS)
"""Every card; the pack has two of each."""
COPIES = 2
LINE = "A23456789TJQKA"
"""The order of sequences, the ace at either end."""
ORDER = (*"456789TJQKA23", "BJ", "RJ", "big")
"""The order of ranks, low to high."""

Cards = tuple[str, ...]
Reading = tuple[str, int, str]
Counts = Mapping[str, int]

OF_A_RANK = ("single", "pair", "triple", "four", "five", "six", "seven", "true_eight")
"""The kinds of one to eight cards of a rank."""
LOW_TO_HIGH = (
    "triple",
    "four",
    "five",
    "six",
    "two_jokers",
    "triple_sequence",
    "fake_eight",
    "seven",
    "true_eight",
    "three_jokers",
    "four_jokers",
    "big_ace_pair",
)
"""The bombs."""
KINDS = ("single", "pair", "sequence", "double_sequence", *LOW_TO_HIGH)
RUNS = {
    "sequence": (1, range(3, 15)),
    "double_sequence": (2, range(3, 15)),
    "triple_sequence": (3, range(3, 4)),
    "fake_eight": (4, range(2, 3)),
}
"""How many cards of each rank, and how many ranks."""


def rank_of(card: str) -> str:
    """A card's rank; a joker is its own."""
    return card if card in JOKERS else card[0]


# By patterns: from what is wanted to the sets of cards.


def patterns() -> Iterator[tuple[Reading, Counter[str]]]:
    """Every combination but those that need or bar Big A: its reading, and how many cards it has of which ranks.

    Thirteen ranks are found twice, as A to K and as 2 to A; of these the ace is high.
    """
    for rank, (fewer, kind) in product(RANKS, enumerate(OF_A_RANK)):
        yield (kind, fewer + 1, rank), Counter({rank: fewer + 1})
    for joker in JOKERS:
        yield ("single", 1, joker), Counter([joker])
    for pair in (("RJ", "RJ"), ("BJ", "BJ"), ("BJ", "RJ")):
        yield ("two_jokers", 2, " ".join(pair)), Counter(pair)
    for one in JOKERS:
        yield ("three_jokers", 3, one), Counter([*JOKERS, one])
    yield ("four_jokers", 4, ""), Counter(JOKERS * 2)
    for kind, (each, lengths) in RUNS.items():
        for length in lengths:
            for start in range(len(LINE) - length + 1):
                ranks = LINE[start : start + length]
                if ranks != LINE[:13]:
                    yield (kind, length * each, ranks[-1]), Counter(ranks * each)


@cache
def of_rank(rank: str, count: int) -> tuple[Cards, ...]:
    """The sets of so many cards of a rank that two packs allow."""
    kinds = [card for card in PACK if rank_of(card) == rank]
    sets = combinations_with_replacement(kinds, count)
    return tuple(cards for cards in sets if all(cards.count(card) <= COPIES for card in cards))


def sets_with(counts: Counts) -> int:
    """How many sets have so many cards of these ranks."""
    return prod(len(of_rank(rank, count)) for rank, count in counts.items())


def sets_of(counts: Counts) -> Iterator[Cards]:
    """The sets that have so many cards of these ranks."""
    for parts in product(*(of_rank(rank, count) for rank, count in counts.items())):
        yield tuple(card for part in parts for card in part)


def count() -> dict[str, int]:
    """How many sets of the 108 cards are of each kind, whichever suit is Big A."""
    counts: Counter[str] = Counter()
    for (kind, _, _), pattern in patterns():
        counts[kind] += sets_with(pattern)
    counts["pair"] -= 1
    counts["big_ace_pair"] = 1
    return {kind: counts[kind] for kind in KINDS}


# From some cards to what they are.


def _known() -> dict[str, Reading]:
    found: dict[str, Reading] = {}
    for reading, pattern in patterns():
        key = spelled(pattern)
        assert key not in found
        found[key] = reading
    return found


def spelled(counts: Counts) -> str:
    """The ranks of some cards in alphabetical order."""
    return " ".join(sorted(Counter(counts).elements()))


_KNOWN = _known()


def reading_of(cards: Sequence[str], big: str) -> Reading | None:
    """What some cards are, where the aces ``big`` are Big A; None: nothing that can be played."""
    if list(cards) == [big]:
        return "single", 1, "big"
    if list(cards) == [big, big]:
        return "big_ace_pair", 2, ""
    return _KNOWN.get(spelled(Counter(map(rank_of, cards))))


# What beats what.


def lower(one: Reading, other: Reading) -> bool:
    """Whether a combination is a lower one of the same kind and size."""
    kind, size, rank = one
    if (kind, size) != other[:2]:
        return False
    if kind in RUNS:
        return _top(one) < _top(other)
    if kind == "two_jokers":
        return rank != "RJ RJ" and other[2] == "RJ RJ"
    return kind != "three_jokers" and rank in ORDER and ORDER.index(rank) < ORDER.index(other[2])


def _top(run: Reading) -> int:
    """The place of the top of a sequence: no ace is a top at the low end."""
    return LINE.index(run[2], 1)


def beats(one: Reading, other: Reading) -> bool:
    """Whether a combination beats another: a line of the page for each kind."""
    kind, rank = one[0], other[2]
    if kind == other[0]:
        return lower(other, one)
    if kind not in LOW_TO_HIGH:
        return False
    if other[0] in LOW_TO_HIGH:
        return LOW_TO_HIGH.index(other[0]) < LOW_TO_HIGH.index(kind)
    if kind == "triple":
        return (other[0] == "single" and rank not in (*JOKERS, "big")) or other[0] in ("pair", "sequence")
    if kind == "four":
        return other[0] != "single" or rank != "big"
    return True


def every_reading() -> list[Reading]:
    """Every reading that some cards of the pack have, each once."""
    found = {reading: None for reading, _ in patterns()} | {("single", 1, "big"): None, ("big_ace_pair", 2, ""): None}
    return list(found)


def cards_for(reading: Reading, big: str) -> list[str]:
    """Some cards that have a reading, Big A among them where nothing else will do."""
    if reading[2] == "big":
        return [big]
    if reading[0] == "big_ace_pair":
        return [big, big]
    pattern = next(pattern for each, pattern in patterns() if each == reading)
    sets = [min(of_rank(rank, count), key=lambda cards: cards.count(big)) for rank, count in pattern.items()]
    return [card for cards in sets for card in cards]
