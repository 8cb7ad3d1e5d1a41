"""How a holding of Big A is divided into few plays, by somebody who keeps bombs together."""

from functools import lru_cache
from typing import Final

from tests.playouts.big_a.forms import (
    ACE,
    BIG_ACE_PAIR,
    BIG_ACE_STRENGTH,
    BLACK,
    DOUBLE_SEQUENCE,
    FOUR_JOKERS,
    OF_A_RANK,
    RANKS,
    RED,
    SEQUENCE,
    SINGLE,
    THREE_JOKERS,
    TWO_JOKERS,
    Form,
    place_rank,
    strength,
)

_HIGH: Final = strength(RANKS.index("A"))
_MOST_RUNS: Final = 5
_RUNS: Final = tuple(
    (kind, copies, top, top - start + 1, tuple(place_rank(place) for place in range(start, top + 1)))
    for kind, copies in ((SEQUENCE, 1), (DOUBLE_SEQUENCE, 2))
    for start in range(13)
    for top in range(start + 2, min(start + 8, 14))
)

Counts = tuple[int, ...]


@lru_cache(maxsize=1 << 17)
def arranged(counts: Counts, big: int) -> tuple[int, tuple[Form, ...]]:
    """A cost and the plays: runs are taken out as long as that makes it cheaper.

    ``counts`` are the cards of each rank and joker, ``big`` how many of the aces are Big A.
    """
    free = list(counts)
    free[ACE] -= big
    runs: list[Form] = []
    cost = _cost(free)
    while len(runs) < _MOST_RUNS:
        best = None
        for kind, copies, top, length, ranks in _RUNS:
            if any(free[rank] < copies for rank in ranks):
                continue
            for rank in ranks:
                free[rank] -= copies
            now = _cost(free) + 2
            for rank in ranks:
                free[rank] += copies
            if now < cost:
                cost, best = now, (kind, length * copies, top, copies, ranks)
        if best is None:
            break
        kind, size, top, copies, ranks = best
        for rank in ranks:
            free[rank] -= copies
        cost -= 2
        runs.append((kind, size, top))
    return cost + 2 * len(runs) - big, (*runs, *_sets(free, big))


def _cost(counts: list[int]) -> int:
    """What sets and single cards cost: 2 a play, 1 a high one, and nothing or less for bombs."""
    cost = 0
    for rank in range(13):
        count = counts[rank]
        if count >= 4:
            cost += 2 - count // 2 if count < 6 else 2 - count
        elif count == 3:
            cost += 1
        elif count:
            cost += 1 if strength(rank) >= _HIGH else 2
    jokers = counts[BLACK] + counts[RED]
    return cost - (jokers if jokers >= 2 else 0)


def _sets(counts: list[int], big: int) -> list[Form]:
    forms = [
        (OF_A_RANK[counts[rank] - 1], counts[rank], strength(rank))
        for rank in sorted(range(13), key=strength)
        if counts[rank]
    ]
    black, red = counts[BLACK], counts[RED]
    if black + red >= 3:
        forms.append((THREE_JOKERS if black + red == 3 else FOUR_JOKERS, black + red, 0))
    elif black + red == 2:
        forms.append((TWO_JOKERS, 2, int(red == 2)))
    else:
        forms += [(SINGLE, 1, joker) for joker in (BLACK, RED) if counts[joker]]
    if big == 2:
        return [*forms, (BIG_ACE_PAIR, 2, 0)]
    return [*forms, (SINGLE, 1, BIG_ACE_STRENGTH)] if big else forms
