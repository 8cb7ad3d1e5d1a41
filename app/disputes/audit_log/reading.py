"""Reading the record as it is exported, and checking it."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import BinaryIO, Final

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.tables.audit_log import RecordEntry
from app.disputes.audit_log.appending import line_of
from engine.verdict.proof.chain import ENTRY_BYTES

_AT_ONCE: Final = 500
"""Entries that are held in memory at a time."""
_PARTY: Final = b'"party":true'


class _Data(msgspec.Struct, frozen=True):
    party: bool = False


class _Entry(msgspec.Struct, frozen=True):
    n: int
    event: str
    data: _Data


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


def noting_parties(lines: Iterable[bytes], parties: list[int]) -> Iterator[bytes]:
    """The same lines; notes the entries by which somebody ruled or voted on a match that they played in."""
    for line in lines:
        if _PARTY in line:
            with suppress(msgspec.MsgspecError):
                entry = msgspec.json.decode(line, type=_Entry)
                if entry.event in ("ruled", "vote") and entry.data.party:
                    parties.append(entry.n)
        yield line


def exported_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of an exported record; one that is too long for an entry is cut off, so that it does not fit."""
    while line := stream.readline(ENTRY_BYTES + 2):
        yield line
