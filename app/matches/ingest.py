"""From an upload to stored matches, each judged under the rules that it claims."""

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO, Final

from sqlalchemy.orm import Session, sessionmaker

from app.database.opening import transact
from app.database.tables.matches import storable
from app.judging.fault_barrier import guarded_check, guarded_read
from app.judging.rereading import LogLost, read_again
from app.judging.rules_of_match.asked import NOTHING_ASKED, AskedRules
from app.judging.rules_of_match.claims import rules_unknown
from app.judging.rules_of_match.records import StoredChoice
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches import store
from app.matches.saving import may_change
from app.matches.store import ChosenReport, MatchEntry
from app.matches.uploads.advice import BEGINNING, Advice, advice_on
from app.matches.uploads.refusals import reason_of
from app.matches.uploads.uploads import UploadCredit, credit, new_upload
from app.text.language import _, marked, said
from app.text.language.errors import text_of
from app.text.verdict_names import shown_of
from engine.logs import UPLOAD, Limits, LogRecord
from engine.logs.record import with_positions
from engine.record import bounds
from engine.record.match import Match
from engine.rulebook.findings import Finding, Severity
from engine.rulebook.sentences import Text, say
from engine.verdict.check import Checker
from engine.verdict.report import Report

BATCH: Final = 100
"""The number of matches that are committed together."""
BATCH_BYTES: Final = 8 * 1024 * 1024
"""The bytes of logs and reports after which a batch is committed, even with fewer matches."""
FINDING_BYTES: Final = 256
"""The approximate size of a finding in a report, in bytes."""
FINDINGS_SHOWN: Final = 5
_NOT_LISTED: Final = marked("it is part of another match, or has just been deleted")


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """A match that was read, and why it is not judged under the rules asked for (empty if it is)."""

    entry: MatchEntry
    report: Report
    """The report under its own rules."""
    rules_refused: str


@dataclass(frozen=True, slots=True)
class IngestResult:
    """One stored match of an upload, or what could not be read as a match."""

    source: str
    id: int
    """The number of the match, or of the refusal if it is ``unread``."""
    new: bool
    """False if the same match was stored before, in the same bytes or in others."""
    verdict: str
    shown: str
    """The verdict, or the mark that a score sheet without a fault has in its place: see `app.text.verdict_names`."""
    game: str | None
    players: tuple[str, ...]
    """Names in order of play; the seat if the log has no name."""
    findings: tuple[Finding, ...]
    """The first few findings."""
    report: Report
    unread: bool = False
    """Whether it could not be read as a match."""
    advice: Advice | None = None
    """What can be done about it, if it could not be read."""
    restored: bool = False
    """Whether it was deleted and is now there again."""
    upload: int | None = None
    """The number of the upload, once it has brought something new."""
    chosen: StoredChoice | None = None
    """The rules that a person chose for it, now or before; None if it is judged as its log claims."""
    rules_refused: str = ""
    """Why it is not judged under the rules asked for; empty if it is."""
    rules_unknown: str = ""
    """What is wrong with the rules that its log claims, if the log was read and only the rules are unknown."""

    @property
    def reason(self) -> str:
        """Why it could not be read, as a sentence."""
        return reason_of(self.report)


def ingest(
    session_factory: sessionmaker[Session],
    checker: Checker,
    stream: BinaryIO,
    name: str,
    limits: Limits = UPLOAD,
    asked: AskedRules = NOTHING_ASKED,
) -> Iterator[IngestResult]:
    """Stores every match of a stream, in order, and yields each after it is committed.

    ``checker`` judges under the logs' own rules; ``name`` may be any text.  A log that cannot be read is stored with
    its refusal, and does not stop the others.  If reading ends with an exception, what was read before it is stored.

    The rules of ``asked`` become those of each match that can be judged under them, even of a match that is already
    stored.  The report under the rules that its log claims is stored too.  Without ``asked``, a match that is already
    stored does not change.
    """
    records = guarded_read(stream, storable(name), limits=limits)
    yield from ingest_records(session_factory, checker, records, name, asked)


def ingest_records(
    session_factory: sessionmaker[Session],
    checker: Checker,
    records: Iterable[LogRecord],
    name: str,
    asked: AskedRules = NOTHING_ASKED,
) -> Iterator[IngestResult]:
    """Stores the records of a file as `ingest` does."""
    batch: list[ReadMatch] = []
    size = 0
    bringing = UploadCredit(name)
    try:
        for record, position in with_positions(records):
            report = guarded_check(checker, record, written=True, as_read=True)
            chosen, refused = _under(checker, record, asked)
            batch.append(ReadMatch(MatchEntry(record, report, position, chosen), report, refused))
            size += len(record.raw) + FINDING_BYTES * len(report.findings)
            if len(batch) >= BATCH or size >= BATCH_BYTES:
                full, batch, size = batch, [], 0
                yield from _kept(session_factory, checker, full, bringing)
    except Exception:
        _keep(session_factory, batch, bringing)
        raise
    yield from _kept(session_factory, checker, batch, bringing)


