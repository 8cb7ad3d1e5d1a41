"""Reviews of all matches of an event: the worker takes one match after the other when nothing else waits.

At most one match of an event waits among the computations.  The position moves when the review of that match has ended,
so that a worker that ends at any point loses the hand in work at most.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database import bounded_stores
from app.database.bounded_stores import StoreFull, make_room, refuse_over
from app.database.opening import transact
from app.database.seeing import account_of, visible
from app.database.tables.reviews import EventReviewRow
from app.database.tables.statistics import COUNTED_MATCHES
from app.matches import jobs
from app.matches.computed import reviews
from app.matches.computed.reviews import Reviewing
from app.matches.installation import Installation
from engine.rulebook.options import RulesUnknown

_LOG: Final = logging.getLogger(__name__)
Values = dict[str, object]
AskedFrom = Callable[[int | None], sessionmaker[Session]]
"""Gives the sessions in which an account asks; without one, those in which everything is visible."""


class EventReviewState(StrEnum):
    """The state of the review of an event."""

    RUNNING = "running"
    PAUSED = "paused"
    ENDED = "ended"
    """Every match was gone through."""


@dataclass(frozen=True, slots=True)
class EventProgress:
    """How far the review of an event is."""

    id: int
    event: int
    state: EventReviewState
    position: int
    computation: int | None
    matches: int
    """How many matches the event had when the worker looked last; 0 before it has."""
    reviewed: int
    """Those of the matches that were gone through whose hands are all kept."""
    failed: int
    """Those that Fupan could not review, or of whose hands it could not review one."""
    unfit: int
    """Those that cannot be reviewed: without a log, without actions, or under rules that do not exist."""
    account: int | None
    """Who asked last, in a club."""
    visitor: str | None
    """Who asked first, as `app.web.http.visitor.this_visitor` gives it."""


def of_event(session: Session, event: int) -> EventProgress | None:
    """How far the review of the event with a number is; None if nobody has asked for it.  One query."""
    row = session.execute(_ROWS.where(col(EventReviewRow.event) == event)).one_or_none()
    return None if row is None else _progress(row)


def next_match(session: Session, event: int, position: int) -> int | None:
    """The first counted match of an event behind a position that who asks may see.  One query."""
    return session.scalar(
        select(_MATCH)
        .where(COUNTED_MATCHES.c.event == event, position < _MATCH, visible(session, _MATCH))
        .order_by(_MATCH)
        .limit(1)
    )


def match_count(session: Session, event: int) -> int:
    """The number of counted matches of an event that who asks may see.  One query."""
    matches = select(func.count()).where(COUNTED_MATCHES.c.event == event, visible(session, _MATCH))
    return session.scalar(matches) or 0


def ask(fupan: Installation, event: int, visitor: str | None) -> None:
    """Has the worker review the matches of an event, for a visitor; one that is paused goes on where it was.

    One that has ended begins again with the first match: what is kept is not made again.  Raises StoreFull if too many
    events are being reviewed, or the database has no room.
    """

    def put(session: Session) -> None:
        refuse_over(session, fupan.config.database_bytes)
        progress = of_event(session, event)
        if progress is not None and progress.state is EventReviewState.RUNNING:
            return
        values: Values = {"state": EventReviewState.RUNNING, "asked_at": _now(), "account": account_of(session)}
        from_first: Values = {"position": 0, "matches": 0, "reviewed": 0, "failed": 0, "unfit": 0}
        if progress is None:
            make_room(session, bounded_stores.EVENT_REVIEWS, visitor)
            new: Values = {"event": event, "moved_at": _now(), "visitor": visitor}
            session.execute(insert(EventReviewRow).values(values | from_first | new))
        else:
            _change(session, progress, values | (from_first if progress.state is EventReviewState.ENDED else {}))

    transact(fupan.sessions, put)


def pause(fupan: Installation, event: int) -> None:
    """Pauses the review of an event after the hand in work, if it runs."""

    def put(session: Session) -> None:
        progress = of_event(session, event)
        if progress is not None and progress.state is EventReviewState.RUNNING:
            _withdraw(session, progress)
            _change(session, progress, {"state": EventReviewState.PAUSED, "computation": None})

    transact(fupan.sessions, put)


def stop(fupan: Installation, event: int) -> None:
    """Ends the review of an event after the hand in work, and forgets how far it was; what was made is kept."""

    def put(session: Session) -> None:
        progress = of_event(session, event)
        if progress is not None:
            _withdraw(session, progress)
            session.execute(delete(EventReviewRow).where(col(EventReviewRow.id) == progress.id))

    transact(fupan.sessions, put)


def go_on(fupan: Installation, asked_from: AskedFrom) -> bool:
    """Takes a step of the event that has waited longest of those that can go on.  Returns whether there was one.

    A step passes a match by whose review has ended, or has the worker make the review of the next one.
    """
    waiting = _ROWS.where(col(EventReviewRow.state) == EventReviewState.RUNNING)
    with fupan.sessions() as session:
        rows = session.execute(waiting.order_by(col(EventReviewRow.moved_at), col(EventReviewRow.id))).all()
    return any(_Step(fupan, asked_from, _progress(row)).take() for row in rows)


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of the review of an event."""

    fupan: Installation
    asked_from: AskedFrom
    at: EventProgress

    def take(self) -> bool:
        """Takes it; returns False where the review of the next match is being made, or waits."""
        with self.asked_from(self.at.account)() as session:
            match = next_match(session, self.at.event, self.at.position)
        if match is None:
            self._move({"state": EventReviewState.ENDED})
            return True
        try:
            return self._take_at(match)
        except SQLAlchemyError:
            raise
        except StoreFull:
            self._change({"state": EventReviewState.PAUSED})
        except Exception:
            _LOG.exception("the review of match %s failed", match)
            self._move({"position": match, "failed": self.at.failed + 1})
        return True

    def _take_at(self, match: int) -> bool:
        at, fupan = self.at, self.fupan
        reviewing = _reviewing(fupan, match)
        if reviewing is None:
            self._move({"position": match, "unfit": at.unfit + 1})
            return True
        with fupan.sessions() as session:
            hands, row = reviews.kept_hands(session, reviewing), reviews.underway(session, reviewing)
        if len(hands) == reviewing.hands and not reviews.failed_hands(hands):
            self._move({"position": match, "reviewed": at.reviewed + 1})
        elif row is not None and row.is_open:
            return False
        elif row is not None and row.id == at.computation:
            self._move({"position": match, "failed": at.failed + 1})
        else:
            asked = reviews.ask(fupan, reviewing, at.visitor, in_share=False)
            if not self._change({"computation": asked.id, "matches": self._count()}):
                jobs.drop(fupan.sessions, asked)
        return True

    def _move(self, values: Values) -> None:
        """Goes on behind a match."""
        self._change({"computation": None, "matches": self._count(), "moved_at": _now(), **values})

    def _count(self) -> int:
        """The matches of the event, as who asked for its review sees them."""
        with self.asked_from(self.at.account)() as session:
            return match_count(session, self.at.event)

    def _change(self, values: Values) -> bool:
        """Changes the row, unless the event was paused or stopped meanwhile, or another worker has gone on."""
        return transact(self.fupan.sessions, lambda session: _change(session, self.at, values))


