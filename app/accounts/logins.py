"""Where somebody is logged in: a row for each browser, with the hash of the token that the browser has.

Functions take a session and never commit.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.accounts.roles import Role, role_named, stored_role
from app.accounts.secrets import hash_of, new_secret
from app.database.joined_players import tied_players
from app.database.tables.accounts import Account, KnownAddress, Login

IDLE: Final = timedelta(days=30)
"""How long a login lasts without being used."""
NOTED_EVERY: Final = timedelta(minutes=10)
"""How exactly the last use is known, so that not every request writes."""
DEVICE: Final = 200
"""Characters of the name of a browser that are stored."""


@dataclass(frozen=True, slots=True)
class LoggedIn:
    """Who sends a request."""

    login: int
    account: int
    name: str
    role: Role
    stale: bool
    """Whether the moment of its last use is to be noted."""
    players: frozenset[int]
    """The players of the person that the account is tied to."""


def begin(session: Session, account: Account, device: str, address: str, now: datetime | None = None) -> str:
    """Logs somebody in from a network.  Returns the token that the browser keeps, a new one each time."""
    moment = now or datetime.now(UTC)
    assert account.id is not None
    session.execute(delete(Login).where(col(Login.used_at) <= moment - IDLE))
    session.execute(delete(KnownAddress).where(col(KnownAddress.used_at) <= moment - IDLE))
    token, token_sha256 = new_secret()
    session.add(
        Login(token_sha256=token_sha256, account=account.id, device=device[:DEVICE], begun_at=moment, used_at=moment)
    )
    session.merge(KnownAddress(account=account.id, address=address, used_at=moment))
    return token


def logged_in(session: Session, token: str, now: datetime | None = None) -> LoggedIn | None:
    """Who has a token, with the role of this moment; None if nobody has it any more."""
    moment = now or datetime.now(UTC)
    wanted = (
        select(col(Login.id), col(Login.used_at), col(Account.id), col(Account.name), col(Account.role))
        .join(Account, col(Account.id) == col(Login.account))
        .where(col(Login.token_sha256) == hash_of(token), col(Login.used_at) > moment - IDLE)
    )
    row = session.execute(wanted).first()
    if row is None:
        return None
    login, used_at, account, name, role = row
    assert login is not None
    assert account is not None
    if stored_role(role) is Role.GUEST:
        return None
    return LoggedIn(
        login, account, name, role_named(role), used_at <= moment - NOTED_EVERY, tied_players(session, account)
    )


def note_use(session: Session, login: int, now: datetime | None = None) -> None:
    """Notes that a login is used."""
    session.execute(update(Login).where(col(Login.id) == login).values(used_at=now or datetime.now(UTC)))


def logins_of(session: Session, account: int) -> list[Login]:
    """Where an account is logged in, the last used first."""
    return list(
        session.scalars(
            select(Login).where(col(Login.account) == account).order_by(col(Login.used_at).desc(), col(Login.id))
        )
    )


def end(session: Session, account: int, login: int) -> None:
    """Ends a login of an account, and no login of another one."""
    session.execute(delete(Login).where(col(Login.account) == account, col(Login.id) == login))


def end_others(session: Session, account: int, login: int) -> None:
    """Ends all logins of an account but one."""
    session.execute(delete(Login).where(col(Login.account) == account, col(Login.id) != login))
