"""The tables of a club's accounts: who they are, how they log in, where they are logged in, and their tokens."""

from datetime import datetime
from typing import Any, ClassVar, Final

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Text, text
from sqlmodel import Field

from app.database.tables.matches import FreeText, NameKey, Table, UtcTime
from app.database.tables.traces import (
    ACCOUNT,
    FORMER_ACCOUNT,
    HASHED,
    NAME,
    NOBODY,
    PLAYER,
    PLAYER_BY_KEY,
    SECRET,
    SHOWN_COPY,
    TEXT,
    mark,
)


def _of_account(*, null: bool = False, key: bool = False) -> Any:
    return Column(Integer, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=null, primary_key=key, index=not key)


class Club(Table, table=True):
    """The club whose accounts these are: one row, or none in a database that belongs to one person."""

    __tablename__: ClassVar[Any] = "clubs"

    id: int = Field(primary_key=True)
    """Always 1."""
    name: str = Field(sa_type=FreeText)
    made_at: datetime = Field(sa_type=UtcTime)


class Account(Table, table=True):
    """Somebody who may log in."""

    __tablename__: ClassVar[Any] = "accounts"
    __table_args__: ClassVar[Any] = {"sqlite_autoincrement": True}
    # No number is given twice: rows of other tables outlive an account.

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=FreeText)
    name_key: str = Field(sa_column=Column(NameKey, nullable=False, unique=True))
    """What names that look the same share."""
    password: str = Field(sa_type=Text)
    """Its hash, with the algorithm and its parameters; empty for an account that has none yet."""
    role: str = Field(sa_type=String(16))
    """The name of an `app.accounts.roles.Role` in small letters."""
    made_at: datetime = Field(sa_type=UtcTime)
    acts_said: int = 0
    """The last `AccountAct` that was said at a login."""
    plays_nowhere_at: datetime | None = Field(default=None, sa_type=UtcTime)
    """When its person declared to play nowhere in the club; None for who has not, or asked for a tie since."""


class Link(Table, table=True):
    """A link with a secret that makes an account, or gives one a new password.  It can be used once."""

    __tablename__: ClassVar[Any] = "account_links"

    id: int | None = Field(default=None, primary_key=True)
    secret_sha256: str = Field(sa_type=String(64), unique=True)
    role: str = Field(sa_type=String(16))
    """Of the account that it makes."""
    account: int | None = Field(default=None, sa_column=_of_account(null=True))
    """The account that gets a new password; None for a link that makes one."""
    ends_at: datetime = Field(sa_type=UtcTime)
    used_at: datetime | None = Field(default=None, sa_type=UtcTime)


class Login(Table, table=True):
    """A browser in which somebody is logged in."""

    __tablename__: ClassVar[Any] = "logins"

    id: int | None = Field(default=None, primary_key=True)
    token_sha256: str = Field(sa_type=String(64), unique=True)
    account: int = Field(sa_column=_of_account())
    device: str = Field(sa_type=FreeText)
    """What the browser says it is."""
    begun_at: datetime = Field(sa_type=UtcTime)
    used_at: datetime = Field(sa_type=UtcTime)


class Token(Table, table=True):
    """What a program of somebody shows in place of a login."""

    __tablename__: ClassVar[Any] = "tokens"

    id: int | None = Field(default=None, primary_key=True)
    secret_sha256: str = Field(sa_type=String(64), unique=True)
    account: int = Field(sa_column=_of_account())
    name: str = Field(sa_type=FreeText)
    scopes: str = Field(sa_type=String(64))
    """The names of its `app.accounts.tokens.Scope`, with spaces between them."""
    made_at: datetime = Field(sa_type=UtcTime)
    ends_at: datetime = Field(sa_type=UtcTime)
    used_at: datetime | None = Field(default=None, sa_type=UtcTime)


