"""The tables of hands that are reviewed: what their decisions cost, and an index of it by seat."""

from typing import Any, ClassVar, Final

from sqlalchemy import BigInteger, Column, ForeignKey, ForeignKeyConstraint, Integer, LargeBinary, String
from sqlalchemy import Table as SqlTable
from sqlmodel import Field

from app.database.tables.matches import METADATA, Table


class ReviewedHand(Table, table=True):
    """The newest review of a hand of a match."""

    __tablename__: ClassVar[Any] = "reviewed_hands"

    log_id: int = Field(
        sa_column=Column(Integer, ForeignKey("logs.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)
    )
    hand: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    """The number of the hand in its match, from 0."""
    key_sha256: str = Field(sa_type=String(64))
    """The hash of what it depends on: the log, the rules, the engine, the version of the review and its settings."""
    data: bytes = Field(sa_type=LargeBinary)
    """The review as JSON, packed with zstd."""
    size: int
    """The number of bytes of ``data``, unpacked."""


REVIEWED_SEATS: Final = SqlTable(
    "reviewed_seats",
    METADATA,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("hand", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("judgement", Integer, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("cost", BigInteger, nullable=False),
    Column("loss", BigInteger),
    Column("fault", Integer, nullable=False),
    Column("inaccuracy", Integer, nullable=False),
    Column("lucky", Integer, nullable=False),
    ForeignKeyConstraint(["match", "hand"], ["reviewed_hands.log_id", "reviewed_hands.hand"], ondelete="CASCADE"),
    sqlite_with_rowid=False,
)
"""One row a seat of a hand whose review says what decisions cost; it goes with that review.

``judgement`` is the one of the match that was reviewed: the row counts while that one is shown.  ``decisions`` is how
many of the seat were not forced and have a cost by what it could know; ``cost`` is the sum of these and ``loss`` the
greatest (NULL where there are none), in thousandths.  The rest is how many decisions are called so.
"""
