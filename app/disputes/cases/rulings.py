"""Ruling on a dispute: votes, the outcome, adjustments of scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.seeing import viewer_of
from app.database.tables.disputes import Dispute, ProposedRuling, RulingAdjustment, RulingRow, RulingVote
from app.disputes.audit_log.actors import ActorRole, actor_id, keep_text
from app.disputes.audit_log.appending import next_moment
from app.disputes.cases.acts import act, dispute_of, join, move, note
from app.disputes.cases.claims import check_points
from app.disputes.cases.in_force import in_force
from app.disputes.cases.interest import interest_of, is_namesake
from app.disputes.cases.partial import refuse_party, refuse_second_ruling
from app.disputes.cases.states import Acting, CannotAct, DisputeState, RulingOutcome, require_arbiter
from app.matches import followers, store
from app.matches.installation import Installation
from app.matches.store import StoredMatch
from app.text.language import _, marked
from engine.games import GAMES
from engine.rulebook.findings import Rule
from engine.verdict.proof import canonical

MOST_VOTES: Final = 15
"""The most arbiters of one ruling."""
MOST_ADJUSTMENTS: Final = 200
"""The most hands that one ruling adjusts."""
RULE: Final = 100
"""Characters of the name of a rule that are repeated."""


@dataclass(frozen=True, slots=True)
class Adjusting:
    """The scores of a hand (from 0) that a ruling sets, and why."""

    hand: int
    scores: Mapping[str, int]
    reason: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A ruling as it is proposed."""

    outcome: RulingOutcome
    text: str
    adjustments: Sequence[Adjusting] = ()
    agrees: bool = True
    """How the arbiter who acts votes."""
    votes: Sequence[tuple[str, bool]] = ()
    """The names of other arbiters, and whether they agree."""
    dissent: str = ""


def rule(
    fupan: Installation, dispute: int, acting: Acting, decision: Decision, before: int, now: datetime | None = None
) -> int:
    """Rules on a dispute; returns the number of the ruling.

    What is counted of the match follows in the same transaction.  ``before`` is how many rulings there were when the
    decision was made.  Raises CannotAct, also if somebody else has ruled since, and in a club where the ruling needs
    two votes: see `app.disputes.cases.proposals`.
    """

    def work(session: Session) -> int:
        row = dispute_of(session, dispute)
        if needs_second(session, fupan, row, acting):
            raise CannotAct(_("A ruling needs the votes of two arbiters, each given with their own account."))
        refuse_votes(session, decision)
        return enter(session, row, acting, decision, before, now)

    return act(fupan, work)


def needs_second(session: Session, fupan: Installation, dispute: Dispute, acting: Acting) -> bool:
    """Whether a ruling of somebody needs a second arbiter: all of the club do, or a seat has their name."""
    if viewer_of(session) is None:
        return False
    return fupan.config.ruling_votes > 1 or is_namesake(session, dispute.log_id, acting.name)


def enter(session: Session, row: Dispute, acting: Acting, decision: Decision, before: int, now: datetime | None) -> int:
    """Enters a ruling, and returns its number.  In a club its votes are those of accounts.  Raises CannotAct."""
    require_arbiter(acting, marked("rules on a dispute"))
    party = refuse_party(session, row.log_id)
    own = [acting.name, *(name for name, _agrees in decision.votes if party)]
    for name in own if party else ():
        refuse_second_ruling(session, row.id or 0, name)
    if not decision.text.strip():
        raise CannotAct(_("Say why: the text of the ruling is empty."))
    assert row.id is not None
    dispute = row.id
    rulings = session.scalar(select(func.count()).where(col(RulingRow.dispute_id) == dispute)) or 0
    if rulings != before:
        raise CannotAct(_("Somebody else has ruled on this dispute meanwhile. Load its page again."))
    stored = None if row.log_id is None else store.match(session, row.log_id)
    if stored is None:
        raise CannotAct(_("The match of this dispute is no longer listed."))
    adjustments = _checked(session, row, decision, stored)
    moment = next_moment(session, now)
    actor = actor_id(session, acting.name, acting.role, moment)
    votes = _votes(session, actor, decision, moment)
    interest = interest_of(session, row, own)
    move(session, row, DisputeState.RULED, moment)
    text = keep_text(session, decision.text.strip(), moment)
    dissent = keep_text(session, decision.dissent.strip(), moment) if decision.dissent.strip() else None
    session.execute(delete(ProposedRuling).where(col(ProposedRuling.dispute_id) == dispute))
    session.execute(update(RulingRow).where(col(RulingRow.dispute_id) == dispute).values(in_force=False))
    made = RulingRow(
        dispute_id=dispute,
        number=rulings + 1,
        outcome=str(decision.outcome),
        text_id=text,
        dissent_id=dissent,
        actor_id=actor,
        in_force=True,
        digest=stored.report.digest,
        interest=" ".join(interest),
        at=moment,
    )
    session.add(made)
    session.flush()
    for voter, agrees in votes.items():
        join(session, dispute, voter)
        vote = {"ruling_id": made.id, "actor_id": voter, "agrees": agrees, "own": bool(party)}
        session.execute(insert(RulingVote).values(vote))
        voted = {"ruling": made.number, "voter": voter, "agrees": agrees, **party}
        note(session, dispute, actor, "vote", voted, moment)
    ruled = {
        "ruling": made.number,
        "outcome": made.outcome,
        "report": made.digest,
        "text": text,
        "dissent": dissent,
        "interest": list(interest),
        **party,
    }
    note(session, dispute, actor, "ruled", ruled, moment)
    for setting in adjustments:
        reason = keep_text(session, setting.reason.strip(), moment)
        scores = dict(setting.scores)
        session.execute(
            insert(RulingAdjustment).values(
                ruling_id=made.id,
                hand=setting.hand,
                scores=canonical.write(scores).decode(),
                rule=setting.rule,
                reason_id=reason,
            )
        )
        facts = {"ruling": made.number, "hand": setting.hand, "scores": scores, "rule": setting.rule, "reason": reason}
        note(session, dispute, actor, "adjusted", facts, moment)
    followers.note_ruled(session, [stored.id])
    return made.number


