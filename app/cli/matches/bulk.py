"""Many matches into the database: judged by several processes and stored in batches.

A batch is committed as a whole.  An import that was stopped continues, when it is run again, with the first match that
is not stored yet; the matches before it are read, but neither judged nor written.
"""

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from sqlalchemy.orm import Session, sessionmaker

from app.cli.inputs import Inputs
from app.cli.matches.judging import Sent, collect_seldom, received, sent
from app.cli.workers import answers
from app.database.tables.uploads import Place
from app.judging.fault_barrier import guarded_check
from app.judging.judged import StoredJudgement, judged
from app.judging.rules_of_match.asked import Asked
from app.judging.rules_of_match.records import ChosenRules
from app.matches import store
from app.matches.ingest import BATCH, BATCH_BYTES, ingest_records, rules_unknown, store_batch
from app.matches.installation import Installation
from app.matches.store import Entry, Saved
from app.matches.uploads.refusals import reason_of
from app.matches.uploads.uploads import UploadCredit
from engine.logs import LogRecord
from engine.logs.record import placed
from engine.verdict.check import Checker
from engine.verdict.report import Report, Verdict


@dataclass(frozen=True, slots=True)
class Imported:
    """A match that is in the database now, or something that could not be read as a match."""

    source: str
    verdict: Verdict
    new: bool
    """False if the same match was stored before."""
    chosen: ChosenRules | None = None
    """The rules that a person chose for the match, now or before."""
    unread: str = ""
    """Why it could not be read as a match; empty if it was read."""
    refused: str = ""
    """Why it is not judged under the rules that were asked for."""
    rules_unknown: str = ""
    """What is wrong with the rules that its log claims, if only they are unknown."""


class _Judgement(NamedTuple):
    report: StoredJudgement | Report
    """A report as it is stored; for what is not a match, the report itself."""
    rules_unknown: str


class _Read(NamedTuple):
    """A record, its position among the matches of its bytes, and the file that it came from."""

    record: LogRecord
    position: int
    upload: UploadCredit

    @property
    def place(self) -> Place:
        return self.record.sha256, self.position


@dataclass(frozen=True, slots=True)
class _Batch:
    reads: tuple[_Read, ...]
    there: dict[Place, Saved]

    def find(self, read: _Read) -> Saved | None:
        """The match in the database; None if it is to be judged: it is not stored, or its rules were unknown."""
        saved = None if read.record.match is None else self.there.get(read.place)
        return None if saved is None or saved.verdict == Verdict.UNREADABLE else saved

    @property
    def missing(self) -> tuple[_Read, ...]:
        """The records that are judged and stored.  What is not a match is among them, as its report costs nothing."""
        return tuple(each for each in self.reads if self.find(each) is None)


def imported(fupan: Installation, inputs: Inputs, jobs: int) -> Generator[list[Imported], None, None]:
    """Stores the matches of some inputs in their order, each judged under the rules that it claims.

    Yields each batch after it is committed.  The caller has to close it if it is not read to its end, so that the
    processes end.  Raises `app.cli.workers.Stopped` if a process was ended.
    """
    waiting: deque[_Batch] = deque()

    def pieces() -> Iterator[list[Sent]]:
        for batch in _batches(fupan.sessions, inputs):
            waiting.append(batch)
            yield [sent(each.record) for each in batch.missing if each.record.match is not None]

    if jobs == 1:
        for piece in pieces():
            yield _keep(fupan, waiting.popleft(), _judge(piece))
        return
    with closing(answers(_judge, pieces(), jobs)) as judgements:
        for found in judgements:
            yield _keep(fupan, waiting.popleft(), found)


def imported_under(fupan: Installation, inputs: Inputs, asked: Asked) -> Generator[list[Imported], None, None]:
    """Stores matches in their order under the rules asked for, in this process, and yields each once committed."""
    for name, records in groupby(inputs, key=lambda _: inputs.name):
        for each in ingest_records(fupan.sessions, fupan.checker, records, name, asked):
            yield [
                Imported(
                    source=each.source,
                    verdict=Verdict(each.verdict),
                    new=each.new,
                    chosen=each.chosen,
                    unread=each.reason if each.unread else "",
                    refused=each.rules_refused,
                    rules_unknown=each.rules_unknown,
                )
            ]


def _batches(sessions: sessionmaker[Session], inputs: Inputs) -> Iterator[_Batch]:
    batch: list[_Read] = []
    size = 0
    upload: UploadCredit | None = None
    file = 0
    for record, position in placed(inputs):
        if upload is None or inputs.file != file:
            upload, file = UploadCredit(inputs.name), inputs.file
        batch.append(_Read(record, position, upload))
        size += len(record.raw)
        if len(batch) >= BATCH or size >= BATCH_BYTES:
            yield _with_those_there(sessions, batch)
            batch, size = [], 0
    if batch:
        yield _with_those_there(sessions, batch)


def _with_those_there(sessions: sessionmaker[Session], batch: Sequence[_Read]) -> _Batch:
    with sessions() as session:
        return _Batch(tuple(batch), store.already_there(session, [each.place for each in batch]))


def _judge(piece: Sequence[Sent]) -> list[_Judgement]:
    return [_judgement(received(each)) for each in piece]


def _judgement(record: LogRecord) -> _Judgement:
    report = guarded_check(_checker(), record, written=True)
    return _Judgement(judged(report), rules_unknown(record, report))


@lru_cache(maxsize=1)
def _checker() -> Checker:
    collect_seldom()
    return Checker(counting=True)


def _keep(fupan: Installation, batch: _Batch, judgements: Sequence[_Judgement]) -> list[Imported]:
    """Commits a batch as a whole.  ``judgements`` are of its missing matches."""
    missing = batch.missing
    of_matches = iter(judgements)
    complete = [
        _Judgement(guarded_check(fupan.checker, each.record, written=True), "")
        if each.record.match is None
        else next(of_matches)
        for each in missing
    ]
    entries = [
        Entry(each.record, judgement.report, each.position) for each, judgement in zip(missing, complete, strict=True)
    ]
    uploads = [each.upload for each in missing]
    saved = store_batch(fupan.sessions, entries, uploads)
    fresh = iter(zip(saved, complete, strict=True))
    return [_imported(each.record, batch.find(each), fresh) for each in batch.reads]


def _imported(record: LogRecord, there: Saved | None, fresh: Iterator[tuple[Saved, _Judgement]]) -> Imported:
    if there is not None:
        assert there.verdict is not None
        return Imported(record.source, Verdict(there.verdict), False, there.chosen)
    saved, (report, unknown) = next(fresh)
    return Imported(
        source=record.source,
        verdict=Verdict(saved.verdict or report.verdict),
        new=saved.new,
        chosen=saved.chosen,
        unread=reason_of(report) if saved.unread and isinstance(report, Report) else "",
        rules_unknown="" if saved.chosen else unknown,
    )
