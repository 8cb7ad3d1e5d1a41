"""What is touched when matches are judged again: their disputes, and the verdicts that were handed out on them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.disputes import Dispute
from app.database.tables.matches import Judgement
from app.database.tables.verdicts import HandedOut
from app.disputes.audit_log.appending import append
from app.matches.followers import JudgementChange, ListedJudgement

PROGRAM: Final = "fupan"
"""Who acts in the record where nobody does but the program."""


@dataclass(frozen=True, slots=True)
class DisputesAndVerdicts:
    """The disputes and the verdicts of a match, by their numbers."""

    disputes: tuple[int, ...]
    verdicts: tuple[int, ...]


def follow(session: Session, change: JudgementChange) -> None:
    """Notes in the audit log the matches with disputes or verdicts whose report that of another version replaced."""
    by_match = touched(session, change.before) if change.before else {}
    if by_match:
        note_reprocessed(session, by_match, change.before, current(session, by_match))


def touched(session: Session, matches: Collection[int]) -> dict[int, DisputesAndVerdicts]:
    """Those of some matches that have disputes or verdicts, with these.  Two queries."""
    disputes: dict[int, list[int]] = {}
    verdicts: dict[int, list[int]] = {}
    for table, by_match in ((Dispute, disputes), (HandedOut, verdicts)):
        rows = session.execute(
            select(col(table.log_id), col(table.id)).where(col(table.log_id).in_(matches)).order_by(col(table.id))
        )
        for match, number in rows:
            assert match is not None
            assert number is not None
            by_match.setdefault(match, []).append(number)
    return {
        match: DisputesAndVerdicts(tuple(disputes.get(match, ())), tuple(verdicts.get(match, ())))
        for match in sorted({*disputes, *verdicts})
    }


def current(session: Session, matches: Collection[int]) -> dict[int, ListedJudgement]:
    """By match, its current judgement.  One query."""
    rows = session.execute(
        select(col(Judgement.log_id), col(Judgement.engine), col(Judgement.digest), col(Judgement.verdict)).where(
            col(Judgement.log_id).in_(matches), col(Judgement.current).is_(True)
        )
    )
    return {match: ListedJudgement(engine, digest, verdict) for match, engine, digest, verdict in rows}


def note_reprocessed(
    session: Session,
    by_match: Mapping[int, DisputesAndVerdicts],
    before: Mapping[int, ListedJudgement],
    after: Mapping[int, ListedJudgement],
) -> None:
    """Appends to the record, for each match whose report that of another version has replaced, what that touches."""
    for match, of_match in by_match.items():
        old, new = before.get(match), after.get(match)
        if old is None or new is None or old.engine == new.engine or old.digest == new.digest:
            continue
        facts = {
            "engine": {"before": old.engine, "after": new.engine},
            "report": {"before": old.digest, "after": new.digest},
            "verdict": {"before": old.verdict, "after": new.verdict},
            "disputes": list(of_match.disputes),
            "verdicts": list(of_match.verdicts),
        }
        append(session, actor=PROGRAM, event="reprocessed", subject=f"match {match}", data=facts)
