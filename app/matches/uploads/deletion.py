"""Deleting matches, refusals and uploads: undone for thirty days, then for good."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, delete, exists, func, insert, or_, select, update
from sqlalchemy import Table as SqlTable
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.row_pages import PER_PAGE, RowPage, row_page
from app.database.search import remove_texts
from app.database.tables.audit_log import RecordEntry
from app.database.tables.disputes import Dispute
from app.database.tables.matches import METADATA, Blob, Judgement, Log, UploadedFile
from app.database.tables.uploads import DeletedMatch, Deletion, Part, RefusedRecord, RetiredMatch
from app.matches import followers
from app.matches.followers import JudgementChange
from app.text.language import _, marked

KEPT: Final = timedelta(days=30)
"""How long a deletion can be undone."""
_BATCH: Final = 500

_STORED_WORDS: Final = re.compile(r"(match|unread file|upload) (\d+): (.*)", re.DOTALL)
_SHOWN_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "match": marked("match {number}: {name}"),
        "unread file": marked("unread file {number}: {name}"),
        "upload": marked("upload {number}: {name}"),
    }
)


class CannotDelete(Exception):
    """Something is not deleted; its text is the reason, a sentence."""


@dataclass(frozen=True, slots=True)
class DeletionRow:
    """A deletion as the page of the deleted shows it."""

    id: int
    what: str
    deleted_at: datetime
    matches: int
    refusals: int

    @property
    def gone_at(self) -> datetime:
        """When its bytes are removed: at the next purge from then on."""
        return self.deleted_at + KEPT


@dataclass(frozen=True, slots=True)
class RestoredRows:
    """The matches and refusals that were deleted and are there again."""

    matches: frozenset[int]
    refusals: frozenset[int]


def delete_kept(
    session: Session,
    what: str,
    now: datetime,
    *,
    matches: Collection[int] = (),
    refusals: Collection[int] = (),
    uploads: Collection[int] = (),
) -> int | None:
    """Deletes matches, refusals, and all that some uploads brought, as one deletion; returns its number.

    None where nothing of it is there.  Raises CannotDelete for a match that has a dispute or a verdict.
    """
    judgements = dict[int, int]()
    for batch in _batches(matches):
        judgements |= _listed(session, col(Log.id).in_(batch))
    refused = set[int]()
    for batch in _batches(refusals):
        refused |= _refused(session, col(RefusedRecord.id).in_(batch))
    for batch in _batches(uploads):
        judgements |= _listed(session, col(Log.upload_id).in_(batch))
        refused |= _refused(session, col(RefusedRecord.upload_id).in_(batch))
    if not judgements and not refused:
        return None
    for batch in _batches(judgements):
        refuse_proven(session, batch)
    deletion = Deletion(what=what, deleted_at=now)
    session.add(deletion)
    session.flush()
    assert deletion.id is not None
    for batch in _batches(judgements):
        session.execute(
            insert(DeletedMatch),
            [{"log_id": number, "deletion_id": deletion.id, "judgement_id": judgements[number]} for number in batch],
        )
        followers.note_forgotten(session, batch)
        session.execute(update(Judgement).where(col(Judgement.log_id).in_(batch)).values(current=False))
    for batch in _batches(refused):
        session.execute(update(RefusedRecord).where(col(RefusedRecord.id).in_(batch)).values(deletion_id=deletion.id))
    return deletion.id


def refuse_proven(session: Session, matches: Collection[int]) -> None:
    """Raises CannotDelete for a match that has a dispute, or a verdict that was handed out."""
    disputed = select(func.min(col(Dispute.log_id))).where(col(Dispute.log_id).in_(matches))
    match = session.scalar(disputed)
    what = _("a dispute")
    if match is None:
        subjects = {f"match {number}": number for number in matches}
        issued = select(func.min(col(RecordEntry.subject))).where(
            col(RecordEntry.subject).in_(subjects), col(RecordEntry.event) == "verdict-issued"
        )
        match = subjects.get(session.scalar(issued) or "")
        what = _("a verdict that was handed out")
    if match is not None:
        raise CannotDelete(
            _(
                "Match {number} has {what}, so it is not deleted. What identifies people in it can be erased instead: "
                "on its page Erase, or with fupan audit erase.",
                number=match,
                what=what,
            )
        )


def is_proven(session: Session, match: int) -> bool:
    """Whether a match has a dispute, or a verdict that was handed out, so that it is not deleted."""
    try:
        refuse_proven(session, [match])
    except CannotDelete:
        return True
    return False


def deleted_words(what: str) -> str:
    """What was deleted, in the language of the reader, from the words that are stored: ``match 3: TITLE``."""
    text_match = _STORED_WORDS.fullmatch(what)
    if text_match is None:
        return what
    kind, number, name = text_match.groups()
    return _(_SHOWN_WORDS[kind], number=number, name=name)


def deletions(
    session: Session, before: int | None = None, after: int | None = None, size: int = PER_PAGE
) -> RowPage[DeletionRow]:
    """A page of what was deleted and can be brought back, the newest first; see `row_page`."""
    return row_page(partial(_rows, session), col(Deletion.id), before, after, size)


def _rows(session: Session, condition: ColumnElement[bool], order: Any, most: int) -> list[DeletionRow]:
    matches = (
        select(func.count())
        .select_from(DeletedMatch)
        .where(col(DeletedMatch.deletion_id) == col(Deletion.id))
        .scalar_subquery()
    )
    refusals = (
        select(func.count())
        .select_from(RefusedRecord)
        .where(col(RefusedRecord.deletion_id) == col(Deletion.id))
        .scalar_subquery()
    )
    rows = session.execute(select(Deletion, matches, refusals).where(condition).order_by(order).limit(most))
    return [
        DeletionRow(row.id, deleted_words(row.what), row.deleted_at.astimezone(UTC), of_matches, of_refusals)
        for row, of_matches, of_refusals in rows
        if row.id is not None
    ]


def deletion_of(session: Session, match: int) -> int | None:
    """The deletion that a match was deleted by; None where it is not deleted."""
    return session.scalar(select(col(DeletedMatch.deletion_id)).where(col(DeletedMatch.log_id) == match))


def undo(session: Session, deletion: int) -> bool:
    """Brings back all that a deletion took; False where there is no such deletion."""
    matches = list(session.scalars(select(col(DeletedMatch.log_id)).where(col(DeletedMatch.deletion_id) == deletion)))
    refusals = _refusals_of(session, deletion)
    if not matches and not refusals:
        return False
    bring_back(session, matches, refusals)
    return True


def bring_back(session: Session, matches: Iterable[int], refusals: Iterable[int]) -> RestoredRows:
    """Brings back those of some matches and refusals that are deleted, whatever deletion took them."""
    restored_matches, restored_refusals, touched = set[int](), set[int](), set[int]()
    for batch in _batches(matches):
        rows = session.execute(
            select(col(DeletedMatch.log_id), col(DeletedMatch.judgement_id), col(DeletedMatch.deletion_id)).where(
                col(DeletedMatch.log_id).in_(batch)
            )
        ).all()
        if not rows:
            continue
        session.execute(update(Judgement).where(col(Judgement.id).in_([row[1] for row in rows])).values(current=True))
        session.execute(delete(DeletedMatch).where(col(DeletedMatch.log_id).in_(batch)))
        followers.note_judged(session, JudgementChange(batch))
        restored_matches |= {row[0] for row in rows}
        touched |= {row[2] for row in rows}
    for batch in _batches(refusals):
        deleted = session.execute(
            select(col(RefusedRecord.id), col(RefusedRecord.deletion_id)).where(
                col(RefusedRecord.id).in_(batch), col(RefusedRecord.deletion_id).is_not(None)
            )
        ).all()
        if deleted:
            session.execute(update(RefusedRecord).where(col(RefusedRecord.id).in_(batch)).values(deletion_id=None))
        for identity, deletion in deleted:
            if identity is not None and deletion is not None:
                restored_refusals.add(identity)
                touched.add(deletion)
    if touched:
        _remove_empty(session, touched)
    return RestoredRows(frozenset(restored_matches), frozenset(restored_refusals))


def due(session: Session, now: datetime) -> list[int]:
    """The deletions that can no longer be undone."""
    rows = session.scalars(select(col(Deletion.id)).where(col(Deletion.deleted_at) <= now - KEPT))
    return [number for number in rows if number is not None]


def purge(session: Session, deletion: int) -> int:
    """Removes what a deletion took for good, its bytes too; returns how many matches and refusals that were."""
    matches = list(session.scalars(select(col(DeletedMatch.log_id)).where(col(DeletedMatch.deletion_id) == deletion)))
    refusals = _refusals_of(session, deletion)
    made_of = set[int]()
    for batch in _batches(matches):
        made_of |= set(session.scalars(select(col(Part.of_log_id)).where(col(Part.log_id).in_(batch))))
        remove_matches(session, batch, {})
    for batch in _batches(made_of):
        still = set(session.scalars(select(col(Part.of_log_id)).where(col(Part.of_log_id).in_(batch))))
        remove_matches(session, [number for number in batch if number not in still], {})
    for batch in _batches(refusals):
        session.execute(delete(RefusedRecord).where(col(RefusedRecord.id).in_(batch)))
        session.execute(update(RetiredMatch).where(col(RetiredMatch.refusal_id).in_(batch)).values(refusal_id=None))
    session.execute(delete(Deletion).where(col(Deletion.id) == deletion))
    remove_unused(session)
    return len(matches) + len(refusals)


def remove_matches(session: Session, matches: Sequence[int], same_as: dict[int, int]) -> None:
    """Removes matches with every row that refers to them, and retires their numbers.

    The matches that are made of them must not be there.  ``same_as`` gives the match that the number of another leads
    to from now on.
    """
    if not matches:
        return
    followers.note_forgotten(session, matches)
    for reference in _set_null(METADATA.tables["logs"]):
        for match in matches:
            session.execute(
                update(reference.table).where(reference == match).values({reference.name: same_as.get(match)})
            )
    remove_texts(session, matches)
    _remove(session, METADATA.tables["logs"], matches)
    session.execute(update(RetiredMatch).where(col(RetiredMatch.match_id).in_(matches)).values(match_id=None))
    session.execute(insert(RetiredMatch), [{"id": number, "match_id": same_as.get(number)} for number in matches])


def remove_unused(session: Session) -> None:
    """Removes bytes and uploads that nothing refers to any longer."""
    for table in (Blob, UploadedFile):
        named = METADATA.tables[table.__tablename__]
        (key,) = named.primary_key.columns
        used = [
            exists().where(reference.parent == key)
            for other in METADATA.tables.values()
            for reference in other.foreign_keys
            if reference.column is key
        ]
        session.execute(delete(named).where(~or_(*used)))


def _remove(session: Session, table: SqlTable, keys: Sequence[Any]) -> None:
    """Removes the rows of a table with some keys, and before them the rows of all tables that refer to them."""
    if not keys:
        return
    (key, *_) = table.primary_key.columns
    for other in METADATA.tables.values():
        for reference in other.foreign_keys:
            if reference.column is not key or reference.ondelete == "SET NULL":
                continue
            if len(other.primary_key.columns) == 1 and any(
                other.primary_key.columns.values()[0] is foreign_key.column
                for another in METADATA.tables.values()
                for foreign_key in another.foreign_keys
            ):
                (its_key,) = other.primary_key.columns
                _remove(session, other, list(session.scalars(select(its_key).where(reference.parent.in_(keys)))))
            else:
                session.execute(delete(other).where(reference.parent.in_(keys)))
    session.execute(delete(table).where(key.in_(keys)))


def _set_null(table: SqlTable) -> list[Column[Any]]:
    """The columns that name a row of a table, and name none once it is removed."""
    return [
        reference.parent
        for other in METADATA.tables.values()
        for reference in other.foreign_keys
        if reference.column.table is table and reference.ondelete == "SET NULL"
    ]


def _refusals_of(session: Session, deletion: int) -> list[int]:
    rows = session.scalars(select(col(RefusedRecord.id)).where(col(RefusedRecord.deletion_id) == deletion))
    return [number for number in rows if number is not None]


def _remove_empty(session: Session, touched: Collection[int]) -> None:
    session.execute(
        delete(Deletion).where(
            col(Deletion.id).in_(touched),
            ~exists().where(col(DeletedMatch.deletion_id) == col(Deletion.id)),
            ~exists().where(col(RefusedRecord.deletion_id) == col(Deletion.id)),
        )
    )


def _listed(session: Session, condition: Any) -> dict[int, int]:
    """The listed matches that a condition lets through, with their current judgements."""
    rows = session.execute(
        select(col(Log.id), col(Judgement.id))
        .join(Judgement, col(Judgement.log_id) == col(Log.id))
        .where(condition, col(Judgement.current))
    )
    return {log_id: judgement_id for log_id, judgement_id in rows if log_id is not None and judgement_id is not None}


def _refused(session: Session, condition: Any) -> set[int]:
    rows = session.scalars(select(col(RefusedRecord.id)).where(condition, col(RefusedRecord.deletion_id).is_(None)))
    return {number for number in rows if number is not None}


def _batches(values: Iterable[int]) -> Iterable[list[int]]:
    whole = sorted(set(values))
    return (whole[start : start + _BATCH] for start in range(0, len(whole), _BATCH))
