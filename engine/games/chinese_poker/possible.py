"""Whether a hand of which only some cards are known may be a natural."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Final

from engine.cards.packed import RANKS, SUITS, Card, suit_of
from engine.games.chinese_poker.naturals import (
    FRONT_CARDS,
    LONG_CARDS,
    allowed_cards,
    rank_counts,
    run_tops,
    straight_counts,
    straight_flush,
    suit_counts,
)
from engine.games.chinese_poker.rules import BOARD_CARDS

_BLACK: Final = tuple(SUITS.index(suit) for suit in "sc")
_RED: Final = tuple(SUITS.index(suit) for suit in "hd")


def may_be(name: str, known: Collection[Card], others: Collection[Card], *, qka: bool) -> bool:
    """Whether thirteen cards can be a natural: the known ones, and the rest of them from some others."""
    allowed = allowed_cards(name)
    if allowed is not None:
        return allowed.issuperset(known) and len(known) + len(allowed.intersection(others)) >= BOARD_CARDS
    if name == "three_straight_flushes":
        return _straight_flushes_may_be(known, others, qka=qka)
    if name in ("clean_dragon", "full_colored", "one_color_twelve", "three_flushes"):
        return _suits_may_be(name, known, others)
    return _ranks_may_be(name, rank_counts(known), rank_counts((*known, *others)), qka=qka)


def _bits(cards: Iterable[Card]) -> int:
    return sum(1 << card for card in cards)


def _every_straight_flush(length: int, *, qka: bool = True) -> tuple[int, ...]:
    suits = range(len(SUITS))
    return tuple(_bits(straight_flush(top, suit, length)) for top in run_tops(length, qka=qka) for suit in suits)


_LONG: Final = _every_straight_flush(LONG_CARDS)
_SHORT: Final = (_every_straight_flush(FRONT_CARDS, qka=False), _every_straight_flush(FRONT_CARDS))


def _straight_flushes_may_be(known: Collection[Card], others: Collection[Card], *, qka: bool) -> bool:
    must, may = _bits(known), _bits({*known, *others})
    long = [row for row in _LONG if not row & ~may]
    short = [row for row in _SHORT[qka] if not row & ~may]
    for back, middle in combinations(long, 2):
        if not back & middle:
            both = back | middle
            left = must & ~both
            if left.bit_count() <= FRONT_CARDS and any(not front & both and not left & ~front for front in short):
                return True
    return False


def _suits_may_be(name: str, known: Collection[Card], others: Collection[Card]) -> bool:
    least, most = suit_counts(known), suit_counts((*known, *others))
    if name == "clean_dragon":
        return any(count == BOARD_CARDS and least[suit] == len(known) for suit, count in enumerate(most))
    if name == "three_flushes":
        return any(
            all(low <= count <= high for low, count, high in zip(least, counts, most, strict=True))
            for counts in _FLUSH_COUNTS
        )
    strange = 1 if name == "one_color_twelve" else 0
    for color in (_BLACK, _RED):
        outside = sum(suit_of(card) not in color for card in known)
        inside = sum(most[suit] for suit in color)
        if outside <= strange and inside >= BOARD_CARDS - strange:
            return True
    return False


def _ranks_may_be(name: str, least: Sequence[int], most: Sequence[int], *, qka: bool) -> bool:
    if name == "three_straights":
        return any(
            all(low <= count <= high for low, count, high in zip(least, counts, most, strict=True))
            for counts in straight_counts(qka=qka)
        )
    weigh, wanted = _WEIGHTS[name]
    reached = {(0, 0)}
    for low, high in zip(least, most, strict=True):
        reached = {
            (cards + count, weight + weigh(count))
            for cards, weight in reached
            for count in range(low, high + 1)
            if cards + count <= BOARD_CARDS
        }
    return (BOARD_CARDS, wanted) in reached


_WEIGHTS: Final[Mapping[str, tuple[Callable[[int], int], int]]] = MappingProxyType(
    {
        "dragon": (lambda count: int(count == 1), len(RANKS)),
        "three_quads": (lambda count: int(count == 4), 3),
        "four_triples": (lambda count: int(count >= 3), 4),
        "six_and_a_half_pairs": (lambda count: count // 2, 6),
    }
)


def _flush_counts() -> frozenset[tuple[int, ...]]:
    suits = range(len(SUITS))
    counts = {
        tuple(5 * (suit == back) + 5 * (suit == middle) + 3 * (suit == front) for suit in suits)
        for back in suits
        for middle in suits
        for front in suits
    }
    return frozenset(counts)


_FLUSH_COUNTS: Final = _flush_counts()
