"""Where a match, a further copy or a refusal came from: the hash of its bytes, and its position in them."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Mapped, Session
from sqlmodel import col

from app.database.tables.matches import Log
from app.database.tables.uploads import Copy, Place, Refused


def matches_at(session: Session, places: Iterable[Place]) -> dict[Place, int]:
    """The matches at some places."""
    return _numbers_at(session, places, Log, col(Log.id))


def copies_at(session: Session, places: Iterable[Place]) -> dict[Place, int]:
    """The matches that the further copies at some places are copies of."""
    return _numbers_at(session, places, Copy, col(Copy.log_id))


def refusals_at(session: Session, places: Iterable[Place]) -> dict[Place, int]:
    """The refusals at some places, deleted ones too."""
    return _numbers_at(session, places, Refused, col(Refused.id))


def _numbers_at(
    session: Session,
    places: Iterable[Place],
    table: type[Log | Copy | Refused],
    number: Mapped[int] | Mapped[int | None],
) -> dict[Place, int]:
    """By place, for those of some places that a table has, the number in its row."""
    wanted = set(places)
    if not wanted:
        return {}
    digest = col(table.blob_sha256)
    found = session.execute(select(digest, col(table.position), number).where(digest.in_({each for each, _ in wanted})))
    return {
        (sha256, position): identity
        for sha256, position, identity in found
        if identity is not None and (sha256, position) in wanted
    }
