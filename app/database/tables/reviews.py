"""The table of hands that are reviewed: what their decisions cost."""

from typing import Any, ClassVar

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, String
from sqlmodel import Field

from app.database.tables.matches import Table


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
