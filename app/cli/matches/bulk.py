"""Many matches into the database: judged, counted and packed by several processes, and stored by this one.

A batch of lines and texts is committed as a whole.  An import that was stopped continues, when it is run again, with
the first match that is not stored yet; the lines before it are read, but neither decoded nor judged nor written.
"""

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from sqlalchemy.orm import Session, sessionmaker

from app.cli.inputs import Inputs, SharedFile
from app.cli.matches.judging import collect_seldom
from app.cli.matches.packing import AlreadyStored, Found, Fresh, Piece, judge_piece
from app.cli.parts import add_part, size_of
from app.cli.workers import answers
from app.database.tables.uploads import Place
from app.judging.rules_of_match.asked import AskedRules
from app.judging.rules_of_match.records import StoredChoice
from app.matches import store
from app.matches.ingest import BATCH, BATCH_BYTES, ingest_records, store_batch
from app.matches.installation import Installation
from app.matches.store import SavedRecord
from app.matches.uploads.refusals import reason_of
from app.matches.uploads.uploads import UploadCredit
from engine.logs import FUPAN, LogRecord, UndecodedText
from engine.verdict.report import Report, Verdict


@dataclass(frozen=True, slots=True)
class ImportedItem:
    """A match that is in the database now, or something that could not be read as a match."""

    source: str
    verdict: Verdict
    new: bool
    """False if the same match was stored before."""
    chosen: StoredChoice | None = None
    """The rules that a person chose for the match, now or before."""
    unread: str = ""
    """Why it could not be read as a match; empty if it was read."""
    refused: str = ""
    """Why it is not judged under the rules that were asked for."""
    rules_unknown: str = ""
    """What is wrong with the rules that its log claims, if only they are unknown."""


class _Unit(NamedTuple):
    """A line or a text of a batch."""

    source: str
    sha256: str
    upload: UploadCredit
    known: bool
    """Whether its one match is stored, so that no process is asked."""


class _Batch(NamedTuple):
    units: list[_Unit]
    there: dict[Place, SavedRecord]
    piece: Piece


def import_matches(fupan: Installation, inputs: Inputs, jobs: int) -> Generator[list[ImportedItem], None, None]:
    """Stores the matches of some inputs in their order, each judged under the rules that it claims.

    Yields each batch after it is committed.  The caller has to close it if it is not read to its end, so that the
    processes end.  Raises `app.cli.workers.WorkerStopped` if a process was ended.
    """
    collect_seldom()
    waiting: deque[_Batch] = deque()

    def pieces() -> Iterator[Piece]:
        for batch in _batches(fupan.sessions, inputs, shared=jobs > 1):
            waiting.append(batch)
            yield batch.piece

    with closing(answers(judge_piece, pieces(), jobs)) as judged_pieces:
        for answer in judged_pieces:
            yield _keep(fupan, waiting.popleft(), answer.found)
            inputs.complain(answer.complaints)


def imported_under(fupan: Installation, inputs: Inputs, asked: AskedRules) -> Generator[list[ImportedItem], None, None]:
    """Stores matches in their order under the rules asked for, in this process, and yields each once committed."""
    for name, records in groupby(inputs, key=lambda _: inputs.name):
        for result in ingest_records(fupan.sessions, fupan.checker, records, name, asked):
            yield [
                ImportedItem(
                    source=result.source,
                    verdict=Verdict(result.verdict),
                    new=result.new,
                    chosen=result.chosen,
                    unread=result.reason if result.unread else "",
                    refused=result.rules_refused,
                    rules_unknown=result.rules_unknown,
                )
            ]


def _batches(sessions: sessionmaker[Session], inputs: Inputs, *, shared: bool) -> Iterator[_Batch]:
    """``shared`` says whether another process reads the lines and texts, where it can."""
    units: list[tuple[UndecodedText | LogRecord, SharedFile | None, UploadCredit]] = []
    size = 0
    upload: UploadCredit | None = None
    of_file = 0
    for log, file in inputs.undecoded():
        if upload is None or inputs.file != of_file:
            upload, of_file = UploadCredit(inputs.name), inputs.file
        units.append((log, file if shared else None, upload))
        size += size_of(log)
        if len(units) >= BATCH or size >= BATCH_BYTES:
            yield _batch(sessions, units)
            units, size = [], 0
    if units:
        yield _batch(sessions, units)


