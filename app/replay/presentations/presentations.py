"""Presentations in the database: opening, finding, changing and removing them.

Functions take a session and never commit: `app.database.opening.transact` opens a transaction that writes.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from hmac import compare_digest
from secrets import choice, token_urlsafe
from typing import Final

from sqlalchemy import CursorResult, delete, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database import bounded_stores
from app.database.bounded_stores import StoreFull, make_room
from app.database.seeing import visible
from app.database.tables.presentations import Presentation

LASTS: Final = timedelta(days=1)
"""How long a presentation lasts after its last change."""
_SECRET_BYTES: Final = 32
_LETTERS: Final = "23456789abcdefghjkmnpqrstvwxyz"
"""Letters of the address of a display, which may have to be typed from a sheet of paper: none looks like another."""
_LENGTH: Final = 10


class CannotPresent(Exception):
    """A presentation is not opened; its text is the reason, a sentence."""


@dataclass(frozen=True, slots=True)
class HallView:
    """What the hall sees."""

    hand: int
    step: int
    view: str
    findings: bool


@dataclass(frozen=True, slots=True)
class ShownPresentation:
    """A presentation as its pages need it."""

    id: str
    log_id: int
    place: HallView
    version: int
    ended: bool
    """Ended by its presenter, or not changed for too long."""


def open_presentation(
    session: Session, log_id: int, place: HallView, now: datetime | None = None, *, visitor: str | None = None
) -> tuple[str, str]:
    """Opens a presentation of a match. Returns its id and the presenter's secret; only its hash is stored.

    Presentations that have lasted too long are removed.  Raises CannotPresent where there are too many.
    """
    moment = now or datetime.now(UTC)
    session.execute(delete(Presentation).where(col(Presentation.changed_at) < moment - LASTS))
    try:
        make_room(session, bounded_stores.PRESENTATIONS_OF_MATCH, visitor, col(Presentation.log_id) == log_id)
        make_room(session, bounded_stores.PRESENTATIONS, visitor)
    except StoreFull as full:
        raise CannotPresent(full.sentence) from None
    identity = "".join(choice(_LETTERS) for _each in range(_LENGTH))
    secret = token_urlsafe(_SECRET_BYTES)
    session.add(
        Presentation(
            id=identity,
            secret_sha256=_hash(secret),
            log_id=log_id,
            hand=place.hand,
            step=place.step,
            view=place.view,
            findings=place.findings,
            version=1,
            changed_at=moment,
            ended=False,
            visitor=visitor,
        )
    )
    session.flush()
    return identity, secret


def find(session: Session, identity: str, now: datetime | None = None) -> ShownPresentation | None:
    """The presentation of an id; None if there is none."""
    row = _row(session, identity)
    return None if row is None else _shown(row, now)


def find_presented(
    session: Session, identity: str, secret: str, now: datetime | None = None
) -> ShownPresentation | None:
    """The presentation of an id whose presenter has this secret; None if there is none."""
    row = _row(session, identity)
    stored_hash = "" if row is None else row.secret_sha256
    if not compare_digest(_hash(secret), stored_hash) or row is None:
        return None
    return _shown(row, now)


def state(session: Session, identity: str, now: datetime | None = None) -> tuple[int, bool] | None:
    """The version of a presentation, and whether it has ended; None if there is none.  One row by its primary key."""
    row = session.execute(
        select(col(Presentation.version), col(Presentation.ended), col(Presentation.changed_at)).where(
            col(Presentation.id) == identity, visible(session, col(Presentation.log_id), by_link=True)
        )
    ).first()
    return None if row is None else (row[0], row[1] or _is_over(row[2], now))


def move(session: Session, shown: ShownPresentation, place: HallView, now: datetime | None = None) -> bool:
    """Shows another place; False where the presentation has changed since it was read."""
    return _change(session, shown, now, hand=place.hand, step=place.step, view=place.view, findings=place.findings)


def end(session: Session, shown: ShownPresentation, now: datetime | None = None) -> bool:
    """Ends a presentation; False where it has changed since it was read."""
    return _change(session, shown, now, ended=True)


def remove(session: Session, identity: str) -> None:
    """Removes a presentation."""
    session.execute(delete(Presentation).where(col(Presentation.id) == identity))


def remove_of_matches(session: Session, matches: Collection[int]) -> None:
    """Removes the presentations of some matches."""
    session.execute(delete(Presentation).where(col(Presentation.log_id).in_(matches)))


def _row(session: Session, identity: str) -> Presentation | None:
    seen = visible(session, col(Presentation.log_id), by_link=True)
    return session.scalar(select(Presentation).where(col(Presentation.id) == identity, seen))


def _change(session: Session, shown: ShownPresentation, now: datetime | None, **values: object) -> bool:
    moment = now or datetime.now(UTC)
    changed = session.execute(
        update(Presentation)
        .where(
            col(Presentation.id) == shown.id,
            col(Presentation.version) == shown.version,
            col(Presentation.ended).is_(False),
            col(Presentation.changed_at) >= moment - LASTS,
        )
        .values(version=shown.version + 1, changed_at=moment, **values)
    )
    assert isinstance(changed, CursorResult)
    return changed.rowcount == 1


def _shown(row: Presentation, now: datetime | None) -> ShownPresentation:
    place = HallView(row.hand, row.step, row.view, row.findings)
    return ShownPresentation(row.id, row.log_id, place, row.version, row.ended or _is_over(row.changed_at, now))


def _is_over(changed_at: datetime, now: datetime | None) -> bool:
    return changed_at < (now or datetime.now(UTC)) - LASTS


def _hash(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
