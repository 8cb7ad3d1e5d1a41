"""Cards that may be played in a climbing game: choices that differ only in suits that do not matter are one choice."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.cards.packed import ONE, Card, Holding, cards_text, unpack
from engine.climbing.reader import Form

Lot = tuple[tuple[Card, int], ...]
"""Cards of a hand that count as equal, and the number of copies of each."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Cards that may be played."""

    form: Form
    """What they count as."""
    cards: tuple[Card, ...]
    """One of the choices of cards."""
    ways: int
    """The number of choices of cards."""
    others: tuple[Form, ...] = ()
    """What else they may count as, the highest first."""
    captures: bool = False
    """Whether they take the cards on the table."""


class TakenCards:
    """The cards taken from some lots, and the number of ways to take as many from each."""

    __slots__ = ("cards", "ways")

    def __init__(self) -> None:
        self.cards: Final[list[Card]] = []
        self.ways = 1

    def take(self, lot: Lot, count: int) -> None:
        """Takes so many cards of a lot, which has at least as many."""
        if count:
            self.cards.extend(_first(lot, count))
            self.ways *= ways(lot, count)


@lru_cache(maxsize=10_000)
def ways(lot: Lot, count: int) -> int:
    """The number of different sets of so many cards of a lot."""
    sums = [1] + [0] * count
    for _, copies in lot:
        sums = [sum(sums[max(taken - copies, 0) : taken + 1]) for taken in range(count + 1)]
    return sums[count]


@lru_cache(maxsize=10_000)
def sets_of(lot: Lot, count: int) -> tuple[Holding, ...]:
    """The different sets of so many cards of a lot, packed."""
    sets: dict[int, list[Holding]] = {0: [0]}
    for card, copies in lot:
        sets = {
            taken: [
                cards + ONE[card] * more
                for more in range(min(copies, taken) + 1)
                for cards in sets.get(taken - more, ())
            ]
            for taken in range(count + 1)
        }
    return tuple(sets.get(count, ()))


def first_of(lot: Lot, count: int, beside: Holding = 0) -> Holding:
    """The set of so many cards of a lot that comes first by code points when it is written, with cards beside it."""
    return min(sets_of(lot, count), key=lambda cards: cards_text(unpack(cards + beside)))


@lru_cache(maxsize=10_000)
def _first(lot: Lot, count: int) -> tuple[Card, ...]:
    return tuple(card for card, copies in lot for _ in range(copies))[:count]


def beating_forms(forms: Sequence[Form], beaten_by: Container[object] | None) -> tuple[Form, ...]:
    """Those of some forms that beat the play on the table; all of them on a lead (None)."""
    return tuple(forms) if beaten_by is None else tuple(form for form in forms if form in beaten_by)
