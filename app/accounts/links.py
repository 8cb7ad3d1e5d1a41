"""Links with a secret: invitations, which make an account, and recoveries, which give one a new password.

Opening a link changes nothing.  It is redeemed once; the database has the hash of its secret alone.  Functions take a
session and never commit.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import CursorResult, delete, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.accounts import acts, members
from app.accounts.acts import Act
from app.accounts.roles import Role, stored_role
from app.accounts.secrets import hash_of, new_secret
from app.database.tables.accounts import Account, Link
from app.text.language import _

LASTS: Final = timedelta(days=7)
RECOVERY_LASTS: Final = timedelta(days=1)


class LinkUsed(Exception):
    """A link is not there, was used, or has expired; the text says so."""

    def __init__(self) -> None:
        super().__init__(
            _("This link is not valid: it was used before, or it has expired. Ask an admin of the club for another.")
        )


def invite(session: Session, role: Role, by: int | None, now: datetime | None = None) -> str:
    """Makes a link of the account ``by`` that makes an account with a role.  Returns its secret."""
    link, secret = _add(session, role, None, (now or datetime.now(UTC)) + LASTS)
    acts.note(session, Act.INVITED, by, subject=link, after=role.name.lower(), now=now)
    return secret


def recover(session: Session, account: Account, by: int | None, now: datetime | None = None) -> str:
    """Makes a link that gives an account a new password; earlier ones end.  Returns its secret."""
    assert account.id is not None
    session.execute(delete(Link).where(col(Link.account) == account.id))
    acts.note(session, Act.RECOVERY, by, [account.id], now=now)
    return _add(session, members.role_of(account), account.id, (now or datetime.now(UTC)) + RECOVERY_LASTS)[1]


def valid(session: Session, secret: str, now: datetime | None = None) -> Link:
    """The link with a secret.  Raises LinkUsed if it cannot be redeemed."""
    moment = now or datetime.now(UTC)
    wanted = select(Link).where(
        col(Link.secret_sha256) == hash_of(secret), col(Link.used_at).is_(None), col(Link.ends_at) > moment
    )
    link = session.scalars(wanted).first()
    if link is None:
        raise LinkUsed
    return link


def role_of(link: Link) -> Role:
    """The role of the account that a link makes; that of a guest if the stored one is damaged."""
    return stored_role(link.role)


def redeem(session: Session, secret: str, name: str, password: str, now: datetime | None = None) -> Account:
    """Uses a link: makes the account, or gives it the hash of a new password; returns it.

    Of two requests at the same time one succeeds.  Raises LinkUsed, or NameRefused, which leaves the link as it was if
    the transaction is rolled back.
    """
    moment = now or datetime.now(UTC)
    link = valid(session, secret, moment)
    used = update(Link).where(col(Link.id) == link.id, col(Link.used_at).is_(None)).values(used_at=moment)
    result = session.execute(used)
    assert isinstance(result, CursorResult)
    if result.rowcount != 1:
        raise LinkUsed
    if link.account is None:
        made = members.make_account(session, name, password, role_of(link), moment)
        assert link.id is not None
        assert made.id is not None
        by = acts.inviter(session, link.id)
        acts.note(session, Act.JOINED, by, [made.id], subject=link.id, after=link.role, now=moment)
        acts.unsaid(session, made)  # Who joins knows of it.
        return made
    account = session.get_one(Account, link.account)
    members.set_password(session, account, password)
    return account


def invitations(session: Session, now: datetime | None = None) -> list[Link]:
    """The links that can still make an account, those first that end first."""
    moment = now or datetime.now(UTC)
    wanted = select(Link).where(col(Link.account).is_(None), col(Link.used_at).is_(None), col(Link.ends_at) > moment)
    return list(session.scalars(wanted.order_by(col(Link.ends_at), col(Link.id))))


def revoke(session: Session, link: int, by: int | None) -> bool:
    """Ends an invitation; False where there is none with this number that can still be redeemed."""
    ended = delete(Link).where(col(Link.id) == link, col(Link.account).is_(None), col(Link.used_at).is_(None))
    if session.scalar(ended.returning(col(Link.id))) is None:
        return False
    acts.note(session, Act.REVOKED, by, subject=link)
    return True


def clear(session: Session, now: datetime | None = None) -> None:
    """Removes the links that cannot be redeemed any more."""
    moment = now or datetime.now(UTC)
    session.execute(delete(Link).where(or_(col(Link.used_at).is_not(None), col(Link.ends_at) <= moment)))


def _add(session: Session, role: Role, account: int | None, ends: datetime) -> tuple[int, str]:
    """Adds a link.  Returns its number and its secret."""
    secret, secret_sha256 = new_secret()
    made = Link(secret_sha256=secret_sha256, role=role.name.lower(), account=account, ends_at=ends)
    session.add(made)
    session.flush()
    assert made.id is not None
    return made.id, secret
