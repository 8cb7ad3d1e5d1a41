"""Attempts to log in: which wait, because others failed or are not decided yet.

A name is tried from a network five times in a minute.  As many attempts are undecided at the same time, and others wait
for their turn.  Two more bounds count failures alone: those of many names from one network, which a browser passes that
is known for the name, and those of one name from many networks, which the name passes where it logged in lately.  Names
that do not exist are counted like those that do.  Functions take a session and never commit.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Any, Final

from sqlalchemy import Select, and_, delete, func, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.accounts.logins import IDLE
from app.accounts.members import key_of
from app.accounts.secrets import hash_of
from app.database.tables.accounts import Account, KnownAddress, LoginAttempt
from app.text.language import _n

FAILURES: Final = 5
"""The most attempts of a name from a network that fail within ``WITHIN``."""
NAMES: Final = 20
"""The most names that fail from a network within ``WITHIN``."""
NETWORKS: Final = 5
"""The most networks from which a name fails within ``WITHIN``."""
WITHIN: Final = timedelta(minutes=1)
NAME_WAITS: Final = timedelta(seconds=30)
"""The longest that a name waits for failures elsewhere: strangers who guess cannot keep its owner out."""
UNDECIDED: Final = timedelta(seconds=30)
"""After this time an attempt that is not decided has failed: its process was killed."""


class MustWait(Exception):
    """Too many attempts have failed; the text says so."""

    def __init__(self, seconds: int) -> None:
        super().__init__(
            _n(
                "Too many attempts have failed. Try again in {count} second.",
                "Too many attempts have failed. Try again in {count} seconds.",
                seconds,
            )
        )
        self.seconds: Final = seconds


@dataclass(frozen=True, slots=True)
class TriedName:
    """A name that is tried from a network."""

    name: str
    network: str
    known: bool = False
    """Whether the browser is known for the name."""

    @property
    def name_sha256(self) -> str:
        """The name as attempts are counted by it, whether or not there is such an account."""
        return hash_of(f"name {key_of(self.name)}")


def is_next(session: Session, tried: TriedName, now: datetime | None = None) -> bool:
    """Whether an attempt may begin; False while it waits for others of the name and the network.  Raises MustWait."""
    moment = now or datetime.now(UTC)
    of_both = and_(col(LoginAttempt.network) == tried.network, col(LoginAttempt.name_sha256) == tried.name_sha256)
    failed = session.scalars(
        select(col(LoginAttempt.at))
        .where(of_both, _has_failed(moment))
        .order_by(col(LoginAttempt.at).desc())
        .limit(FAILURES)
    ).all()
    waits = [] if len(failed) < FAILURES else [failed[-1] + WITHIN]
    if not tried.known:
        of_network = col(LoginAttempt.network) == tried.network
        names = session.scalars(_latest(col(LoginAttempt.name_sha256), NAMES, of_network, _has_failed(moment))).all()
        waits += [names[-1] + WITHIN] if len(names) == NAMES else []
        of_name = col(LoginAttempt.name_sha256) == tried.name_sha256
        networks = session.scalars(_latest(col(LoginAttempt.network), NETWORKS, of_name, _has_failed(moment))).all()
        if len(networks) == NETWORKS and not _logged_in_lately(session, tried, moment):
            waits.append(networks[0] + NAME_WAITS)
    seconds = max((ceil((wait - moment).total_seconds()) for wait in waits), default=0)
    if seconds > 0:
        raise MustWait(seconds)
    undecided = select(func.count()).where(
        of_both, col(LoginAttempt.failed).is_(False), col(LoginAttempt.at) > moment - UNDECIDED
    )
    return len(failed) + (session.scalar(undecided) or 0) < FAILURES


def begin(session: Session, tried: TriedName, now: datetime | None = None) -> int | None:
    """Begins an attempt if `is_next` says that it may.  Returns its number.  Raises MustWait."""
    moment = now or datetime.now(UTC)
    session.execute(delete(LoginAttempt).where(col(LoginAttempt.at) <= moment - WITHIN))
    if not is_next(session, tried, moment):
        return None
    begun = LoginAttempt(name_sha256=tried.name_sha256, network=tried.network, at=moment)
    session.add(begun)
    session.flush()
    return begun.id


def decide(session: Session, attempt: int, *, failed: bool) -> None:
    """Notes that an attempt failed, or forgets one that succeeded."""
    this = col(LoginAttempt.id) == attempt
    session.execute(
        update(LoginAttempt).where(this).values(failed=True) if failed else delete(LoginAttempt).where(this)
    )


def _has_failed(moment: datetime) -> Any:
    """What is so of an attempt that counts as a failure."""
    return and_(
        col(LoginAttempt.at) > moment - WITHIN,
        or_(col(LoginAttempt.failed), col(LoginAttempt.at) <= moment - UNDECIDED),
    )


def _latest(of: Any, most: int, *where: Any) -> Select[Any]:
    """When each of some names or networks failed last, the latest first."""
    latest = func.max(col(LoginAttempt.at))
    return select(latest).where(*where).group_by(of).order_by(latest.desc()).limit(most)


def _logged_in_lately(session: Session, tried: TriedName, moment: datetime) -> bool:
    """Whether somebody logged in with the name from the network."""
    wanted = (
        select(col(KnownAddress.account))
        .join(Account, col(Account.id) == col(KnownAddress.account))
        .where(
            col(Account.name_key) == key_of(tried.name),
            col(KnownAddress.address) == tried.network,
            col(KnownAddress.used_at) > moment - IDLE,
        )
    )
    return session.execute(wanted).first() is not None
