"""Counting again: what an earlier version left uncounted, the figures that take long, or everything.

It is done in batches, each committed by itself: a run that is stopped goes on where it was.

A match that another version of the engine judged, and that is not counted yet, is counted as the running version reads
it under the same rules; its report stays as it is until `fupan reprocess` judges it again.
"""

import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.opening import transact
from app.database.seeing import is_counted
from app.database.tables.matches import Blob, Judgement, Log
from app.database.tables.statistics import RECOUNTS
from app.judging.counted import NOWHERE, SHORT, UNCOUNTED, PackedCount
from app.judging.counting import count_of, with_later
from app.judging.fault_barrier import TRACEBACK, guarded_check
from app.judging.rereading import LogLost
from app.judging.rules_of_match.stored import rules_of
from app.matches.ingest import reread
from app.matches.store import StoredMatch, stored_matches
from app.players.statistics.fact_rows import replace_counts
from engine.rulebook.options import RulesUnknown
from engine.verdict.check import Checker

BATCH: Final = 50
"""Matches that are counted and committed together at most."""
BATCH_BYTES: Final = 1024 * 1024
"""The bytes of logs after which a batch is committed, even with fewer matches."""
FEW: Final = 5
"""Matches that `count_some` counts at most."""
_LOG: Final = logging.getLogger(__name__)
_PENDING: Final = text("judgements.counted < 2")
"""As the index of what is pending has it."""
_LISTED: Final = col(Judgement.current).is_not(False)
"""Whether lists show a judgement, so that no plan begins with the index of those that they show: it has them all."""
_LAST: Final = 1
"""The key of the only row of the table of recounts."""

Tell = Callable[[int], None]
"""Is called with the number of matches counted so far."""


@dataclass(frozen=True, slots=True)
class Pending:
    """The numbers of matches that are not counted yet, and of those that lack the figures that take long."""

    uncounted: int
    short: int

    @property
    def total(self) -> int:
        """How many matches are to be counted."""
        return self.uncounted + self.short


@dataclass(frozen=True, slots=True)
class _Task:
    """A judgement that is to be counted."""

    judgement: int
    state: int
    """What is there of it."""
    counts: PackedCount = field(repr=False)
    stored: StoredMatch


def pending(session: Session) -> Pending:
    """What is to be counted of the listed matches that statistics count.

    One query, answered from an index of what is pending.
    """
    rows = session.execute(
        select(col(Judgement.counted), func.count())
        .where(_PENDING, _LISTED, is_counted(col(Judgement.log_id)))
        .group_by(col(Judgement.counted))
    )
    counts: dict[int, int] = dict(rows.all())
    return Pending(counts.get(UNCOUNTED, 0), counts.get(SHORT, 0))


def left_to_count(session: Session) -> int:
    """How many matches `count_pending` would count: also those that not all may see."""
    return session.scalar(select(func.count()).select_from(Judgement).where(_PENDING, _LISTED)) or 0


def count_pending(sessions: sessionmaker[Session], tell: Tell | None = None) -> int:
    """Counts the listed matches that are not counted whole; returns how many that were."""
    done = after = 0
    while tasks := _next(sessions, after, _PENDING):
        _count(sessions, tasks, again=False)
        after = tasks[-1].stored.id
        done += len(tasks)
        if tell is not None:
            tell(done)
    return done


def count_some(sessions: sessionmaker[Session]) -> bool:
    """Counts a few matches of what is pending; returns whether there were any."""
    with sessions() as session:
        if session.scalar(select(col(Judgement.id)).where(_PENDING, _LISTED).limit(1)) is None:
            return False
    tasks = _next(sessions, 0, _PENDING)[:FEW]
    _count(sessions, tasks, again=False)
    return bool(tasks)


def count_all(sessions: sessionmaker[Session], tell: Tell | None = None) -> int:
    """Counts every listed match again from its log, in order of their numbers; returns how many.

    A run after one that was stopped goes on where that one was.
    """
    with sessions() as session:
        after = session.scalar(select(RECOUNTS.c.after).where(RECOUNTS.c.id == _LAST)) or 0
    done = 0
    while tasks := _next(sessions, after):
        after = tasks[-1].stored.id
        _count(sessions, tasks, again=True)
        done += len(tasks)
        if tell is not None:
            tell(done)
    transact(sessions, lambda session: _set_position(session, None))
    return done


def left_to_recount(session: Session) -> int:
    """How many matches `count_all` would count."""
    after = session.scalar(select(RECOUNTS.c.after).where(RECOUNTS.c.id == _LAST)) or 0
    listed = select(func.count()).select_from(Judgement).where(col(Judgement.current), col(Judgement.log_id) > after)
    return session.scalar(listed) or 0


def _next(sessions: sessionmaker[Session], after: int, *conditions: Any) -> list[_Task]:
    """The next batch of listed matches above a number that some conditions let through."""
    with sessions() as session:
        rows = session.execute(
            select(
                col(Judgement.log_id),
                col(Judgement.id),
                col(Judgement.counted),
                col(Judgement.counts),
                col(Judgement.counts_size),
                col(Blob.size),
            )
            .join(Log, col(Log.id) == col(Judgement.log_id))
            .join(Blob, col(Blob.sha256) == col(Log.blob_sha256))
            .where(col(Judgement.current), col(Judgement.log_id) > after, *conditions)
            .order_by(col(Judgement.log_id))
            .limit(BATCH)
        ).all()
        chosen: dict[int, tuple[int, int, PackedCount]] = {}
        size = 0
        for match, judgement, state, data, data_size, log_size in rows:
            assert judgement is not None
            chosen[match] = (judgement, state, PackedCount(state, data, data_size))
            size += log_size
            if size >= BATCH_BYTES:
                break
        matches = stored_matches(session, col(Log.id).in_(chosen)) if chosen else []
    return [_Task(*chosen[stored.id], stored) for stored in matches]


def _count(sessions: sessionmaker[Session], tasks: Sequence[_Task], *, again: bool) -> None:
    checker = _checker()
    counts = {task.judgement: _counted(checker, task, again=again) for task in tasks}

    def keep(session: Session) -> None:
        replace_counts(session, counts)
        if again:
            _set_position(session, tasks[-1].stored.id)

    if counts:
        transact(sessions, keep)


def _counted(checker: Checker, task: _Task, *, again: bool) -> PackedCount:
    """What is counted of a judgement, whole.  If that fails, the reason is logged and what there is of it counts."""
    try:
        match, record = reread(task.stored)
        if match is None:
            return NOWHERE
        rules = rules_of(checker, task.stored.chosen, match)
        counts = task.counts
        if again or task.state == UNCOUNTED:
            counts = count_of(guarded_check(checker, record, rules, as_read=True))
        return with_later(counts, checker.judge(rules), match)
    except (LogLost, RulesUnknown) as reason:
        _LOG.warning("match %s cannot be counted: %s", task.stored.id, reason)
    except Exception:
        if os.environ.get(TRACEBACK):
            raise
        _LOG.exception("counting failed on match %s", task.stored.id)
    return task.counts.as_whole()


def _set_position(session: Session, after: int | None) -> None:
    session.execute(delete(RECOUNTS))
    if after is not None:
        session.execute(insert(RECOUNTS).values(id=_LAST, after=after))


@lru_cache(maxsize=1)
def _checker() -> Checker:
    return Checker(counting=True)
