"""Further copies of a match: the same match in other bytes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.matches import Log
from app.database.tables.uploads import Copy

SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class CopyRow:
    """A further copy, as the page of its match lists it."""

    source: str
    uploaded_at: datetime


def copies_of(session: Session, match: int) -> list[CopyRow]:
    """The further copies of a match, the oldest first; at most ``SHOWN``."""
    rows = session.execute(
        select(col(Copy.source), col(Copy.uploaded_at))
        .where(col(Copy.log_id) == match)
        .order_by(col(Copy.id))
        .limit(SHOWN)
    )
    return [CopyRow(source, moment.astimezone(UTC)) for source, moment in rows]


def matches_of_content(session: Session, keys: Iterable[str]) -> dict[str, int]:
    """The first match of each of some content keys, where there is one."""
    rows = session.execute(
        select(col(Log.content_sha256), func.min(col(Log.id)))
        .where(col(Log.content_sha256).in_(set(keys)))
        .group_by(col(Log.content_sha256))
    )
    return {key: log_id for key, log_id in rows if key is not None and log_id is not None}
