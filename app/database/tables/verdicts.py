"""The tables of verdicts that were handed out."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, String
from sqlmodel import Field

from app.database.tables.audit_log import ID
from app.database.tables.matches import Table, UtcTime
from app.database.tables.traces import ACTOR, NOBODY, PACKED, mark, mark_recorded


class HandedOut(Table, table=True):
    """A verdict on a stored match that was handed out."""

    __tablename__: ClassVar[Any] = "verdicts"
    __table_args__ = (Index(None, "log_id", "id"), Index(None, "dispute_id", "id"))

    id: int | None = Field(default=None, primary_key=True)
    log_id: int | None = Field(default=None, sa_column=Column(Integer, ForeignKey("logs.id", ondelete="SET NULL")))
    dispute_id: int | None = Field(default=None, foreign_key="disputes.id")
    """The dispute whose ruling it carries."""
    ruling: int | None = Field(default=None)
    """The number of that ruling; None without a dispute, as are the next two."""
    state: str | None = Field(default=None, sa_type=String(16))
    """The state of the dispute when it was issued: a value of `app.disputes.cases.states.State`."""
    replaces: str | None = Field(default=None, sa_type=String(64))
    """The hash of the body of the last verdict on the dispute with an earlier ruling or state."""
    body_sha256: str = Field(sa_type=String(64))
    """The hash of its body, which the record notes."""
    engine: str = Field(sa_type=String(64))
    rules_sha256: str = Field(sa_type=String(64))
    """As in judgements: the hash of the rules that it was judged under."""
    digest: str = Field(sa_type=String(80))
    """That of its report."""
    key: str | None = Field(default=None, sa_type=String(64))
    """The public key that signed it, in hexadecimal; None for one that nobody signed."""
    actor_id: str = Field(foreign_key="actors.id", sa_type=String(ID))
    at: datetime = Field(sa_type=UtcTime)
    data: bytes | None = Field(default=None, sa_type=LargeBinary)
    """The file, packed; None once a name or a text in it is erased."""
    size: int
    """The bytes of the file, unpacked."""


class InVerdict(Table, table=True):
    """A name or a text, by its opaque id, that the file of a verdict has in clear."""

    __tablename__: ClassVar[Any] = "verdict_texts"

    identity: str = Field(primary_key=True, sa_type=String(ID))
    verdict_id: int = Field(primary_key=True, foreign_key="verdicts.id")


mark(
    HandedOut,
    state=NOBODY,
    replaces=NOBODY,
    body_sha256=NOBODY,
    engine=NOBODY,
    rules_sha256=NOBODY,
    digest=NOBODY,
    key=NOBODY,
    actor_id=ACTOR,
    data=PACKED,
)
mark(InVerdict, identity=ACTOR)
mark_recorded(HandedOut, log_id=None, body_sha256="body", rules_sha256="rules", digest="report", data=None, size=None)
