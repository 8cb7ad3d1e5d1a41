"""The numbers of matches that are no longer there, which no other match gets."""

from sqlalchemy import func, insert, select, text
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


def continue_with(session: Session, number: int) -> None:
    """Lets the next match have a number, if it is after those of all matches that are or were there."""
    first = first_free_number(session) or (session.scalar(select(func.max(col(Log.id)))) or 0) + 1
    if number < first:
        return
    if session.get_bind().dialect.name != "sqlite":
        session.execute(text("SELECT setval(pg_get_serial_sequence('logs', 'id'), :next, false)"), {"next": number})
    elif number > first:
        session.execute(insert(RetiredMatch).values(id=number - 1))
