"""The deals of the unseen cards that fit what a seat knows: all that differ, or drawn ones."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import comb
from typing import Final

from engine.cards.packed import ONE, Card, Holding
from engine.cards.shuffling import shuffled, words_of
from engine.replay.seen import SeatKnowledge, World

_REDRAWS: Final = 100_000
"""How often one deal is drawn until it fits.  A deal that fits has a chance of one in some hundreds at least."""


class NoFittingDealError(Exception):
    """No deal that fits was drawn."""


def ways(seen: SeatKnowledge, most: int) -> list[tuple[int, World]] | None:
    """The deals that fit and differ, each with the number of ways to lay the single cards so; None if more than
    ``most`` do.
    """
    deals = list(islice(_ways(seen), most + 1))
    return deals if len(deals) <= most else None


def _ways(seen: SeatKnowledge) -> Iterator[tuple[int, World]]:
    kinds: dict[Card, list[Card]] = {}
    for card in sorted(seen.unseen, key=lambda card: card not in seen.deciding):
        kinds.setdefault(seen.kind(card), []).append(card)
    lots = list(kinds.values())
    decided = sum(not seen.deciding.isdisjoint(lot) for lot in lots)

    def dealt(place: int, hands: list[Holding], free: list[int], weight: int) -> Iterator[tuple[int, World]]:
        if place == decided and seen.world(hands) is None:
            return
        if place == len(lots):
            world = seen.world(hands)
            assert world is not None
            yield weight, world
            return
        for parts in _shares(len(lots[place]), free):
            after, left, times, start = list(hands), list(free), weight, 0
            for seat, number in enumerate(parts):
                times *= comb(len(lots[place]) - start, number)
                after[seat] += sum(ONE[card] for card in lots[place][start : start + number])
                left[seat] -= number
                start += number
            yield from dealt(place + 1, after, left, times)

    return dealt(0, list(seen.known), list(seen.free), 1)


def _shares(cards: int, free: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to give a number of equal cards to hands with so many free places."""
    if not free:
        if not cards:
            yield ()
        return
    for number in range(min(cards, free[0]) + 1):
        for rest in _shares(cards - number, free[1:]):
            yield number, *rest


def drawn(seen: SeatKnowledge, name: str) -> World:
    """The deal of a name: shuffled by the words of the SHA-256 of the name, and drawn again until it fits.

    Raises NoFittingDealError.
    """
    words = words_of(name)
    for _ in range(_REDRAWS):
        cards = shuffled(seen.unseen, words)
        hands, start = [], 0
        for known, free in zip(seen.known, seen.free, strict=True):
            hands.append(known + sum(ONE[card] for card in cards[start : start + free]))
            start += free
        world = seen.world(hands)
        if world is not None:
            return world
    raise NoFittingDealError
