"""Whether some cards of a hand of Big A beat the play on the table, or capture it."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from engine.cards.packed import BLACK_JOKER, RANKS, RED_JOKER, Card, Holding, copies, rank_of, unpack
from engine.games.big_a.combinations import (
    BIG_ACE_PAIR,
    BIG_STRENGTH,
    BLACK_STRENGTH,
    CAPTURED,
    HIGH_ACE,
    JOKER_KINDS,
    LONGEST,
    ORDER,
    PAIR,
    RED_STRENGTH,
    RUNS,
    SINGLE,
    Form,
    all_beaters,
    kind_of,
    size_of,
    strength_of,
)
from engine.games.big_a.reader import ACE, FOUR

BLACK, RED, BIG, PLAIN_ACE = range(len(RANKS), len(RANKS) + 4)
"""The places in a count of cards after those of the ranks: jokers, Big A, and aces that are not Big A."""
_JOKERS: Final[Mapping[int, int]] = {BLACK_STRENGTH: BLACK, RED_STRENGTH: RED, BIG_STRENGTH: BIG}

Needs = tuple[tuple[int, int], ...]
"""Places in a count of cards, and how many cards each must have."""


def can_beat(holding: Holding, form: Form, big: Card | None) -> bool:
    """Whether some cards of a holding beat a form, or are fours that capture it; ``big`` is the Big A."""
    counts = rank_counts(holding, big)
    if kind_of(form) in CAPTURED and counts[FOUR] >= size_of(form) - 1:
        return True
    return any(all(counts[place] >= least for place, least in needs) for needs in _needs_to_beat(form))


def rank_counts(holding: Holding, big: Card | None) -> list[int]:
    """The number of cards of each rank, of jokers, of Big A, and of aces that are not Big A."""
    counts = [0] * (PLAIN_ACE + 1)
    for card in unpack(holding):
        if card == BLACK_JOKER:
            counts[BLACK] += 1
        elif card == RED_JOKER:
            counts[RED] += 1
        else:
            counts[rank_of(card)] += 1
    counts[BIG] = 0 if big is None else copies(holding, big)
    counts[PLAIN_ACE] = counts[ACE] - counts[BIG]
    return counts


@cache
def _needs_to_beat(form: Form) -> tuple[Needs, ...]:
    """What each of the forms needs that beat a form; those with the fewest cards first."""
    return tuple(needs_of(other) for other in sorted(all_beaters()[form], key=lambda other: (size_of(other), other)))


@cache
def needs_of(form: Form) -> Needs:
    """What a form needs."""
    return tuple(_needs(kind_of(form), size_of(form), strength_of(form)))


def _needs(kind: int, size: int, strength: int) -> Iterator[tuple[int, int]]:
    if kind in RUNS:
        yield from _needs_of_run(RUNS[kind], size // RUNS[kind], strength)
    elif kind == BIG_ACE_PAIR:
        yield BIG, size
    elif kind == SINGLE and strength >= BLACK_STRENGTH:
        yield _JOKERS[strength], size
    elif kind in JOKER_KINDS:
        yield RED, strength
        yield BLACK, size - strength
    else:
        rank = RANKS.index(ORDER[strength])
        yield rank, size
        if rank == ACE and kind in (SINGLE, PAIR):
            yield PLAIN_ACE, 1


def _needs_of_run(width: int, length: int, top: int) -> Iterator[tuple[int, int]]:
    for place in range(top - length + 1, top + 1):
        rank = (place - 2) % len(RANKS)
        yield rank, width * 2 if length == LONGEST and place == HIGH_ACE else width
