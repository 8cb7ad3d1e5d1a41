"""The numbers of matches that are no longer there, which no other match gets."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.matches import Log
from app.database.tables.uploads import RetiredMatch


def first_free_number(session: Session) -> int | None:
    """The number of the next match, where the database would give one again that is retired: SQLite does."""
    if session.get_bind().dialect.name != "sqlite":
        return None
    last, retired = session.execute(
        select(
            select(func.max(col(Log.id))).scalar_subquery(), select(func.max(col(RetiredMatch.id))).scalar_subquery()
        )
    ).one()
    return None if (retired or 0) <= (last or 0) else retired + 1
