"""What an earlier version left to be worked out: content keys of matches, reasons of refusals.

The work is done in batches, each committed by itself; where it is stopped, it goes on at the next start.
"""

from io import BytesIO
from typing import Final

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.opening import transact
from app.database.tables.matches import Choice, Judgement, Log
from app.database.tables.uploads import Copy, Refused
from app.judging.fault_barrier import check_carefully, read_carefully, read_unit_carefully
from app.judging.rereading import LogLost
from app.judging.rules_of_match.records import chosen_rules
from app.matches import store
from app.matches.ingest import BATCH, reread
from app.matches.saving import Entry, report_of_refusal
from app.matches.store import StoredMatch, stored_matches
from app.matches.uploads.copies import matches_of_content
from app.matches.uploads.deletion import remove_matches
from app.matches.uploads.refusals import NO_REASON, StoredRefusal, facts_of, no_longer_refused, stored_refusals
from app.players.statistics.fact_rows import forget, refresh
from app.replay.notes.indexing import move_notes
from engine import __version__
from engine.logs import FORMATS
from engine.logs.record import placed
from engine.record.content import content_key
from engine.verdict.check import Checker

LOST: Final = ""
"""The content key of a match that can no longer be read."""


def complete(sessions: sessionmaker[Session], checker: Checker) -> None:
    """Works out whatever is left.  Where nothing is, two queries say so."""
    while _fill_content_keys(sessions):
        pass
    while read_refusals_again(sessions, checker, col(Refused.reason).is_(None))[0]:
        pass


def read_refusals_again(sessions: sessionmaker[Session], checker: Checker, condition: object) -> tuple[int, int]:
    """Reads a batch of the refusals that a condition lets through again; returns how many, and how many were matches.

    Those that are read as matches now are kept as such; the others keep the reason of this version.
    """
    with sessions() as session:
        batch = stored_refusals(session, condition, limit=BATCH)
    again = [(each, _entries(each, checker)) for each in batch]
    matches = transact(sessions, lambda session: sum(_keep_again(session, *each) for each in again)) if again else 0
    return len(again), matches


def _fill_content_keys(sessions: sessionmaker[Session]) -> int:
    with sessions() as session:
        wanted = list(session.scalars(select(col(Log.id)).where(col(Log.content_sha256).is_(None)).limit(BATCH)))
        found = stored_matches(session, col(Log.id).in_(wanted)) if wanted else []
    keys = {each: LOST for each in wanted if each is not None} | {each.id: _key_of(each) for each in found}
    if keys:
        transact(sessions, lambda session: _keep_keys(session, keys))
    return len(keys)


def _key_of(stored: StoredMatch) -> str:
    try:
        match, _ = reread(stored)
    except LogLost:
        return LOST
    return LOST if match is None else content_key(match)


def _keep_keys(session: Session, keys: dict[int, str]) -> None:
    left = {
        log.id: log
        for log in session.scalars(select(Log).where(col(Log.id).in_(keys), col(Log.content_sha256).is_(None)))
    }
    same = matches_of_content(session, {key for key in keys.values() if key != LOST})
    for identity in sorted(keys.keys() & left.keys()):
        key = keys[identity]
        first = identity if key == LOST else same.setdefault(key, identity)
        if first == identity:
            session.execute(update(Log).where(col(Log.id) == identity).values(content_sha256=key))
        else:
            _make_a_copy(session, left[identity], first)


def _make_a_copy(session: Session, log: Log, first: int) -> None:
    """Makes a match a further copy of another one that has the same content."""
    assert log.id is not None
    values = {name: getattr(log, name) for name in ("blob_sha256", "position", "source", "format", "uploaded_at")}
    _move_choice(session, log.id, first)
    move_notes(session, log.id, first)
    remove_matches(session, [log.id], {log.id: first})
    session.execute(insert(Copy), [values | {"log_id": first}])


def _move_choice(session: Session, log: int, first: int) -> None:
    """Makes the rules chosen for a further copy those of the match, with their report, where none are chosen for it."""
    chosen = chosen_rules(session, (log, first))
    if log not in chosen or first in chosen:
        return
    forget(session, (log, first))
    session.execute(update(Choice).where(col(Choice.log_id) == log).values(log_id=first))
    moved = session.scalars(select(Judgement).where(col(Judgement.log_id) == log, col(Judgement.current))).one()
    session.execute(update(Judgement).where(col(Judgement.log_id) == first).values(current=False))
    there = session.execute(
        update(Judgement)
        .where(
            col(Judgement.log_id) == first,
            col(Judgement.rules_sha256) == moved.rules_sha256,
            col(Judgement.engine) == moved.engine,
        )
        .values(current=True)
    )
    if not there.rowcount:  # type: ignore[attr-defined]
        session.execute(update(Judgement).where(col(Judgement.id) == moved.id).values(log_id=first))
    refresh(session, [first])


def _entries(stored: StoredRefusal, checker: Checker) -> list[Entry]:
    """What the bytes of a refusal are read as now; nothing where they are not kept."""
    if not stored.kept:
        return []
    known = FORMATS.get(stored.format)
    source = stored.row.source
    raw = stored.raw
    records = read_unit_carefully(known, raw, source) if known else read_carefully(BytesIO(raw), source)
    return [
        Entry(record, check_carefully(checker, record, written=True), position) for record, position in placed(records)
    ]


def _keep_again(session: Session, stored: StoredRefusal, entries: list[Entry]) -> bool:
    """Keeps what a refusal is read as now; returns whether there is a match in it."""
    own = next((each for each in entries if (each.record.sha256, each.position) == _place(stored)), None)
    matches = [each for each in entries if each.record.match is not None]
    if matches:
        saved = store.save_all(session, entries)
        if own is None:
            first = next(each.id for each in saved if not each.unread)
            no_longer_refused(session, {_place(stored): first})
    if own is not None and own.record.match is None:
        values = facts_of(report_of_refusal(own))
    elif matches:
        return True
    else:
        first_error = next((each for each in stored.report["findings"] if each["severity"] == "error"), None)
        message = first_error["message"] if first_error else ""
        values = {"reason": f"{message[:1].upper()}{message[1:]}." if message else NO_REASON, "engine": __version__}
    session.execute(update(Refused).where(col(Refused.id) == stored.id).values(values))
    return bool(matches)


def _place(stored: StoredRefusal) -> tuple[str, int]:
    return stored.sha256, stored.position
