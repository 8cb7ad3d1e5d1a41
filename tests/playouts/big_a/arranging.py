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
    (kind, copies, top, ranks, sum(1 << rank for rank in ranks))
    for kind, copies in ((SEQUENCE, 1), (DOUBLE_SEQUENCE, 2))
    for start in range(13)
    for top in range(start + 2, min(start + 8, 14))
    for ranks in (tuple(place_rank(place) for place in range(start, top + 1)),)
)
"""Each with its ranks, and a bit for each of them."""

Counts = tuple[int, ...]


@lru_cache(maxsize=1 << 17)
def arranged(counts: Counts, big: int) -> tuple[int, tuple[Form, ...]]:
    """A cost and the plays: runs are taken out as long as that makes it cheaper.

    ``counts`` are the cards of each rank and joker, ``big`` how many of the aces are Big A.
    """
    free = list(counts)
    free[ACE] -= big
    runs: list[Form] = []
    jokers = free[BLACK] + free[RED]
    cost = sum(_COSTS[rank][free[rank]] for rank in range(13)) - (jokers if jokers >= 2 else 0)
    while len(runs) < _MOST_RUNS:
        # By the copies of a run: what it changes to take so many of a rank, and a bit for each rank that has them.
        changes = [
            [costs[max(count - copies, 0)] - costs[count] for costs, count in zip(_COSTS, free, strict=False)]
            for copies in range(3)
        ]
        held = [sum(1 << rank for rank in range(13) if free[rank] >= copies) for copies in range(3)]
        best, most = None, -2
        for run in _RUNS:
            _, copies, _, ranks, bits = run
            if held[copies] & bits == bits:
                change = sum([changes[copies][rank] for rank in ranks])
                if change < most:
                    best, most = run, change
        if best is None:
            break
        kind, copies, top, ranks, _ = best
        for rank in ranks:
            free[rank] -= copies
        cost += most
        runs.append((kind, len(ranks) * copies, top))
    return cost + 2 * len(runs) - big, (*runs, *_sets(free, big))


def _cost(count: int, *, high: bool) -> int:
    """What cards of a rank cost: 2 a play, 1 a high one, and nothing or less for bombs."""
    if count >= 4:
        return 2 - count // 2 if count < 6 else 2 - count
    if count == 3:
        return 1
    return (1 if high else 2) if count else 0


_COSTS: Final = tuple(tuple(_cost(count, high=strength(rank) >= _HIGH) for count in range(9)) for rank in range(13))
"""By rank and number of cards."""


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
