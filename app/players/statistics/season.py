"""A season: the matches of an event, or of a game, in the order in which they were played."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, and_, func, select
from sqlalchemy.orm import Session

from app.database.lookup import word_number
from app.database.tables.statistics import COUNTED_MATCHES, FACTS, SEAT_RESULTS
from app.matches.list_query import keep_to_indexes
from app.players.statistics.match_rows import day_number
from engine.statistics.person import normal

MOST_MATCHES: Final = 1_000
"""Matches of a season that are counted: of more, the newest."""
_LEFT_OUT: Final = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin")


@dataclass(frozen=True, slots=True)
class Season:
    """Which matches are looked at."""

    game: str
    event: str | None = None
    """The whole text; the empty one is that of matches without an event, None lets all through."""
    since: date | None = None
    until: date | None = None
    """Days as logs write them, both included.  A match without a date is in no span."""
    as_computed: bool = False
    """Whether scores and winners are those that were computed, whatever was ruled about them."""


@dataclass(frozen=True, slots=True)
class SeasonMatch:
    """A match of a season."""

    match: int
    day: int | None
    """As the number YYYYMMDD."""
    hands: int


@dataclass(frozen=True)
class SeasonMatches:
    """The counted matches of a season, the oldest first; those without a day come before all others."""

    matches: Sequence[SeasonMatch]
    more: bool
    """Whether older ones were left out."""
    as_computed: bool = False
    """Whether scores and winners are those that were computed."""

    @cached_property
    def ids(self) -> list[int]:
        """The numbers of the matches."""
        return [match.match for match in self.matches]

    @property
    def hands(self) -> int:
        """Counted hands."""
        return sum(match.hands for match in self.matches)

    @property
    def days(self) -> list[int]:
        """The days on which matches were played, in order."""
        return sorted({match.day for match in self.matches if match.day is not None})


def season_matches(session: Session, season: Season, most: int = MOST_MATCHES) -> SeasonMatches:
    """The newest matches of a season that have counted hands.  At most two queries, and one for each text."""
    matches = COUNTED_MATCHES.c
    game = word_number(session, season.game)
    event = None if season.event is None else word_number(session, normal(season.event))
    if game is None or (season.event is not None and event is None):
        return SeasonMatches((), more=False)
    of_season: list[ColumnElement[bool]] = [matches.game == game]
    if event is not None:
        of_season.append(matches.event == event)
    dated: list[ColumnElement[bool]] = [matches.day.is_not(None)]
    if season.since is not None:
        dated.append(matches.day >= day_number(season.since))
    if season.until is not None:
        dated.append(matches.day <= day_number(season.until))
    columns = (matches.match, matches.day, matches.hands)
    rows: list[Any] = list(
        session.execute(
            select(*columns)
            .where(*of_season, *dated)
            .order_by(matches.day.desc(), matches.match.desc())
            .limit(most + 1)
        )
    )
    if len(rows) <= most and season.since is None and season.until is None:
        undated = select(*columns).where(*of_season, matches.day.is_(None)).order_by(matches.match.desc())
        rows += session.execute(undated.limit(most + 1 - len(rows)))
    shown = [SeasonMatch(*row) for row in reversed(rows[:most])]
    return SeasonMatches([match for match in shown if match.hands], len(rows) > most, season.as_computed)


def undated_matches(session: Session, season: Season) -> int:
    """How many matches that have counted hands are left out of the span of a season because they have no day.

    0 for a season without a span.  One query, and one for each text.
    """
    if season.since is None and season.until is None:
        return 0
    matches = COUNTED_MATCHES.c
    asked = [matches.game == word_number(session, season.game), matches.day.is_(None), matches.hands > 0]
    if season.event is not None:
        asked.append(matches.event == word_number(session, normal(season.event)))
    return session.scalar(select(func.count()).select_from(COUNTED_MATCHES).where(*asked)) or 0


def seats_with_facts() -> FromClause:
    """The seats of matches with their facts, each found by its key."""
    results, facts = SEAT_RESULTS.c, FACTS.c
    same = and_(facts.person == results.person, facts.match == results.match, facts.seat == results.seat)
    return SEAT_RESULTS.join(FACTS, same)


def in_order() -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """The order of matches in a season, for queries over facts."""
    return func.coalesce(FACTS.c.day, 0), FACTS.c.match


def keep_to_keys(session: Session) -> None:
    """Has PostgreSQL look rows up by their keys until the transaction ends, whatever it knows of the tables."""
    keep_to_indexes(session, _LEFT_OUT)
