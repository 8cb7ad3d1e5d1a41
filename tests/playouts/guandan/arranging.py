"""How a holding of Guandan is divided into few plays, by somebody who keeps bombs together."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from tests.playouts.guandan.forms import (
    BLACK,
    BOMB,
    FLUSH_TIER,
    FULL_HOUSE,
    JOKERS,
    JOKERS_TIER,
    PAIR,
    PLATE,
    RED,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TIERS,
    TRIPLE,
    TUBE,
    Form,
    strength,
    window,
)

_RUNS: Final = tuple(
    (kind, top, window(top, length), copies)
    for kind, length, copies in ((STRAIGHT, 5, 1), (TUBE, 3, 2), (PLATE, 2, 3))
    for top in range(length - 2, 13)
)
_FLUSHES: Final = tuple(
    (top, ranks, sum(1 << rank for rank in ranks)) for kind, top, ranks, _ in _RUNS if kind == STRAIGHT
)
_ACE: Final = 12
_MOST_RUNS: Final = 4

Counts = tuple[int, ...]
Arranged = tuple[int, tuple[Form, ...]]
"""A cost, and the plays."""


@lru_cache(maxsize=1 << 17)
def arranged(counts: Counts, masks: tuple[int, int, int, int], wild: int, level: int) -> Arranged:
    """The cheapest division that is found.

    ``counts`` are the cards of each of the 15 values but for the wild ones; ``masks`` has for each suit the ranks of
    which it has a card.
    """
    best = _of_ranks(counts, wild, level)
    for form, ranks, needed in _flushes(masks, wild):
        left = _less(counts, ranks, 1)
        cost, forms = _of_ranks(left, wild - needed, level)
        if cost - 3 < best[0]:
            best = cost - 3, (*forms, form)
    return best


def _flushes(masks: Sequence[int], wild: int) -> Iterator[tuple[Form, list[int], int]]:
    for mask in masks:
        for top, ranks, wanted in _FLUSHES:
            missing = 5 - (mask & wanted).bit_count()
            if missing <= wild:
                held = [rank for rank in ranks if mask >> rank & 1]
                yield (FLUSH_TIER, STRAIGHT_FLUSH, top), held, missing


def _less(counts: Counts, ranks: Sequence[int], copies: int) -> Counts:
    left = list(counts)
    for rank in ranks:
        left[rank] = max(left[rank] - copies, 0)
    return tuple(left)


@lru_cache(maxsize=1 << 17)
def _of_ranks(counts: Counts, wild: int, level: int) -> Arranged:
    """The division of cards whose suits do not matter: runs are taken out as long as that makes it cheaper."""
    runs: list[Form] = []
    cost = _cost(counts, wild, level)
    while len(runs) < _MOST_RUNS:
        best = None
        for kind, top, ranks, copies in _RUNS:
            short = 0
            for rank in ranks:
                if counts[rank] < copies:
                    short += copies - counts[rank]
            if short <= wild and short <= 1:
                left = _less(counts, ranks, copies)
                now = _cost(left, wild - short, level) + 2
                if now < cost:
                    cost, best = now, (left, wild - short, (0, kind, top))
        if best is None:
            break
        counts, wild, run = best
        cost -= 2
        runs.append(run)
    return cost + 2 * len(runs), (*runs, *_sets(counts, wild, level))


def _cost(counts: Counts, wild: int, level: int) -> int:
    """What sets and single cards cost: 2 a play, 1 a high one, and less than nothing for bombs."""
    cost = triples = pairs = 0
    for rank in range(13):
        count = counts[rank]
        if count >= 4:
            cost += 1 - count // 2 if count < 6 else 1 - count
        elif count == 3:
            triples += 1
        elif count == 2:
            pairs += 1
            cost -= rank in (level, _ACE)
        elif count:
            cost += 1 if rank in (level, _ACE) else 2
    boosted = min(wild, triples)
    triples -= boosted
    cost -= boosted
    black, red = counts[BLACK], counts[RED]
    cost -= 4 if black + red == 4 else red
    return cost + 2 * max(triples, pairs)


def _sets(counts: Counts, wild: int, level: int) -> list[Form]:
    forms: list[Form] = []
    triples: list[int] = []
    pairs: list[int] = []
    for rank in sorted(range(13), key=lambda each: strength(each, level)):
        count, power = counts[rank], strength(rank, level)
        if count >= 4:
            forms.append((TIERS[count], BOMB, power))
        elif count == 3 and wild:
            wild -= 1
            forms.append((TIERS[4], BOMB, power))
        elif count == 3:
            triples.append(power)
        elif count == 2:
            pairs.append(power)
        elif count:
            forms.append((0, SINGLE, power))
    houses = min(len(triples), len(pairs))
    forms += [(0, FULL_HOUSE, power) for power in triples[:houses]]
    forms += [(0, TRIPLE, power) for power in triples[houses:]]
    forms += [(0, PAIR, power) for power in pairs[houses:]]
    forms += [(0, SINGLE, 13)] * wild
    if counts[BLACK] + counts[RED] == 4:
        return [*forms, (JOKERS_TIER, JOKERS, 0)]
    forms += [(0, PAIR if counts[joker] == 2 else SINGLE, joker + 1) for joker in (BLACK, RED) if counts[joker]]
    return forms
