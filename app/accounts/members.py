"""Accounts: making them, finding them, their roles and passwords.

Functions take a session and never commit.
"""

from datetime import UTC, datetime
from typing import Final
from unicodedata import normalize

from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.accounts import acts
from app.accounts.acts import Act
from app.accounts.roles import Role, stored_role
from app.database.tables.accounts import Account, Club, Login, Token
from app.database.tables.matches import name_key, storable
from app.text.language import _

NAME: Final = 100
"""Characters of a name at most."""


class NameRefused(ValueError):
    """An account cannot have a name; the text is the reason, a sentence."""


class LastAdmin(ValueError):
    """Without this account the club would have no admin."""

    def __init__(self) -> None:
        super().__init__(_("A club has at least one admin. Make another one first."))


def make_account(session: Session, name: str, password: str, role: Role, now: datetime | None = None) -> Account:
    """Adds an account with the hash of a password.  Raises NameRefused."""
    shown = _shown(name)
    if account_named(session, shown) is not None:
        raise NameRefused(_("There is an account with this name already. Choose another name."))
    made = Account(
        name=shown,
        name_key=key_of(shown),
        password=password,
        role=role.name.lower(),
        made_at=now or datetime.now(UTC),
    )
    session.add(made)
    session.flush()
    return made


def key_of(name: str) -> str:
    """What names that look the same share."""
    return name_key(" ".join(normalize("NFKC", name).split()))


def account_named(session: Session, name: str) -> Account | None:
    """The account with a name."""
    return session.scalars(select(Account).where(col(Account.name_key) == key_of(name))).first()


def accounts(session: Session) -> list[Account]:
    """All accounts, in the order of their names."""
    return list(session.scalars(select(Account).order_by(col(Account.name_key))))


def role_of(account: Account) -> Role:
    """The role of an account; that of a guest if the stored one is damaged."""
    return stored_role(account.role)


def has_admin(session: Session) -> bool:
    """Whether somebody may make others what they are to be."""
    return (
        session.scalar(select(col(Account.id)).where(col(Account.role) == Role.ADMIN.name.lower()).limit(1)) is not None
    )


def set_role(session: Session, account: Account, role: Role, by: int | None) -> None:
    """Gives an account another role, and ends its logins if it is another.  Raises LastAdmin."""
    if role is role_of(account):
        return
    assert account.id is not None
    if role is not Role.ADMIN:
        keep_an_admin(session, account)
    acts.note(session, Act.ROLE, by, [account.id], before=account.role, after=role.name.lower())
    account.role = role.name.lower()
    session.execute(delete(Login).where(col(Login.account) == account.id))


def set_password(session: Session, account: Account, password: str) -> None:
    """Gives an account the hash of another password, and ends its logins and tokens."""
    account.password = password
    for table in (Login, Token):
        session.execute(delete(table).where(col(table.account) == account.id))


def remove(session: Session, account: Account, by: int | None) -> None:
    """Removes an account with all that belongs to it.  Raises LastAdmin."""
    keep_an_admin(session, account)
    assert account.id is not None
    acts.note(session, Act.REMOVED, by, [account.id])
    session.execute(delete(Account).where(col(Account.id) == account.id))


def keep_an_admin(session: Session, account: Account) -> None:
    """Raises LastAdmin if without an account the club would have no admin."""
    # Locked, so that two admins do not remove each other at the same time.
    admins = select(col(Account.id)).where(col(Account.role) == Role.ADMIN.name.lower()).with_for_update()
    if session.scalars(admins).all() == [account.id]:
        raise LastAdmin


def name_club(session: Session, name: str, now: datetime | None = None) -> str:
    """Says that the database belongs to a club, or that the club has another name, which it returns.

    Raises NameRefused.
    """
    shown = _shown(name)
    session.merge(Club(id=1, name=shown, made_at=now or datetime.now(UTC)))
    return shown


def club_name(session: Session) -> str:
    """What the club is called; nothing if it has no name yet."""
    return session.scalar(select(col(Club.name))) or ""


def _shown(name: str) -> str:
    """A name as it is stored.  Raises NameRefused."""
    shown = " ".join(normalize("NFKC", storable(name)).split())
    if not 1 <= len(shown) <= NAME:
        raise NameRefused(_("A name has 1 to {count} characters.", count=NAME))
    return shown
