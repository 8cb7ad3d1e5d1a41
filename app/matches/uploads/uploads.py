"""Uploads: the files that brought matches and refusals."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import exists, func, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.seeing import account_of, visible
from app.database.tables.matches import Judgement, Log, UploadedFile
from app.database.tables.uploads import RefusedRecord

PER_PAGE: Final = 50


@dataclass(slots=True, eq=False)
class UploadCredit:
    """A file that is being stored: its name, and the number of its upload once something new has come of it."""

    name: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class UploadRow:
    """An upload, with how much of what it brought is still there."""

    id: int
    name: str
    uploaded_at: datetime
    matches: int
    refusals: int


def new_upload(session: Session, name: str) -> int:
    """Adds an upload of now; returns its number."""
    upload = UploadedFile(name=name, uploaded_at=datetime.now(UTC), account=account_of(session))
    session.add(upload)
    session.flush()
    assert upload.id is not None
    return upload.id


def credit(session: Session, upload: int, matches: Sequence[int], refusals: Sequence[int]) -> None:
    """Notes that an upload brought some matches and refusals."""
    if matches:
        session.execute(update(Log).where(col(Log.id).in_(matches)).values(upload_id=upload))
    if refusals:
        session.execute(update(RefusedRecord).where(col(RefusedRecord.id).in_(refusals)).values(upload_id=upload))


def uploads(session: Session, before: int | None = None, limit: int = PER_PAGE) -> list[UploadRow]:
    """The uploads that still have a match or a refusal, the newest first.

    With ``before``, only uploads with a lower number.
    """
    matches = (
        select(func.count())
        .select_from(Log)
        .join(Judgement, col(Judgement.log_id) == col(Log.id))
        .where(col(Log.upload_id) == col(UploadedFile.id), col(Judgement.current), visible(session, col(Log.id)))
        .scalar_subquery()
    )
    refusals = (
        select(func.count())
        .select_from(RefusedRecord)
        .where(col(RefusedRecord.upload_id) == col(UploadedFile.id), col(RefusedRecord.deletion_id).is_(None))
        .scalar_subquery()
    )
    rows = session.execute(
        select(col(UploadedFile.id), col(UploadedFile.name), col(UploadedFile.uploaded_at), matches, refusals)
        .where(
            or_(
                exists().where(
                    col(Log.upload_id) == col(UploadedFile.id),
                    col(Judgement.log_id) == col(Log.id),
                    col(Judgement.current),
                    visible(session, col(Log.id)),
                ),
                exists().where(
                    col(RefusedRecord.upload_id) == col(UploadedFile.id), col(RefusedRecord.deletion_id).is_(None)
                ),
            ),
            *([] if before is None else [col(UploadedFile.id) < before]),
        )
        .order_by(col(UploadedFile.id).desc())
        .limit(limit)
    )
    return [UploadRow(*row) for row in rows if row[0] is not None]
