"""Cards, their notation, and holdings as packed counts.

A card is a small integer.  A holding is one integer with a lane for each card, which counts the copies of the card.  A
lane has four bits for a joker or a card with a suit, and eight bits for a bare rank, because a hand may have many cards
of one rank.  The top bit of a lane is always 0, so that a subtraction of more copies than a lane has sets a bit of
``GUARDS``.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import product
from typing import Final

Card = int
Holding = int

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"

BLACK_JOKER: Final = 52
RED_JOKER: Final = 53
PROTECTOR_JOKER: Final = 54
EMPEROR_JOKER: Final = 55
FIRST_BARE: Final = 56
UNKNOWN: Final = FIRST_BARE + len(RANKS)

SUITED: Final = range(BLACK_JOKER)
JOKERS: Final = range(BLACK_JOKER, FIRST_BARE)

CARD_TEXTS: Final[tuple[str, ...]] = (
    *(rank + suit for rank, suit in product(RANKS, SUITS)),
    "BJ",
    "RJ",
    "BJ*",
    "RJ*",
    *RANKS,
    "??",
)

LANE_BITS: Final = 4
_LANE: Final = (1 << LANE_BITS) - 1
_WIDE_BITS: Final = 8
_WIDE_LANE: Final = (1 << _WIDE_BITS) - 1
SUITED_BITS: Final = LANE_BITS * FIRST_BARE
"""The number of bits of a holding that has no bare ranks."""
_SUITED_LANES: Final = (1 << SUITED_BITS) - 1
HOLDING_BITS: Final = SUITED_BITS + _WIDE_BITS * len(RANKS)

MOST_COPIES: Final = (1 << (LANE_BITS - 1)) - 1
"""The most copies of one card that a holding can count, except for a bare rank.  No deck has more than four."""
_SHIFTS: Final[tuple[int, ...]] = (
    *range(0, SUITED_BITS, LANE_BITS),
    *range(SUITED_BITS, HOLDING_BITS, _WIDE_BITS),
)
_MASKS: Final = (*[_LANE] * FIRST_BARE, *[_WIDE_LANE] * len(RANKS))
MOST: Final[tuple[int, ...]] = tuple(mask >> 1 for mask in _MASKS)
"""By card, the most copies that a holding can count."""
ONE: Final[tuple[Holding, ...]] = tuple(1 << shift for shift in _SHIFTS)
LANES: Final[tuple[Holding, ...]] = tuple(one * most for one, most in zip(ONE, MOST, strict=True))
"""By card, its lane without the top bit."""
_ONES: Final[Holding] = sum(ONE[:FIRST_BARE])
_TWOS: Final[Holding] = _ONES << 1
_FOURS: Final[Holding] = _ONES << 2
GUARDS: Final[Holding] = sum(one * (most + 1) for one, most in zip(ONE, MOST, strict=True))


def rank_of(card: Card) -> int:
    """The index into ``RANKS`` of a card that is not a joker.  Jokers and unknown cards have no rank."""
    return card >> 2 if card < BLACK_JOKER else card - FIRST_BARE


def bare_card(rank: int) -> Card:
    """The card with a given rank (as an index) and no suit."""
    return FIRST_BARE + rank


def bare_of(card: Card) -> Card:
    """A card without its suit; a joker, marked or not, does not change."""
    return FIRST_BARE + (card >> 2) if card < BLACK_JOKER else card


def suit_of(card: Card) -> int:
    """The index into ``SUITS`` of a card with a suit."""
    return card & 3


def card_of(rank: int, suit: int) -> Card:
    """The card with a given rank and suit, both as indices."""
    return rank * 4 + suit


def card_text(card: Card) -> str:
    """The card as logs write it."""
    return CARD_TEXTS[card]


def cards_text(cards: Iterable[Card]) -> str:
    """Cards as logs write them, separated by spaces."""
    return " ".join(CARD_TEXTS[card] for card in cards)


def parse_rank(text: str) -> int | None:
    """The index of a rank from its text in upper or lower case (``10`` is ``T``), or None."""
    upper = text.upper()
    rank = RANKS.find("T" if upper == "10" else upper) if upper else -1
    return rank if rank >= 0 and (len(upper) == 1 or upper == "10") else None


def _spellings() -> dict[str, Card]:
    spellings: dict[str, Card] = {}
    for card, text in enumerate(CARD_TEXTS):
        forms = {text, "10" + text[1:]} if text[0] == "T" else {text}
        for form in forms:
            spellings |= {"".join(letters): card for letters in product(*({c.lower(), c.upper()} for c in form))}
    return spellings


SPELLINGS: Final = _spellings()
"""Every text that is read as a card, in upper and lower case, with ``10`` for ``T``."""


def parse_card(text: str) -> Card | None:
    """The card that a text names, or None."""
    return SPELLINGS.get(text)


def pack(cards: Iterable[Card]) -> Holding:
    """The holding of some cards; none of them may be unknown."""
    return sum(map(ONE.__getitem__, cards))


def overfull(cards: Iterable[Card]) -> bool:
    """Whether a card occurs so often among others that a holding cannot count its copies."""
    counts = Counter(cards)
    return any(count > MOST[card] for card, count in counts.items())


def unpack(holding: Holding) -> list[Card]:
    """The cards of a holding, sorted by number."""
    cards: list[Card] = []
    bare = holding >> SUITED_BITS
    holding &= _SUITED_LANES
    while holding:
        card = ((holding & -holding).bit_length() - 1) // LANE_BITS
        lane = holding & _LANE << LANE_BITS * card
        cards += [card] * (lane >> LANE_BITS * card)
        holding -= lane
    card = FIRST_BARE
    while bare:
        cards += [card] * (bare & _WIDE_LANE)
        bare >>= _WIDE_BITS
        card += 1
    return cards


def copies(holding: Holding, card: Card) -> int:
    """The number of copies of a card in a holding."""
    return holding >> _SHIFTS[card] & _MASKS[card]


def size(holding: Holding) -> int:
    """The number of cards in a holding."""
    bare = holding >> SUITED_BITS
    counted = (holding & _ONES).bit_count() + 2 * (holding & _TWOS).bit_count() + 4 * (holding & _FOURS).bit_count()
    return counted + sum(bare.to_bytes(len(RANKS), "little")) if bare else counted


def common(one: Holding, other: Holding) -> Holding:
    """The cards that are in both holdings, each as often as in the holding that has fewer of it."""
    if not one or not other:
        return 0
    return _lane_by_lane(one, other, min)


def less(one: Holding, other: Holding) -> Holding:
    """The first holding without the cards of the second; cards that it does not have are ignored."""
    left = (one | GUARDS) - other
    if left & GUARDS == GUARDS:
        return left ^ GUARDS
    return _lane_by_lane(one, other, lambda has, goes: max(has - goes, 0))


def with_card(holding: Holding, card: Card) -> Holding:
    """A holding with one more card; a full lane does not change."""
    return holding + ONE[card] if copies(holding, card) < MOST[card] else holding


def added(one: Holding, other: Holding) -> Holding:
    """Both holdings together; a lane that would overflow is set to its highest count."""
    both = one + other
    if not both & GUARDS:
        return both
    return sum(ONE[card] * min(copies(one, card) + copies(other, card), MOST[card]) for card in range(UNKNOWN))


def _lane_by_lane(one: Holding, other: Holding, combine: Callable[[int, int], int]) -> Holding:
    return sum(ONE[card] * combine(copies(one, card), copies(other, card)) for card in range(UNKNOWN))