def _reviewing(fupan: Installation, match: int) -> Reviewing | None:
    """The review of a match under its own rules; None where it cannot be reviewed."""
    stored = fupan.match(match)
    decoded = None if stored is None else fupan.replayable(stored)
    if stored is None or decoded is None or not any(hand.actions for hand in decoded.hands):
        return None
    try:
        return Reviewing.of(stored, decoded, fupan.rules(stored, decoded))
    except RulesUnknown:
        return None


_MATCH: Final = COUNTED_MATCHES.c.match
_ROWS: Final = select(
    col(EventReviewRow.id),
    col(EventReviewRow.event),
    col(EventReviewRow.state),
    col(EventReviewRow.position),
    col(EventReviewRow.computation),
    col(EventReviewRow.matches),
    col(EventReviewRow.reviewed),
    col(EventReviewRow.failed),
    col(EventReviewRow.unfit),
    col(EventReviewRow.account),
    col(EventReviewRow.visitor),
)


def _progress(facts: Sequence[Any]) -> EventProgress:
    identity, event, state, *others = facts
    return EventProgress(identity, event, EventReviewState(state), *others)


def _now() -> datetime:
    return datetime.now(UTC)


def _change(session: Session, at: EventProgress, values: Values) -> bool:
    """Changes a row that is as it was read, in its state and its position.  Returns whether it was."""
    as_read = (
        col(EventReviewRow.id) == at.id,
        col(EventReviewRow.state) == at.state,
        col(EventReviewRow.position) == at.position,
    )
    done = session.execute(update(EventReviewRow).where(*as_read).values(values))
    return bool(done.rowcount)  # type: ignore[attr-defined]


def _withdraw(session: Session, progress: EventProgress) -> None:
    if progress.computation is not None:
        jobs.withdraw(session, progress.computation)
