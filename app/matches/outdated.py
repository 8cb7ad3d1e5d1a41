"""Matches that were judged by another version of the engine than the running one: their number, ids and texts."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.matches import Blob, Judgement, Log
from app.matches.store import StoredMatch, stored_matches
from engine import __version__


@dataclass(frozen=True, slots=True)
class OutdatedMatch:
    """A match whose newest judgement is by another version."""

    id: int
    size: int
    """The size of its log and its report in bytes, unpacked."""


def outdated(session: Session, after: int = 0, limit: int = 1_000) -> list[OutdatedMatch]:
    """The outdated matches above an id, by id.  One query."""
    rows = session.execute(
        select(col(Log.id), col(Blob.size) + col(Judgement.report_size))
        .join(Blob, col(Blob.sha256) == col(Log.blob_sha256))
        .join(Judgement, col(Judgement.log_id) == col(Log.id))
        .where(_is_outdated(), col(Log.id) > after)
        .order_by(col(Log.id))
        .limit(limit)
    )
    return [OutdatedMatch(identity, size) for identity, size in rows if identity is not None]


def outdated_matches(session: Session, identities: Sequence[int]) -> list[StoredMatch]:
    """Those of some matches that are still outdated, by id.  Two queries for any number of matches."""
    return stored_matches(session, col(Log.id).in_(identities), _is_outdated())


def count_outdated(session: Session) -> int:
    """The number of outdated matches.  One query."""
    return session.scalar(select(func.count()).select_from(Judgement).where(_is_outdated())) or 0


def count_to_judge(session: Session) -> int:
    """The number of outdated matches that have bytes and can be judged again.  One query."""
    return (
        session.scalar(
            select(func.count())
            .select_from(Judgement)
            .join(Log, col(Log.id) == col(Judgement.log_id))
            .join(Blob, col(Blob.sha256) == col(Log.blob_sha256))
            .where(_is_outdated(), col(Blob.data).is_not(None))
        )
        or 0
    )


def _is_outdated() -> ColumnElement[bool]:
    return and_(col(Judgement.current).is_(True), col(Judgement.engine) != __version__)
