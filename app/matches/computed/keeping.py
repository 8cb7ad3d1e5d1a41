"""Queue and cache of computations.

A row of `jobs` is both: it waits until the worker has computed it, and then has the result.  What a request computes at
once is added with its result.  All rows go with their judgement.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, and_, delete, select
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database import bounded_stores
from app.database.bounded_stores import make_room
from app.database.opening import transact, transact_at_once
from app.database.packing import packed, unpacked
from app.database.seeing import visible
from app.database.tables.jobs import Job
from app.database.tables.matches import Judgement
from app.matches import jobs
from app.matches.computed.wanted import ComputationKind, Question
from app.matches.jobs import ROWS, JobRow, JobState, row_of
from engine import __version__

RESULT_BYTES: Final = 32 * 1024 * 1024
"""The most bytes of a result that is kept, before it is packed."""
KIND_BYTES: Final = 64 * 1024 * 1024
"""The most bytes of all results of one kind together, packed; the oldest ones make room."""


@dataclass(frozen=True, slots=True)
class KeptComputation:
    """A computation that was asked for before."""

    row: JobRow
    data: bytes | None
    """The result as it was written; None where there is none."""


def kept_computation(session: Session, judgement: int, wanted: Question) -> KeptComputation | None:
    """What was asked for before, by this version of the engine; None where it was not.  One query."""
    row = session.execute(
        ROWS.add_columns(col(Job.data), col(Job.size)).where(_same(judgement, wanted), col(Job.engine) == __version__)
    ).one_or_none()
    if row is None:
        return None
    *facts, data, size = row
    return KeptComputation(row_of(facts), None if data is None else unpacked(data, size))


def keep(sessions: sessionmaker[Session], judgement: int, wanted: Question, result: bytes) -> None:
    """Keeps a result with its judgement, if it is small enough and no other writer has to be waited for."""
    if len(result) <= RESULT_BYTES:
        values = {"state": JobState.DONE} | _packed(result)
        transact_at_once(sessions, lambda session: _add(session, judgement, wanted, None, values))


def queued_job(
    sessions: sessionmaker[Session],
    judgement: int,
    wanted: Question,
    visitor: str | None = None,
    *,
    in_share: bool = True,
) -> JobRow:
    """The computation in the queue, where it is put for a visitor if it was not asked for before.

    ``in_share``: whether the visitor may not fill more of the queue than one network may.  Raises StoreFull.
    """

    def put(session: Session) -> JobRow:
        earlier = kept_computation(session, judgement, wanted)
        if earlier is None:
            make_room(session, bounded_stores.COMPUTATIONS, visitor if in_share else None)
            _add(session, judgement, wanted, visitor, {})
            earlier = kept_computation(session, judgement, wanted)
            assert earlier is not None
        return earlier.row

    return transact(sessions, put)


def computation(session: Session, identity: int) -> JobRow | None:
    """The computation with a number."""
    seen = visible(session, col(Judgement.log_id), by_link=True)
    row = session.execute(ROWS.where(col(Job.id) == identity, col(Job.kind) != jobs.UPLOAD, seen)).one_or_none()
    return None if row is None else row_of(row)


def finish(sessions: sessionmaker[Session], row: JobRow, result: bytes | None) -> None:
    """Ends a computation with its result; without one, or with one that is too large to be kept, it is given up."""

    def put(session: Session) -> None:
        if result is None or len(result) > RESULT_BYTES:
            jobs.end(session, row, JobState.FAILED)
        else:
            jobs.end(session, row, JobState.DONE, **_packed(result))
            _make_room(session, row.kind)

    transact(sessions, put)


def _same(judgement: int, wanted: Question) -> ColumnElement[bool]:
    of = col(Job.judgement_id) == judgement, col(Job.kind) == str(wanted.kind)
    return and_(*of, col(Job.parameters_sha256) == wanted.key)


def _packed(result: bytes) -> dict[str, object]:
    data = packed(result)
    return {"data": data, "size": len(result), "packed_size": len(data)}


def _add(session: Session, judgement: int, wanted: Question, visitor: str | None, values: dict[str, object]) -> None:
    """Adds a row; it replaces the one of another version of the engine."""
    session.execute(delete(Job).where(_same(judgement, wanted)))
    facts: dict[str, object] = {
        "judgement_id": judgement,
        "parameters_sha256": wanted.key,
        "parameters": wanted.parameters,
        "engine": __version__,
        "work": wanted.work,
    }
    jobs.add(session, str(wanted.kind), visitor, facts | values, slow=wanted.kind is ComputationKind.REVIEW)
    _make_room(session, str(wanted.kind))


def _make_room(session: Session, kind: str) -> None:
    """Removes the oldest results of a kind while all of them together have too many bytes."""
    sizes = session.execute(
        select(col(Job.id), col(Job.packed_size))
        .where(col(Job.kind) == kind, col(Job.packed_size) > 0)
        .order_by(col(Job.id).desc())
    ).all()
    total, dropped = 0, []
    for identity, size in sizes:
        total += size
        if total > KIND_BYTES:
            dropped.append(identity)
    if dropped:
        session.execute(delete(Job).where(col(Job.id).in_(dropped)))
