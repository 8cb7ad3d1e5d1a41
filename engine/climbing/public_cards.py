"""The cards of a hand that every seat has seen, such as tribute: of equal cards these count as played first.

Otherwise, what is left of them would show whether the hand had another card of the same kind.
"""

from collections.abc import Iterable

from engine.cards.packed import (
    BLACK_JOKER,
    FIRST_BARE,
    ONE,
    SUITS,
    Card,
    Holding,
    bare_of,
    card_of,
    copies,
    pack,
    rank_of,
    unpack,
)


def without_played(public: Holding, cards: Iterable[Card]) -> Holding:
    """The public cards that are left after some cards went out of the hand.

    A card without a suit may be any public card of its rank; if these have different suits, those that are left have
    none.
    """
    for card in cards:
        if not public:
            break
        if not copies(public, card):
            public, card = _of_unknown_suit(public, card)
        public -= ONE[card] * min(copies(public, card), 1)
    return public


def _of_unknown_suit(public: Holding, card: Card) -> tuple[Holding, Card]:
    """The public cards, and the one of them that a card which is not among them may be."""
    if BLACK_JOKER <= card < FIRST_BARE:
        return public, card
    if card < BLACK_JOKER:
        return public, bare_of(card)
    rank = rank_of(card)
    suited = [card_of(rank, suit) for suit in range(len(SUITS)) if copies(public, card_of(rank, suit))]
    if len(suited) == 1:
        return public, suited[0]
    counts = [copies(public, other) for other in suited]
    return public - sum(ONE[other] * count for other, count in zip(suited, counts, strict=True)) + ONE[card] * sum(
        counts
    ), card


def still_held(public: Holding, known: Holding) -> Holding:
    """Those of the public cards that a hand of known cards can hold."""
    held: list[Card] = []
    for card in sorted(set(unpack(public))):
        if card < BLACK_JOKER:
            most = copies(known, card) + copies(known, bare_of(card))
        elif card < FIRST_BARE:
            most = copies(known, card)
        else:
            most = sum(bare_of(other) == card for other in unpack(known))
        held += [card] * min(copies(public, card), most)
    return pack(held)
