"""What rulings in force say of matches: the hands that they are about, and the scores that they set."""

from collections.abc import Collection
from dataclasses import dataclass, field

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.disputes import Dispute, RulingAdjustment, RulingRow


@dataclass(frozen=True, slots=True)
class InForce:
    """An adjustment of a match by a ruling in force."""

    dispute: int
    hand: int
    scores: dict[str, int]
    rule: str | None
    reason_id: str


@dataclass(frozen=True, slots=True)
class RuledMatch:
    """What the rulings in force on a match say."""

    adjustments: list[InForce] = field(default_factory=list)
    """By hand."""
    hands: set[int] = field(default_factory=set)
    """The hands, from 0, that a dispute with a ruling is about, or whose scores one sets."""


def in_force(session: Session, match: int) -> list[InForce]:
    """What the rulings in force adjust in a match, by hand.  One query."""
    ruled_match = ruled_matches(session, [match]).get(match)
    return [] if ruled_match is None else ruled_match.adjustments


def ruled_matches(session: Session, matches: Collection[int]) -> dict[int, RuledMatch]:
    """Those of some matches on which rulings are in force.  One query."""
    rows = session.execute(
        select(Dispute.log_id, Dispute.id, Dispute.hand, RulingAdjustment)  # type: ignore[call-overload]
        .join(RulingRow, col(RulingRow.dispute_id) == col(Dispute.id))
        .outerjoin(RulingAdjustment, col(RulingAdjustment.ruling_id) == col(RulingRow.id))
        .where(col(Dispute.log_id).in_(sorted(matches)), col(RulingRow.in_force))
        .order_by(col(RulingAdjustment.hand), col(Dispute.id))
    )
    by_match: dict[int, RuledMatch] = {}
    for match, dispute, subject, adjustment in rows:
        ruled = by_match.setdefault(match, RuledMatch())
        if subject is not None:
            ruled.hands.add(subject)
        if adjustment is not None:
            ruled.hands.add(adjustment.hand)
            scores = msgspec.json.decode(adjustment.scores)
            ruled.adjustments.append(InForce(dispute, adjustment.hand, scores, adjustment.rule, adjustment.reason_id))
    return by_match
