"""The tables of the record of disputes, and of the names and texts that are stored outside it."""

from datetime import datetime
from typing import Any, ClassVar, Final

from sqlalchemy import LargeBinary, String, Text
from sqlmodel import Field

from app.database.tables.matches import FreeText, Table, UtcTime
from app.database.tables.traces import ACTOR, HASHED, NAME, NOBODY, SALT, TEXT, mark, mark_recorded

SUBJECT: Final = 200
"""Characters of the subject of an entry at most."""
ID: Final = 32
"""Characters of an opaque id."""


class RecordEntry(Table, table=True):
    """An entry of the record, with the fields of `engine.verdict.proof.chain.Entry`.  No row is changed or removed."""

    __tablename__: ClassVar[Any] = "record_entries"

    n: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """From 1, without gaps."""
    at: str = Field(sa_type=String(20))
    actor: str = Field(sa_type=Text)
    event: str = Field(sa_type=String(32))
    subject: str = Field(index=True, sa_type=String(SUBJECT))
    data: str = Field(sa_type=Text)
    """Canonical JSON."""
    prev: str = Field(unique=True, sa_type=String(64))
    """The hash of the entry before; as no two entries have the same, the chain cannot fork."""


class ActorRow(Table, table=True):
    """Somebody who acts in disputes.  The record has the opaque id alone."""

    __tablename__: ClassVar[Any] = "actors"

    id: str = Field(primary_key=True, sa_type=String(ID))
    name: str | None = Field(default=None, sa_type=FreeText)
    """None once it is erased."""
    role: str = Field(sa_type=String(16))
    """A value of `app.disputes.audit_log.actors.Role`."""
    salt: bytes | None = Field(default=None, sa_type=LargeBinary)
    """Random bytes, hashed with the name; None once that is erased."""
    entry: int | None = Field(default=None)
    """The number of the first entry in which the id occurs, which has the hash of the name; None before that."""
    made_at: datetime = Field(sa_type=UtcTime)
    erased_at: datetime | None = Field(default=None, sa_type=UtcTime)


class RecordText(Table, table=True):
    """A text that may identify somebody, such as a comment.  The data of an entry has the opaque id alone."""

    __tablename__: ClassVar[Any] = "record_texts"

    id: str = Field(primary_key=True, sa_type=String(ID))
    text: str | None = Field(default=None, sa_type=FreeText)
    """None once it is erased."""
    salt: bytes | None = Field(default=None, sa_type=LargeBinary)
    """Random bytes, hashed with the text; None once that is erased."""
    made_at: datetime = Field(sa_type=UtcTime)
    erased_at: datetime | None = Field(default=None, sa_type=UtcTime)


mark(ActorRow, id=ACTOR, name=NAME, role=NOBODY, salt=SALT)
mark(RecordEntry, at=NOBODY, actor=ACTOR, event=NOBODY, subject=NOBODY, data=HASHED, prev=NOBODY)
mark(RecordText, id=NOBODY, text=TEXT, salt=SALT)
mark_recorded(ActorRow, name=None, salt=None, made_at=None, erased_at=None)
mark_recorded(RecordText, text=None, salt=None, made_at=None, erased_at=None)
