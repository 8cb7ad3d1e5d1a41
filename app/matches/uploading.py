"""Uploads through the web: small ones are judged at once, larger ones are queued with their bytes."""

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import BinaryIO, Final, cast

from sqlalchemy import ColumnElement, insert, select, update
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database import bounded_stores
from app.database.bounded_stores import make_room, refuse_over
from app.database.opening import transact
from app.database.packing import stored_json
from app.database.seeing import account_of, of_uploader
from app.database.tables.jobs import Job
from app.database.tables.matches import JobPiece, storable
from app.judging.fault_barrier import guarded_limit_exceeded
from app.judging.rules_of_match.asked import NOTHING_ASKED, AskedRules
from app.matches import jobs
from app.matches.installation import Installation
from app.matches.jobs import OPEN, UPLOAD, JobProgress, JobRow, JobState
from app.text.language.keeping import kept_text
from engine.logs import AT_ONCE, Limits, Meter

PIECE: Final = 1024 * 1024
"""The number of bytes of an upload in one row."""
_MEMORY: Final = 512 * 1024
_NO_RULES: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class QueuedUpload:
    """An upload that was queued."""

    name: str
    job: int
    bound: str
    """The bound that it exceeds, in words."""


class Budget:
    """The limit on what is judged while the sender of a request waits, for all files of the request together."""

    def __init__(self, limits: Limits = AT_ONCE) -> None:
        self.limits: Final = limits
        self.seen: dict[str, int] = {}
        """The count of the files that are judged at once."""


def queue_if_large(
    fupan: Installation,
    stream: BinaryIO,
    name: str,
    budget: Budget,
    asked: AskedRules = NOTHING_ASKED,
    visitor: str | None = None,
) -> QueuedUpload | None:
    """Queues a file of a visitor that would exceed a budget.  Returns None if the file is within it and can be judged
    at once.

    ``stream`` must be seekable; it is left at its beginning.  Raises `app.database.bounded_stores.StoreFull`, also
    where the database has no room for any file.
    """
    with fupan.sessions() as session:
        refuse_over(session, fupan.config.database_bytes)
    name = storable(name)
    meter = Meter(budget.limits, budget.seen)
    bound = guarded_limit_exceeded(stream, name, meter)
    stream.seek(0)
    if bound is None:
        budget.seen = meter.seen
        return None
    return QueuedUpload(name, queue(fupan.sessions, stream, name, bound, asked.arguments, visitor), bound)


@contextmanager
def seekable(stream: BinaryIO) -> Iterator[BinaryIO]:
    """The bytes of a stream as a seekable stream: in memory, or in a file if there are many."""
    with tempfile.SpooledTemporaryFile(max_size=_MEMORY) as held:
        while piece := stream.read(64 * 1024):
            held.write(piece)
        held.seek(0)
        yield cast(BinaryIO, held)


def queue(
    sessions: sessionmaker[Session],
    stream: BinaryIO,
    name: str,
    bound: str,
    rules: Mapping[str, str] = _NO_RULES,
    visitor: str | None = None,
) -> int:
    """Stores the bytes of an upload to be judged later; returns the number of the job.

    ``bound`` is the bound that the upload exceeds, in words.  ``rules`` are the rules to judge under, as the arguments
    of an address.  Each piece of the bytes is stored in its own transaction, so that other writers do not have to
    wait.  Raises StoreFull.
    """
    values = {"name": name, "bound": kept_text(bound), "parameters": json.dumps(dict(rules))}
    identity = transact(sessions, lambda session: _begin(session, visitor, values))
    size = number = 0
    while piece := stream.read(PIECE):
        stored = {"job_id": identity, "number": number, "data": piece}
        transact(sessions, partial(_insert_piece, stored))
        size += len(piece)
        number += 1
    arrived = update(Job).where(col(Job.id) == identity).values(state=JobState.WAITING, size=size, queued_at=jobs.now())
    transact(sessions, lambda session: session.execute(arrived))
    return identity


def pieces(sessions: sessionmaker[Session], row: JobRow) -> Iterator[bytes]:
    """The bytes of an upload.  One piece at a time is held in memory."""
    number = 0
    while True:
        with sessions() as session:
            piece = session.get(JobPiece, (row.id, number))
            if piece is None:
                return
            data = piece.data
        yield data
        number += 1


def queued_upload(session: Session, identity: int) -> Job | None:
    """The upload with a number."""
    return session.scalar(select(Job).where(col(Job.id) == identity, *_seen(session)))


def unfinished_uploads(session: Session, most: int = 20) -> Sequence[Job]:
    """The uploads that wait or run, the oldest first."""
    open_ones = select(Job).where(col(Job.state).in_(OPEN), *_seen(session))
    return session.scalars(open_ones.order_by(col(Job.id)).limit(most)).all()


def progress_of(job: Job) -> JobProgress:
    """How far an upload is."""
    return stored_json(job.progress, JobProgress)


def _seen(session: Session) -> tuple[ColumnElement[bool], ...]:
    return col(Job.kind) == UPLOAD, of_uploader(session, col(Job.account))


def _begin(session: Session, visitor: str | None, values: Mapping[str, object]) -> int:
    make_room(session, bounded_stores.JOBS, visitor)
    arriving = {"state": JobState.ARRIVING, "seen_at": jobs.now(), "account": account_of(session)}
    return jobs.add(session, UPLOAD, visitor, {**values, **arriving})


def _insert_piece(values: Mapping[str, object], session: Session) -> None:
    session.execute(insert(JobPiece), [dict(values)])
