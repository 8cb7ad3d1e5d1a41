"""Where a match, a further copy or a refusal came from: the hash of its bytes, and its position in them."""

from collections.abc import Collection, Iterable

from sqlalchemy import select
from sqlalchemy.orm import Mapped, Session
from sqlmodel import col

from app.database.tables.matches import Log
from app.database.tables.uploads import Copy, Place, RefusedRecord


def matches_at(session: Session, places: Iterable[Place]) -> dict[Place, int]:
    """The matches at some places."""
    return _numbers_at(session, places, Log, col(Log.id))


def copies_at(session: Session, places: Iterable[Place]) -> dict[Place, int]:
    """The matches that the further copies at some places are copies of."""
    return _numbers_at(session, places, Copy, col(Copy.log_id))


def matches_of_bytes(session: Session, digests: Collection[str]) -> dict[Place, int]:
    """The matches of bytes with some hashes, by place."""
    return _numbers_of(session, digests, Log, col(Log.id))


def copies_of_bytes(session: Session, digests: Collection[str]) -> dict[Place, int]:
    """The matches that bytes with some hashes are further copies of, by place."""
    return _numbers_of(session, digests, Copy, col(Copy.log_id))


def refusals_at(session: Session, places: Iterable[Place]) -> dict[Place, int]:
    """The refusals at some places, deleted ones too."""
    return _numbers_at(session, places, RefusedRecord, col(RefusedRecord.id))


def _numbers_at(
    session: Session,
    places: Iterable[Place],
    table: type[Log | Copy | RefusedRecord],
    number: Mapped[int] | Mapped[int | None],
) -> dict[Place, int]:
    """By place, for those of some places that a table has, the number in its row."""
    wanted = set(places)
    numbers = _numbers_of(session, {digest for digest, _ in wanted}, table, number)
    return {place: identity for place, identity in numbers.items() if place in wanted}


def _numbers_of(
    session: Session,
    digests: Collection[str],
    table: type[Log | Copy | RefusedRecord],
    number: Mapped[int] | Mapped[int | None],
) -> dict[Place, int]:
    if not digests:
        return {}
    digest = col(table.blob_sha256)
    rows = session.execute(select(digest, col(table.position), number).where(digest.in_(digests)))
    return {(sha256, position): identity for sha256, position, identity in rows if identity is not None}
