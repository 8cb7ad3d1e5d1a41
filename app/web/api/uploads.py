"""Uploads for programs: checking without keeping, uploads and their jobs, files that could not be read, deletions."""

from collections.abc import Iterator
from typing import BinaryIO, Final, cast

import msgspec
from flask import request, url_for
from msgspec import Struct

from app.database.bounded_stores import StoreFull
from app.database.tables.jobs import Job
from app.judging.fault_barrier import guarded_check, guarded_limit_exceeded, guarded_read
from app.judging.rules_of_match.refusal import RulesRefused, refusal_sentence
from app.judging.rules_of_match.words import chosen_title
from app.matches.computed import keeping
from app.matches.ingest import IngestResult, ingest
from app.matches.installation import this_installation
from app.matches.jobs import JobState
from app.matches.uploading import Budget, progress_of, queue_if_large, queued_upload, seekable
from app.matches.uploads import acts
from app.matches.uploads.acts import DeletedThings
from app.matches.uploads.deletion import CannotDelete
from app.matches.uploads.file_names import download_name
from app.matches.uploads.refusals import RefusalRow, StoredRefusal, refusal, refusals
from app.text.language import _, current
from app.text.language.keeping import text_kept
from app.text.language.reports import put_report
from app.text.language.sentence import capital, sentence
from app.text.verdict_names import of_reports
from app.web.api.matches import report_written
from app.web.api.operations import EXAMPLE, Answer, File, WrittenJson, cursor_of, number_of, operation
from app.web.http.computing import ComputationStatus, facts_of
from app.web.http.errors import Problem, Refusal, problem_of
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.pages import May, Of
from app.web.http.this_login import this_visitor
from app.web.parts.upload_lines import asked_for_upload
from engine.logs import AT_ONCE, UPLOAD, Meter
from engine.rulebook.findings import Severity
from engine.verdict.report import Report
from engine.verdict.stored_report import StoredReport, read_report

NAME: Final = 255
"""Characters of a file's name."""
_SUBJECT: Final = "uploads"
_ARGUMENTS: Final = ("name", LANGUAGE)
"""The arguments besides those that name rules."""


class UploadAsked(Struct, frozen=True):
    """How a file is called that is sent as the body itself."""

    name: str = "upload"


class KeptMatch(Struct, frozen=True):
    """A match of an upload."""

    id: int
    source: str
    new: bool
    """Whether it was not there before."""
    verdict: str
    game: str | None
    digest: str
    report: str
    """The address of its report."""
    rules: str | None
    """The rules that were chosen for it, now or before, in words; null where those of its log apply."""
    refused: str | None
    """Why it is not judged under the rules of the address."""


class Fault(Struct, frozen=True):
    """What could not be read as a match."""

    id: int | None
    """The number under which it is kept; null where nothing is kept."""
    source: str
    new: bool
    code: str
    """The finding that says why."""
    hand: int | None
    """The hand that cannot be read, from 0."""
    action: int | None
    column: int | None
    reason: str
    report: str | None
    """The address of its report."""


class JobMatch(Struct, frozen=True):
    """A match of a queued upload, with the address of its report."""

    id: int
    report: str


class JobFacts(Struct, frozen=True):
    """A queued upload.  It is over when its state is ``done`` or ``failed``."""

    id: int
    address: str
    source: str
    state: JobState
    over: str
    """The bound that made it wait in the queue."""
    matches: int
    """How many were found so far."""
    new: int
    verdicts: dict[str, int]
    first: tuple[JobMatch, ...]
    """The first matches."""
    unread: int
    """How many records could not be read as a match."""
    refusals: tuple[JobMatch, ...]
    """The first of these."""
    reason: str | None
    """Why it failed."""


class Upload(Struct, frozen=True):
    """What an upload brought, in order."""

    matches: tuple[KeptMatch, ...]
    refusals: tuple[Fault, ...]
    jobs: tuple[JobFacts, ...] = ()
    """The files that are too large to be judged at once."""


class UploadProblem(Problem, frozen=True, kw_only=True):
    """None of the files could be read as a match."""

    refusals: tuple[Fault, ...]


class CheckReports(Struct, frozen=True):
    """The reports of what was sent, in order.  Nothing of it is kept."""

    reports: tuple[StoredReport, ...]


class RefusalsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which page."""

    cursor: str = ""


class Refusals(Struct, frozen=True):
    """A page of the files that could not be read, the newest first."""

    refusals: tuple[RefusalRow, ...]
    next: str | None


class Undone(Struct, frozen=True):
    """A deletion that was undone."""

    undone: bool


@operation(
    "POST",
    "/check",
    may=May.TAKE_PART,
    subject=_SUBJECT,
    gives={200: CheckReports, 422: UploadProblem},
    query=UploadAsked,
    takes_files=True,
    rules=True,
    errors=(413,),
    examples={"body": EXAMPLE},
)
def check(query: UploadAsked) -> CheckReports | Answer:
    """Judges what is sent, and keeps nothing of it.

    The body is a file, named by ``name``, or a form of files.  With ``rules`` it is judged under these.
    """
    fupan = this_installation()
    asked = asked_for_upload(fupan, request.args.to_dict(), _ARGUMENTS)
    seen: dict[str, int] = {}
    reports, unread = [], []
    for stream, name in streams(query.name):
        with seekable(stream) as held:
            meter = Meter(AT_ONCE, seen)
            bound = guarded_limit_exceeded(held, name, meter)
            if bound is not None:
                raise Refusal(
                    413,
                    _(
                        "{name} has more than {bound}: upload it, or use fupan check in a terminal.",
                        name=name,
                        bound=_(bound),
                    ),
                )
            held.seek(0)
            seen = meter.seen
            for record in guarded_read(held, name, limits=UPLOAD):
                try:
                    rules = None if asked.is_claim or record.match is None else asked.for_match(record.match).rules
                except RulesRefused as refused:
                    raise Refusal(400, refusal_sentence(refused)) from None
                report = guarded_check(fupan.checker, record, rules, written=True)
                reports.append(_in_reader(report))
                if report.rules is None:
                    unread.append(_fault(report, record.source))
    if len(unread) == len(reports):
        return _unread(tuple(unread))
    return CheckReports(tuple(reports))


@operation(
    "POST",
    "/uploads",
    may=May.TAKE_PART,
    subject=_SUBJECT,
    gives={200: Upload, 201: Upload, 202: Upload, 422: UploadProblem},
    query=UploadAsked,
    takes_files=True,
    rules=True,
    errors=(413, 503),
    examples={"body": EXAMPLE},
)
def upload(query: UploadAsked) -> Answer:
    """Keeps the matches of what is sent, and says what was found.

    The body is a file (a log, lines of logs, or a zip), named by ``name``, or a form of files.  With ``rules`` these
    become the rules of each match that can be judged under them.  The status is 201 where something is new, else 200.
    A file that is too large to be judged at once is queued: the status is 202, and ``Location`` has the address of the
    first job.
    """
    fupan = this_installation()
    asked = asked_for_upload(fupan, request.args.to_dict(), _ARGUMENTS)
    results: list[IngestResult] = []
    queued: list[JobFacts] = []
    budget = Budget()
    try:
        for stream, name in streams(query.name):
            with seekable(stream) as held:
                queue_entry = queue_if_large(fupan, held, name, budget, asked, this_visitor())
                if queue_entry is None:
                    results += ingest(fupan.sessions, fupan.checker, held, name, asked=asked)
                else:
                    queued.append(_job(queue_entry.job))
    except StoreFull as full:
        raise Refusal(503, full.sentence) from None
    faults = tuple(_fault(result.report, result.source, result) for result in results if result.unread)
    brought = Upload(tuple(_kept_match(result) for result in results if not result.unread), faults, tuple(queued))
    if queued:
        return Answer(202, brought, {"Location": queued[0].address})
    if not brought.matches:
        return _unread(faults)
    return Answer(201 if any(result.new for result in results) else 200, brought)


@operation(
    "DELETE",
    "/uploads/<int:number>",
    may=May.MANAGE,
    of=Of.UPLOAD,
    subject=_SUBJECT,
    gives=DeletedThings,
    errors=(404, 409),
)
def delete_upload(number: int) -> DeletedThings:
    """Deletes all that an upload brought."""
    try:
        deleted = acts.delete_upload(this_installation().sessions, number)
    except CannotDelete as reason:
        raise Refusal(409, str(reason)) from None
    if deleted is None:
        raise Refusal(404, _("There is no upload {identity}. What it brought may have been deleted.", identity=number))
    return deleted


@operation("GET", "/jobs/<int:number>", may=May.TAKE_PART, of=Of.JOB, subject=_SUBJECT, gives=JobFacts, errors=(404,))
def job(number: int) -> JobFacts:
    """Says how far a queued upload is."""
    return _job(number)


@operation(
    "GET",
    "/computations/<int:number>",
    may=May.READ,
    of=Of.COMPUTATION,
    subject=_SUBJECT,
    gives=ComputationStatus,
    errors=(404,),
)
def computation(number: int) -> ComputationStatus:
    """Says how far a computation is."""
    with this_installation().sessions() as session:
        row = keeping.computation(session, number)
    if row is None:
        raise Refusal(404, _("There is no computation {identity}.", identity=number))
    return facts_of(row)


@operation("GET", "/refusals", may=May.RECORD, subject=_SUBJECT, gives=Refusals, query=RefusalsAsked)
def listed_refusals(query: RefusalsAsked) -> Refusals:
    """Lists the files that could not be read."""
    with this_installation().sessions() as session:
        page = refusals(session, before=number_of(query.cursor))
    return Refusals(tuple(page.items), cursor_of(page.older))


@operation(
    "GET",
    "/refusals/<int:number>/report",
    may=May.TAKE_PART,
    of=Of.REFUSAL,
    subject=_SUBJECT,
    gives=StoredReport,
    errors=(404,),
)
def refusal_report(number: int) -> WrittenJson:
    """Gives the report of a file that could not be read."""
    return report_written(_refusal(number).report_json)


@operation(
    "GET", "/refusals/<int:number>/log", may=May.TAKE_PART, of=Of.REFUSAL, subject=_SUBJECT, gives=File, errors=(404,)
)
def refusal_log(number: int) -> File:
    """Gives the bytes of a file that could not be read."""
    stored = _refusal(number)
    if not stored.kept:
        raise Refusal(404, _("The bytes of this file are not kept."))
    return File(stored.raw, download_name(stored.row.source, f"file-{number}"))


@operation(
    "DELETE",
    "/refusals/<int:number>",
    may=May.MANAGE,
    of=Of.REFUSAL,
    subject=_SUBJECT,
    gives=DeletedThings,
    errors=(404,),
)
def delete_refusal(number: int) -> DeletedThings:
    """Deletes a file that could not be read."""
    deleted = acts.delete_refusal(this_installation().sessions, number)
    if deleted is None:
        raise _no_file(number)
    return deleted


@operation(
    "POST",
    "/deletions/<int:number>/undo",
    may=May.MANAGE,
    of=Of.DELETION,
    subject=_SUBJECT,
    gives=Undone,
    errors=(404,),
)
def undo(number: int) -> Undone:
    """Brings back what a deletion took."""
    if not acts.undo(this_installation().sessions, number):
        raise Refusal(404, _("There is no deletion {number} that can be undone.", number=number))
    return Undone(True)


def streams(named: str) -> Iterator[tuple[BinaryIO, str]]:
    """The files that were sent, with their names: those of a form, or the body.  Raises Refusal if there is none."""
    if request.mimetype == "multipart/form-data":
        files = [file for _field, file in request.files.items(multi=True) if file.filename]
        if not files:
            raise Refusal(400, _("The form holds no file."))
        yield from ((cast(BinaryIO, file.stream), (file.filename or "")[:NAME]) for file in files)
        return
    if not request.content_length:
        raise Refusal(400, _("The request holds no log."))
    yield cast(BinaryIO, request.stream), named[:NAME]


def _job(identity: int) -> JobFacts:
    with this_installation().sessions() as session:
        row = queued_upload(session, identity)
        if row is None:
            raise Refusal(404, _("There is no queued upload {identity}.", identity=identity))
        return _job_facts(row)


def _job_facts(row: Job) -> JobFacts:
    assert row.id is not None
    progress = progress_of(row)
    return JobFacts(
        row.id,
        url_for("api.job", number=row.id),
        row.name,
        JobState(row.state),
        str(text_kept(row.bound)),
        progress.matches,
        progress.new,
        of_reports(progress.verdicts),
        tuple(JobMatch(number, url_for("api.report", match=number)) for number in progress.first),
        progress.refusals,
        tuple(JobMatch(number, url_for("api.refusal_report", number=number)) for number in progress.first_refusals),
        None if row.reason is None else str(text_kept(row.reason)),
    )


def _kept_match(result: IngestResult) -> KeptMatch:
    return KeptMatch(
        result.id,
        result.source,
        result.new,
        result.verdict,
        result.game,
        result.report.digest,
        url_for("api.report", match=result.id),
        None if result.chosen is None else chosen_title(result.chosen),
        result.rules_refused or None,
    )


def _fault(report: Report, source: str, result: IngestResult | None = None) -> Fault:
    """Why a record is no match: the first error of its report."""
    findings = _in_reader(report).findings
    error = next((finding for finding in findings if finding.severity is Severity.ERROR), None)
    return Fault(
        None if result is None else result.id,
        source,
        result is not None and result.new,
        "" if error is None else error.code,
        None if error is None else error.hand,
        None if error is None else error.action,
        None if error is None else error.column,
        "" if error is None else sentence(capital(error.message)),
        None if result is None else url_for("api.refusal_report", number=result.id),
    )


def _in_reader(report: Report) -> StoredReport:
    return put_report(read_report(report.as_json()), current())


def _unread(faults: tuple[Fault, ...]) -> Answer:
    first = faults[0].reason if faults else _("The files are empty.")
    problem = problem_of(422, _("Nothing of this could be read as a match. {reason}", reason=first))
    return Answer(422, UploadProblem(**msgspec.structs.asdict(problem), refusals=faults))


def _refusal(identity: int) -> StoredRefusal:
    with this_installation().sessions() as session:
        stored = refusal(session, identity)
    if stored is None:
        raise _no_file(identity)
    return stored


def _no_file(identity: int) -> Refusal:
    return Refusal(
        404, _("There is no file {number} that could not be read. It may have been deleted.", number=identity)
    )