def rules_of_game(game: str | None) -> Sequence[Rule]:
    """The rules that an adjustment in a match of a game can name."""
    known_game = None if game is None else GAMES.get(game)
    return () if known_game is None else known_game.pages


def refuse_votes(session: Session, decision: Decision) -> None:
    """Raises CannotAct for votes in the names of others, in a club."""
    if decision.votes and viewer_of(session) is not None:
        raise CannotAct(_("Nobody votes in the name of another."))


def _checked(session: Session, dispute: Dispute, decision: Decision, stored: StoredMatch) -> Sequence[Adjusting]:
    """The adjustments of a decision.  Raises CannotAct for those that its outcome or the match does not have."""
    report = stored.report
    given = decision.adjustments
    count = len(report.hands)
    if decision.outcome is RulingOutcome.VOID:
        if dispute.hand is None:
            raise CannotAct(_("The dispute is about no single hand, so none can be void. Adjust the hands instead."))
        if given:
            raise CannotAct(_("A hand that counts nothing has no other scores: leave the adjustments empty."))
        given = [Adjusting(dispute.hand, dict.fromkeys(report.totals, 0), decision.text)]
    elif decision.outcome is RulingOutcome.ADJUSTED:
        if not given:
            raise CannotAct(_("Give the scores of at least one hand, or choose another outcome."))
    elif given:
        raise CannotAct(_("This outcome sets no other scores: leave the adjustments empty, or choose another outcome."))
    if len(given) > MOST_ADJUSTMENTS:
        raise CannotAct(_("One ruling adjusts at most {count} hands.", count=MOST_ADJUSTMENTS))
    others = {
        earlier.hand: earlier.dispute
        for earlier in in_force(session, dispute.log_id or 0)
        if earlier.dispute != dispute.id
    }
    seen: set[int] = set()
    for setting in given:
        hand = setting.hand + 1
        if not 0 <= setting.hand < count:
            raise CannotAct(_("There is no hand {hand}: the match has {count}.", hand=hand, count=count))
        if setting.hand in seen:
            raise CannotAct(_("The scores of hand {hand} are set twice.", hand=hand))
        if setting.hand in others:
            raise CannotAct(
                _(
                    "The scores of hand {hand} are set by the ruling on dispute {dispute} already.",
                    hand=hand,
                    dispute=others[setting.hand],
                )
            )
        if not setting.reason.strip():
            raise CannotAct(_("Say why hand {hand} is scored otherwise: its reason is empty.", hand=hand))
        if setting.rule is not None and all(setting.rule != rule.id for rule in rules_of_game(stored.row.game)):
            raise CannotAct(
                _("The game has no rule {rule}. Choose one of its rules, or none.", rule=setting.rule[:RULE])
            )
        check_points(setting.scores, report)
        seen.add(setting.hand)
    return given


def _votes(session: Session, actor: str, decision: Decision, moment: datetime) -> dict[str, bool]:
    """By actor, how each arbiter voted.  Raises CannotAct for a name that votes twice, and without a majority."""
    if len(decision.votes) >= MOST_VOTES:
        raise CannotAct(_("At most {count} arbiters vote on a ruling.", count=MOST_VOTES))
    votes = {actor: decision.agrees}
    for name, agrees in decision.votes:
        voter = actor_id(session, name, ActorRole.ARBITER, moment)
        if voter in votes:
            raise CannotAct(_("{name} votes twice.", name=" ".join(name.split())))
        votes[voter] = agrees
    ayes = sum(votes.values())
    if 2 * ayes <= len(votes):
        raise CannotAct(
            _("{count} of {all} arbiters agree. A ruling needs more than half of them.", count=ayes, all=len(votes))
        )
    if decision.dissent.strip() and ayes == len(votes):
        raise CannotAct(_("All arbiters agree, so there is nobody whose dissent is noted."))
    return votes