class KnownAddress(Table, table=True):
    """A network from which somebody logged in."""

    __tablename__: ClassVar[Any] = "known_addresses"

    account: int = Field(sa_column=_of_account(key=True))
    address: str = Field(primary_key=True, sa_type=String(32))
    """As `app.web.http.network.this_network` gives it."""
    used_at: datetime = Field(sa_type=UtcTime)


_AGREED: Final = text("agreed_at IS NOT NULL")


class Tie(Table, table=True):
    """The person of the statistics who somebody with an account is, or asks to be."""

    __tablename__: ClassVar[Any] = "ties"
    __table_args__ = (
        Index("uq_ties_player_id", "player_id", unique=True, sqlite_where=_AGREED, postgresql_where=_AGREED),
    )

    account: int = Field(sa_column=_of_account(key=True))
    player_id: int = Field(
        sa_column=Column(Integer, ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True)
    )
    """A player of that person: the tie is to the person that this player is at the moment."""
    asked_at: datetime = Field(sa_type=UtcTime)
    agreed_at: datetime | None = Field(default=None, sa_type=UtcTime)
    """None until a recorder has agreed."""


class FormerTie(Table, table=True):
    """A person of the statistics that an account was tied to.  Who has played in a match does not rule on it later."""

    __tablename__: ClassVar[Any] = "former_ties"

    account: int = Field(sa_column=_of_account(key=True))
    player_id: int = Field(
        sa_column=Column(Integer, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True)
    )
    """As of a tie."""
    ended_at: datetime = Field(sa_type=UtcTime)


class Minor(Table, table=True):
    """A player of a person who is a minor: a club may hide the name from guests."""

    __tablename__: ClassVar[Any] = "minors"

    player_id: int = Field(
        sa_column=Column(Integer, ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, autoincrement=False)
    )


class AccountAct(Table, table=True):
    """An act of the record of `app.accounts.acts`; it outlives the accounts that it names by their numbers."""

    __tablename__: ClassVar[Any] = "account_acts"
    __table_args__ = (Index(None, "account"), Index(None, "by_account"))

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = Field(sa_type=UtcTime)
    act: str = Field(sa_type=String(16))
    by_account: int | None = None
    """Whose act it is; None for an operator at the machine."""
    account: int | None = None
    """Whom it concerns."""
    subject: int | None = None
    """The invitation, player or match."""
    before: str | None = Field(default=None, sa_type=String(16))
    after: str | None = Field(default=None, sa_type=String(16))


class LoginAttempt(Table, table=True):
    """An attempt to log in that failed, or is not decided yet."""

    __tablename__: ClassVar[Any] = "login_attempts"
    __table_args__ = (Index(None, "name_sha256", "network"), Index(None, "network", "at"), Index(None, "at"))

    id: int | None = Field(default=None, primary_key=True)
    name_sha256: str = Field(sa_type=String(64))
    """The hash of the name, whether or not there is such an account."""
    network: str = Field(sa_type=String(32))
    """As of a known address."""
    at: datetime = Field(sa_type=UtcTime)
    failed: bool = False


mark(AccountAct, act=NOBODY, by_account=FORMER_ACCOUNT, account=FORMER_ACCOUNT, before=NOBODY, after=NOBODY)
mark(Account, id=ACCOUNT, name=NAME, name_key=SHOWN_COPY, password=SECRET, role=NOBODY)
mark(Club, name=NOBODY)
mark(LoginAttempt, name_sha256=HASHED, network=HASHED)
mark(Link, secret_sha256=SECRET, role=NOBODY, account=ACCOUNT)
mark(KnownAddress, account=ACCOUNT, address=HASHED)
mark(Login, token_sha256=SECRET, account=ACCOUNT, device=TEXT)
mark(Token, secret_sha256=SECRET, account=ACCOUNT, name=TEXT, scopes=NOBODY)
mark(Tie, account=ACCOUNT, player_id=PLAYER_BY_KEY)
mark(FormerTie, account=ACCOUNT, player_id=PLAYER_BY_KEY)
mark(Minor, player_id=PLAYER)
