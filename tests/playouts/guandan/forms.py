"""What cards form in Guandan, by trying every card that a wild card may stand for.

A value is a rank from 0 (the two) to 12 (the ace), 13 for a black joker, 14 for a red one.  A card is its rank
times 4 plus its suit, 52 and 53 the jokers.  A form is (tier, kind, strength): tier 0 for what is no bomb.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
CARDS: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "BJ", "RJ")
BLACK: Final = 13
RED: Final = 14
HEARTS: Final = SUITS.index("h")

SINGLE, PAIR, TRIPLE, FULL_HOUSE, STRAIGHT, TUBE, PLATE, BOMB, STRAIGHT_FLUSH, JOKERS = range(10)
TIERS: Final = {4: 1, 5: 2, 6: 4, 7: 5, 8: 6, 9: 7, 10: 8}
"""The tiers of bombs by size; straight flushes stand between those of five and six."""
FLUSH_TIER: Final = 3
JOKERS_TIER: Final = 9

Form = tuple[int, int, int]
Claim = tuple[int, int | None]
"""What a wild card is said to stand for: a rank, and a suit or any."""


def strength(value: int, level: int) -> int:
    """The place of a value in level order: the level rank between the ace and the black joker."""
    return 13 if value == level else value + 1 if value >= BLACK else value


def height_of(form: Form) -> int:
    """Where a form stands among those of its kind, from 0 to 100."""
    tier, kind, power = form
    if tier:
        return 100
    return 100 * power // (15 if kind <= PAIR else 13 if kind in (TRIPLE, FULL_HOUSE) else 12)


def beats(form: Form, other: Form) -> bool:
    """Whether a form beats another."""
    return form[0] > other[0] or (form[:2] == other[:2] and form[2] > other[2])


def window(top: int, length: int) -> tuple[int, ...]:
    """The ranks of a run that ends at a rank; an ace may stand below the two."""
    return tuple(rank % 13 for rank in range(top - length + 1, top + 1))


def form_of(values: Sequence[int], one_suit: bool, level: int, joker_pair: bool) -> Form | None:
    """What some values, none of them wild, form; at most one thing."""
    counts = Counter(values)
    size = len(values)
    value = min(counts, key=lambda each: (-counts[each], each))
    if len(counts) == 1:
        if value >= BLACK and size > 2:
            return None
        if size <= 3:
            return (0, (SINGLE, PAIR, TRIPLE)[size - 1], strength(value, level))
        return (TIERS[size], BOMB, strength(value, level)) if size in TIERS else None
    if counts == {BLACK: 2, RED: 2}:
        return (JOKERS_TIER, JOKERS, 0)
    if size == 5 and sorted(counts.values()) == [2, 3]:
        (pair,) = (each for each in counts if each != value)
        if value >= BLACK or (pair >= BLACK and not joker_pair):
            return None
        return (0, FULL_HOUSE, strength(value, level))
    for kind, length, copies in ((STRAIGHT, 5, 1), (TUBE, 3, 2), (PLATE, 2, 3)):
        if size == length * copies and set(counts.values()) == {copies}:
            for top in range(length - 2, 13):
                if set(window(top, length)) == set(counts):
                    if kind == STRAIGHT and one_suit:
                        return (FLUSH_TIER, STRAIGHT_FLUSH, top)
                    return (0, kind, top)
    return None


@lru_cache(maxsize=200_000)
def _readings(
    values: tuple[int, ...], wild: int, one: bool, several: bool, level: int, joker_pair: bool
) -> tuple[Form, ...]:
    found = {
        form_of((*values, *stand_ins), suit, level, joker_pair)
        for stand_ins in combinations_with_replacement(range(13), wild)
        for suit in (True, False)
        if (one if suit else several)
    }
    return tuple(sorted((form for form in found if form is not None), reverse=True))


def readings(cards: Sequence[int], claims: Sequence[Claim | None], level: int, joker_pair: bool) -> tuple[Form, ...]:
    """Everything that cards can be read as, the highest first; ``claims`` has one for each card, None: nothing said."""
    wild_card = level * 4 + HEARTS
    if len(cards) == 1 and cards[0] == wild_card:
        claim = claims[0]
        return ((0, SINGLE, 13),) if claim is None or claim[0] == level else ()
    values: list[int] = []
    suits: set[int] = set()
    loose = free = 0
    for card, claim in zip(cards, claims, strict=True):
        if claim is not None:
            values.append(claim[0])
            if claim[1] is None:
                loose += 1
            else:
                suits.add(claim[1])
        elif card == wild_card:
            free += 1
        elif card >= 52:
            values.append(card - 39)
        else:
            values.append(card >> 2)
            suits.add(card & 3)
    several = len(suits) > 1 or loose + free > 0
    return _readings(tuple(sorted(values)), free, len(suits) <= 1, several, level, joker_pair)
