"""The tables of notes, and the indexes by which searches find hands with notes."""

from datetime import datetime
from typing import Any, ClassVar, Final

from sqlalchemy import Column, ForeignKey, Index, Integer, SmallInteger, String, Text
from sqlalchemy import Table as SqlTable
from sqlmodel import Field

from app.database.tables.matches import METADATA, FreeText, Table, UtcTime
from app.database.tables.traces import ACCOUNT, COPY, ELSEWHERE, NAME, TEXT, mark

WORD: Final = 32
"""Characters of a word that are compared."""


class Note(Table, table=True):
    """A note at a step of a hand of a stored match."""

    __tablename__: ClassVar[Any] = "notes"
    __table_args__ = (Index(None, "log_id", "hand", "step", "id"),)

    id: int | None = Field(default=None, primary_key=True)
    log_id: int = Field(foreign_key="logs.id")
    hand: int
    """From 0."""
    step: int
    """0 is the deal."""
    text: str = Field(sa_type=FreeText)
    author: str = Field(sa_type=FreeText)
    """The name as it was typed; empty where none was."""
    account: int | None = None
    """The account that wrote it, in a club."""
    drawn: str = Field(sa_type=Text)
    """Marks and arrows, as `app.replay.notes.drawn.NoteDrawing` writes them."""
    version: int
    """From 1; one more with each change."""
    created_at: datetime = Field(sa_type=UtcTime)
    changed_at: datetime = Field(sa_type=UtcTime)


NOTED_HANDS: Final = SqlTable(
    "noted_hands",
    METADATA,
    Column("match", Integer, ForeignKey("logs.id"), primary_key=True, autoincrement=False),
    Column("hand", SmallInteger, primary_key=True, autoincrement=False),
    Column("notes", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Hands that have notes, with their number; ``hand`` counts from 0."""

NOTE_WORDS: Final = SqlTable(
    "note_words",
    METADATA,
    Column("word", String(WORD).with_variant(String(WORD, collation="C"), "postgresql"), primary_key=True),
    Column("match", Integer, ForeignKey("logs.id"), primary_key=True, autoincrement=False),
    Column("hand", SmallInteger, primary_key=True, autoincrement=False),
    Index(None, "match", "hand"),
    sqlite_with_rowid=False,
)
"""The words in the notes of a hand, as `app.replay.notes.indexing.words_of` finds them."""

mark(NOTE_WORDS, word=COPY)
mark(Note, id=ELSEWHERE, text=TEXT, author=NAME, account=ACCOUNT, drawn=TEXT)
