"""The record of what admins, recorders and operators do with accounts: rows are added and never changed.

It has numbers and codes alone: the sentence is made when it is shown, and names nobody who was erased.  Functions take
a session and never commit.
"""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.accounts import Account, AccountAct

SHOWN: Final = 50
"""The acts that a page shows."""


class Act(StrEnum):
    """What was done."""

    INVITED = "invited"
    """Made the invitation ``subject``, with the role ``after``."""
    REVOKED = "revoked"
    """Ended the invitation ``subject``."""
    JOINED = "joined"
    """The account was made by an invitation of the actor, with the role ``after``."""
    ADDED = "added"
    """Made the account, with the role ``after``."""
    ROLE = "role"
    """Changed the role from ``before`` to ``after``."""
    RECOVERY = "recovery"
    """Made a link for a new password."""
    REMOVED = "removed"
    """Removed the account."""
    ERASED = "erased"
    """Erased the account, or the person tied to it."""
    TIED = "tied"
    """Agreed to the tie of the account to the player ``subject``."""
    UNTIED = "untied"
    """Ended the tie of the account to the player ``subject``, or declined it."""
    VISIBILITY = "visibility"
    """Changed who sees the match ``subject`` from ``before`` to ``after``."""
    MINOR = "minor"
    """Marked the player ``subject`` as a minor."""
    NOT_MINOR = "not minor"
    """Took that mark away."""
    KEY_JOINED = "key joined"
    """Joined the key of another player to the player ``subject``."""
    KEY_SPLIT = "key split"
    """Took such a key away."""
    KEY_MADE = "key made"
    """Made a key that signs verdicts, whose fingerprint begins with ``after``."""
    KEY_RETIRED = "key retired"
    """Retired such a key."""
    TOKEN = "token"  # noqa: S105 (what was done)
    """Ended a token of the account."""


def note(
    session: Session,
    act: Act,
    by: int | None,
    accounts: Collection[int] = (),
    *,
    subject: int | None = None,
    before: str | None = None,
    after: str | None = None,
    now: datetime | None = None,
) -> None:
    """Adds an act of the account ``by``, None for an operator: a row for each account that it concerns, or for none."""
    moment = now or datetime.now(UTC)
    concerned: list[int | None] = [*sorted(accounts)]
    for account in concerned or [None]:
        session.add(
            AccountAct(at=moment, act=act, by_account=by, account=account, subject=subject, before=before, after=after)
        )
    session.flush()


def inviter(session: Session, link: int) -> int | None:
    """Who made an invitation; None if the record does not have it."""
    wanted = select(col(AccountAct.by_account)).where(
        col(AccountAct.act) == Act.INVITED, col(AccountAct.subject) == link
    )
    return session.scalar(wanted.order_by(col(AccountAct.id).desc()).limit(1))


def latest(session: Session, account: int | None = None, before: int | None = None) -> Sequence[AccountAct]:
    """The latest acts that concern an account, or all, one more than a page shows; those before a number."""
    wanted = select(AccountAct).order_by(col(AccountAct.id).desc()).limit(SHOWN + 1)
    if account is not None:
        wanted = wanted.where(col(AccountAct.account) == account)
    if before is not None:
        wanted = wanted.where(col(AccountAct.id) < before)
    return session.scalars(wanted).all()


def unsaid(session: Session, account: Account) -> int:
    """How many acts of others concern an account since this was last asked, which is noted."""
    counted = select(func.count(), func.max(col(AccountAct.id))).where(
        col(AccountAct.account) == account.id,
        col(AccountAct.id) > account.acts_said,
        col(AccountAct.by_account).is_distinct_from(account.id),
    )
    count, last = session.execute(counted).one()
    account.acts_said = last or account.acts_said
    return count
