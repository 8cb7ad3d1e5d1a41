"""A hand of open-face or pineapple in which every seat places, in turn, the cards just dealt to it."""

from collections.abc import Sequence

from engine.cards.packed import ONE, Card, Holding
from engine.games.chinese_poker.reader import DISCARD, placements
from engine.games.chinese_poker.rules import ROW_SIZES

Placed = tuple[list[Card], ...]
"""The cards of each row, and those that were discarded."""


def placed_in_turn(
    actions: Sequence[str], seats: Sequence[str], dealt: Sequence[Sequence[Holding] | None], *, discards: int
) -> list[Placed] | None:
    """What each seat has placed in a whole hand; None if an action is not plainly in order.

    ``seats`` are in the order of play.  ``dealt`` has the cards of each of them by turn, all of them different; None if
    they are not all known.  ``discards`` is the number of cards that a seat discards on each turn but the first.
    """
    if len(actions) % len(seats) or any(cards is None or len(cards) * len(seats) != len(actions) for cards in dealt):
        return None
    of_word = placements(discards=discards > 0)
    found: list[Placed] = []
    for place, (seat, streets) in enumerate(zip(seats, dealt, strict=True)):
        assert streets is not None
        away = 0
        laid: Placed = tuple([] for _ in (*ROW_SIZES, DISCARD))
        for text, street in zip(actions[place :: len(seats)], streets, strict=True):
            words = text.split(" ")
            if words[0] != seat or words[1:2] != ["place"] or len(words) != 2 + street.bit_count():
                return None
            cards = 0
            for word in words[2:]:
                placed = of_word.get(word)
                if placed is None:
                    return None
                card, row = placed
                cards += ONE[card]
                laid[row].append(card)
            if cards != street or len(laid[DISCARD]) != away:
                return None
            away += discards
        if tuple(map(len, laid[:DISCARD])) != ROW_SIZES:
            return None
        found.append(laid)
    return found
