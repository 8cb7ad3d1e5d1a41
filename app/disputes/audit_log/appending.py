"""Appending to the record, and its head.  Functions take a session and never commit."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import insert, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.audit_log import SUBJECT, RecordEntry
from app.disputes.audit_log.binding import bound_data
from app.text.moments import moment
from engine.verdict.proof import canonical
from engine.verdict.proof.chain import ENTRY_BYTES, Last, hash_of, next_entry
from engine.verdict.proof.form import NO_HEAD, Chain

_WRITTEN: Final = ("actor", "at", "event", "n", "prev", "subject")


@dataclass(frozen=True, slots=True)
class AppendedEntry:
    """An entry that was appended: its number and its hash."""

    n: int
    hash: str


def append(
    session: Session, *, actor: str, event: str, subject: str, data: Mapping[str, object], now: datetime | None = None
) -> AppendedEntry:
    """Appends an entry to the record.

    The session must be that of a writing transaction (`app.database.opening.writing`,
    `app.database.opening.transact`): there is one at a time, so that the entry that is last now
    is still last when it is committed.

    ``actor``, and each person and text in ``data``, are opaque ids; the entry gets the salted hashes of
    the texts, and of the names that no entry has yet.  Raises ValueError for an unknown event, for a
    text with NUL, and for a subject or an entry that is too long; NotCanonical for data that canonical JSON does not
    have.
    """
    if "\0" in actor + subject:
        raise ValueError("a text of the record contains NUL")
    if len(subject) > SUBJECT:
        raise ValueError(f"a subject of {len(subject):,} characters; at most {SUBJECT} are taken")
    last = _last(session)
    n = 1 if last is None else last.n + 1
    entry = next_entry(last, moment(now), actor, event, subject, bound_data(session, n, actor, data))
    line = entry.as_bytes()
    if len(line) > ENTRY_BYTES:
        raise ValueError(f"an entry of {len(line):,} bytes; at most {ENTRY_BYTES:,} are taken")
    session.execute(
        insert(RecordEntry).values(
            n=entry.n,
            at=entry.at,
            actor=actor,
            event=event,
            subject=subject,
            data=canonical.write(entry.data).decode(),
            prev=entry.prev,
        )
    )
    return AppendedEntry(entry.n, hash_of(line))


def next_moment(session: Session, now: datetime | None = None) -> datetime:
    """The moment that the next entry has: ``now`` to the second, or that of the last entry if it is later.

    Rows that an entry speaks of are kept with it.
    """
    last = _last(session)
    at = max(moment(now), "" if last is None else last.at)
    return datetime.fromisoformat(at.replace("Z", "+00:00"))


def chain_now(session: Session) -> Chain:
    """The length and the head of the record, as a verdict carries them."""
    last = _last(session)
    return Chain(length=0, head=NO_HEAD) if last is None else Chain(length=last.n, head=last.hash)


def line_of(row: RecordEntry) -> bytes:
    """The line of an entry as the database has it, with its line feed.

    It is put together from the columns as they are, so that any change to them changes the line.
    """
    written = {name: canonical.write(getattr(row, name)).decode() for name in _WRITTEN}
    fields = sorted((written | {"data": str(row.data)}).items())
    return ("{" + ",".join(f'"{name}":{text}' for name, text in fields) + "}\n").encode()


def _last(session: Session) -> Last | None:
    row = session.scalars(select(RecordEntry).order_by(col(RecordEntry.n).desc()).limit(1)).first()
    return None if row is None else Last(row.n, row.at, hash_of(line_of(row)[:-1]))
