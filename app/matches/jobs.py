"""Jobs: uploads that wait in the database until a worker judges them.

A job outlives the server, because its bytes are in the database.  A worker regularly reports that it is working on a
job.  If it stops reporting, the job goes back into the queue; after a number of attempts it is refused.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import BinaryIO, Final

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database import bounded_stores
from app.database.bounded_stores import make_room
from app.database.opening import transact
from app.database.packing import BytesDamaged, stored_json
from app.database.seeing import account_of, of_uploader
from app.database.tables.matches import Job, JobPiece, JobWorker
from app.text.language.keeping import kept_text
from engine.rulebook.sentences import say

PIECE: Final = 1024 * 1024
"""The number of bytes of a job in one row."""
LEASE: Final = timedelta(seconds=30)
"""How long a worker may go without a report."""
ARRIVING: Final = timedelta(hours=1)
"""How long the bytes of an upload may take to be stored."""
ATTEMPTS: Final = 2
"""The most times that a job is begun."""
FIRST: Final = 50
"""The most matches of a job whose numbers are stored, and the most refusals."""


_NO_RULES: Final[Mapping[str, str]] = MappingProxyType({})


class State(StrEnum):
    """The state of a job."""

    ARRIVING = "arriving"
    """Its bytes are being stored."""
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A job that a worker is working on."""

    id: int
    name: str
    attempt: int
    rules: Mapping[str, str] = field(default_factory=lambda: _NO_RULES)
    """The rules that the sender asked for, as the arguments of an address."""
    account: int | None = None
    """The account that sent it, in a club."""


class Progress:
    """The progress of a job."""

    def __init__(self) -> None:
        self.matches = 0
        self.new = 0
        self.verdicts: Final[Counter[str]] = Counter()
        self.first: Final[list[int]] = []
        self.refusals = 0
        self.first_refusals: Final[list[int]] = []

    def add(self, identity: int, shown: str, *, new: bool) -> None:
        """Counts a stored match under its verdict as it is shown: see `app.text.verdict_names`."""
        self.matches += 1
        self.new += new
        self.verdicts[shown] += 1
        if len(self.first) < FIRST:
            self.first.append(identity)

    def add_refusal(self, identity: int) -> None:
        """Counts what could not be read and is kept as a refusal."""
        self.refusals += 1
        if len(self.first_refusals) < FIRST:
            self.first_refusals.append(identity)


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
    identity = transact(sessions, lambda session: _begin(session, name, bound, rules, visitor))
    size = number = 0
    while piece := stream.read(PIECE):
        values = {"job_id": identity, "number": number, "data": piece}
        transact(sessions, partial(_insert_piece, values))
        size += len(piece)
        number += 1
    transact(sessions, lambda session: _set(session, identity, state=State.WAITING, size=size, queued_at=_now()))
    return identity


def claim(sessions: sessionmaker[Session]) -> Claimed | None:
    """Takes the oldest waiting job for the caller; None if no job waits."""
    with sessions() as session:
        if not session.scalar(select(func.count()).select_from(Job).where(_claimable())):
            return None
    return transact(sessions, _claim)


def keep_on(sessions: sessionmaker[Session], job: Claimed, progress: Progress) -> bool:
    """Records that the caller is still working on a job, and its progress.  Returns False if the caller has lost the
    job.
    """
    return transact(sessions, lambda session: _set_own(session, job, seen_at=_now(), **_counts(progress)))


def finish(sessions: sessionmaker[Session], job: Claimed, progress: Progress) -> None:
    """Ends a job that is done, and deletes its bytes."""
    transact(sessions, lambda session: _end(session, job, State.DONE, None, progress))


def refuse(sessions: sessionmaker[Session], job: Claimed, reason: str, progress: Progress) -> None:
    """Ends a job that cannot be done, with the reason in words, and deletes its bytes."""
    transact(sessions, lambda session: _end(session, job, State.REFUSED, reason, progress))


def put_back(sessions: sessionmaker[Session], job: Claimed) -> None:
    """Puts a job back into the queue because the worker has to stop.  The attempt does not count."""
    transact(
        sessions,
        lambda session: _set_own(session, job, state=State.WAITING, attempts=job.attempt - 1, seen_at=None),
    )


def pieces(sessions: sessionmaker[Session], job: Claimed) -> Iterator[bytes]:
    """The bytes of a job.  One piece at a time is held in memory."""
    number = 0
    while True:
        with sessions() as session:
            row = session.get(JobPiece, (job.id, number))
            if row is None:
                return
            data = row.data
        yield data
        number += 1


def job(session: Session, identity: int) -> Job | None:
    """The job with a number."""
    return session.scalar(select(Job).where(col(Job.id) == identity, of_uploader(session, col(Job.account))))


def unfinished(session: Session, most: int = 20) -> Sequence[Job]:
    """The jobs that wait or run, the oldest first."""
    return session.scalars(
        select(Job)
        .where(col(Job.state).in_((State.WAITING, State.RUNNING)), of_uploader(session, col(Job.account)))
        .order_by(col(Job.id))
        .limit(most)
    ).all()


