"""Rulings of a club that need two votes: one arbiter proposes, another agrees, each with their own account.

A proposal has no entry in the record.  Its row is removed, with its texts, once the dispute is ruled on, another
proposal takes its place, or who made it withdraws it.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.joined_players import says_who_plays
from app.database.seeing import account_of
from app.database.tables.disputes import Dispute, ProposedRuling
from app.disputes.cases.acts import act, dispute_of
from app.disputes.cases.interest import is_namesake
from app.disputes.cases.partial import is_party, refuse_to_rule
from app.disputes.cases.rulings import Decision, enter, needs_second, refuse_votes, rule
from app.disputes.cases.states import Acting, CannotAct, MayNot
from app.matches import store
from app.matches.installation import Installation
from app.text.language import _

Arbiters = Callable[[Session, int], str | None]
"""Gives the name of an account that may rule at the moment; None for any other."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A ruling that waits for a second vote."""

    id: int
    account: int
    by: str
    """The name of the account; empty if it may not rule any more."""
    at: datetime
    decision: Decision
    before: int
    ended: str
    """Why nobody can agree to it any more, a sentence; empty while somebody can."""


def decide(
    fupan: Installation, dispute: int, acting: Acting, decision: Decision, before: int, now: datetime | None = None
) -> None:
    """Rules on a dispute, or proposes the ruling where it needs a second vote.

    The proposal takes the place of one before.  Raises CannotAct for what could not be ruled.
    """
    with fupan.sessions() as opened:
        waits = needs_second(opened, fupan, dispute_of(opened, dispute), acting)
    if not waits:
        rule(fupan, dispute, acting, decision, before, now)
        return

    def work(session: Session) -> None:
        row = dispute_of(session, dispute)
        refuse_votes(session, decision)
        with session.begin_nested() as tried:
            enter(session, row, acting, decision, before, now)
            tried.rollback()
        stored = store.match(session, row.log_id or 0)
        account = account_of(session)
        assert stored is not None
        assert account is not None
        discard(session, [dispute])
        session.add(
            ProposedRuling(
                dispute_id=dispute,
                account=account,
                before=before,
                digest=stored.report.digest,
                decision=msgspec.json.encode(decision).decode(),
                at=now or datetime.now(UTC),
            )
        )

    act(fupan, work)


def agree(
    fupan: Installation,
    dispute: int,
    acting: Acting,
    proposal: int,
    arbiters: Arbiters,
    now: datetime | None = None,
) -> int:
    """Votes for a proposed ruling, which is entered with both votes; returns its number.

    Raises CannotAct, also for who proposed it, and for a proposal that ended or is not the one that was shown.
    """

    def work(session: Session) -> int:
        row = dispute_of(session, dispute)
        refuse_to_rule(session, row, acting)
        shown = _proposed(session, row, proposal, arbiters)
        if shown.account == account_of(session):
            raise CannotAct(_("You have voted for this ruling already: nobody votes twice. Another arbiter agrees."))
        if shown.ended:
            raise CannotAct(shown.ended)
        if all(is_namesake(session, row.log_id, name) for name in (shown.by, acting.name)):
            raise MayNot(
                _(
                    "{first} and {second} are also the names of players of this match: one of the two arbiters of a "
                    "ruling has another name.",
                    first=shown.by,
                    second=acting.name,
                )
            )
        return enter(session, row, acting, replace(shown.decision, votes=[(shown.by, True)]), shown.before, now)

    return act(fupan, work)


def withdraw(fupan: Installation, dispute: int, proposal: int, arbiters: Arbiters) -> None:
    """Removes a proposed ruling.  Raises CannotAct for all but who proposed it."""

    def work(session: Session) -> None:
        if _proposed(session, dispute_of(session, dispute), proposal, arbiters).account != account_of(session):
            raise CannotAct(_("A proposed ruling is withdrawn by who proposed it. Propose another ruling instead."))
        discard(session, [dispute])

    act(fupan, work)


def proposal_on(session: Session, dispute: Dispute, arbiters: Arbiters) -> Proposal | None:
    """The ruling that is proposed on a dispute."""
    row = session.scalar(select(ProposedRuling).where(col(ProposedRuling.dispute_id) == dispute.id))
    if row is None:
        return None
    stored = None if dispute.log_id is None else store.match(session, dispute.log_id)
    name = arbiters(session, row.account)
    if stored is None or stored.report.digest != row.digest:
        ended = _("The match is judged otherwise now than when this ruling was proposed.")
    elif name is None:
        ended = _("Who proposed this ruling is not an arbiter any more.")
    elif is_party(session, row.account, stored.id):
        ended = _("Who proposed this ruling is a player of the match.")
    elif not says_who_plays(session, row.account):
        ended = _("It is not known any more which player is who proposed this ruling.")
    else:
        ended = ""
    decision = msgspec.json.decode(row.decision, type=Decision)
    return Proposal(row.id or 0, row.account, name or "", row.at, decision, row.before, ended)


def discard(session: Session, disputes: Collection[int]) -> int:
    """Removes what is proposed on some disputes, and returns how many proposals that were."""
    proposed = col(ProposedRuling.dispute_id).in_(disputes)
    return len(session.scalars(delete(ProposedRuling).where(proposed).returning(col(ProposedRuling.id))).all())


def _proposed(session: Session, dispute: Dispute, proposal: int, arbiters: Arbiters) -> Proposal:
    shown = proposal_on(session, dispute, arbiters)
    if shown is None or shown.id != proposal:
        raise CannotAct(_("This proposal is not there any more. Load the page again."))
    return shown
