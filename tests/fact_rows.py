"""What tests of statistics compare: all rows of all tables of facts, and what they should be."""

from typing import Any, Final

from sqlalchemy import Table, delete, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.matches import Log
from app.database.tables.statistics import (
    BOMBS,
    COUNTED_MATCHES,
    FACTS,
    HAND_CODES,
    HAND_LEVELS,
    HAND_PLAYS,
    PARTNERSHIPS,
    RULED_HANDS,
    SEAT_RESULTS,
    TALLIES,
)
from app.matches.installation import Installation
from app.players.statistics.fact_rows import refresh

COUNTED: Final[tuple[Table, ...]] = (
    COUNTED_MATCHES,
    SEAT_RESULTS,
    FACTS,
    TALLIES,
    PARTNERSHIPS,
    BOMBS,
    HAND_PLAYS,
    HAND_CODES,
    HAND_LEVELS,
    RULED_HANDS,
)


def fact_rows(session: Session) -> dict[str, list[tuple[Any, ...]]]:
    """By table all its rows, in order."""
    return {
        table.name: [tuple(row) for row in session.execute(select(table).order_by(*table.primary_key.columns))]
        for table in COUNTED
    }


def rows_written_anew(session: Session) -> dict[str, list[tuple[Any, ...]]]:
    """The same, after all have been removed and written again.  The session must be rolled back."""
    for table in COUNTED:
        session.execute(delete(table))
    refresh(session, [each for each in session.scalars(select(col(Log.id))) if each is not None])
    return fact_rows(session)


def number_of_rows(fupan: Installation) -> dict[str, int]:
    """By table how many rows it has."""
    with fupan.sessions() as session:
        return {table.name: session.scalar(select(func.count()).select_from(table)) or 0 for table in COUNTED}
