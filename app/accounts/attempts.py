"""Attempts to log in: after five failures in a minute a network waits, and a name for a shorter time.

An attempt counts as a failure until it has succeeded, so that attempts at the same time count too.  Names that do not
exist are counted like those that do.  Functions take a session and never commit.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.accounts.logins import IDLE
from app.accounts.members import key_of
from app.accounts.secrets import hash_of
from app.database.tables.accounts import Account, Failure, KnownAddress

FAILURES: Final = 5
WITHIN: Final = timedelta(minutes=1)
NAME_WAITS: Final = timedelta(seconds=30)
"""The longest that a name waits: strangers who guess cannot keep its owner out."""


class MustWait(Exception):
    """Too many attempts have failed."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds: Final = seconds


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt that is not decided yet."""

    rows: tuple[int, ...]


def attempt(session: Session, name: str, address: str, now: datetime | None = None) -> Attempt:
    """Begins an attempt to log in with a name from a network.  Raises MustWait.

    A name does not wait where somebody logged in to it from the network lately.
    """
    moment = now or datetime.now(UTC)
    session.execute(delete(Failure).where(col(Failure.at) <= moment - WITHIN))
    of_name, of_address = hash_of(f"name {key_of(name)}"), hash_of(f"address {address}")
    waits = []
    by_address = _failures(session, of_address)
    if len(by_address) >= FAILURES:
        waits.append(by_address[FAILURES - 1] + WITHIN - moment)
    by_name = _failures(session, of_name)
    known = _is_known(session, name, address, moment)
    if len(by_name) >= FAILURES and not known:
        waits.append(by_name[0] + NAME_WAITS - moment)
    seconds = max((ceil(each.total_seconds()) for each in waits), default=0)
    if seconds > 0:
        raise MustWait(seconds)
    rows = [Failure(of_sha256=of_name, at=moment), Failure(of_sha256=of_address, at=moment)]
    session.add_all(rows)
    session.flush()
    return Attempt(tuple(row.id for row in rows if row.id is not None))


def succeeded(session: Session, begun: Attempt) -> None:
    """Notes that an attempt was none that failed."""
    session.execute(delete(Failure).where(col(Failure.id).in_(begun.rows)))


def _failures(session: Session, of_sha256: str) -> list[datetime]:
    """When the last attempts failed, the latest first."""
    wanted = select(col(Failure.at)).where(col(Failure.of_sha256) == of_sha256)
    return list(session.scalars(wanted.order_by(col(Failure.at).desc()).limit(FAILURES)))


def _is_known(session: Session, name: str, address: str, moment: datetime) -> bool:
    wanted = (
        select(col(KnownAddress.account))
        .join(Account, col(Account.id) == col(KnownAddress.account))
        .where(
            col(Account.name_key) == key_of(name),
            col(KnownAddress.address) == address,
            col(KnownAddress.used_at) > moment - IDLE,
        )
    )
    return session.execute(wanted).first() is not None
