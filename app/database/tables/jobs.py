"""The queue of work for the background: uploads to be judged, and results to be computed."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import (
    BigInteger,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
)
from sqlmodel import Field

from app.database.tables.matches import FreeText, Table, UtcTime
from app.database.tables.traces import ACCOUNT_OF_FILE, FILE, HASHED, NOBODY, PACKED, TEXT, mark


class Job(Table, table=True):
    """Something that the worker does, and what came of it: see `app.matches.jobs`."""

    __tablename__: ClassVar[Any] = "jobs"
    __table_args__ = (
        UniqueConstraint("judgement_id", "kind", "parameters_sha256"),
        Index(None, "state", "slow", "turn_at", "id"),
        Index(None, "state", "slow", "shown_at"),
        Index(None, "state", "seen_at"),
        Index(None, "visitor", "state"),
        Index(None, "kind", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    kind: str = Field(sa_type=String(16))
    """``upload``, or a value of `app.matches.computed.wanted.Kind`."""
    judgement_id: int | None = Field(default=None, sa_column_args=(ForeignKey("judgements.id", ondelete="CASCADE"),))
    """What it is computed for; None of an upload."""
    parameters: str = Field(sa_type=Text)
    """What is wanted, as JSON; of an upload the rules that its sender asked for, as arguments of an address."""
    parameters_sha256: str | None = Field(default=None, sa_type=String(64))
    """The hash of ``parameters``; None of an upload."""
    engine: str | None = Field(default=None, sa_type=String(64))
    """The version of the engine that computes it; None of an upload."""
    work: int = Field(default=0, sa_type=BigInteger)
    """How much work it was expected to be, as `app.matches.computed.wanted` counts it."""
    slow: bool = False
    """Whether each part of it may take minutes, so that all others are done before and beside it."""
    state: str = Field(sa_type=String(16))
    """A value of `app.matches.jobs.State`."""
    turn_at: datetime = Field(sa_type=UtcTime)
    """When its visitor was served last, or began to wait: the same in all open jobs of the visitor."""
    shown_at: datetime | None = Field(default=None, sa_type=UtcTime)
    """When a page that shows it was loaded last."""
    hand: int | None = None
    """The hand that this page shows, from 0."""
    in_work: int | None = None
    """The hand of a review that was begun last, from 0; None since a part of the job was kept."""
    claims: int = 0
    """How often a worker has taken it up."""
    failures: int = 0
    """How often it has failed by itself since a part of it was kept."""
    ends: int = 0
    """How many workers have ended while working on it since a part of it was kept."""
    reason: str | None = Field(default=None, sa_type=FreeText)
    """Why it, or hands of a review, was given up: what `kept_text` gives."""
    queued_at: datetime = Field(sa_type=UtcTime)
    seen_at: datetime | None = Field(default=None, sa_type=UtcTime)
    """The time of the last report of its worker; of its sender while it arrives."""
    finished_at: datetime | None = Field(default=None, sa_type=UtcTime)
    name: str = Field(default="", sa_type=FreeText)
    """The name of the file."""
    bound: str = Field(default="", sa_type=Text)
    """The bound that the upload exceeds, which is why it was queued: what `kept_text` gives."""
    progress: str = Field(default="{}", sa_type=Text)
    """How far the upload is, as JSON: `app.matches.jobs.Progress`."""
    data: bytes | None = Field(default=None, sa_type=LargeBinary)
    """The result, packed with zstd; None while there is none."""
    size: int = 0
    """The number of bytes of ``data``, unpacked; of an upload those that came."""
    packed_size: int = 0
    """The number of bytes of ``data``."""
    visitor: str | None = Field(default=None, sa_type=String(32))
    """Who asked for it first, as `app.web.http.visitor.this_visitor` gives it."""
    account: int | None = None
    """The account that sent the upload, in a club."""


mark(
    Job,
    kind=NOBODY,
    parameters=NOBODY,
    parameters_sha256=NOBODY,
    engine=NOBODY,
    state=NOBODY,
    reason=TEXT,
    name=FILE,
    bound=NOBODY,
    progress=NOBODY,
    data=PACKED,
    visitor=HASHED,
    account=ACCOUNT_OF_FILE,
)
