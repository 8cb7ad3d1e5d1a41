"""What tests of deleting and joining count."""

from datetime import UTC, datetime

from sqlalchemy import func, select

from app.matches.installation import Installation

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def rows(fupan: Installation, *tables: type) -> list[int]:
    """How many rows some tables have."""
    with fupan.sessions() as session:
        return [session.scalar(select(func.count()).select_from(table)) or 0 for table in tables]
