"""Judges again the matches that another version of the engine judged, in batches that are committed one by one."""

import logging
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from sqlalchemy.orm import Session, sessionmaker

from app.database.opening import open_database, transact
from app.judging.fault_barrier import TRACEBACK, guarded_check, is_fault
from app.judging.judged import StoredJudgement, judged, stored_report
from app.judging.report_change import Change, change_between
from app.judging.rereading import LogLost
from app.judging.rules_of_match.refusal import in_words
from app.judging.rules_of_match.stored import rules_of
from app.matches import store
from app.matches.ingest import BATCH, erased_log, reread
from app.matches.outdated import OutdatedMatch, outdated, outdated_matches
from app.matches.store import StoredMatch
from app.text.language.errors import text_of
from engine.rulebook.options import RulesUnknown
from engine.rulebook.sentences import say
from engine.verdict.check import Checker

BATCH_BYTES: Final = 1024 * 1024
"""The bytes of logs and their earlier reports after which a batch is committed, even with fewer matches."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ReprocessedMatch:
    """The result for one match."""

    id: int
    name: str
    """The id of the match, or else its event; empty if the log has neither."""
    source: str
    judged: StoredJudgement | None
    """The new judgement; None if the match could not be judged."""
    change: Change | None
    """How it differs from the one before."""
    choice: int | None
    """The key of the choice that it is judged under; None if no rules are chosen for it."""
    reason: str
    """Why the match could not be judged, in words; empty if it was.  If the engine failed on it, there is both this and
    a judgement that says so.
    """
    skipped: bool = False
    """Whether that is because its log was erased."""


def batches(sessions: sessionmaker[Session]) -> Iterator[list[StoredMatch]]:
    """The outdated matches by id, each once, in batches to be committed together.  One batch at a time is held."""
    for identities in batches_of_keys(sessions):
        with sessions() as session:
            batch = outdated_matches(session, identities)
        yield batch


def batches_of_keys(sessions: sessionmaker[Session]) -> Iterator[list[int]]:
    """The ids of the outdated matches, in batches to be committed together.

    A match is never given a second time, even if it could not be judged.
    """
    after = 0
    while True:
        with sessions() as session:
            matches = outdated(session, after)
        if not matches:
            return
        after = matches[-1].id
        yield from _batched(matches)


def judge_batch(batch: Sequence[StoredMatch]) -> list[ReprocessedMatch]:
    """Judges matches under the rules chosen for them, or else those that they claim, in order.

    A match that fails does not stop the others.
    """
    checker = _checker()
    return [_judge(checker, stored) for stored in batch]


def judge_stored(url: str, identities: Sequence[int]) -> list[ReprocessedMatch]:
    """Judges the matches with some ids, as `judge_batch` does, in a process that reads them from the database itself.

    Raises what the database raises.
    """
    with _reading(url)() as session:
        batch = outdated_matches(session, identities)
    return judge_batch(batch)


@lru_cache(maxsize=1)
def _reading(url: str) -> sessionmaker[Session]:
    return sessionmaker(open_database(url, read_only=True))


def commit(sessions: sessionmaker[Session], outcomes: Sequence[ReprocessedMatch]) -> None:
    """Stores all judgements of a batch, or none.  Those of earlier versions are not deleted.

    If other rules have been chosen for a match since it was judged, lists still show the result under those.  Where the
    report of a match with a dispute or a verdict changed, the record gets an entry.
    """
    claimed = {
        outcome.id: outcome.judged for outcome in outcomes if outcome.judged is not None and outcome.choice is None
    }
    under = {
        outcome.id: outcome.judged for outcome in outcomes if outcome.judged is not None and outcome.choice is not None
    }
    choices = {outcome.id: outcome.choice for outcome in outcomes if outcome.choice is not None}

    def keep(session: Session) -> None:
        if claimed:
            store.judge_again(session, claimed, own=True)
        if under:
            store.judge_again(session, under, own=False, choices=choices)

    if claimed or under:
        transact(sessions, keep)


@lru_cache(maxsize=1)
def _checker() -> Checker:
    return Checker(counting=True)


def _batched(matches: Sequence[OutdatedMatch]) -> Iterator[list[int]]:
    batch: list[int] = []
    size = 0
    for match in matches:
        batch.append(match.id)
        size += match.size
        if len(batch) >= BATCH or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _judge(checker: Checker, stored: StoredMatch) -> ReprocessedMatch:
    if stored.erased_at is not None:
        return replace(_outcome(stored, None, None, erased_log(stored.erased_at)), skipped=True)
    try:
        match, record = reread(stored)
        rules = None if stored.chosen is None or match is None else rules_of(checker, stored.chosen, match)
        report = guarded_check(checker, record, rules, written=True, as_read=True)
        if rules is not None and report.rules is None:
            return _outcome(stored, None, None, say("the engine failed on it"))
        judgement = judged(report)
        change = change_between(stored.report, stored_report(judgement.report, judgement.report_size))
    except LogLost as lost:
        return _outcome(stored, None, None, text_of(lost))
    except RulesUnknown as unknown:
        return _outcome(
            stored, None, None, say("the rules chosen for it do not exist any more: {rules}", rules=in_words(unknown))
        )
    except Exception as fault:
        if os.environ.get(TRACEBACK):
            raise
        _LOG.exception("the engine failed on match %s", stored.id)
        return _outcome(stored, None, None, say("the engine failed on it ({error})", error=type(fault).__name__))
    return _outcome(
        stored, judgement, change, say("the engine failed on it, as its report says") if is_fault(report) else ""
    )


def _outcome(
    stored: StoredMatch, judgement: StoredJudgement | None, change: Change | None, reason: str
) -> ReprocessedMatch:
    return ReprocessedMatch(
        id=stored.id,
        name=stored.row.match_id or stored.row.event or "",
        source=stored.source,
        judged=judgement,
        change=change,
        choice=None if stored.chosen is None else stored.chosen.id,
        reason=reason,
    )
