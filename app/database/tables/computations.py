"""The table of computations: those that wait, and what was computed."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import BigInteger, Column, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlmodel import Field

from app.database.tables.matches import Table, UtcTime
from app.database.tables.traces import HASHED, NOBODY, PACKED, mark


class Computation(Table, table=True):
    """Something about a match that is computed once for its judgement, and kept with it."""

    __tablename__: ClassVar[Any] = "computations"
    __table_args__ = (
        UniqueConstraint("judgement_id", "kind", "parameters_sha256"),
        Index(None, "state", "id"),
        Index(None, "kind", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    judgement_id: int = Field(sa_column_args=(ForeignKey("judgements.id", ondelete="CASCADE"),))
    kind: str = Field(sa_type=String(16))
    """A value of `app.matches.computed.wanted.Kind`."""
    parameters_sha256: str = Field(sa_type=String(64))
    """The hash of ``parameters``."""
    parameters: str = Field(sa_type=Text)
    """What else is wanted, as a JSON object."""
    engine: str = Field(sa_type=String(64))
    """The version of the engine that computes it."""
    work: int = Field(sa_type=BigInteger)
    """How much work it was expected to be, as `app.matches.computed.wanted` counts it."""
    state: str = Field(sa_type=String(16))
    """A value of `app.matches.computed.queue.State`."""
    attempts: int = 0
    """How often a worker has begun it."""
    queued_at: datetime = Field(sa_type=UtcTime)
    seen_at: datetime | None = Field(default=None, sa_type=UtcTime)
    """When a worker last said that it was computing it."""
    data: bytes | None = Field(default=None, sa_type=LargeBinary)
    """The result, packed with zstd; None while there is none."""
    size: int = 0
    """The number of bytes of ``data``, unpacked."""
    packed_size: int = 0
    """The number of bytes of ``data``."""
    visitor: str | None = Field(default=None, sa_column=Column(String(32), index=True))
    """Who asked for it first, as `app.web.http.visitor.this_visitor` gives it."""


mark(
    Computation,
    kind=NOBODY,
    parameters_sha256=NOBODY,
    parameters=NOBODY,
    engine=NOBODY,
    state=NOBODY,
    data=PACKED,
    visitor=HASHED,
)
