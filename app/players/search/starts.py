"""Where a search may begin: rows of an index, the newest hands first, that any hand found must be among."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    Table,
    and_,
    case,
    func,
    literal,
    select,
    true,
    tuple_,
    union_all,
)
from sqlalchemy.orm import Session

from app.database.tables.notes import NOTE_WORDS, NOTED_HANDS
from app.database.tables.reviews import REVIEWED_SEATS
from app.database.tables.statistics import COUNTED_MATCHES, FACTS, HAND_CODES, HAND_LEVELS, HAND_PLAYS, RULED_HANDS
from app.players.statistics.plays import BLOCK, OF_KIND

HANDS: Final = 2**16
"""More hands than a match has: a hand of a match is at ``match * HANDS + hand``."""
FIRST: Final = 512
"""Rows of an index that are looked at before more are: most pages are full with them."""
LEAST_FIRST: Final = 64
LEAST: Final = 256
"""Rows of each part of an index that are read at least, the first time and then."""

_LAST: Final = 2**31 - 1
"""The last number that a match can have."""

_HANDS: Final = 4
"""Hands of a block that have a play, about."""
_NO_SEAT: Final = -1
"""The seat of a row that is about all seats."""

Condition = ColumnElement[bool]


class Seats(Enum):
    """Which seats of a hand a row of an index is about."""

    SAME = auto()
    """That of the row."""
    OTHERS = auto()
    """All but that of the row."""
    SAME_OR_ALL = auto()
    """That of the row, or all where the row is about none."""
    BITS = auto()
    """Those of the bits of the row, in a block of hands from that of the row (`app.players.statistics.plays`)."""
    ALL = auto()


@dataclass(frozen=True, slots=True)
class HandPosition:
    """A place among hands in the order of a search: the newest match first, its last hand first."""

    match: int
    hand: int

    @property
    def at(self) -> int:
        """The place as one number."""
        return self.match * HANDS + self.hand

    @classmethod
    def of(cls, at: int) -> "HandPosition":
        """The place with a number."""
        return cls(*divmod(at, HANDS))

    def __str__(self) -> str:
        """The place as addresses name it: ``812.3``."""
        return f"{self.match}.{self.hand}"

    @classmethod
    def read(cls, text: str) -> "HandPosition | None":
        """The place that a text names; None where it names none."""
        match, _, hand = text.partition(".")
        if not all(digits.isascii() and digits.isdecimal() and len(digits) <= 10 for digits in (match, hand)):
            return None
        return cls(min(int(match), _LAST), min(int(hand), HANDS - 1))


@dataclass(frozen=True, slots=True)
class KeyRange:
    """Rows of a table that its primary key has one after another, in the order of hands."""

    table: Table
    where: Condition

    def rows(self, before: HandPosition | None, limit: int) -> Select[Any]:
        """The first rows, the newest first: match, hand, seat."""
        key = [self.table.c[name] for name in ("match", "hand", "seat") if name in self.table.c]
        seat = () if "seat" in self.table.c else (literal(_NO_SEAT).label("seat"),)
        query = select(*key, *seat).where(self.where)
        if before is not None:
            query = query.where(tuple_(*key[:2]) < tuple_(literal(before.match), literal(before.hand)))
        return query.order_by(*(column.desc() for column in key)).limit(limit)


@dataclass(frozen=True, slots=True)
class _Blocks(KeyRange):
    """Rows of ``HAND_PLAYS``."""

    def rows(self, before: HandPosition | None, limit: int) -> Select[Any]:
        """The first rows, the newest first: match, the first hand of the block, and the bits of the seats."""
        match, block = key = (self.table.c.match, self.table.c.block)
        query = select(match, (block * BLOCK).label("hand"), self.table.c.seats.label("seat")).where(self.where)
        if before is not None:
            query = query.where(tuple_(*key) < tuple_(literal(before.match), literal(-(-before.hand // BLOCK))))
        return query.order_by(*(column.desc() for column in key)).limit(limit)


@dataclass(frozen=True, slots=True)
class HandStart:
    """Rows of an index, in parts, each in the order of hands."""

    parts: tuple[KeyRange, ...]
    seats: Seats
    hands: int = 1
    """Hands that a row leads to, about."""

    def rows(
        self, before: HandPosition | None, limit: int, least: int = LEAST
    ) -> tuple[CompoundSelect[Any] | Select[Any], int]:
        """The first rows of each part, and how many these are of a part at most."""
        part_limit = max(least, limit // max(1, len(self.parts))) // self.hands
        limited = [part.rows(before, part_limit).subquery(f"part{number}") for number, part in enumerate(self.parts)]
        selected = [
            select(literal(number).label("part"), rows.c.match, rows.c.hand, rows.c.seat)
            for number, rows in enumerate(limited)
        ]
        return selected[0] if len(selected) == 1 else union_all(*selected), part_limit

    def count(self, limit: int) -> ColumnElement[int]:
        """How many hands there are, about, and at most about a limit."""
        rows, _ = self.rows(None, limit)
        return select(func.count() * self.hands).select_from(rows.subquery()).scalar_subquery()


@dataclass(frozen=True, slots=True)
class Walk:
    """Whole matches, the newest first: all, or those with a value in a column that has an index."""

    where: Condition | None = None

    def matches(self, of_match: Sequence[Condition], before: HandPosition | None, limit: int) -> Select[Any]:
        """The first matches with their hands, and whether they meet some conditions (1, 0)."""
        columns = COUNTED_MATCHES.c
        last = _LAST if before is None else before.match - (before.hand == 0)
        query = select(columns.match, columns.hands, _as_number(of_match)).where(columns.match <= last)
        if self.where is not None:
            query = query.where(self.where)
        return query.order_by(columns.match.desc()).limit(limit)

    def count(self, limit: int) -> ColumnElement[int]:
        """How many matches there are, at most a limit."""
        rows = self.matches((), None, limit).subquery()
        return select(func.count()).select_from(rows).scalar_subquery()


def of_people(people: Sequence[int], seats: Seats) -> HandStart:
    """The hands of some people."""
    return HandStart(tuple(KeyRange(FACTS, FACTS.c.person == person) for person in people), seats)


def of_plays(plays: Sequence[int]) -> HandStart:
    """The hands with some plays, by their numbers."""
    return HandStart(tuple(_Blocks(HAND_PLAYS, HAND_PLAYS.c.play == play) for play in plays), Seats.BITS, hands=_HANDS)


def of_code(code: int) -> HandStart:
    """The hands with findings of a code."""
    return HandStart((KeyRange(HAND_CODES, HAND_CODES.c.code == code),), Seats.SAME_OR_ALL)


def of_level(level: int) -> HandStart:
    """The hands of a level."""
    return HandStart((KeyRange(HAND_LEVELS, HAND_LEVELS.c.level == level),), Seats.SAME_OR_ALL)


def of_ruled() -> HandStart:
    """The hands on which a ruling is in force."""
    adjusted = RULED_HANDS.c.adjusted
    return HandStart(tuple(KeyRange(RULED_HANDS, adjusted == number) for number in (0, 1)), Seats.SAME_OR_ALL)


def of_reviewed() -> HandStart:
    """The hands whose decisions are reviewed."""
    return HandStart((KeyRange(REVIEWED_SEATS, REVIEWED_SEATS.c.match > 0),), Seats.SAME)


def of_noted() -> HandStart:
    """The hands that have notes."""
    return HandStart((KeyRange(NOTED_HANDS, NOTED_HANDS.c.match > 0),), Seats.SAME_OR_ALL)


def of_word(word: str) -> HandStart:
    """The hands with a word in their notes."""
    return HandStart((KeyRange(NOTE_WORDS, NOTE_WORDS.c.word == word),), Seats.SAME_OR_ALL)


def numbers_of_plays(session: Session, kind: int) -> list[int]:
    """The numbers of the plays of a kind that there are, in order; each is looked up behind the one before."""
    plays = HAND_PLAYS.c
    of_kind = select(func.min(plays.play)).where(plays.play < (kind + 1) * OF_KIND)
    least = of_kind.where(plays.play >= kind * OF_KIND)
    numbers = select(least.scalar_subquery().label("play")).cte("numbers", recursive=True)
    behind = of_kind.where(plays.play > numbers.c.play).correlate(numbers).scalar_subquery()
    numbers = numbers.union_all(select(behind).where(numbers.c.play.is_not(None)))
    return list(session.scalars(select(numbers.c.play).where(numbers.c.play.is_not(None))))


def _as_number(conditions: Sequence[Condition]) -> ColumnElement[int]:
    return case((and_(true(), *conditions), 1), else_=0)
