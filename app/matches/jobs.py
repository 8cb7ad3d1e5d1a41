"""The queue of the worker: uploads that are judged later, and what is computed of matches.

A job is a row that waits until a worker takes it up; what was computed remains in its row.  Those who ask are served in
turn, one job (of a review one hand) each; what a page shows at the moment comes first.  A worker regularly reports that
it is working on a job.  If it stops reporting, the job waits again.  A job is given up where it fails by itself, or
where worker after worker ends while working on it; of a review the hand in work alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Select, and_, case, delete, func, insert, or_, select, update
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.opening import transact, transact_at_once
from app.database.tables.jobs import Job
from app.database.tables.matches import JobPiece, JobWorker, Judgement
from app.text.language.keeping import kept_text
from engine.rulebook.sentences import say

UPLOAD: Final = "upload"
"""The kind of a job that judges an upload; the others are those of `app.matches.computed.wanted.Kind`."""
LEASE: Final = timedelta(seconds=30)
"""How long a worker may go without a report."""
ARRIVING: Final = timedelta(hours=1)
"""How long the bytes of an upload may take to be stored."""
SHOWN: Final = timedelta(seconds=15)
"""How long a job counts as shown after a page with it was loaded; such a page loads again every few seconds."""
FAILURES: Final = 2
"""A job that failed by itself so often is given up."""
ENDS: Final = 5
"""A job is given up at which so many workers ended that did not say that they stop."""
FIRST: Final = 50
"""The most matches of an upload whose numbers are stored, and the most refusals."""


class JobState(StrEnum):
    """The state of a job."""

    ARRIVING = "arriving"
    """Its bytes are being stored."""
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    """It was given up; the row says why, unless the result is too large or cannot be asked for any more."""


OPEN: Final = (JobState.WAITING, JobState.RUNNING)


class JobProgress(msgspec.Struct):
    """How far an upload is."""

    matches: int = 0
    new: int = 0
    verdicts: dict[str, int] = msgspec.field(default_factory=dict)
    """The number of matches under each verdict as it is shown: see `app.text.verdict_names`."""
    first: list[int] = msgspec.field(default_factory=list)
    """The numbers of the first matches, each once."""
    refusals: int = 0
    """What could not be read and is kept as a refusal."""
    first_refusals: list[int] = msgspec.field(default_factory=list)
    """The numbers of the first refusals, each once."""

    def add(self, identity: int, shown: str, *, new: bool) -> None:
        """Counts a stored match."""
        self.matches += 1
        self.new += new
        self.verdicts[shown] = self.verdicts.get(shown, 0) + 1
        _add(self.first, identity)

    def add_refusal(self, identity: int) -> None:
        """Counts what could not be read."""
        self.refusals += 1
        _add(self.first_refusals, identity)


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job without its bytes and its result."""

    id: int
    kind: str
    state: JobState
    parameters: str
    work: int
    slow: bool
    hand: int | None
    """The hand that a page shows, from 0."""
    in_work: int | None
    """The hand of a review that was begun last, from 0; None since a part of the job was kept."""
    claims: int
    failures: int
    ends: int
    reason: str | None
    """Why it, or hands of a review, was given up: what `kept_text` gives."""
    name: str
    account: int | None
    visitor: str | None
    judgement: int | None
    match: int | None
    """The number of the match that the judgement is of."""

    @property
    def is_open(self) -> bool:
        """Whether it waits or runs."""
        return self.state in OPEN


ROWS: Final = select(
    col(Job.id),
    col(Job.kind),
    col(Job.state),
    col(Job.parameters),
    col(Job.work),
    col(Job.slow),
    col(Job.hand),
    col(Job.in_work),
    col(Job.claims),
    col(Job.failures),
    col(Job.ends),
    col(Job.reason),
    col(Job.name),
    col(Job.account),
    col(Job.visitor),
    col(Job.judgement_id),
    col(Judgement.log_id),
).outerjoin(Judgement, col(Judgement.id) == col(Job.judgement_id))
"""The jobs, in the order in which `row_of` takes their facts."""


def row_of(facts: Sequence[Any]) -> JobRow:
    """A job from its facts."""
    identity, kind, state, *others = facts
    return JobRow(identity, kind, JobState(state), *others)


def add(session: Session, kind: str, visitor: str | None, values: Mapping[str, object], *, slow: bool = False) -> int:
    """Adds a job of a visitor at the end of what the visitor asked for, and returns its number."""
    served = select(func.max(col(Job.turn_at))).where(_is_of(visitor), col(Job.slow) == slow, col(Job.state).in_(OPEN))
    facts = {
        "kind": kind,
        "visitor": visitor,
        "slow": slow,
        "turn_at": session.scalar(served) or now(),
        "state": JobState.WAITING,
        "queued_at": now(),
    }
    made = session.execute(insert(Job).values({**facts, **values}).returning(col(Job.id))).scalar_one()
    assert made is not None
    return made


