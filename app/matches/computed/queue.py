"""Computations in the database: those that are kept, and those that wait for the worker.

A row is both: it waits until the worker has computed it, and then has the result.  What a request computes at once is
added with its result.  All rows go with their judgement.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database import bounded_stores
from app.database.bounded_stores import make_room
from app.database.opening import transact, transact_at_once
from app.database.packing import packed, unpacked
from app.database.seeing import visible
from app.database.tables.computations import Computation
from app.database.tables.matches import Judgement
from app.matches.computed.wanted import Kind, Wanted
from app.matches.jobs import ATTEMPTS, LEASE
from engine import __version__

RESULT_BYTES: Final = 32 * 1024 * 1024
"""The most bytes of a result that is kept, before it is packed."""
KIND_BYTES: Final = 64 * 1024 * 1024
"""The most bytes of all results of one kind together, packed; the oldest ones make room."""


class State(StrEnum):
    """The state of a computation."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    """The engine failed on it, or the result is too large to be kept."""


_OPEN: Final = (State.WAITING, State.RUNNING)


@dataclass(frozen=True, slots=True)
class Row:
    """A computation without its result."""

    id: int
    match: int
    """The number of the match."""
    judgement: int
    kind: str
    parameters: str
    work: int
    state: State
    attempts: int

    @property
    def is_open(self) -> bool:
        """Whether it waits or runs."""
        return self.state in _OPEN


@dataclass(frozen=True, slots=True)
class Kept:
    """A computation that was asked for before."""

    row: Row
    data: bytes | None
    """The result as it was written; None where there is none."""


def kept(session: Session, judgement: int, wanted: Wanted) -> Kept | None:
    """What was asked for before, by this version of the engine; None where it was not.  One query."""
    found = session.execute(
        select(*_COLUMNS, col(Computation.data), col(Computation.size)).join(*_JUDGEMENT).where(_is(judgement, wanted))
    ).one_or_none()
    if found is None:
        return None
    *facts, data, size = found
    return Kept(_row(facts), None if data is None else unpacked(data, size))


def keep(sessions: sessionmaker[Session], judgement: int, wanted: Wanted, result: bytes) -> None:
    """Keeps a result with its judgement, if it is small enough and no other writer has to be waited for."""
    if len(result) > RESULT_BYTES:
        return
    values = _values(judgement, wanted) | {"state": State.DONE} | _packed(result)
    transact_at_once(sessions, lambda session: _insert(session, judgement, wanted, values))


def queued(sessions: sessionmaker[Session], judgement: int, wanted: Wanted, visitor: str | None = None) -> Row:
    """The computation in the queue, at whose end it is put for a visitor where it was not asked for before.

    Raises StoreFull.
    """

    def put(session: Session) -> Row:
        found = kept(session, judgement, wanted)
        if found is None:
            make_room(session, bounded_stores.COMPUTATIONS, visitor)
            _insert(
                session, judgement, wanted, _values(judgement, wanted) | {"state": State.WAITING, "visitor": visitor}
            )
            found = kept(session, judgement, wanted)
            assert found is not None
        return found.row

    return transact(sessions, put)


def computation(session: Session, identity: int) -> Row | None:
    """The computation with a number."""
    seen = visible(session, col(Judgement.log_id), by_link=True)
    wanted = select(*_COLUMNS).join(*_JUDGEMENT).where(col(Computation.id) == identity, seen)
    found = session.execute(wanted).one_or_none()
    return None if found is None else _row(found)


def ahead_of(session: Session, row: Row) -> int:
    """The number of computations before one that waits."""
    is_review = row.kind == Kind.REVIEW
    older = and_(_IS_REVIEW.is_(is_review), col(Computation.id) < row.id)
    before = or_(older, ~_IS_REVIEW) if is_review else older
    wanted = select(func.count()).select_from(Computation).where(col(Computation.state).in_(_OPEN), before)
    return session.scalar(wanted) or 0


def claim(sessions: sessionmaker[Session], *, reviews: bool = True) -> Row | None:
    """Takes the computation that has waited longest for the caller; None if none waits.

    Reviews, which take longest, come after all others; ``reviews``: whether they are taken at all.  A computation at
    which the worker ended too often has failed.
    """
    wanted = _claimable() if reviews else and_(_claimable(), ~_IS_REVIEW)
    with sessions() as session:
        if session.scalar(select(col(Computation.id)).where(wanted).limit(1)) is None:
            return None
    return transact(sessions, lambda session: _claim(session, wanted))


def keep_on(sessions: sessionmaker[Session], row: Row) -> bool:
    """Records that the caller is still computing.  Returns False if the caller has lost the computation."""
    return transact(sessions, lambda session: _set(session, row, seen_at=_now()))


def put_back(sessions: sessionmaker[Session], row: Row) -> None:
    """Has a computation wait again because the worker has to stop.  The attempt does not count."""
    values = {"state": State.WAITING, "attempts": row.attempts - 1, "seen_at": None}
    transact(sessions, lambda session: _set(session, row, **values))


def go_on(sessions: sessionmaker[Session], row: Row) -> None:
    """Has a computation wait again after a part of it is kept, which no further attempt can lose."""
    transact(sessions, lambda session: _set(session, row, state=State.WAITING, attempts=0, seen_at=None))


def finish(sessions: sessionmaker[Session], row: Row, result: bytes | None) -> None:
    """Ends a computation with its result; without one, or with one that is too large to be kept, it has failed."""

    def end(session: Session) -> None:
        if result is None or len(result) > RESULT_BYTES:
            _set(session, row, state=State.FAILED)
        else:
            _set(session, row, state=State.DONE, **_packed(result))
            _make_room(session, row.kind)

    transact(sessions, end)


def drop(sessions: sessionmaker[Session], row: Row) -> None:
    """Removes a computation that nobody can ask for any more."""
    transact(sessions, lambda session: session.execute(delete(Computation).where(col(Computation.id) == row.id)))


def withdraw(session: Session, identity: int) -> None:
    """Removes a computation that waits or runs: a worker ends the part in work, and keeps it.  Never commits."""
    session.execute(delete(Computation).where(col(Computation.id) == identity, col(Computation.state).in_(_OPEN)))


_COLUMNS: Final = (
    col(Computation.id),
    col(Judgement.log_id),
    col(Computation.judgement_id),
    col(Computation.kind),
    col(Computation.parameters),
    col(Computation.work),
    col(Computation.state),
    col(Computation.attempts),
)
_IS_REVIEW: Final = col(Computation.kind) == Kind.REVIEW
_JUDGEMENT: Final = (Judgement, col(Judgement.id) == col(Computation.judgement_id))


def _row(facts: Sequence[Any]) -> Row:
    identity, match, judgement, kind, parameters, work, state, attempts = facts
    return Row(identity, match, judgement, kind, parameters, work, State(state), attempts)


def _now() -> datetime:
    return datetime.now(UTC)


def _is(judgement: int, wanted: Wanted) -> ColumnElement[bool]:
    return and_(_same(judgement, wanted), col(Computation.engine) == __version__)


def _same(judgement: int, wanted: Wanted) -> ColumnElement[bool]:
    return and_(
        col(Computation.judgement_id) == judgement,
        col(Computation.kind) == str(wanted.kind),
        col(Computation.parameters_sha256) == wanted.key,
    )


def _values(judgement: int, wanted: Wanted) -> dict[str, object]:
    return {
        "judgement_id": judgement,
        "kind": str(wanted.kind),
        "parameters_sha256": wanted.key,
        "parameters": wanted.parameters,
        "engine": __version__,
        "work": wanted.work,
        "attempts": 0,
        "queued_at": _now(),
        "size": 0,
        "packed_size": 0,
    }


def _packed(result: bytes) -> dict[str, object]:
    data = packed(result)
    return {"data": data, "size": len(result), "packed_size": len(data)}


def _insert(session: Session, judgement: int, wanted: Wanted, values: dict[str, object]) -> None:
    """Adds a row; it replaces the one of another version of the engine."""
    session.execute(delete(Computation).where(_same(judgement, wanted)))
    session.execute(insert(Computation).values(**values))
    _make_room(session, str(wanted.kind))


def _make_room(session: Session, kind: str) -> None:
    """Removes the oldest results of a kind while all of them together have too many bytes."""
    sizes = session.execute(
        select(col(Computation.id), col(Computation.packed_size))
        .where(col(Computation.kind) == kind, col(Computation.packed_size) > 0)
        .order_by(col(Computation.id).desc())
    ).all()
    total, dropped = 0, []
    for identity, size in sizes:
        total += size
        if total > KIND_BYTES:
            dropped.append(identity)
    if dropped:
        session.execute(delete(Computation).where(col(Computation.id).in_(dropped)))


def _claimable() -> ColumnElement[bool]:
    silent = col(Computation.seen_at) < _now() - LEASE
    return or_(col(Computation.state) == State.WAITING, and_(col(Computation.state) == State.RUNNING, silent))


def _claim(session: Session, wanted: ColumnElement[bool]) -> Row | None:
    rows = select(*_COLUMNS).join(*_JUDGEMENT).where(wanted).order_by(_IS_REVIEW, col(Computation.id))
    found = session.execute(rows).all()
    for row in map(_row, found):
        mine = col(Computation.id) == row.id
        if row.attempts >= ATTEMPTS:
            session.execute(update(Computation).where(mine).values(state=State.FAILED))
            continue
        values = {"state": State.RUNNING, "attempts": row.attempts + 1, "seen_at": _now()}
        session.execute(update(Computation).where(mine).values(**values))
        return replace(row, state=State.RUNNING, attempts=row.attempts + 1)
    return None


def _set(session: Session, row: Row, **values: object) -> bool:
    own = (
        col(Computation.id) == row.id,
        col(Computation.state) == State.RUNNING,
        col(Computation.attempts) == row.attempts,
    )
    done = session.execute(update(Computation).where(*own).values(**values))
    return bool(done.rowcount)  # type: ignore[attr-defined]
