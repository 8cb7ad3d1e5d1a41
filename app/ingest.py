"""From an upload to stored matches, each judged under the rules that it claims."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO, Final

from msgspec.structs import replace
from sqlalchemy.orm import Session, sessionmaker

from app import store
from app.database import transact
from app.fault_barrier import check_carefully
from app.models import storable
from app.store import Entry
from engine.logs import FORMATS, UPLOAD, Limits, LogRecord, read_logs
from engine.record.match import Match
from engine.rulebook.findings import Finding
from engine.verdict.check import Checker
from engine.verdict.report import Report

BATCH: Final = 100
"""Matches that are committed together."""
BATCH_BYTES: Final = 8 * 1024 * 1024
"""Bytes of logs and reports after which a batch is committed, however few its matches are."""
FINDING_BYTES: Final = 256
"""What a finding comes to in a report, about."""
FINDINGS_SHOWN: Final = 5


class LogLost(LookupError):
    """A stored match cannot be read as it once was; its text is the reason."""


@dataclass(frozen=True, slots=True)
class Ingested:
    """One match of an upload, kept."""

    source: str
    id: int
    new: bool
    """False where the same bytes were there before."""
    verdict: str
    game: str | None
    players: tuple[str, ...]
    """Names in order of play; the seat where the log names nobody."""
    findings: tuple[Finding, ...]
    """The first few."""
    report: Report


def ingest(
    session_factory: sessionmaker[Session], checker: Checker, stream: BinaryIO, name: str, limits: Limits = UPLOAD
) -> Iterator[Ingested]:
    """Keeps every match of a stream, in order, and yields each once it is committed.

    ``checker`` judges under the logs' own rules; ``name`` may be any text.  A log that cannot be read is kept
    with its refusal and holds nothing up.  Should reading end in an exception, what was read before it is kept.
    """
    batch: list[Entry] = []
    size = 0
    try:
        for record, position in placed(read_logs(stream, storable(name), limits=limits)):
            report = check_carefully(checker, record)
            batch.append(Entry(record, report, position))
            size += len(record.raw) + FINDING_BYTES * len(report.findings)
            if len(batch) >= BATCH or size >= BATCH_BYTES:
                full, batch, size = batch, [], 0
                yield from _kept(session_factory, full)
    except Exception:
        _keep(session_factory, batch)
        raise
    yield from _kept(session_factory, batch)


def placed(records: Iterable[LogRecord]) -> Iterator[tuple[LogRecord, int]]:
    """Each record with its position among the matches of its bytes, 0 where they hold but one."""
    before: bytes | None = None
    position = 0
    for record in records:
        # The matches of one text share its bytes as an object; texts of one byte share theirs with all others.
        position = position + 1 if record.raw is before and len(record.raw) > 1 else 0
        before = record.raw
        yield record, position


def reread(stored: store.StoredMatch) -> tuple[Match | None, LogRecord]:
    """The match of stored bytes (None where they cannot be read), and the record of its reading.

    Raises LogLost where the bytes are not kept, or no longer give as many matches as they once did.
    """
    if not stored.kept:
        raise LogLost("its log is not kept")
    known = FORMATS.get(stored.format)
    records = known.read(stored.raw, stored.source) if known else read_logs(BytesIO(stored.raw), stored.source)
    for record, position in placed(records):
        if (record.sha256, position) == (stored.sha256, stored.position):
            return record.match, replace(record, source=stored.source)
    raise LogLost("its log can no longer be read as the match that it was")


def _kept(session_factory: sessionmaker[Session], batch: list[Entry]) -> Iterator[Ingested]:
    for entry, saved in zip(batch, _keep(session_factory, batch), strict=True):
        record, report = entry.record, entry.report
        yield Ingested(
            source=record.source,
            id=saved.id,
            new=saved.new,
            verdict=str(report.verdict),
            game=record.game,
            players=() if record.match is None else tuple(each.name or each.seat for each in record.match.players),
            findings=tuple(report.findings[:FINDINGS_SHOWN]),
            report=report,
        )


def _keep(session_factory: sessionmaker[Session], batch: list[Entry]) -> list[store.Saved]:
    """Commits a batch as a whole."""
    return transact(session_factory, lambda session: store.save_all(session, batch)) if batch else []