def claim(sessions: sessionmaker[Session], *, slow: bool = False) -> JobRow | None:
    """Takes for the caller the first job of the one whose turn it is; None if none waits.

    A job that a page shows comes before all that none shows.  What takes long is a queue of its own, and so is what
    does not: ``slow`` says which.
    """
    with sessions() as session:
        if session.execute(_silent()).first() is None and _next(session, slow=slow) is None:
            return None
    return transact(sessions, lambda session: _claim(session, slow=slow))


def keep_on(sessions: sessionmaker[Session], row: JobRow, progress: JobProgress | None = None) -> bool:
    """Records that the caller is still working on a job, and its progress.  Returns False if the caller has lost the
    job.
    """
    return transact(sessions, lambda session: change(session, row, seen_at=now(), **_counts(progress)))


def put_back(sessions: sessionmaker[Session], row: JobRow) -> None:
    """Has a job wait again because the worker has to stop."""
    transact(sessions, lambda session: change(session, row, state=JobState.WAITING))


def begin(sessions: sessionmaker[Session], row: JobRow, hand: int) -> bool:
    """Notes the hand of a review that the caller begins, from 0.  Returns False if the caller has lost the job."""
    return transact(sessions, lambda session: change(session, row, in_work=hand))


def note_reason(sessions: sessionmaker[Session], row: JobRow, reason: str) -> None:
    """Notes why a part of a job is given up."""
    transact(sessions, lambda session: change(session, row, reason=kept_text(reason)))


def go_on(sessions: sessionmaker[Session], row: JobRow) -> None:
    """Has a job wait again after a part of it is kept, which no end of a worker can lose."""
    values = {"state": JobState.WAITING, "failures": 0, "ends": 0, "hand": None, "in_work": None, "shown_at": None}
    transact(sessions, lambda session: change(session, row, **values))


def finish(sessions: sessionmaker[Session], row: JobRow, progress: JobProgress | None = None) -> None:
    """Ends a job that is done and has no result, and deletes its bytes."""
    transact(sessions, lambda session: end(session, row, JobState.DONE, **_counts(progress)))


def give_up(
    sessions: sessionmaker[Session], row: JobRow, reason: str | None, progress: JobProgress | None = None
) -> None:
    """Ends a job that cannot be done, with the reason in words, and deletes its bytes."""
    transact(sessions, lambda session: _give_up(session, row, reason, progress))


def fail(sessions: sessionmaker[Session], row: JobRow, reason: str, progress: JobProgress | None = None) -> None:
    """Has a job that failed by itself wait again, or ends it with the reason in words if it has failed before."""
    if not try_again(sessions, row):
        give_up(sessions, row, reason, progress)


def try_again(sessions: sessionmaker[Session], row: JobRow) -> bool:
    """Has a job that failed by itself wait again.  Returns False if it has failed too often."""
    if row.failures + 1 >= FAILURES:
        return False
    transact(sessions, lambda session: change(session, row, state=JobState.WAITING, failures=row.failures + 1))
    return True


def drop(sessions: sessionmaker[Session], row: JobRow) -> None:
    """Removes a job that nobody can ask for any more."""
    transact(sessions, lambda session: session.execute(delete(Job).where(col(Job.id) == row.id)))


def withdraw(session: Session, identity: int) -> None:
    """Removes a job that waits or runs: a worker ends the part in work, and keeps it.  Never commits."""
    session.execute(delete(Job).where(col(Job.id) == identity, col(Job.state).in_(OPEN)))


def note_shown(sessions: sessionmaker[Session], row: JobRow, hand: int | None = None) -> None:
    """Notes that a page shows a job that is not done, and the hand, from 0, that it shows.

    Not where another writer would have to be waited for: the page loads again.
    """
    open_one = col(Job.id) == row.id, col(Job.state).in_(OPEN)
    transact_at_once(
        sessions, lambda session: session.execute(update(Job).where(*open_one).values(shown_at=now(), hand=hand))
    )


