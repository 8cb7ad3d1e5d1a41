"""Saying who sees a match, and the matches that wait to be taken in."""

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.seeing import Visibility, set_visibility
from app.database.tables.access import MatchAccess
from app.matches import followers
from app.matches.followers import Change
from app.matches.listing import MatchRow, match_rows
from app.matches.saving import listed


def show_to(session: Session, match: int, visibility: Visibility) -> bool:
    """Says who sees a match from now on; False where who asks sees no such match."""
    if not listed(session, [match]):
        return False
    set_visibility(session, [match], visibility)
    followers.judged(session, Change([match]))
    return True


def offered(session: Session, limit: int) -> list[MatchRow]:
    """The first matches that wait to be taken in, the oldest first."""
    waiting = select(col(MatchAccess.log_id)).where(col(MatchAccess.visibility) == Visibility.OFFERED)
    return match_rows(session, list(session.scalars(waiting.order_by(col(MatchAccess.log_id)).limit(limit))))
