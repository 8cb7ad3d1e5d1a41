"""How a match is judged otherwise now than when a dispute about it was opened or ruled on."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.matches import Judgement
from app.judging.judged import stored_report
from app.judging.report_change import change_between, parts_of
from app.matches.store import StoredMatch
from app.text.language import _


@dataclass(frozen=True, slots=True)
class Since:
    """What changed since an earlier report."""

    engine: str
    """The version that made it."""
    parts: tuple[str, ...]
    """What differs, in words; empty if nothing that matters to the players does."""


def change_since(session: Session, stored: StoredMatch, digest: str) -> Since | None:
    """What changed in a match since the report with a digest; None if that is the current one, or is not kept."""
    if stored.report.digest == digest:
        return None
    row = session.execute(
        select(col(Judgement.engine), col(Judgement.report), col(Judgement.report_size))
        .where(col(Judgement.log_id) == stored.id, col(Judgement.digest) == digest)
        .order_by(col(Judgement.id).desc())
        .limit(1)
    ).one_or_none()
    if row is None:
        return None
    change = change_between(stored_report(row[1], row[2]), stored.report)
    verdict = [f"{_(change.before)} → {_(change.after)}"] if change.verdict else []
    return Since(row[0], (*verdict, *parts_of(change)))
