"""The tables of logs that are being written."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Column, ForeignKey, Integer, String, Text
from sqlmodel import Field

from app.database.tables.matches import Table, UtcTime
from app.database.tables.traces import ACCOUNT, HASHED, NOBODY, PACKED, TEXT, mark


class LogDraft(Table, table=True):
    """A log that is being written, or that has become a match."""

    __tablename__: ClassVar[Any] = "log_drafts"

    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(sa_column=Column(String(32), unique=True, nullable=False))
    """What its address has: nobody can guess it."""
    game: str = Field(sa_type=String(64))
    head: str = Field(sa_type=Text)
    """The lines before the hands."""
    language: str = Field(sa_type=String(8))
    """The language of the lines that are added by tapping: ``en`` or ``zh``."""
    house_version_id: int | None = Field(
        default=None, sa_column=Column(Integer, ForeignKey("house_versions.id"), index=True)
    )
    """The version of a named rule set that the rules of the log are based on; single options may differ from it."""
    version: int = 0
    """The number of changes; a change has to name the number that it was made from."""
    created_at: datetime = Field(sa_type=UtcTime)
    changed_at: datetime = Field(sa_column=Column(UtcTime, nullable=False, index=True))
    log_id: int | None = Field(
        default=None, sa_column=Column(Integer, ForeignKey("logs.id", ondelete="SET NULL"), index=True)
    )
    """The match that it has become."""
    visitor: str | None = Field(default=None, sa_column=Column(String(32), index=True))
    """Who began it, as `app.web.http.visitor.this_visitor` gives it."""
    account: int | None = None
    """The account that began it, in a club."""


class LogDraftHand(Table, table=True):
    """One hand of a log that is being written."""

    __tablename__: ClassVar[Any] = "log_draft_hands"

    draft_id: int = Field(sa_column=Column(Integer, ForeignKey("log_drafts.id", ondelete="CASCADE"), primary_key=True))
    number: int = Field(primary_key=True)
    """From 1."""
    text: str = Field(sa_type=Text)
    """Its lines, without the one that begins it."""
    document: str = Field(sa_type=Text)
    """The hand as `fupan/1` has it, as far as its lines could be read."""


mark(LogDraft, key=HASHED, game=NOBODY, head=TEXT, language=NOBODY, visitor=HASHED, account=ACCOUNT)
mark(LogDraftHand, text=TEXT, document=PACKED)
