"""What the page of a dispute offers to who reads it."""

from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from app.database.tables.disputes import Dispute
from app.disputes.audit_check.checking import audit_dispute
from app.disputes.audit_log.actors import ActorRole
from app.disputes.cases.acts import dispute_of
from app.disputes.cases.history import history
from app.disputes.cases.interest import interest_of, interest_words
from app.disputes.cases.partial import refuse_to_appeal, refuse_to_move, refuse_to_rule, refuse_to_sign, why_not
from app.disputes.cases.proposals import Proposal, proposal_on
from app.disputes.cases.reading import WholeDispute, dispute
from app.disputes.cases.rulings import needs_second
from app.disputes.cases.states import Acting
from app.disputes.verdicts.issued import VerdictFilter, newest_verdicts
from app.matches.installation import this_installation
from app.web.http.this_login import is_club
from app.web.parts.acting_as import arbiter_named


@dataclass(frozen=True, slots=True)
class OfferedActs:
    """What the page of a dispute offers to somebody, and why not what it does not: sentences, empty for who may."""

    interest: str
    """What ties them to the match, as a warning."""
    proposes: bool
    """Whether a ruling of theirs needs a second arbiter."""
    not_ruling: str
    not_moving: str
    not_signing: str
    not_appealing: str


def offered_acts(opened: Session, about: Dispute, acting: Acting) -> OfferedActs:
    """What the page of a dispute offers to somebody."""
    return OfferedActs(
        interest_words(interest_of(opened, about, [acting.name]), acting.name),
        needs_second(opened, this_installation(), about, acting),
        why_not(lambda: refuse_to_rule(opened, about, acting)),
        why_not(lambda: refuse_to_move(opened, about, acting)),
        why_not(lambda: refuse_to_sign(opened, about.log_id)),
        why_not(lambda: refuse_to_appeal(opened, about, acting)),
    )


def dispute_shown(opened: Session, identity: int, acting: Acting | None) -> WholeDispute | None:
    """A dispute as its page shows it to somebody: with what the record has of it, and the verdicts on it.

    None where there is no such dispute.
    """
    whole_dispute = dispute_after(opened, identity, acting)
    if whole_dispute is None:
        return None
    match = whole_dispute.dispute.match
    return replace(
        whole_dispute,
        verdicts=tuple(newest_verdicts(opened, VerdictFilter(dispute=identity))),
        history=tuple(history(opened, identity, match)),
        audited=audit_dispute(opened, identity, match),
    )


def dispute_after(opened: Session, identity: int, acting: Acting | None) -> WholeDispute | None:
    """A dispute as it is after an act of somebody: a ruling that is proposed is in it for an arbiter who may rule.

    None where there is no such dispute.
    """
    whole_dispute = dispute(opened, identity)
    if whole_dispute is None:
        return None
    return replace(whole_dispute, proposal=_proposal_shown(opened, dispute_of(opened, identity), acting))


def _proposal_shown(opened: Session, about: Dispute, acting: Acting | None) -> Proposal | None:
    if not is_club() or acting is None or acting.role is not ActorRole.ARBITER:
        return None
    if why_not(lambda: refuse_to_rule(opened, about, acting)):
        return None
    return proposal_on(opened, about, arbiter_named)
