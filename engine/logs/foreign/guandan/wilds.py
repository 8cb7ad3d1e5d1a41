"""What wild cards stand for, told from the type and rank that a platform gives a play."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final

from engine.cards.packed import BLACK_JOKER, CARD_TEXTS, RANKS, RED_JOKER, SUITS, Card, rank_of, suit_of
from engine.logs.foreign.guandan.notation import wild_card

_ACE: Final = len(RANKS) - 1

JOKER_RANKS: Final[Mapping[Card, int]] = {BLACK_JOKER: _ACE + 1, RED_JOKER: _ACE + 2}
"""The jokers as ranks of a single or a pair."""


class Shape(Enum):
    """A type of play."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    FULL_HOUSE = "full house"
    STRAIGHT = "straight"
    STRAIGHT_FLUSH = "straight flush"
    TUBE = "tube"
    PLATE = "plate"
    BOMB = "bomb"
    JOKER_BOMB = "joker bomb"


_SAME: Final[Mapping[Shape, int]] = {Shape.SINGLE: 1, Shape.PAIR: 2, Shape.TRIPLE: 3}
"""How many cards of its one rank a play has."""

_RUNS: Final[Mapping[Shape, tuple[int, int]]] = {
    Shape.STRAIGHT: (5, 1),
    Shape.STRAIGHT_FLUSH: (5, 1),
    Shape.TUBE: (3, 2),
    Shape.PLATE: (2, 3),
}
"""How many ranks follow one another in a sequence, and how many cards there are of each."""


def spoken(shape: Shape, lowest: int, cards: Sequence[Card], level: int) -> list[str] | None:
    """The cards of a play as an action writes them, with a claim on each wild card that needs one.

    ``lowest`` is the rank of the play, of a sequence its lowest, an ace that stands below 2 included;
    ranks of jokers are those of ``JOKER_RANKS``.  None where the cards cannot be what is said of them.

    Singles, pairs, triples and bombs of the level rank hold wild cards as what they are, so nothing is claimed
    there.  Elsewhere each is claimed: by rank alone where the suit decides nothing; with the suit in a straight
    flush, and in a straight whose other cards are all of one suit, which must not become a straight flush.
    """
    if shape is Shape.JOKER_BOMB:
        return _texts(cards) if sorted(cards) == [BLACK_JOKER, BLACK_JOKER, RED_JOKER, RED_JOKER] else None
    if lowest < 0:
        return None
    wild = wild_card(level)
    others = [card for card in cards if card != wild]
    missing = _missing(shape, lowest, [_rank(card) for card in others], len(cards), level)
    if missing is None or len(missing) != len(cards) - len(others):
        return None
    if (shape in _SAME or shape is Shape.BOMB) and lowest == level:
        return _texts(cards)
    suit = _claimed_suit(shape, {suit_of(card) for card in others}, bool(missing))
    if suit is None:
        return None
    claims = iter(missing)
    return [f"{CARD_TEXTS[card]}={RANKS[next(claims)]}{suit}" if card == wild else CARD_TEXTS[card] for card in cards]


def lowest_of(shape: Shape, highest: int) -> int:
    """The lowest rank of a sequence whose highest is given; an ace below 2 is the ace."""
    lowest = highest - _RUNS.get(shape, (1, 1))[0] + 1
    return _ACE if lowest == -1 else lowest


def _claimed_suit(shape: Shape, suits: set[int], wild: bool) -> str | None:
    """The suit that claims name, empty where it decides nothing; None where the suits do not fit the type."""
    if shape is Shape.STRAIGHT_FLUSH:
        return SUITS[min(suits)] if len(suits) == 1 else None
    if shape is Shape.STRAIGHT and len(suits) == 1:
        return SUITS[0 if min(suits) else 1] if wild else None
    return ""


def _missing(shape: Shape, lowest: int, ranks: list[int], size: int, level: int) -> list[int] | None:
    """The ranks that the wild cards fill, in rising order; None where the other cards do not fit."""
    needs = _needs(shape, lowest, ranks, size, level)
    if needs is None or sum(needs.values()) != size:
        return None
    for rank in ranks:
        if not needs.get(rank):
            return None
        needs[rank] -= 1
    missing = [rank for rank, count in needs.items() for _ in range(count)]
    return None if any(rank > _ACE for rank in missing) else missing


def _needs(shape: Shape, lowest: int, ranks: list[int], size: int, level: int) -> dict[int, int] | None:
    """How many cards of each rank the play has, from the lowest up."""
    if shape is Shape.BOMB:
        return {lowest: size} if 4 <= size <= 10 and lowest <= _ACE else None
    if shape is Shape.FULL_HOUSE:
        pair = next((rank for rank in ranks if rank != lowest), level)
        return {lowest: 3, pair: 2} if lowest <= _ACE and pair != lowest else None
    if shape in _SAME:
        return {lowest: _SAME[shape]}
    run, each = _RUNS[shape]
    start = -1 if lowest == _ACE else lowest
    if start < -1 or start + run - 1 > _ACE:
        return None
    return {rank % len(RANKS): each for rank in range(start, start + run)}


def _rank(card: Card) -> int:
    return JOKER_RANKS[card] if card >= BLACK_JOKER else rank_of(card)


def _texts(cards: Sequence[Card]) -> list[str]:
    return [CARD_TEXTS[card] for card in cards]
