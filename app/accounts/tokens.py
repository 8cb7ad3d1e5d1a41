"""Tokens: what programs of somebody show in place of a login.

A token may do what its scopes say, and never more than the account may at that moment.  It ends with the account.
Functions take a session and never commit.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.accounts import acts
from app.accounts.acts import Act
from app.accounts.logins import NOTED_EVERY, LoggedIn
from app.accounts.roles import Role, role_named, stored_role
from app.accounts.secrets import hash_of, new_secret
from app.database.joined_players import tied_players
from app.database.tables.accounts import Account, Token
from app.database.tables.matches import storable
from app.text.language import _

MOST: Final = 20
"""The most tokens of an account."""
NAME: Final = 100
"""Characters of a name at most."""
DAYS: Final = (7, 30, 90, 365)
"""After how many days a token may end."""
_MARK: Final = "fupan_"
"""How tokens begin, so that programs that look for secrets in files find them."""


class Scope(StrEnum):
    """What a token may do."""

    READ = "read"
    UPLOAD = "upload"
    RULE = "rule"
    ADMIN = "admin"


class TokenRefused(ValueError):
    """A token is not made; the text is the reason, a sentence."""


@dataclass(frozen=True, slots=True)
class ByToken(LoggedIn):
    """Who sends a request with a token; ``login`` is the number of the token."""

    scopes: frozenset[Scope]


def make(
    session: Session, account: int, name: str, scopes: frozenset[Scope], days: int, now: datetime | None = None
) -> str:
    """Makes a token of an account.  Returns it; only its hash is stored.  Raises TokenRefused."""
    moment = now or datetime.now(UTC)
    shown = " ".join(storable(name).split())
    if not 1 <= len(shown) <= NAME:
        raise TokenRefused(_("A name has 1 to {count} characters.", count=NAME))
    if not scopes:
        raise TokenRefused(_("Choose what the token may do."))
    if days not in DAYS:
        raise TokenRefused(_("Choose when the token ends."))
    session.execute(delete(Token).where(col(Token.ends_at) <= moment))
    counted = select(func.count()).select_from(Token).where(col(Token.account) == account)
    if (session.scalar(counted) or 0) >= MOST:
        raise TokenRefused(_("An account has at most {count} tokens. Revoke one of them first.", count=MOST))
    secret = _MARK + new_secret()[0]
    session.add(
        Token(
            secret_sha256=hash_of(secret),
            account=account,
            name=shown,
            scopes=" ".join(scope for scope in Scope if scope in scopes),
            made_at=moment,
            ends_at=moment + timedelta(days=days),
        )
    )
    return secret


def shown_by(session: Session, secret: str, now: datetime | None = None) -> ByToken | None:
    """Who has a token, with the role of this moment; None if it is no token, or has ended."""
    moment = now or datetime.now(UTC)
    wanted = (
        select(
            col(Token.id), col(Token.used_at), col(Token.scopes), col(Account.id), col(Account.name), col(Account.role)
        )
        .join(Account, col(Account.id) == col(Token.account))
        .where(col(Token.secret_sha256) == hash_of(secret), col(Token.ends_at) > moment)
    )
    row = session.execute(wanted).first()
    if row is None:
        return None
    token, used_at, scopes, account, name, role = row
    assert token is not None
    assert account is not None
    if stored_role(role) is Role.GUEST:
        return None
    stale = used_at is None or used_at <= moment - NOTED_EVERY
    return ByToken(token, account, name, role_named(role), stale, tied_players(session, account), scopes_of(scopes))


def scopes_of(stored: str) -> frozenset[Scope]:
    """The scopes of a token, as they are stored; a word that is damaged permits nothing."""
    return frozenset(scope for scope in Scope if scope in stored.split())


def note_use(session: Session, token: int, now: datetime | None = None) -> None:
    """Notes that a token is used."""
    session.execute(update(Token).where(col(Token.id) == token).values(used_at=now or datetime.now(UTC)))


def open_tokens(session: Session, now: datetime | None = None) -> list[tuple[Token, Account]]:
    """All tokens that have not ended, with who made them, by name of the account, the newest first."""
    rows = session.execute(
        select(Token, Account)
        .join(Account, col(Account.id) == col(Token.account))
        .where(col(Token.ends_at) > (now or datetime.now(UTC)))
        .order_by(col(Account.name_key), col(Token.id).desc())
    )
    return [(token, account) for token, account in rows]


def end(session: Session, token: int, by: int, *, own: bool) -> None:
    """Ends a token, as the account ``by``; one of its ``own``, or of anybody."""
    of = [col(Token.account) == by] if own else []
    account = session.scalar(delete(Token).where(col(Token.id) == token, *of).returning(col(Token.account)))
    if account is not None and account != by:
        acts.note(session, Act.TOKEN, by, [account])
