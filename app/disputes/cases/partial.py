"""Who does not act in a dispute of a club.

Nobody rules on a match, or signs a verdict on it, who played in it, who never said which player they are, or alone who
has the name of a seat; nobody rules twice.  Who has nothing to do with a dispute does not appeal in it.
"""

from collections.abc import Callable, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.joined_players import ever_tied_players, says_who_plays
from app.database.seeing import account_of, has_played, viewer_of
from app.database.tables.accounts import Account
from app.database.tables.disputes import Dispute, RulingRow, RulingVote
from app.disputes.audit_log.actors import actors_named
from app.disputes.cases.interest import is_namesake
from app.disputes.cases.states import Acting, MayNot
from app.text.language import _


def refuse_party(session: Session, match: int | None) -> Mapping[str, bool]:
    """What the record says of the one who rules: in a club, whether they played in the match.

    Raises MayNot if so, and where it is not known which player they are, or that they are none.
    """
    viewer = viewer_of(session)
    if viewer is None:
        return {}
    party = viewer.account is not None and is_party(session, viewer.account, match)
    if party:
        raise MayNot(_("You played in this match: nobody rules on a match they played in."))
    if viewer.account is not None:
        _refuse_unknown(session, viewer.account)
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


def refuse_to_rule(session: Session, dispute: Dispute, acting: Acting) -> None:
    """Raises MayNot for somebody of a club who does not rule on a dispute."""
    if refuse_party(session, dispute.log_id):
        refuse_second_ruling(session, dispute.id or 0, acting.name)


def refuse_to_move(session: Session, dispute: Dispute, acting: Acting) -> None:
    """Raises MayNot for somebody of a club who neither takes up a dispute nor makes its ruling final."""
    if not refuse_party(session, dispute.log_id):
        return
    _refuse_namesake(session, dispute.log_id, acting.name)
    if _has_voted(session, dispute.id or 0, acting.name, replaced=True):
        raise MayNot(
            _(
                "{name} has ruled or voted on this dispute before the appeal: another arbiter makes the ruling final.",
                name=acting.name,
            )
        )


def refuse_to_sign(session: Session, match: int | None) -> None:
    """Raises MayNot for somebody of a club who signs no verdict on a match."""
    account = account_of(session)
    if account is None:
        return
    name = session.get_one(Account, account).name
    if is_party(session, account, match):
        raise MayNot(_("{name} played in this match: nobody signs a verdict on a match they played in.", name=name))
    _refuse_unknown(session, account)
    _refuse_namesake(session, match, name)


def refuse_to_appeal(session: Session, dispute: Dispute, acting: Acting) -> None:
    """Raises MayNot for somebody of a club who neither opened a dispute nor played in its match."""
    viewer = viewer_of(session)
    if viewer is None or has_played(session, viewer.players, dispute.log_id):
        return
    if all(row.id != dispute.actor_id for row in actors_named(session, acting.name)):
        raise MayNot(_("Who opened a dispute, and the players of its match, appeal against a ruling."))


def why_not(refuse: Callable[[], object]) -> str:
    """Why somebody is refused something, a sentence; empty for who may."""
    try:
        refuse()
    except MayNot as reason:
        return str(reason)
    return ""


def _refuse_unknown(session: Session, account: int) -> None:
    if not says_who_plays(session, account):
        raise MayNot(
            _(
                "Nobody rules or signs before it is known which player they are. Say so on the page of your account, "
                "or declare there that you play nowhere here."
            )
        )


def _refuse_namesake(session: Session, match: int | None, name: str) -> None:
    if is_namesake(session, match, name):
        raise MayNot(_("{name} is also the name of a player of this match: another arbiter does this.", name=name))


def _has_voted(session: Session, dispute: int, name: str, *, replaced: bool) -> bool:
    """Whether somebody with a name voted on a ruling of a dispute, or on one whose place another took."""
    named = [row.id for row in actors_named(session, name)]
    voted = select(col(RulingVote.ruling_id)).join(RulingRow, col(RulingRow.id) == col(RulingVote.ruling_id))
    of_them = voted.where(col(RulingRow.dispute_id) == dispute, col(RulingVote.actor_id).in_(named))
    if replaced:
        of_them = of_them.where(col(RulingRow.in_force).is_(False))
    return session.scalar(of_them.limit(1)) is not None
