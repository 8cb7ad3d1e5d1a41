"""Saying who sees a match, and the matches that wait to be taken in."""

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.seeing import Visibility, set_visibility
from app.database.tables.access import MatchAccess, MatchUploader
from app.database.tables.accounts import Account
from app.matches import followers
from app.matches.followers import JudgementChange
from app.matches.listing import MatchRow, match_rows
from app.matches.saving import listed_matches


def show_to(session: Session, match: int, visibility: Visibility) -> bool:
    """Says who sees a match from now on; False where who asks sees no such match."""
    if not listed_matches(session, [match]):
        return False
    set_visibility(session, [match], visibility)
    followers.note_judged(session, JudgementChange([match]))
    return True


def waiting(session: Session, limit: int) -> list[int]:
    """The first matches that wait to be taken in, the oldest first."""
    wanted = select(col(MatchAccess.log_id)).where(col(MatchAccess.visibility) == Visibility.OFFERED)
    return list(session.scalars(wanted.order_by(col(MatchAccess.log_id)).limit(limit)))


def offered_matches(session: Session, limit: int) -> list[tuple[MatchRow, str]]:
    """These matches, each with the name of the account that brought it."""
    rows = match_rows(session, waiting(session, limit))
    brought = (
        select(col(MatchUploader.log_id), col(Account.name))
        .join(Account, col(Account.id) == col(MatchUploader.account))
        .where(col(MatchUploader.log_id).in_([row.id for row in rows]))
        .order_by(col(MatchUploader.account).desc())
    )
    names = {row.log_id: row.name for row in session.execute(brought)}
    return [(row, names.get(row.id, "")) for row in rows]
