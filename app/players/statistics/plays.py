"""How ``HAND_PLAYS`` says what was played, and by which seats in which hands, in few numbers."""

from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import ColumnElement, Integer, case, literal, select
from sqlalchemy.orm import Session

from app.database.tables.statistics import HAND_PLAYS, WORDS

BLOCK: Final = 12
"""The hands of a match that share a row: those of block 0 are 0 to 11."""
SEATS: Final = 5
"""The most seats that a game has; bit ``hand % BLOCK * SEATS + seat`` is that of a seat in a hand."""
RANKS: Final = 32
"""More ranks than a kind has, and no rank."""
OF_KIND: Final = RANKS * 128
"""More sizes than a kind has, each with its ranks: the plays of a kind are those from ``kind * OF_KIND``."""


def play_number(kind: int, size: int, rank: int) -> int:
    """A kind (the number of its word), number of cards and rank as one number."""
    return kind * OF_KIND + size * RANKS + rank + 1


def size_and_rank(play: int) -> tuple[int, int]:
    """The number of cards and the rank of such a number."""
    size, rank = divmod(play % OF_KIND, RANKS)
    return size, rank - 1


def bit_of(hand: int, seat: int) -> int:
    """What a seat in a hand adds to ``seats`` of its block."""
    return 1 << hand % BLOCK * SEATS + seat


def hands_and_seats(block: int, seats: int) -> Iterator[tuple[int, int]]:
    """The hands and seats that a row is about, in order."""
    for bit in range(seats.bit_length()):
        if seats >> bit & 1:
            hand, seat = divmod(bit, SEATS)
            yield block * BLOCK + hand, seat


def has_hands(seats: ColumnElement[Any]) -> list[ColumnElement[int]]:
    """For each hand of a block whether ``seats`` has one in it (1, 0)."""
    of_hands = (seats.bitwise_rshift(literal(hand * SEATS, Integer)).bitwise_and(2**SEATS - 1) for hand in range(BLOCK))
    return [case((hand > 0, 1), else_=0) for hand in of_hands]


def is_in_some(seats: ColumnElement[Any], seat: ColumnElement[Any]) -> ColumnElement[bool]:
    """The condition that ``seats`` has a seat in some hand of the block."""
    return seats.bitwise_rshift(seat).bitwise_and(sum(1 << hand * SEATS for hand in range(BLOCK))) > 0


def is_among(seats: ColumnElement[Any], hand: ColumnElement[Any], seat: ColumnElement[Any]) -> ColumnElement[bool]:
    """The condition that ``seats`` of the block of a hand has a seat in it."""
    return seats.bitwise_rshift(hand % BLOCK * SEATS + seat).bitwise_and(1) == 1


def highest_plays(session: Session, kind: str, limit: int) -> list[tuple[int, int, int]]:
    """The match, hand and seat (from 0) of the highest plays of a kind, by size and rank, the oldest match first.

    It reads so many rows of an index; a row counts once.
    """
    number = session.scalar(select(WORDS.c.id).where(WORDS.c.text == kind))
    if number is None:
        return []
    plays = HAND_PLAYS.c
    rows = session.execute(
        select(plays.match, plays.block, plays.seats)
        .where(plays.play >= number * OF_KIND, plays.play < (number + 1) * OF_KIND)
        .order_by(plays.play.desc(), plays.match, plays.block)
        .limit(limit)
    )
    return [(match, *next(hands_and_seats(block, seats))) for match, block, seats in rows]
