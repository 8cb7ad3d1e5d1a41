"""Which facts are counted: the filters of statistics, as conditions on the table of facts."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, false, select, tuple_
from sqlalchemy.orm import Session

from app.database.lookup import word_number
from app.database.tables.statistics import FACTS, NOBODY, SEAT_RESULTS
from app.players.statistics.match_rows import day_number
from app.players.statistics.people import person_of
from engine.recorded.basis import Basis
from engine.statistics.person import normal

Condition = ColumnElement[bool]


@dataclass(frozen=True, slots=True)
class FactFilter:
    """What is looked at; None lets all through."""

    game: str | None = None
    since: date | None = None
    until: date | None = None
    """Days as logs write them, both included.  A match without a date is in no span."""
    preset: str | None = None
    event: str | None = None
    """The whole text; the empty one is that of matches without an event."""
    player: str | None = None
    partner: str | None = None
    """Keys of people: whose rows are counted, and who was on the same side in them."""
    role: str | None = None
    """One of `engine.statistics.facts.role_names`."""
    of_play: bool = False
    """Whether only hands count that the log shows to their end."""
    as_computed: bool = False
    """Whether scores and winners are those that were computed, whatever was ruled about them."""

    @property
    def any(self) -> bool:
        """Whether anything but a game is asked for."""
        return any(getattr(self, field.name) not in (None, False) for field in fields(self) if field.name != "game")


def conditions(session: Session, wanted: FactFilter) -> list[Condition]:
    """The SQL conditions of a filter on ``FACTS``.  Unless a player is named, they leave out rows of nobody.

    At most one query for each text that the filter has, to look up its number.
    """
    return list(_conditions(session, wanted))


def _conditions(session: Session, wanted: FactFilter) -> Iterator[Condition]:
    facts = FACTS.c
    if wanted.player is None:
        yield facts.person != NOBODY
    else:
        yield _is(facts.person, person_of(session, wanted.player))
    for column, text in ((facts.game, wanted.game), (facts.preset, wanted.preset), (facts.role, wanted.role)):
        if text is not None:
            yield _is(column, word_number(session, text))
    if wanted.event is not None:
        yield _is(facts.event, word_number(session, normal(wanted.event)))
    if wanted.since is not None:
        yield facts.day >= day_number(wanted.since)
    if wanted.until is not None:
        yield facts.day <= day_number(wanted.until)
    if wanted.of_play:
        yield _is(facts.basis, word_number(session, str(Basis.PLAY)))
    if wanted.partner is not None:
        yield from _beside(person_of(session, wanted.partner), named=wanted.player is not None)


def _is(column: Any, number: int | None) -> Condition:
    return false() if number is None else column == number


def _beside(partner: int | None, *, named: bool) -> Iterator[Condition]:
    """That a person was on the same side, at another seat; ``named``: whether the rows are of one person anyway."""
    if partner is None:
        yield false()
        return
    facts, beside = FACTS.c, FACTS.alias("beside").c
    if not named:
        theirs = select(SEAT_RESULTS.c.match).where(SEAT_RESULTS.c.person == partner)
        yield facts.person.in_(select(SEAT_RESULTS.c.person).where(SEAT_RESULTS.c.match.in_(theirs)))
    yield facts.person != partner
    # The partner's sides are read once, whatever the number of hands: a condition on each row would be a join of all.
    sides = select(beside.match, beside.hand, beside.side).where(beside.person == partner)
    yield tuple_(facts.match, facts.hand, facts.side).in_(sides)