def _batch(
    sessions: sessionmaker[Session], units: Sequence[tuple[UndecodedText | LogRecord, SharedFile | None, UploadCredit]]
) -> _Batch:
    digests = [_digest(log) for log, _, _ in units]
    with sessions() as session:
        there = store.already_there(session, digests)
    stored: dict[str, frozenset[int]] = {}
    for (digest, position), saved in there.items():
        # What was stored with unknown rules is judged again.
        if saved.verdict != Verdict.UNREADABLE:
            stored[digest] = stored.get(digest, frozenset()) | {position}
    batch = _Batch([], there, Piece([], []))
    apart = False
    for (unit_log, file, upload), digest in zip(units, digests, strict=True):
        positions = stored.get(digest, frozenset())
        known = 0 in positions and isinstance(unit_log, UndecodedText) and unit_log.format == FUPAN.name
        batch.units.append(_Unit(unit_log.source, digest, upload, known))
        if not known:
            add_part(batch.piece.parts, unit_log, file, apart=apart)
            batch.piece.stored.append(positions)
        apart = known
    return batch


def _digest(log: UndecodedText | LogRecord) -> str:
    if isinstance(log, LogRecord):
        return log.sha256
    return log.unit.hashed or sha256(log.unit.raw).hexdigest()


def _keep(fupan: Installation, batch: _Batch, by_unit: Sequence[Sequence[Found]]) -> list[ImportedItem]:
    """Commits what was found in a batch: as a whole, if it is not more than ``BATCH`` matches."""
    answered = iter(by_unit)
    of_units = [(unit, [AlreadyStored(unit.source, 0)] if unit.known else next(answered)) for unit in batch.units]
    there = _parts_there(fupan.sessions, batch, by_unit)
    fresh = [
        (unit.upload, match.entry)
        for unit, of_unit in of_units
        for match in of_unit
        if isinstance(match, Fresh) and _place(match) not in there
    ]
    saved: list[SavedRecord] = []
    for start in range(0, len(fresh), BATCH):
        uploads, entries = zip(*fresh[start : start + BATCH], strict=True)
        saved += store_batch(fupan.sessions, entries, uploads)
    stored = iter(saved)
    imported = []
    for unit, of_unit in of_units:
        for result in of_unit:
            if isinstance(result, AlreadyStored):
                imported.append(_there(result.source, batch.there[unit.sha256, result.position]))
            elif (known := there.get(_place(result))) is not None:
                imported.append(_there(result.entry.record.source, known))
            else:
                imported.append(_new(result, next(stored)))
    return imported


def _parts_there(
    sessions: sessionmaker[Session], batch: _Batch, by_unit: Sequence[Sequence[Found]]
) -> dict[Place, SavedRecord]:
    """The stored matches among those whose bytes are a part of a text; the process that judged them did not know."""
    asked = {unit.sha256 for unit in batch.units}
    matches = [
        match for of_unit in by_unit for match in of_unit if isinstance(match, Fresh) and match.entry.record.match
    ]
    parts = {digest for match in matches if (digest := match.entry.record.sha256) not in asked}
    if not parts:
        return {}
    with sessions() as session:
        there = store.already_there(session, parts)
    return {place: saved for place, saved in there.items() if saved.verdict != Verdict.UNREADABLE}


def _place(fresh: Fresh) -> Place:
    return fresh.entry.record.sha256, fresh.entry.position


def _new(fresh: Fresh, saved: SavedRecord) -> ImportedItem:
    report = fresh.entry.report
    return ImportedItem(
        source=fresh.entry.record.source,
        verdict=Verdict(saved.verdict or report.verdict),
        new=saved.new,
        chosen=saved.chosen,
        unread=reason_of(report) if saved.unread and isinstance(report, Report) else "",
        rules_unknown="" if saved.chosen else fresh.rules_unknown,
    )


def _there(source: str, saved: SavedRecord) -> ImportedItem:
    assert saved.verdict is not None
    return ImportedItem(source, Verdict(saved.verdict), False, saved.chosen)
