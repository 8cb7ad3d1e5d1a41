"""Ties: which person of the statistics somebody with an account is.

A member asks, and a recorder who is somebody else agrees.  An account is tied to one person at most, and a person to
one account.  Who plays nowhere in the club, and so is no person of the statistics, may declare that instead.  A tie
names a player, and holds for the person that this player is at the moment: where people are joined it holds for all
that is theirs, and when they are split it goes with its player.  Functions take a session and never commit.
"""

from datetime import UTC, datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.accounts import acts
from app.accounts.acts import Act
from app.database.joined_players import roots, tied_accounts
from app.database.tables.accounts import Account, FormerTie, Tie
from app.text.language import _


class TieRefused(ValueError):
    """An account is not tied to a person; the text is the reason, a sentence."""


class OwnTie(TieRefused):
    """Somebody agrees to the own tie."""

    def __init__(self) -> None:
        super().__init__(_("Nobody agrees to their own tie: another recorder, arbiter or admin does."))


def note_about(session: Session, act: Act, by: int | None, person: int) -> None:
    """Notes what an account, None for an operator, does with a person: it concerns the account that is tied to it."""
    acts.note(session, act, by, tied_accounts(session, [person]), subject=person)


def ask(session: Session, account: int, person: int, now: datetime | None = None) -> None:
    """Asks for the tie of an account to a person, in place of what it asked for before.  Raises TieRefused."""
    tie = tie_of(session, account)
    if tie is not None and tie.agreed_at is not None:
        raise TieRefused(_("You are tied to a person already. End that tie first."))
    _refuse_taken(session, person)
    session.merge(Tie(account=account, player_id=person, asked_at=now or datetime.now(UTC)))
    session.execute(update(Account).where(col(Account.id) == account).values(plays_nowhere_at=None))


def agree(session: Session, by: int, account: int, person: int, now: datetime | None = None) -> None:
    """Agrees, as the account ``by``, to the tie of an account to a person.

    Raises OwnTie, and TieRefused if this tie is not asked for any more, or the person is tied already.
    """
    if by == account:
        raise OwnTie
    tie = tie_of(session, account)
    if tie is None or tie.agreed_at is not None or person_of_tie(session, tie) != person:
        raise TieRefused(_("This tie is not asked for any more. Load the page again."))
    _refuse_taken(session, person)
    tie.agreed_at = now or datetime.now(UTC)
    acts.note(session, Act.TIED, by, [account], subject=tie.player_id, now=now)


def end(session: Session, account: int, by: int, now: datetime | None = None) -> None:
    """Ends, as the account ``by``, the tie of an account, or what it asks for.

    What was done under the tie remains, and so does what it forbids: who ends the own tie rules on none of the matches.
    """
    tie = tie_of(session, account)
    if tie is None:
        return
    if tie.agreed_at is not None:
        session.merge(FormerTie(account=account, player_id=tie.player_id, ended_at=now or datetime.now(UTC)))
    if by != account:
        acts.note(session, Act.UNTIED, by, [account], subject=tie.player_id, now=now)
    session.delete(tie)


def declare(session: Session, account: int, now: datetime | None = None) -> None:
    """Declares that the person of an account plays nowhere in the club.  To ask for a tie takes that back.

    Raises TieRefused for an account that is tied, or asks for a tie.
    """
    if tie_of(session, account) is not None:
        raise TieRefused(_("You are a player of the statistics, or ask to be one. End that tie first."))
    moment = now or datetime.now(UTC)
    undeclared = col(Account.plays_nowhere_at).is_(None)
    session.execute(update(Account).where(col(Account.id) == account, undeclared).values(plays_nowhere_at=moment))


def tie_of(session: Session, account: int) -> Tie | None:
    """The tie of an account, or that which it asks for."""
    return session.get(Tie, account)


def ties(session: Session) -> list[tuple[Tie, str]]:
    """All ties and all that are asked for, with the names of the accounts, the first asked for first."""
    rows = session.execute(
        select(Tie, col(Account.name))
        .join(Account, col(Account.id) == col(Tie.account))
        .order_by(col(Tie.asked_at), col(Tie.account))
    )
    return [(tie, name) for tie, name in rows]


def person_of_tie(session: Session, tie: Tie) -> int:
    """The person of a tie, at this moment."""
    return roots(session, [tie.player_id])[tie.player_id]


def _refuse_taken(session: Session, person: int) -> None:
    if tied_accounts(session, [person]):
        raise TieRefused(_("This person is tied to another account already."))
