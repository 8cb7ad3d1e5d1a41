"""The tables of uploads: refusals, further copies of a match, deletions, joined and split matches."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import LargeBinary, String, UniqueConstraint
from sqlmodel import Field

from app.database.tables.matches import FreeText, Table, UtcTime
from app.database.tables.traces import FILE, NOBODY, PACKED, TEXT, TITLE, mark

Place = tuple[str, int]
"""The hash of the bytes of a log, and the position of a match among the matches of these bytes."""


class Deletion(Table, table=True):
    """One act of deleting, which can be undone as a whole until its bytes are removed."""

    __tablename__: ClassVar[Any] = "deletions"

    id: int | None = Field(default=None, primary_key=True)
    what: str = Field(sa_type=FreeText)
    """What was deleted, in words."""
    deleted_at: datetime = Field(index=True, sa_type=UtcTime)


class DeletedMatch(Table, table=True):
    """A deleted match.  None of its judgements is current, so that no list and no count has it."""

    __tablename__: ClassVar[Any] = "deleted_matches"

    log_id: int = Field(primary_key=True, foreign_key="logs.id")
    deletion_id: int = Field(foreign_key="deletions.id", index=True)
    judgement_id: int = Field(foreign_key="judgements.id")
    """The judgement that was current, and is again where the deletion is undone."""


class RefusedRecord(Table, table=True):
    """A file, or a record of an archive, that could not be read as a match."""

    __tablename__: ClassVar[Any] = "refusals"
    __table_args__ = (UniqueConstraint("blob_sha256", "position"),)

    id: int | None = Field(default=None, primary_key=True)
    blob_sha256: str = Field(foreign_key="blobs.sha256", sa_type=String(64))
    position: int = 0
    """Which record of the blob, from 0."""
    source: str = Field(sa_type=FreeText)
    format: str = Field(sa_type=String(64))
    reason: str | None = Field(default=None, sa_type=FreeText)
    """Why it could not be read, in words.  None where an earlier version stored it: it is still to be read again."""
    uploaded_at: datetime = Field(sa_type=UtcTime)
    upload_id: int | None = Field(default=None, foreign_key="uploads.id", index=True)
    deletion_id: int | None = Field(default=None, foreign_key="deletions.id", index=True)
    engine: str = Field(index=True, sa_type=String(64))
    """The version of the engine that refused it."""
    report: bytes = Field(sa_type=LargeBinary)
    """The report's JSON, packed with zstd."""
    report_size: int


class Copy(Table, table=True):
    """A match that is stored already, in other bytes: another encoding, other spacing, another order of fields."""

    __tablename__: ClassVar[Any] = "copies"
    __table_args__ = (UniqueConstraint("blob_sha256", "position"),)

    id: int | None = Field(default=None, primary_key=True)
    log_id: int = Field(foreign_key="logs.id", index=True)
    """The match."""
    blob_sha256: str = Field(foreign_key="blobs.sha256", sa_type=String(64))
    position: int = 0
    source: str = Field(sa_type=FreeText)
    format: str = Field(sa_type=String(64))
    uploaded_at: datetime = Field(sa_type=UtcTime)


class RetiredMatch(Table, table=True):
    """The number of a match that is no longer there; it is never given again."""

    __tablename__: ClassVar[Any] = "retired_matches"

    id: int = Field(primary_key=True)
    refusal_id: int | None = None
    """The refusal that the match was moved to."""
    match_id: int | None = None
    """The match that it was the same as.  Neither of the two: it was deleted for good."""


class Part(Table, table=True):
    """Hands of a stored match that a joined match, or a part of a split one, is made of."""

    __tablename__: ClassVar[Any] = "parts"

    log_id: int = Field(primary_key=True, foreign_key="logs.id")
    """The match that is made of parts."""
    number: int = Field(primary_key=True)
    """The place of the part, from 0."""
    of_log_id: int = Field(foreign_key="logs.id", index=True)
    first_hand: int
    last_hand: int
    """The hands of ``of_log_id``, from 1, both included."""
    judgement_id: int = Field(foreign_key="judgements.id")
    """The judgement of ``of_log_id`` that was current before, and is again once no match has parts of it."""


mark(Deletion, what=TITLE)
mark(
    RefusedRecord,
    blob_sha256=NOBODY,
    source=FILE,
    format=NOBODY,
    reason=TEXT,
    engine=NOBODY,
    report=PACKED,
    report_size=PACKED,
)
mark(Copy, blob_sha256=NOBODY, source=FILE, format=NOBODY)
