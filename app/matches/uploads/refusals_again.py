"""Refusals that are read again, by a version that may understand them."""

from io import BytesIO

from sqlalchemy import update
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.opening import transact
from app.database.tables.uploads import RefusedRecord
from app.judging.fault_barrier import guarded_check, guarded_read, guarded_read_unit
from app.matches import store
from app.matches.entries import MatchEntry
from app.matches.ingest import BATCH
from app.matches.saving import report_of_refusal
from app.matches.uploads.refusals import NO_REASON, StoredRefusal, facts_of, no_longer_refused, stored_refusals
from engine import __version__
from engine.logs import FORMATS
from engine.logs.record import with_positions
from engine.verdict.check import Checker


def read_refusals_again(sessions: sessionmaker[Session], checker: Checker, condition: object) -> tuple[int, int]:
    """Reads a batch of the refusals that a condition lets through again; returns how many, and how many were matches.

    Those that are read as matches now are kept as such; the others keep the reason of this version.
    """
    with sessions() as session:
        batch = stored_refusals(session, condition, limit=BATCH)
    again = [(refusal, _entries(refusal, checker)) for refusal in batch]
    matches = transact(sessions, lambda session: sum(_keep_again(session, *pair) for pair in again)) if again else 0
    return len(again), matches


def _entries(stored: StoredRefusal, checker: Checker) -> list[MatchEntry]:
    """What the bytes of a refusal are read as now; nothing where they are not kept."""
    if not stored.kept:
        return []
    known = FORMATS.get(stored.format)
    source = stored.row.source
    raw = stored.raw
    records = guarded_read_unit(known, raw, source) if known else guarded_read(BytesIO(raw), source)
    return [
        MatchEntry(record, guarded_check(checker, record, written=True), position)
        for record, position in with_positions(records)
    ]


def _keep_again(session: Session, stored: StoredRefusal, entries: list[MatchEntry]) -> bool:
    """Keeps what a refusal is read as now; returns whether there is a match in it."""
    own = next((entry for entry in entries if (entry.record.sha256, entry.position) == _place(stored)), None)
    matches = [entry for entry in entries if entry.record.match is not None]
    if matches:
        saved = store.save_all(session, entries)
        if own is None:
            first = next(record.id for record in saved if not record.unread)
            no_longer_refused(session, {_place(stored): first})
    if own is not None and own.record.match is None:
        values = facts_of(report_of_refusal(own))
    elif matches:
        return True
    else:
        first_error = next((finding for finding in stored.report.findings if finding.severity == "error"), None)
        message = first_error.message if first_error else ""
        values = {"reason": f"{message[:1].upper()}{message[1:]}." if message else NO_REASON, "engine": __version__}
    session.execute(update(RefusedRecord).where(col(RefusedRecord.id) == stored.id).values(values))
    return bool(matches)


def _place(stored: StoredRefusal) -> tuple[str, int]:
    return stored.sha256, stored.position