def reread(stored: store.StoredMatch) -> tuple[Match | None, LogRecord]:
    """The match of stored bytes (None if they cannot be read), and the record of its reading.

    Raises LogLost if the bytes are not stored, or if they no longer give as many matches as before.
    """
    if stored.erased_at is not None:
        raise LogLost(erased_log(stored.erased_at))
    if not stored.kept:
        raise LogLost(say("its log is not kept"))
    return read_again(stored.raw, stored.format, stored.source, stored.sha256, stored.position)


def erased_log(at: datetime) -> Text:
    """That the log of a match was erased."""
    return say("its log was erased on {date}", date=at.date().isoformat())


def _under(checker: Checker, record: LogRecord, asked: AskedRules) -> tuple[ChosenReport | None, str]:
    """The report of a record under the rules asked for, or the reason why there is none."""
    if asked.is_claim or record.match is None:
        return None, ""
    try:
        chosen = asked.for_match(record.match)
    except RulesRefused as refused:
        return None, said(text_of(refused))
    report = guarded_check(checker, record, chosen.rules, as_read=True)
    if report.rules is None:
        return None, _("Fupan failed on it under these rules")
    return ChosenReport(chosen.rules, chosen.house, report), ""


def _kept(
    session_factory: sessionmaker[Session], checker: Checker, batch: list[ReadMatch], bringing: UploadCredit
) -> Iterator[IngestResult]:
    for read, stored in zip(batch, _keep(session_factory, batch, bringing), strict=True):
        saved, refused = stored, read.rules_refused
        record, chosen = read.entry.record, read.entry.chosen
        if saved.copy and chosen is not None:
            saved, refused = _choose_for_first(session_factory, checker, saved, chosen)
        elif chosen is not None and saved.chosen is None:
            refused = _NOT_LISTED
        report = read.report if chosen is None else chosen.report
        verdict = saved.verdict or str(report.verdict)
        yield IngestResult(
            source=record.source,
            id=saved.id,
            new=saved.new,
            verdict=verdict,
            shown=shown_of(report) if verdict == report.verdict else verdict,
            game=record.game,
            players=()
            if record.match is None
            else tuple(player.name or player.seat for player in record.match.players),
            findings=tuple(report.findings[:FINDINGS_SHOWN]),
            report=report,
            unread=saved.unread,
            advice=_advice(record, report) if saved.unread else None,
            restored=saved.restored,
            upload=bringing.number,
            chosen=saved.chosen,
            rules_refused=refused,
            rules_unknown="" if saved.chosen else rules_unknown(record, report),
        )


def _choose_for_first(
    session_factory: sessionmaker[Session], checker: Checker, saved: store.SavedRecord, chosen: ChosenReport
) -> tuple[store.SavedRecord, str]:
    """Makes rules those of a match that came in other bytes; the report is of the bytes that were stored first.

    Returns the match, and why it is not judged under the rules (empty if it is).
    """
    with session_factory() as session:
        stored = store.match(session, saved.id) if may_change(session) else None
    if stored is None:
        return saved, _(_NOT_LISTED)
    try:
        _match, record = reread(stored)
    except LogLost as lost:
        return saved, said(text_of(lost))
    report = guarded_check(checker, record, chosen.rules, as_read=True)
    if report.rules is None:
        return saved, _("Fupan failed on it under these rules")
    of_first = ChosenReport(chosen.rules, chosen.house, report)
    transact(session_factory, lambda session: store.choose_rules(session, saved.id, of_first))
    with session_factory() as session:
        now = store.match(session, saved.id)
    return saved if now is None else dataclasses.replace(saved, chosen=now.chosen, verdict=now.row.verdict), ""


def _advice(record: LogRecord, report: Report) -> Advice:
    error = next((finding for finding in report.findings if finding.severity is Severity.ERROR), None)
    variant, values = ("", {}) if error is None else (error.variant, error.details)
    return advice_on(variant, values, record.raw[:BEGINNING])


def _keep(
    session_factory: sessionmaker[Session], batch: list[ReadMatch], bringing: UploadCredit
) -> list[store.SavedRecord]:
    return store_batch(session_factory, [read.entry for read in batch], [bringing] * len(batch))


def store_batch(
    session_factory: sessionmaker[Session], entries: Sequence[MatchEntry], uploads: Sequence[UploadCredit]
) -> list[store.SavedRecord]:
    """Commits entries as a whole.  ``uploads`` are the files that they came from; these get their numbers."""
    if not entries:
        return []
    saved, numbers = transact(session_factory, lambda session: _bring(session, entries, uploads))
    for upload, number in numbers.items():
        upload.number = number
    return saved


def _bring(
    session: Session, entries: Sequence[MatchEntry], uploads: Sequence[UploadCredit]
) -> tuple[list[store.SavedRecord], Mapping[UploadCredit, int]]:
    saved = store.save_all(session, entries)
    new: dict[UploadCredit, list[store.SavedRecord]] = {}
    for record, upload in zip(saved, uploads, strict=True):
        if record.new:
            new.setdefault(upload, []).append(record)
    numbers: dict[UploadCredit, int] = {}
    for upload, brought in new.items():
        number = upload.number or new_upload(session, storable(upload.name)[: bounds.TEXT])
        matches = [saved_record.id for saved_record in brought if not saved_record.unread and not saved_record.copy]
        credit(session, number, matches, [saved_record.id for saved_record in brought if saved_record.unread])
        numbers[upload] = number
    return saved, numbers
