"""Disputes and rulings on stored matches, drawn at random."""

from random import Random
from typing import Final

from sqlalchemy import func, select
from sqlmodel import col

from app.database.tables.disputes import Dispute, RulingRow
from app.disputes.audit_log.actors import ActorRole
from app.disputes.cases import acts
from app.disputes.cases.rulings import Adjusting, Decision, rule
from app.disputes.cases.states import Acting, CannotAct, DisputeState, RulingOutcome
from app.matches.installation import Installation
from engine.verdict.proof.form import Claim, Subject

PLAYER: Final = Acting("Li Wei", ActorRole.PLAYER)
ARBITER: Final = Acting("Zhao Min", ActorRole.ARBITER)
_OUTCOMES: Final = (*RulingOutcome, RulingOutcome.ADJUSTED, RulingOutcome.ADJUSTED, RulingOutcome.VOID)


def open_dispute(fupan: Installation, match: int, hand: int | None = None) -> int:
    """The number of a new dispute about a match, or a hand of it."""
    subject = Subject(hand=hand, action=None, line=None)
    return acts.open_dispute(fupan, match, PLAYER, subject, Claim(text="It was otherwise."))


def set_scores(fupan: Installation, match: int, hand: int, scores: dict[str, int]) -> int:
    """Rules that a hand has other scores; returns the number of the dispute."""
    dispute = open_dispute(fupan, match, hand)
    rule(fupan, dispute, ARBITER, Decision(RulingOutcome.ADJUSTED, "As agreed", [Adjusting(hand, scores, "Agreed")]), 0)
    return dispute


def draw_ruling(fupan: Installation, rng: Random, match: int) -> None:
    """Opens a dispute about a match, or appeals in one, and rules on it.  Raises CannotAct for what is refused."""
    stored = fupan.match(match)
    assert stored is not None
    seats = list(stored.report.totals)
    hands = len(stored.report.hands)
    with fupan.sessions() as session:
        disputes = session.scalars(select(col(Dispute.id)).where(col(Dispute.log_id) == match)).all()
    if disputes and rng.random() < 0.5:
        dispute = rng.choice(disputes)
        with fupan.sessions() as session:
            state = acts.dispute_of(session, dispute or 0).state
        if state == DisputeState.RULED:
            acts.appeal(fupan, dispute or 0, PLAYER, "No.")
            if rng.random() < 0.3:
                return
    else:
        dispute = open_dispute(fupan, match, rng.choice((None, rng.randrange(hands)))) if hands else None
    if not dispute:
        raise CannotAct("The match has no hand.")
    with fupan.sessions() as session:
        before = session.scalar(select(func.count()).where(col(RulingRow.dispute_id) == dispute)) or 0
        of_hand = acts.dispute_of(session, dispute).hand is not None
    outcome = rng.choice(_OUTCOMES)
    if outcome is RulingOutcome.VOID and not of_hand:
        outcome = RulingOutcome.ADJUSTED
    chosen = (
        sorted(rng.sample(range(hands), rng.randint(1, min(2, hands)))) if outcome is RulingOutcome.ADJUSTED else []
    )
    adjusting = [Adjusting(hand, {seat: rng.randint(-3, 9) for seat in seats}, "As agreed") for hand in chosen]
    rule(fupan, dispute, ARBITER, Decision(outcome, "So it is.", adjusting), before)
