"""What cards form in Big A, and what beats what.

A rank is a number from 0 (the two) to 12 (the ace), 13 stands for a black joker, 14 for a red one.  A card is its
rank times 4 plus its suit, 52 and 53 the jokers.  A form is (kind, how many cards, strength).
"""

from collections.abc import Sequence
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
CARDS: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "BJ", "RJ")
ACE: Final = 12
FOUR: Final = RANKS.index("4")
BLACK: Final = 13
RED: Final = 14
BLACK_CARD: Final = 52
RED_CARD: Final = 53
BIG_ACE_STRENGTH: Final = 15

SINGLE, PAIR, SEQUENCE, DOUBLE_SEQUENCE, TRIPLE, FOUR_OF, FIVE, SIX = range(8)
TWO_JOKERS, TRIPLE_SEQUENCE, FAKE_EIGHT, SEVEN, TRUE_EIGHT, THREE_JOKERS, FOUR_JOKERS, BIG_ACE_PAIR = range(8, 16)
OF_A_RANK: Final = (SINGLE, PAIR, TRIPLE, FOUR_OF, FIVE, SIX, SEVEN, TRUE_EIGHT)
"""The kinds of one to eight cards of a rank."""
JOKERS: Final = (TWO_JOKERS, THREE_JOKERS, FOUR_JOKERS)
CAPTURED: Final = (TRIPLE, FOUR_OF, FIVE, SIX)
"""The kinds that one four fewer captures."""

Form = tuple[int, int, int]


def is_bomb(form: Form) -> bool:
    """Whether a form is listed among the bombs."""
    return form[0] >= TRIPLE


def strength(rank: int) -> int:
    """The place of a rank or joker in the order 4 5 … K A 2 3 and the jokers."""
    return rank if rank >= BLACK else (rank - FOUR) % 13


def height_of(form: Form) -> int:
    """Where a form stands among those of its kind, from 0 to 100; bombs of four and more are above all."""
    kind, _, power = form
    if kind >= FOUR_OF:
        return 100
    if kind in (SINGLE, PAIR):
        return 100 * power // BIG_ACE_STRENGTH
    return 70 if kind == TRIPLE else 100 * power // 13


def place_rank(place: int) -> int:
    """The rank at a place of A 2 3 … Q K A, from 0 to 13."""
    return (place - 1) % 13


def beats(form: Form, other: Form) -> bool:
    """Whether a form beats another."""
    kind, size, power = form
    if kind == other[0]:
        return size == other[1] and power > other[2]
    if not is_bomb(form):
        return False
    if is_bomb(other):
        return kind > other[0]
    if kind == TRIPLE:
        return other[0] in (PAIR, SEQUENCE) or (other[0] == SINGLE and other[2] < strength(BLACK))
    return kind != FOUR_OF or other != (SINGLE, 1, BIG_ACE_STRENGTH)


def fours(count: int) -> Form:
    """What so many fours are."""
    return OF_A_RANK[count - 1], count, strength(FOUR)


def window(top: int, length: int) -> Sequence[int]:
    """The ranks of a sequence by the place of its top."""
    return [place_rank(place) for place in range(top - length + 1, top + 1)]
