"""The rows of disputes, people and texts, held against what the record says."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.packing import BytesDamaged, unpacked
from app.database.tables.audit_log import ActorRow, RecordText
from app.database.tables.disputes import CommentRow, Dispute, Evidence, Party, RulingAdjustment, RulingRow, RulingVote
from app.database.tables.matches import Blob
from app.disputes.audit_check.said import Adjusted, OfDispute, RecordDifference, RecordedAct, RecordReading, Ruled
from app.disputes.audit_log.binding import HASHED, salted
from app.text.moments import moment
from engine.verdict.proof import canonical


@dataclass(frozen=True, slots=True)
class CheckScope:
    """Which rows are held against the record."""

    dispute: int | None = None
    """Only those of one dispute; None: all."""
    partial: bool = False
    """Whether the record goes on after the entries that were read: rows may then be newer than they are."""
    files: bool = True
    """Whether the files of evidence and verdicts are read, too."""


def compare_rows(session: Session, said: RecordReading, scope: CheckScope) -> Iterator[RecordDifference]:
    """What differs of disputes, claims, states, comments, evidence, rulings, votes, adjustments, names and texts."""
    yield from said.unread
    yield from _disputes(session, said, scope)
    yield from _comments(session, said, scope)
    yield from _evidence(session, said, scope)
    yield from _rulings(session, said, scope)
    yield from _names(session, said, scope)
    yield from _texts(session, said, scope)


def _disputes(session: Session, said: RecordReading, scope: CheckScope) -> Iterator[RecordDifference]:
    left = {number for number, of in said.disputes.items() if of.opened is not None}
    parties: dict[int, set[str]] = {}
    for party in session.scalars(select(Party).where(*_only(scope, col(Party.dispute_id)))):
        parties.setdefault(party.dispute_id, set()).add(party.actor_id)
    for row in session.scalars(select(Dispute).where(*_only(scope, col(Dispute.id))).order_by(col(Dispute.id))):
        number = row.id or 0
        of = said.disputes.get(number, OfDispute())
        left.discard(number)
        if of.opened is None:
            if not scope.partial:
                yield RecordDifference(None, "claim")
            continue
        entry, opened = of.opened
        place = (opened.subject.hand, opened.subject.action, opened.subject.line)
        if not _by(entry, row.actor_id, row.opened_at) or (row.digest, row.hand, row.action, row.line) != (
            opened.report,
            *place,
        ):
            yield RecordDifference(entry.n, "claim")
        if of.claimed is None:
            if not scope.partial:
                yield RecordDifference(None, "claim")
        else:
            claim = {name: value for name, value in of.claimed[1].claim.items() if not name.endswith(HASHED)}
            if (row.claim, row.found) != (_canonical(claim), _canonical(of.claimed[1].found)):
                yield RecordDifference(of.claimed[0].n, "claim")
        if not scope.partial:
            if of.state is None or row.state != of.state[1]:
                yield RecordDifference(None if of.state is None else of.state[0].n, "state")
            missing = of.people.keys() ^ parties.get(number, set())
            yield from (RecordDifference(of.people[each].n if each in of.people else None, "name") for each in missing)
    yield from (
        RecordDifference(each[0].n, "claim") for number in left if (each := said.disputes[number].opened) is not None
    )


def _comments(session: Session, said: RecordReading, scope: CheckScope) -> Iterator[RecordDifference]:
    left = {(number, text): entry for number, of in said.disputes.items() for text, (entry, _) in of.spoken.items()}
    for row in session.scalars(select(CommentRow).where(*_only(scope, col(CommentRow.dispute_id)))):
        entry = left.pop((row.dispute_id, row.text_id), None)
        if entry is None:
            yield from _unspoken(scope, "text")
        elif not _by(entry, row.actor_id, row.at) or row.appeal != said.disputes[row.dispute_id].spoken[row.text_id][1]:
            yield RecordDifference(entry.n, "text")
    yield from (RecordDifference(entry.n, "text") for entry in left.values())


def _evidence(session: Session, said: RecordReading, scope: CheckScope) -> Iterator[RecordDifference]:
    left = {(number, name): each for number, of in said.disputes.items() for name, each in of.shown.items()}
    for row in session.scalars(select(Evidence).where(*_only(scope, col(Evidence.dispute_id)))).all():
        found = left.pop((row.dispute_id, row.name_id), None)
        if found is None:
            yield from _unspoken(scope, "evidence")
            continue
        entry, shown = found
        same = (row.blob_sha256, row.given_sha256) == (shown.sha256, shown.given_sha256)
        same = same and (row.size, row.kind, row.said) == (shown.bytes, shown.kind, shown.said)
        if not (same and _by(entry, row.actor_id, row.at) and (not scope.files or _is_kept(session, shown.sha256))):
            yield RecordDifference(entry.n, "evidence")
    yield from (RecordDifference(entry.n, "evidence") for entry, _ in left.values())


def _rulings(session: Session, said: RecordReading, scope: CheckScope) -> Iterator[RecordDifference]:
    left = {(number, ruling): each for number, of in said.disputes.items() for ruling, each in of.ruled.items()}
    places: dict[int, tuple[int, int]] = {}
    for row in session.scalars(select(RulingRow).where(*_only(scope, col(RulingRow.dispute_id)))):
        places[row.id or 0] = (row.dispute_id, row.number)
        found = left.pop((row.dispute_id, row.number), None)
        if found is None:
            yield from _unspoken(scope, "ruling")
            continue
        entry, ruled = found
        newest = row.number == max(said.disputes[row.dispute_id].ruled)
        if (
            not _by(entry, row.actor_id, row.at)
            or _ruled(row) != ruled
            or (row.in_force is not newest and not scope.partial)
        ):
            yield RecordDifference(entry.n, "ruling")
    yield from (RecordDifference(entry.n, "ruling") for entry, _ in left.values())
    yield from _votes(session, said, scope, places)
    yield from _adjustments(session, said, scope, places)


def _ruled(row: RulingRow) -> Ruled:
    return Ruled(
        ruling=row.number,
        outcome=row.outcome,
        report=row.digest or "",
        text=row.text_id,
        dissent=row.dissent_id,
        interest=row.interest.split(" ") if row.interest else [],
    )


def _votes(
    session: Session, said: RecordReading, scope: CheckScope, places: Mapping[int, tuple[int, int]]
) -> Iterator[RecordDifference]:
    left = {(number, *key): each for number, of in said.disputes.items() for key, each in of.votes.items()}
    for row in session.scalars(select(RulingVote).where(*_of_rulings(scope, col(RulingVote.ruling_id)))):
        found = left.pop((*places.get(row.ruling_id, (0, 0)), row.actor_id), None)
        if found is None:
            yield from _unspoken(scope, "vote")
        elif (found[1].agrees, found[1].party is not None) != (row.agrees, row.own):
            yield RecordDifference(found[0].n, "vote")
    yield from (RecordDifference(entry.n, "vote") for entry, _ in left.values())


def _adjustments(
    session: Session, said: RecordReading, scope: CheckScope, places: Mapping[int, tuple[int, int]]
) -> Iterator[RecordDifference]:
    left = {(number, *key): each for number, of in said.disputes.items() for key, each in of.adjusted.items()}
    for row in session.scalars(select(RulingAdjustment).where(*_of_rulings(scope, col(RulingAdjustment.ruling_id)))):
        dispute, ruling = places.get(row.ruling_id, (0, 0))
        found = left.pop((dispute, ruling, row.hand), None)
        if found is None:
            yield from _unspoken(scope, "adjustment")
        elif not _is_adjusted(row, found[1]):
            yield RecordDifference(found[0].n, "adjustment")
    yield from (RecordDifference(entry.n, "adjustment") for entry, _ in left.values())


def _is_adjusted(row: RulingAdjustment, said: Adjusted) -> bool:
    return (row.scores, row.rule, row.reason_id) == (_canonical(said.scores), said.rule, said.reason)


def _names(session: Session, said: RecordReading, scope: CheckScope) -> Iterator[RecordDifference]:
    """People are named in the first entry in which they occur; those whom no entry names yet are on no page."""
    rows = {
        row.id: row
        for batch in _batches(said.people.keys() | said.names.keys())
        for row in session.scalars(select(ActorRow).where(col(ActorRow.id).in_(batch)))
    }
    for identity, entry in said.people.items():
        found, row = said.names.get(identity), rows.get(identity)
        if identity in said.erased:
            continue
        if found is None or row is None or row.name is None or row.salt is None or row.erased_at is not None:
            if not (scope.partial and row is not None and row.erased_at is not None):
                yield RecordDifference(entry.n, "name")
            continue
        named, name = found
        if (name.role, name.sha256) != (row.role, salted(row.salt, row.name)) or row.entry != named.n:
            yield RecordDifference(named.n, "name")


def _texts(session: Session, said: RecordReading, scope: CheckScope) -> Iterator[RecordDifference]:
    rows = {
        row.id: row
        for batch in _batches(said.texts)
        for row in session.scalars(select(RecordText).where(col(RecordText.id).in_(batch)))
    }
    for identity, (entry, hashed) in said.texts.items():
        row = rows.get(identity)
        if identity in said.erased or (scope.partial and row is not None and row.erased_at is not None):
            continue
        if (
            row is None
            or row.text is None
            or row.salt is None
            or row.erased_at is not None
            or hashed != salted(row.salt, row.text)
        ):
            yield RecordDifference(entry.n, "text")


def kept_bytes(data: bytes | None, size: int) -> bytes | None:
    """The bytes that were packed; None where there are none, or where they are damaged or of another size."""
    try:
        raw = None if data is None else unpacked(data, size)
    except BytesDamaged:
        return None
    return raw if raw is not None and len(raw) == size else None


def _unspoken(scope: CheckScope, what: str) -> Iterator[RecordDifference]:
    """A row that no entry speaks of: it differs, unless it may be newer than the entries that were read."""
    if not scope.partial:
        yield RecordDifference(None, what)


def _by(entry: RecordedAct, actor: str, at: datetime) -> bool:
    """Whether a row is by the actor of an entry, and of its moment."""
    return (entry.actor, entry.at) == (actor, moment(at))


def _is_kept(session: Session, digest: str) -> bool:
    """Whether the bytes with a hash are kept, or were erased."""
    found = session.get(Blob, digest)
    if found is not None and found.data is None and found.erased_at is not None:
        return True
    raw = None if found is None else kept_bytes(found.data, found.size)
    return raw is not None and sha256(raw).hexdigest() == digest


def _canonical(value: Any) -> str:
    return canonical.write(value).decode()


def _only(scope: CheckScope, column: Any) -> list[ColumnElement[bool]]:
    return [] if scope.dispute is None else [column == scope.dispute]


def _of_rulings(scope: CheckScope, column: Any) -> list[ColumnElement[bool]]:
    if scope.dispute is None:
        return []
    return [column.in_(select(col(RulingRow.id)).where(col(RulingRow.dispute_id) == scope.dispute))]


def _batches(identities: Iterable[str]) -> Iterator[list[str]]:
    wanted = sorted(identities)
    return (wanted[start : start + 500] for start in range(0, len(wanted), 500))
