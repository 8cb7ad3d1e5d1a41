"""What wild cards stand for, from the kind and rank of a play that a platform gives."""

from collections.abc import Sequence
from typing import Final

from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, RANKS, RED_JOKER, SUITS, Card, suit_of
from engine.games.guandan.combinations import (
    JOKER_BOMB,
    SEQUENCES,
    KindName,
    Run,
    kind_named,
    missing_ranks,
    rank_with_jokers,
    wild_card,
)

_ACE: Final = len(RANKS) - 1


def play_texts(name: KindName, lowest: int, cards: Sequence[Card], level: int) -> list[str] | None:
    """The cards of a play as an action writes them, with a claim on each wild card that needs one.

    ``name`` is the name of its kind.  ``lowest`` is the rank of the play.  For a sequence it is its lowest rank, which
    can be an ace below 2.  The ranks of jokers are those of ``wild_ranks.JOKER_RANKS``.  None if the cards cannot be of
    that kind.

    In singles, pairs, triples and bombs of the level rank, wild cards count as themselves and get no claim.  In other
    plays each wild card gets a claim: only a rank if the suit does not matter, and a suit too in a straight flush and
    in a straight whose other cards are all of one suit, because that must not become a straight flush.
    """
    kind = kind_named(name, len(cards))
    if kind is JOKER_BOMB:
        return _texts(cards) if sorted(cards) == [BLACK_JOKER, BLACK_JOKER, RED_JOKER, RED_JOKER] else None
    if kind is None or lowest < 0:
        return None
    wild = wild_card(level)
    others = [card for card in cards if card != wild]
    missing = missing_ranks(kind, lowest, [rank_with_jokers(card) for card in others], level)
    if missing is None or len(missing) != len(cards) - len(others):
        return None
    if kind.equal and lowest == level:
        return _texts(cards)
    suit = _claimed_suit(kind.run, {suit_of(card) for card in others}, bool(missing))
    if suit is None:
        return None
    claims = iter(missing)
    return [f"{CARD_TEXTS[card]}={RANKS[next(claims)]}{suit}" if card == wild else CARD_TEXTS[card] for card in cards]


def lowest_of(name: KindName, highest: int) -> int:
    """The lowest rank of a sequence with a given highest rank; an ace below 2 counts as the ace."""
    length = next((run.length for kind, run in SEQUENCES if kind.name == name), 1)
    lowest = highest - length + 1
    return _ACE if lowest == -1 else lowest


def _claimed_suit(run: Run | None, suits: set[int], wild: bool) -> str | None:
    """The suit of the claims, empty if it does not matter; None if the suits do not fit the kind."""
    if run is None or run.one_suit is None:
        return ""
    if run.one_suit:
        return SUITS[min(suits)] if len(suits) == 1 else None
    if len(suits) == 1:
        return SUITS[0 if min(suits) else 1] if wild else None
    return ""


def _texts(cards: Sequence[Card]) -> list[str]:
    return [CARD_TEXTS[card] for card in cards]
