"""The cards that a game deals, as data for those who choose cards from a picture of the deck."""

from collections.abc import Mapping

from msgspec import Struct

from engine.cards.packed import CARD_TEXTS, Holding, unpack


class Pack(Struct, frozen=True):
    """The deck of a game under a rule set, and how much of it a seat is dealt."""

    cards: Mapping[str, int]
    """By card as logs write it, in the order of the deck, how many copies there are."""
    most: int
    """The most cards that a seat is dealt at once; 0 if the seats draw their cards during the hand."""


def pack_of(deck: Holding, most: int) -> Pack:
    """The pack of a deck."""
    counts: dict[str, int] = {}
    for card in unpack(deck):
        counts[CARD_TEXTS[card]] = counts.get(CARD_TEXTS[card], 0) + 1
    return Pack(counts, most)
