"""A hand of open-face or pineapple in which every seat places, in turn, the cards just dealt to it."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from engine.cards.packed import LANE_BITS, ONE, SUITED_BITS, Card, Holding
from engine.games.chinese_poker.reader import DECK, DISCARD
from engine.games.chinese_poker.rules import ROW_SIZES, ROWS

_ROW: Final = tuple(1 << SUITED_BITS + LANE_BITS * row for row in range(DISCARD + 1))
"""By row, one card of it: a lane above those of the cards."""
_CARDS: Final = (1 << SUITED_BITS) - 1

Placed = tuple[list[Card], ...]
"""The cards of each row, and those that were discarded."""


@cache
def _placements() -> Mapping[str, tuple[int, Card, int]]:
    """By word, such as ``5h:back``: its card and its row as counts, its card, and its row."""
    return MappingProxyType(
        {
            f"{text}:{name}": (ONE[card] + _ROW[row], card, row)
            for text, card in DECK.spellings.items()
            for row, name in enumerate((*ROWS, "discard"))
        }
    )


def placed_in_turn(
    actions: Sequence[str], seats: Sequence[str], dealt: Sequence[Sequence[Holding] | None], *, discards: int
) -> list[Placed] | None:
    """What each seat has placed in a whole hand; None if an action is not plainly in order.

    ``seats`` are in the order of play.  ``dealt`` has the cards of each of them by turn, all of them different; None if
    they are not all known.  ``discards`` is the number of cards that a seat discards on each turn but the first.
    """
    if len(actions) % len(seats) or any(cards is None or len(cards) * len(seats) != len(actions) for cards in dealt):
        return None
    of_word = _placements()
    found: list[Placed] = []
    for place, (seat, streets) in enumerate(zip(seats, dealt, strict=True)):
        assert streets is not None
        laid: Placed = tuple([] for _ in _ROW)
        discarded = 0
        for text, street in zip(actions[place :: len(seats)], streets, strict=True):
            words = text.split(" ")
            if words[0] != seat or words[1:2] != ["place"] or len(words) != 2 + street.bit_count():
                return None
            counts = 0
            for word in words[2:]:
                one = of_word.get(word)
                if one is None:
                    return None
                counts += one[0]
                laid[one[2]].append(one[1])
            if counts & _CARDS != street or counts >> SUITED_BITS + LANE_BITS * DISCARD != discarded:
                return None
            discarded = discards
        if tuple(map(len, laid[:DISCARD])) != ROW_SIZES:
            return None
        found.append(laid)
    return found