def ahead_of(session: Session, found: Job) -> int:
    """The number of jobs before one that waits."""
    return (
        session.scalar(
            select(func.count())
            .select_from(Job)
            .where(col(Job.state).in_((State.WAITING, State.RUNNING)), col(Job.id) < (found.id or 0))
        )
        or 0
    )


def verdicts_of(found: Job) -> Mapping[str, int]:
    """The number of matches of a job with each verdict."""
    return stored_json(found.verdicts, dict[str, int])


def first_of(found: Job) -> Sequence[int]:
    """The numbers of the first matches of a job, each once."""
    return list(dict.fromkeys(stored_json(found.first, list[int])))


def first_refusals_of(found: Job) -> Sequence[int]:
    """The numbers of the first refusals of a job, each once."""
    return list(dict.fromkeys(stored_json(found.first_refusals, list[int])))


def note_worker(sessions: sessionmaker[Session], name: str) -> None:
    """Records that a worker is alive, and forgets those that have been silent for long."""
    transact(sessions, lambda session: _note_worker(session, name))


def forget_worker(sessions: sessionmaker[Session], name: str) -> None:
    """Records that a worker has ended."""
    transact(sessions, lambda session: session.execute(delete(JobWorker).where(col(JobWorker.name) == name)))


def has_worker(sessions: sessionmaker[Session]) -> bool:
    """Whether a worker has recorded lately that it is alive."""
    with sessions() as session:
        seen = session.scalar(select(func.max(col(JobWorker.seen_at))))
    return seen is not None and seen > _now() - LEASE


def _note_worker(session: Session, name: str) -> None:
    session.execute(delete(JobWorker).where(or_(col(JobWorker.name) == name, col(JobWorker.seen_at) < _now() - LEASE)))
    session.add(JobWorker(name=name, seen_at=_now()))


def _now() -> datetime:
    return datetime.now(UTC)


def _claimable() -> ColumnElement[bool]:
    silent = col(Job.seen_at) < _now() - LEASE
    return or_(
        col(Job.state) == State.WAITING,
        and_(col(Job.state) == State.RUNNING, silent),
        and_(col(Job.state) == State.ARRIVING, col(Job.queued_at) < _now() - ARRIVING),
    )


def _begin(session: Session, name: str, bound: str, rules: Mapping[str, str], visitor: str | None) -> int:
    make_room(session, bounded_stores.JOBS, visitor)
    made = Job(
        name=name,
        size=0,
        bound=kept_text(bound),
        rules=json.dumps(dict(rules)),
        state=State.ARRIVING,
        queued_at=_now(),
        visitor=visitor,
        account=account_of(session),
    )
    session.add(made)
    session.flush()
    assert made.id is not None
    return made.id


def _insert_piece(values: Mapping[str, object], session: Session) -> None:
    session.execute(insert(JobPiece), [dict(values)])


def _claim(session: Session) -> Claimed | None:
    for found in session.scalars(select(Job).where(_claimable()).order_by(col(Job.id))).all():
        assert found.id is not None
        try:
            rules, damaged = stored_json(found.rules, dict[str, str]), False
        except BytesDamaged:
            rules, damaged = {}, True
        taken = Claimed(found.id, found.name, found.attempts + 1, rules, found.account)
        if damaged:
            reason = say("The database no longer has the rules that were asked for as they were. Send the file again.")
            _end(session, taken, State.REFUSED, reason, None)
        elif found.state == State.ARRIVING:
            _end(session, taken, State.REFUSED, say("The upload broke off before all of it had arrived."), None)
        elif found.attempts >= ATTEMPTS:
            reason = say("The worker stopped {count} times while it was judging this upload.", count=found.attempts)
            _end(session, taken, State.REFUSED, reason, None)
        else:
            _set(session, taken.id, state=State.RUNNING, attempts=taken.attempt, seen_at=_now())
            return taken
    return None


def _end(session: Session, job: Claimed, state: State, reason: str | None, progress: Progress | None) -> None:
    counts = {} if progress is None else _counts(progress)
    kept = None if reason is None else kept_text(reason)
    _set(session, job.id, state=state, reason=kept, finished_at=_now(), **counts)
    session.execute(delete(JobPiece).where(col(JobPiece.job_id) == job.id))


def _counts(progress: Progress) -> dict[str, object]:
    return {
        "matches": progress.matches,
        "new": progress.new,
        "verdicts": json.dumps(progress.verdicts),
        "first": json.dumps(progress.first),
        "refusals": progress.refusals,
        "first_refusals": json.dumps(progress.first_refusals),
    }


def _set(session: Session, identity: int, **values: object) -> None:
    session.execute(update(Job).where(col(Job.id) == identity).values(**values))


def _set_own(session: Session, job: Claimed, **values: object) -> bool:
    own = (col(Job.id) == job.id, col(Job.state) == State.RUNNING, col(Job.attempts) == job.attempt)
    done = session.execute(update(Job).where(*own).values(**values))
    return bool(done.rowcount)  # type: ignore[attr-defined]
