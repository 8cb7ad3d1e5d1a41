"""What ties somebody who rules to the match: a seat at the table, or the dispute itself.

Names are all that is known of people here, so it is names that are compared.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.audit_log import ActorRow
from app.database.tables.disputes import Dispute
from app.database.tables.matches import MatchPlayer
from app.text.language import _, marked
from engine.statistics.person import normal


class Interest(StrEnum):
    """What ties somebody to a match, as the record names it."""

    SEAT = "seat"
    OPENED = "opened"


_WARNINGS: Final[Mapping[tuple[Interest, ...], str]] = {
    (Interest.SEAT,): marked("{name} is also the name of a player of this match."),
    (Interest.OPENED,): marked("{name} is also the name of the one who opened this dispute."),
    (Interest.SEAT, Interest.OPENED): marked(
        "{name} is also the name of a player of this match, and of the one who opened this dispute."
    ),
}


_OF_SOME: Final[Mapping[tuple[Interest, ...], str]] = {
    (Interest.SEAT,): marked("An arbiter of this ruling has the name of a player of this match."),
    (Interest.OPENED,): marked("An arbiter of this ruling has the name of the one who opened this dispute."),
    (Interest.SEAT, Interest.OPENED): marked(
        "Arbiters of this ruling have the names of a player of this match, and of the one who opened this dispute."
    ),
}


def interest_of(session: Session, dispute: Dispute, names: Collection[str]) -> tuple[Interest, ...]:
    """What ties those with some names to the match of a dispute."""
    wanted = set(map(_compared, names))
    opened = session.scalars(
        select(col(ActorRow.name)).where(col(ActorRow.id) == dispute.actor_id, col(ActorRow.name).is_not(None))
    )
    interests = []
    if _has_name_of_seat(session, dispute.log_id, wanted):
        interests.append(Interest.SEAT)
    if any(_compared(name) in wanted for name in opened if name):
        interests.append(Interest.OPENED)
    return tuple(interests)


def is_namesake(session: Session, match: int | None, name: str) -> bool:
    """Whether a seat of a match has a name."""
    return _has_name_of_seat(session, match, {_compared(name)})


def interest_kept(words: str) -> tuple[Interest, ...]:
    """What a ruling is kept with."""
    return tuple(interest for interest in Interest if interest in words.split())


def interest_words(interest: tuple[Interest, ...], name: str) -> str:
    """A warning about the one who rules, as a sentence; empty where nothing ties that one to the match.

    Without a name it is about the arbiters of a ruling.
    """
    if not interest:
        return ""
    return _(_WARNINGS[interest], name=name) if name else _(_OF_SOME[interest])


def _has_name_of_seat(session: Session, match: int | None, wanted: Collection[str]) -> bool:
    seated = session.execute(
        select(col(MatchPlayer.name), col(MatchPlayer.recorded_name)).where(col(MatchPlayer.log_id) == match)
    )
    return any(_compared(name) in wanted for names in seated for name in names if name)


def _compared(name: str) -> str:
    """A name as it is compared: however it is spaced, in any case of its letters."""
    return normal(" ".join(name.split())).casefold()