def ahead_of(session: Session, row: JobRow | Job) -> int:
    """The number of jobs before one that waits, with those of others in turn.  One query.

    What pages show is not counted.  Jobs that take long wait for all that do not.
    """
    waits = col(Job.state) == JobState.WAITING
    counts = (
        func.sum(case((condition, 1), else_=0)) for condition in (~waits, waits, and_(waits, col(Job.id) < row.id))
    )
    rows = session.execute(
        select(col(Job.slow), col(Job.visitor), func.min(col(Job.turn_at)), *counts)
        .where(col(Job.state).in_(OPEN), or_(~col(Job.slow), col(Job.slow) == row.slow))
        .group_by(col(Job.slow), col(Job.visitor))
    ).all()
    own = next((line for line in rows if line[:2] == (row.slow, row.visitor)), None)
    if own is None:
        return 0
    place = own[-1]
    return sum(
        running + (min(waiting, place + (turn_at < own[2])) if slow == row.slow else waiting)
        for slow, _, turn_at, running, waiting, _ in rows
    )


def change(session: Session, row: JobRow, **values: object) -> bool:
    """Changes a job that is as the caller knows it: claimed by the caller, where it runs.  Returns whether it was."""
    own = col(Job.id) == row.id, col(Job.state) == row.state, col(Job.claims) == row.claims
    done = session.execute(update(Job).where(*own).values(**values))
    return bool(done.rowcount)  # type: ignore[attr-defined]


def end(session: Session, row: JobRow, state: JobState, **values: object) -> bool:
    """Ends a job that is as the caller knows it, and deletes its bytes.  Returns whether it was."""
    ended = change(session, row, state=state, finished_at=now(), **values)
    if ended:
        session.execute(delete(JobPiece).where(col(JobPiece.job_id) == row.id))
    return ended


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
    return seen is not None and seen > now() - LEASE


def now() -> datetime:
    """This moment."""
    return datetime.now(UTC)


def _note_worker(session: Session, name: str) -> None:
    session.execute(delete(JobWorker).where(or_(col(JobWorker.name) == name, col(JobWorker.seen_at) < now() - LEASE)))
    session.add(JobWorker(name=name, seen_at=now()))


def _is_of(visitor: str | None) -> ColumnElement[bool]:
    return col(Job.visitor).is_(None) if visitor is None else col(Job.visitor) == visitor


def _silent() -> Select[*tuple[Any, ...]]:
    """The jobs whose worker, or sender, has not reported for too long."""
    return ROWS.where(
        or_(
            and_(col(Job.state) == JobState.RUNNING, col(Job.seen_at) < now() - LEASE),
            and_(col(Job.state) == JobState.ARRIVING, col(Job.seen_at) < now() - ARRIVING),
        )
    )


def _next(session: Session, *, slow: bool) -> JobRow | None:
    waiting = ROWS.where(col(Job.state) == JobState.WAITING, col(Job.slow) == slow)
    shown = waiting.where(col(Job.shown_at) > now() - SHOWN)
    for rows in (shown, waiting):
        row = session.execute(rows.order_by(col(Job.turn_at), col(Job.id)).limit(1)).one_or_none()
        if row is not None:
            return row_of(row)
    return None


def _claim(session: Session, *, slow: bool) -> JobRow | None:
    for facts in session.execute(_silent()).all():
        _take_back(session, row_of(facts))
    row = _next(session, slow=slow)
    if row is None:
        return None
    served = _is_of(row.visitor), col(Job.slow) == slow, col(Job.state).in_(OPEN)
    session.execute(update(Job).where(*served).values(turn_at=now()))
    change(session, row, state=JobState.RUNNING, claims=row.claims + 1, seen_at=now())
    return replace(row, state=JobState.RUNNING, claims=row.claims + 1)


def _take_back(session: Session, row: JobRow) -> None:
    """Has a job wait again whose worker has ended; one that broke off, or at which too many ended, is given up.

    A review waits once more, so that the hand in work is given up alone.
    """
    if row.state is JobState.ARRIVING:
        _give_up(session, row, say("The upload broke off before all of it had arrived."))
    elif row.ends + 1 >= (ENDS if row.in_work is None else ENDS + 1):
        reason = say("The worker ended {count} times while it was at work on this. It is not tried again.", count=ENDS)
        _give_up(session, row, reason)
    else:
        change(session, row, state=JobState.WAITING, ends=row.ends + 1)


def _give_up(session: Session, row: JobRow, reason: str | None, progress: JobProgress | None = None) -> None:
    stored_reason = None if reason is None else kept_text(reason)
    end(session, row, JobState.FAILED, reason=stored_reason, **_counts(progress))


def _counts(progress: JobProgress | None) -> dict[str, object]:
    return {} if progress is None else {"progress": msgspec.json.encode(progress).decode()}


def _add(numbers: list[int], identity: int) -> None:
    if len(numbers) < FIRST and identity not in numbers:
        numbers.append(identity)
