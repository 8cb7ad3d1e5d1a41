"""Refusals: files, and records of archives, that could not be read as a match."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, delete, func, insert, select, true, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.packing import BytesDamaged, packed, unpacked
from app.database.row_pages import PER_PAGE, RowPage, row_page
from app.database.seeing import of_uploader, viewer_of
from app.database.tables.matches import Blob, UploadedFile, storable
from app.database.tables.uploads import Place, RefusedRecord, RetiredMatch
from app.judging.judged import report_in
from app.matches.uploads.advice import BEGINNING, Advice, advice_on
from app.matches.uploads.places import refusals_at
from app.text.language import DEFAULT, _, current, marked
from app.text.language.reports import put_report
from app.text.language.sentence import sentence
from engine import __version__
from engine.logs.record import LogRecord
from engine.record import bounds
from engine.rulebook.findings import Severity
from engine.rulebook.sentences import read_made
from engine.verdict.report import Report
from engine.verdict.stored_report import SentenceParts, StoredReport

COUNTED: Final = 10_000
"""The most refusals that are counted for a list."""
NO_REASON: Final = marked("The reason was not recorded.")


@dataclass(frozen=True, slots=True)
class RefusalRow:
    """A refusal as a list shows it."""

    id: int
    source: str
    reason: str
    """A sentence."""
    uploaded_at: datetime


@dataclass(frozen=True)
class StoredRefusal:
    """A refusal with its bytes and its report."""

    id: int
    row: RefusalRow
    raw: bytes = field(repr=False)
    kept: bool
    """Whether the bytes are kept; else ``raw`` is empty."""
    sha256: str
    position: int
    format: str
    engine: str
    upload_id: int | None
    report_json: bytes = field(repr=False)

    @cached_property
    def report(self) -> StoredReport:
        """The report, in the language of the reader."""
        return put_report(report_in(self.report_json), current())

    @property
    def advice(self) -> Advice:
        """What can be done about it."""
        made = next((finding.made for finding in self.report.findings if finding.severity == "error"), None)
        if not isinstance(made, SentenceParts):
            return advice_on("", {}, self.raw[:BEGINNING])
        values = {name: read_made(value) for name, value in made.values.items()}
        return advice_on(made.variant, values, self.raw[:BEGINNING])


def reason_of(report: Report) -> str:
    """Why a log could not be read, as a sentence: the message of the first error of its report."""
    message = next((finding.message for finding in report.findings if finding.severity is Severity.ERROR), "")
    end = "" if message.endswith("?") else "."
    return f"{message[:1].upper()}{message[1:]}{end}" if message else NO_REASON


def refusals(
    session: Session, *, before: int | None = None, after: int | None = None, size: int = PER_PAGE
) -> RowPage[RefusalRow]:
    """A page of the refusals, the newest first; see `row_page`."""
    there = and_(col(RefusedRecord.deletion_id).is_(None), _seen(session))
    return row_page(
        lambda condition, order, most: _rows(session, there & condition, order, most),
        col(RefusedRecord.id),
        before,
        after,
        size,
    )


def refusals_there(session: Session) -> int:
    """The count of the refusals, at most one more than `COUNTED`."""
    there = and_(col(RefusedRecord.deletion_id).is_(None), _seen(session))
    known = select(col(RefusedRecord.id)).where(there).limit(COUNTED + 1).subquery()
    return session.scalar(select(func.count()).select_from(known)) or 0


def refusal(session: Session, identity: int) -> StoredRefusal | None:
    """A refusal by its number; None where there is none, or it is deleted."""
    in_store = stored_refusals(session, col(RefusedRecord.id) == identity, limit=1) if 0 < identity < 2**31 else []
    return in_store[0] if in_store else None


def stored_refusals(session: Session, *conditions: Any, limit: int) -> list[StoredRefusal]:
    """The refusals that some conditions let through, by number."""
    rows = session.execute(
        select(RefusedRecord, Blob)
        .join(Blob, col(Blob.sha256) == col(RefusedRecord.blob_sha256))
        .where(col(RefusedRecord.deletion_id).is_(None), _seen(session), *conditions)
        .order_by(col(RefusedRecord.id))
        .limit(limit)
    )
    return [_stored(record, blob) for record, blob in rows]


def _seen(session: Session) -> ColumnElement[bool]:
    """Whether who asks may see a refusal."""
    viewer = viewer_of(session)
    if viewer is None or viewer.records:
        return true()
    sent = select(col(UploadedFile.id)).where(of_uploader(session, col(UploadedFile.account)))
    return col(RefusedRecord.upload_id).in_(sent)


def insert_refusals(session: Session, fresh: Mapping[Place, tuple[LogRecord, Report]]) -> None:
    """Adds refusals, whose bytes are there already."""
    if fresh:
        session.execute(insert(RefusedRecord), [_values(place, *pair) for place, pair in fresh.items()])


def no_longer_refused(session: Session, matches: Mapping[Place, int]) -> None:
    """Removes the refusals of bytes that are read as matches now; their former numbers lead to these."""
    for place, identity in refusals_at(session, matches).items():
        session.execute(
            update(RetiredMatch)
            .where(col(RetiredMatch.refusal_id) == identity)
            .values(refusal_id=None, match_id=matches[place])
        )
        session.execute(delete(RefusedRecord).where(col(RefusedRecord.id) == identity))


def facts_of(report: Report) -> dict[str, object]:
    """What of a report the table of refusals has."""
    text = report.as_json()
    return {
        "reason": reason_of(report)[: bounds.TEXT],
        "engine": __version__,
        "report": packed(text),
        "report_size": len(text),
    }


def _values(place: Place, record: LogRecord, report: Report) -> dict[str, object]:
    digest, position = place
    return facts_of(report) | {
        "blob_sha256": digest,
        "position": position,
        "source": record.source[: bounds.TEXT],
        "format": storable(record.format)[:64],
        "uploaded_at": datetime.now(UTC),
    }


def _rows(session: Session, condition: ColumnElement[bool], order: Any, most: int) -> list[RefusalRow]:
    columns = select(
        col(RefusedRecord.id), col(RefusedRecord.source), col(RefusedRecord.reason), col(RefusedRecord.uploaded_at)
    )
    result = session.execute(columns.where(condition).order_by(order).limit(most))
    rows = [_row(*values) for values in result]
    if current() is DEFAULT or not rows:
        return rows
    reports = session.execute(
        select(col(RefusedRecord.id), col(RefusedRecord.report), col(RefusedRecord.report_size)).where(
            col(RefusedRecord.id).in_([row.id for row in rows])
        )
    )
    reasons: dict[int | None, str] = {}
    for identity, report, size in reports:
        with suppress(BytesDamaged):  # then the reason remains in the language in which it was stored
            reasons[identity] = _reason_shown(unpacked(report, size))
    return [replace(row, reason=reasons.get(row.id) or row.reason) for row in rows]


def _reason_shown(report: bytes) -> str:
    """Why a log could not be read, in the language of the reader; empty if its report has no error."""
    findings = put_report(report_in(report), current()).findings
    return next((sentence(finding.message) for finding in findings if finding.severity == "error"), "")


def _row(identity: int | None, source: str, reason: str | None, uploaded_at: datetime) -> RefusalRow:
    assert identity is not None
    return RefusalRow(identity, source, reason or _(NO_REASON), uploaded_at.astimezone(UTC))


def _stored(record: RefusedRecord, blob: Blob) -> StoredRefusal:
    report = unpacked(record.report, record.report_size)
    reason = record.reason if current() is DEFAULT else _reason_shown(report) or record.reason
    row = _row(record.id, record.source, reason, record.uploaded_at)
    return StoredRefusal(
        id=row.id,
        row=row,
        raw=b"" if blob.data is None else unpacked(blob.data, blob.size),
        kept=blob.data is not None,
        sha256=blob.sha256,
        position=record.position,
        format=record.format,
        engine=record.engine,
        upload_id=record.upload_id,
        report_json=report,
    )
