"""Reading the record as it is exported, and checking it."""

from collections.abc import Iterator
from typing import BinaryIO, Final

from sqlalchemy import select
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.tables.audit_log import RecordEntry
from app.disputes.audit_log.appending import line_of
from engine.verdict.proof.chain import ENTRY_BYTES

_AT_ONCE: Final = 500
"""Entries that are held in memory at a time."""


def record_lines(sessions: sessionmaker[Session]) -> Iterator[bytes]:
    """The lines of the record, each with its line feed."""
    with sessions() as session:
        rows = select(RecordEntry).order_by(col(RecordEntry.n)).limit(_AT_ONCE)
        batch = session.scalars(rows).all()
        while batch:
            yield from map(line_of, batch)
            last = batch[-1].n
            session.expunge_all()
            batch = session.scalars(rows.where(col(RecordEntry.n) > last)).all()


def exported_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of an exported record; one that is too long for an entry is cut off, so that it does not fit."""
    while line := stream.readline(ENTRY_BYTES + 2):
        yield line
