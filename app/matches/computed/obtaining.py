"""Results for requests: those that are kept, those that are computed at once, and those that a job has to compute."""

from dataclasses import dataclass
from typing import Any

from app.database.bounded_stores import StoreFull
from app.judging.rereading import LogLost
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches import jobs
from app.matches.computed import keeping
from app.matches.computed.results import RECIPES, UNLIKE, Task
from app.matches.computed.reviews import make_next
from app.matches.computed.wanted import AT_ONCE, ComputationKind, Question
from app.matches.installation import Installation
from app.matches.jobs import JobRow, JobState
from app.matches.store import StoredMatch
from app.matches.thread_share import Busy
from engine.match_diff import CannotPair
from engine.rulebook.sentences import say


class Underway(Exception):
    """What a request needs is being computed by a job, or waits for it."""

    def __init__(self, row: JobRow) -> None:
        super().__init__(row.id)
        self.row = row


def obtain(fupan: Installation, stored: StoredMatch, *wanted: Question, visitor: str | None) -> list[Any]:
    """What a visitor asked about a match, in order; None for what the engine fails on.

    What is kept is read.  What is expected to be more work than `AT_ONCE` is put into the queue before any work begins.
    The rest is computed while no more than a few other requests compute, and kept.

    Raises Underway if something is in the queue, Busy if others compute for too long or too many computations wait, and
    what computing raises: LogLost, CannotPair, RulesRefused.
    """
    before = [_before(fupan, stored, question) for question in wanted]
    waiting = [known.row for known in before if known.row is not None]
    missing = [question for question, known in zip(wanted, before, strict=True) if known.unknown]
    try:
        if sum(question.work for question in missing) > AT_ONCE:
            waiting += [
                keeping.queued_job(fupan.sessions, stored.judgement_id, question, visitor) for question in missing
            ]
    except StoreFull:
        raise Busy from None
    for row in waiting:
        if row.is_open:
            raise Underway(row)
    return [
        _computed(fupan, stored, question) if known.unknown else known.result
        for question, known in zip(wanted, before, strict=True)
    ]


def obtain_quickly(fupan: Installation, stored: StoredMatch, *wanted: Question, kept_alone: bool = False) -> list[Any]:
    """The same for a page that can do without: None for what is not kept and would have to be waited for.

    In order as much is computed as may be at once in all, with ``kept_alone`` nothing.  Raises LogLost, CannotPair and
    RulesRefused.
    """
    left = 0 if kept_alone else AT_ONCE
    results = []
    for question in wanted:
        before = _before(fupan, stored, question)
        result = before.result
        if before.unknown and question.work <= left:
            left -= question.work
            try:
                result = _computed(fupan, stored, question, patience=0)
            except Busy:
                result = None
        results.append(result)
    return results


def compute(fupan: Installation, row: JobRow) -> None:
    """Computes what a worker has claimed, and keeps it; of a review one hand, after which it waits again.

    It is removed where it cannot be asked for any more, because the match has another judgement now.
    """
    stored = None if row.match is None else fupan.match(row.match)
    if stored is None or stored.judgement_id != row.judgement:
        jobs.drop(fupan.sessions, row)
        return
    try:
        wanted = Question.read(row.kind, row.parameters, row.work)
        if wanted.kind is ComputationKind.REVIEW:
            make_next(fupan, stored, row, wanted)
            return
        recipe = RECIPES[wanted.kind]
        made = recipe.made(Task(fupan, stored, wanted))
        if made is None:
            jobs.fail(fupan.sessions, row, say("Fupan failed on this. This is a bug in Fupan; please report it."))
        else:
            keeping.finish(fupan.sessions, row, recipe.written(made))
    except (*UNLIKE, LogLost, CannotPair, RulesRefused):
        keeping.finish(fupan.sessions, row, None)


@dataclass(frozen=True, slots=True)
class _Before:
    """What is known of something that is wanted."""

    row: JobRow | None
    result: Any

    @property
    def unknown(self) -> bool:
        """Whether it was not asked for before."""
        return self.row is None


def _before(fupan: Installation, stored: StoredMatch, wanted: Question) -> _Before:
    with fupan.sessions() as session:
        computation = keeping.kept_computation(session, stored.judgement_id, wanted)
    if computation is None:
        return _Before(None, None)
    if computation.row.state is not JobState.DONE:
        return _Before(computation.row, None)
    try:
        return _Before(computation.row, RECIPES[wanted.kind].read(computation.data or b"", Task(fupan, stored, wanted)))
    except UNLIKE:
        jobs.drop(fupan.sessions, computation.row)
        return _Before(None, None)


def _computed(fupan: Installation, stored: StoredMatch, wanted: Question, patience: float | None = None) -> Any:
    recipe = RECIPES[wanted.kind]
    with fupan.turns.taken(patience):
        # Another request may have computed it while this one waited.
        before = _before(fupan, stored, wanted)
        if not before.unknown:
            return before.result
        made = recipe.made(Task(fupan, stored, wanted))
    if made is not None:
        keeping.keep(fupan.sessions, stored.judgement_id, wanted, recipe.written(made))
    return made
