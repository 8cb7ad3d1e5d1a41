"""Who does not decide about a dispute of a club: who played in its match, and who ruled on it before an appeal."""

from collections.abc import Callable, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.joined_players import ever_tied_players
from app.database.seeing import has_played, viewer_of
from app.database.tables.disputes import Dispute, Ruling, RulingVote
from app.disputes.audit_log.actors import actors_named
from app.disputes.cases.states import Acting, MayNot
from app.text.language import _


def refuse_party(session: Session, match: int | None) -> Mapping[str, bool]:
    """What the record says of whoever rules: in a club, whether they played in the match.  Raises MayNot if so."""
    viewer = viewer_of(session)
    if viewer is None:
        return {}
    party = viewer.account is not None and is_party(session, viewer.account, match)
    if party:
        raise MayNot(_("You played in this match: nobody rules on a match they played in."))
    return {"party": party}


def is_party(session: Session, account: int, match: int | None) -> bool:
    """Whether a person that an account is or was tied to played in a match: to end a tie opens no way to rule on it."""
    return has_played(session, ever_tied_players(session, account), match)


def refuse_second_ruling(session: Session, dispute: int, name: str) -> None:
    """Raises MayNot for somebody of a club who ruled on a dispute before, or voted on a ruling."""
    if _has_voted(session, dispute, name, replaced=False):
        raise MayNot(
            _("{name} has ruled or voted on this dispute before: another arbiter rules on the appeal.", name=name)
        )


def refuse_to_rule(session: Session, found: Dispute, acting: Acting) -> None:
    """Raises MayNot for somebody of a club who does not rule on a dispute."""
    if refuse_party(session, found.log_id):
        refuse_second_ruling(session, found.id or 0, acting.name)


def refuse_to_move(session: Session, found: Dispute, acting: Acting) -> None:
    """Raises MayNot for somebody of a club who neither takes up a dispute nor makes its ruling final."""
    if refuse_party(session, found.log_id) and _has_voted(session, found.id or 0, acting.name, replaced=True):
        raise MayNot(
            _(
                "{name} has ruled or voted on this dispute before the appeal: another arbiter makes the ruling final.",
                name=acting.name,
            )
        )


def why_not(
    refuse: Callable[[Session, Dispute, Acting], None], session: Session, found: Dispute, acting: Acting
) -> str:
    """Why somebody is refused something in a dispute, a sentence; empty for who may."""
    try:
        refuse(session, found, acting)
    except MayNot as reason:
        return str(reason)
    return ""


def _has_voted(session: Session, dispute: int, name: str, *, replaced: bool) -> bool:
    """Whether somebody with a name voted on a ruling of a dispute, or on one whose place another took."""
    named = [each.id for each in actors_named(session, name)]
    voted = select(col(RulingVote.ruling_id)).join(Ruling, col(Ruling.id) == col(RulingVote.ruling_id))
    of_them = voted.where(col(Ruling.dispute_id) == dispute, col(RulingVote.actor_id).in_(named))
    if replaced:
        of_them = of_them.where(col(Ruling.in_force).is_(False))
    return session.scalar(of_them.limit(1)) is not None
