"""The table of presentations."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Column, ForeignKey, Integer, String
from sqlmodel import Field

from app.database.tables.matches import FreeText, Table, UtcTime
from app.database.tables.traces import HASHED, NOBODY, SECRET, mark


class Presentation(Table, table=True):
    """A match that is shown in a hall."""

    __tablename__: ClassVar[Any] = "presentations"

    id: str = Field(primary_key=True, sa_type=String(16))
    """What the address of the display names."""
    secret_sha256: str = Field(sa_type=String(64))
    """The hash of the secret in the presenter's address."""
    log_id: int = Field(
        sa_column=Column(Integer, ForeignKey("logs.id", ondelete="CASCADE"), nullable=False, index=True)
    )
    hand: int
    """From 1."""
    step: int
    """From 0, the deal."""
    view: str = Field(sa_type=FreeText)
    """The name of an `engine.replay.views.View`."""
    findings: bool
    """Whether the hall sees what a step was found to break."""
    version: int
    """The number of changes."""
    changed_at: datetime = Field(index=True, sa_type=UtcTime)
    ended: bool
    visitor: str | None = Field(default=None, sa_column=Column(String(32), index=True))
    """Who opened it, as `app.web.http.visitor.this_visitor` gives it."""


mark(Presentation, id=NOBODY, secret_sha256=SECRET, view=NOBODY, visitor=HASHED)
