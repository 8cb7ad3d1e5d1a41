"""Which games have results that are not rated yet."""

from collections.abc import Iterable

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from app.database.tables.ratings import RATING_CHANGES


def mark_changed(session: Session, games: Iterable[int]) -> None:
    """Notes that results of some games have changed, in the transaction that changes them."""
    for game in sorted(set(games)):
        done = session.execute(
            update(RATING_CHANGES)
            .where(RATING_CHANGES.c.game == game)
            .values(changes=RATING_CHANGES.c.changes + 1)
            .returning(RATING_CHANGES.c.game)
        ).first()
        if done is None:
            session.execute(insert(RATING_CHANGES), {"game": game, "changes": 1, "rated": 0})


def pending_games(session: Session) -> list[int]:
    """The games whose ratings are behind their results, in order."""
    return list(
        session.execute(
            select(RATING_CHANGES.c.game)
            .where(RATING_CHANGES.c.rated != RATING_CHANGES.c.changes)
            .order_by(RATING_CHANGES.c.game)
        ).scalars()
    )
