"""The ranks that the wild cards of a play fill, from its kind and its lowest rank."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards.packed import BLACK_JOKER, RANKS, RED_JOKER, Card, rank_of
from engine.games.guandan.kinds import FULL_HOUSE, CombinationKind

_ACE: Final = len(RANKS) - 1

JOKER_RANKS: Final[Mapping[Card, int]] = {BLACK_JOKER: _ACE + 1, RED_JOKER: _ACE + 2}
"""The jokers as ranks of a single or a pair."""


def missing_ranks(kind: CombinationKind, lowest: int, ranks: Sequence[int], level: int) -> list[int] | None:
    """The ranks that the wild cards fill, from low to high; None if the other cards do not fit.

    ``lowest`` is the rank of the play, for a sequence its lowest rank, which can be an ace below 2.  ``ranks`` are
    those of the other cards; the ranks of jokers are ``JOKER_RANKS``.
    """
    needs = _needs(kind, lowest, ranks, level)
    if needs is None:
        return None
    for rank in ranks:
        if not needs.get(rank):
            return None
        needs[rank] -= 1
    missing = [rank for rank, count in needs.items() for _ in range(count)]
    return None if any(rank > _ACE for rank in missing) else missing


def rank_with_jokers(card: Card) -> int:
    """The rank of a card; of a joker, that of ``JOKER_RANKS``."""
    return JOKER_RANKS[card] if card >= BLACK_JOKER else rank_of(card)


def _needs(kind: CombinationKind, lowest: int, ranks: Sequence[int], level: int) -> dict[int, int] | None:
    """The number of cards of each rank in the play, from the lowest rank up."""
    if kind is FULL_HOUSE:
        pair = next((rank for rank in ranks if rank != lowest), level)
        return {lowest: 3, pair: 2} if lowest <= _ACE and pair != lowest else None
    if kind.run is None:
        return None if kind.bomb and lowest > _ACE else {lowest: kind.size}
    start = -1 if lowest == _ACE else lowest
    if start < -1 or start + kind.run.length - 1 > _ACE:
        return None
    return {rank % len(RANKS): kind.run.each for rank in range(start, start + kind.run.length)}
