"""What a row that is not whole can still become, and whether a board is certain to be foul."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import Final, NamedTuple

from engine.cards.packed import RANKS, SUITED, SUITS, Card, card_of, rank_of, suit_of
from engine.games.chinese_poker.ranks import FLUSHED, high_order
from engine.games.chinese_poker.rules import ROW_SIZES, Wheel

_LANE: Final = 4
_FULL: Final = (1 << _LANE - 1) - 1
_GUARDS: Final = sum(8 << _LANE * rank for rank in range(len(RANKS)))
_RANK_BITS: Final = 3
_FEW: Final = 3
"""The most cards that a row may lack to be examined; a row that lacks more can become nearly anything."""

_FRONT, _MIDDLE, _BACK = range(3)


class _Wanted(NamedTuple):
    strength: int
    counts: int
    """A lane for each rank."""
    size: int
    flush: bool
    single: bool
    """Whether all cards are of different ranks, so that it would be a flush if they were of one suit."""


@cache
def _classes(wheel: Wheel, size: int) -> tuple[_Wanted, ...]:
    """Every class of rows of a size with its ranks, the weakest first."""
    classes = []
    for key, strength in high_order(wheel).strengths.items():
        by_rank = [key >> _RANK_BITS * rank & _FULL for rank in range(len(RANKS))]
        counts = sum(count << _LANE * rank for rank, count in enumerate(by_rank))
        classes.append(_Wanted(strength, counts, sum(by_rank), bool(key & FLUSHED), max(by_rank) == 1))
    return tuple(sorted(wanted for wanted in classes if wanted.size == size))


def _counts(cards: Collection[Card]) -> int:
    return sum(1 << _LANE * rank_of(card) for card in cards)


def reachable(
    row: int, cards: Sequence[Card], live: frozenset[Card], wheel: Wheel, *, best_first: bool = False
) -> Iterator[int]:
    """The strengths that a row with some cards can reach with cards that are live, the weakest first."""
    classes = _classes(wheel, ROW_SIZES[row])
    have, may = _counts(cards), _counts(live)
    suits = {suit_of(card) for card in cards}
    for wanted in reversed(classes) if best_first else classes:
        lacking = (wanted.counts | _GUARDS) - have
        if lacking & _GUARDS != _GUARDS:
            continue
        lacking &= ~_GUARDS
        if (may | _GUARDS) - lacking & _GUARDS == _GUARDS and _suits_allow(wanted, lacking, suits, live):
            yield wanted.strength


def _suits_allow(wanted: _Wanted, lacking: int, suits: Collection[int], live: frozenset[Card]) -> bool:
    if wanted.size == ROW_SIZES[_FRONT] or not wanted.single or len(suits) > 1:
        return not wanted.flush
    ranks = [rank for rank in range(len(RANKS)) if lacking >> _LANE * rank & _FULL]
    own = list(suits) or range(len(SUITS))
    if wanted.flush:
        return any(all(card_of(rank, suit) in live for rank in ranks) for suit in own)
    if not suits:
        return True
    return any(card_of(rank, suit) in live for rank in ranks for suit in range(len(SUITS)) if suit not in suits)


def foul_is_certain(rows: Sequence[Sequence[Card]], dead: Collection[Card], *, wheel: Wheel, low_middle: bool) -> bool:
    """Whether no further cards can bring the rows of a board into order; ``dead`` are the cards that it cannot get.

    What each row can become is found for each row on its own, so two rows that need the same card are not noticed.
    """
    live = frozenset(SUITED).difference(dead, *rows)

    least = next(reachable(_FRONT, rows[_FRONT], live, wheel), 0)
    most = None
    if _looked_into(_BACK, rows):
        most = next(reachable(_BACK, rows[_BACK], live, wheel, best_first=True), 0)
    if low_middle or not _looked_into(_MIDDLE, rows):
        return most is not None and most < least
    middle = takewhile(lambda chance: most is None or chance <= most, reachable(_MIDDLE, rows[_MIDDLE], live, wheel))
    return not any(chance >= least for chance in middle)


def _looked_into(row: int, rows: Sequence[Sequence[Card]]) -> bool:
    return ROW_SIZES[row] - len(rows[row]) <= _FEW
