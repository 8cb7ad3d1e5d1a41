"""The tables of reviews: what the decisions of hands cost, an index of it by seat, and events that are reviewed."""

from datetime import datetime
from typing import Any, ClassVar, Final

from sqlalchemy import BigInteger, Column, ForeignKey, ForeignKeyConstraint, Integer, LargeBinary, String
from sqlalchemy import Table as SqlTable
from sqlmodel import Field

from app.database.tables.matches import METADATA, Table, UtcTime
from app.database.tables.traces import ACCOUNT, HASHED, NOBODY, PACKED, WORD, mark


class ReviewedHandRow(Table, table=True):
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


class EventReviewRow(Table, table=True):
    """An event whose matches are reviewed one after the other."""

    __tablename__: ClassVar[Any] = "event_reviews"

    id: int | None = Field(default=None, primary_key=True)
    event: int = Field(unique=True)
    """The number of its text in ``words``; 0 is that of matches without an event."""
    state: str = Field(sa_type=String(16))
    """A value of `app.matches.computed.event_reviews.State`."""
    position: int = 0
    """The number of the match that was gone through last."""
    computation: int | None = Field(default=None)
    """The computation of the match behind it, if nobody but this row asked for it."""
    matches: int = 0
    """How many matches the event had when the worker looked last."""
    reviewed: int = 0
    """Those of the matches that were gone through whose hands are all kept."""
    failed: int = 0
    """Those that Fupan could not review, or of whose hands it could not review one."""
    unfit: int = 0
    """Those that cannot be reviewed."""
    asked_at: datetime = Field(sa_type=UtcTime)
    moved_at: datetime = Field(sa_type=UtcTime, index=True)
    """When ``position`` changed last; the row that has waited longest is next."""
    account: int | None = Field(
        default=None, sa_column=Column(Integer, ForeignKey("accounts.id", ondelete="CASCADE"), index=True)
    )
    """Who asked last, in a club: a match is reviewed if that account sees it."""
    visitor: str | None = Field(default=None, sa_column=Column(String(32), index=True))
    """Who asked first, as `app.web.http.visitor.this_visitor` gives it."""


mark(EventReviewRow, event=WORD, state=NOBODY, account=ACCOUNT, visitor=HASHED)
mark(ReviewedHandRow, key_sha256=NOBODY, data=PACKED)
