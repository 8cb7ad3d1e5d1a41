"""What became of a match that is not listed."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.seeing import is_hidden, visible
from app.database.tables.matches import Judgement
from app.database.tables.uploads import Part, RefusedRecord, RetiredMatch
from app.matches.uploads.deletion import deletion_of


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where to look instead; nothing of it where the number was never given."""

    refusal: int | None = None
    """The refusal that it was moved to."""
    match: int | None = None
    """The match that it is the same as, or that was made of it."""
    deleted: bool = False
    """Whether it was deleted and can be brought back."""
    retired: bool = False
    """Whether it was removed for good."""


def whereabouts(session: Session, match: int) -> Whereabouts:
    """What became of a match."""
    if not 0 < match < 2**31:
        return Whereabouts()
    if is_hidden(session, match):
        return Whereabouts()
    if deletion_of(session, match) is not None:
        return Whereabouts(deleted=True)
    made = session.scalar(
        select(col(Part.log_id))
        .where(col(Part.of_log_id) == match, visible(session, col(Part.log_id)))
        .order_by(col(Part.log_id))
        .limit(1)
    )
    if made is not None:
        return Whereabouts(match=made)
    retired = session.get(RetiredMatch, match)
    if retired is None or (retired.match_id is not None and is_hidden(session, retired.match_id)):
        return Whereabouts()
    there = select(col(RefusedRecord.id)).where(
        col(RefusedRecord.id) == retired.refusal_id, col(RefusedRecord.deletion_id).is_(None)
    )
    if retired.refusal_id is not None and session.scalar(there) is not None:
        return Whereabouts(refusal=retired.refusal_id)
    listed = select(col(Judgement.log_id)).where(
        col(Judgement.log_id) == retired.match_id, col(Judgement.current), visible(session, col(Judgement.log_id))
    )
    if retired.match_id is not None and session.scalar(listed) is not None:
        return Whereabouts(match=retired.match_id)
    return Whereabouts(retired=True)
