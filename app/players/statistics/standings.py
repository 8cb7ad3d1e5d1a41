"""The standings of a season, and how the scores grew from match to match."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Float, case, cast, func, select
from sqlalchemy.orm import Session

from app.database.tables.statistics import FACTS, NOBODY, SEAT_RESULTS
from app.players.statistics.figures import MatchCount
from app.players.statistics.season import SeasonMatches, in_order, seats_with_facts
from app.players.statistics.unadjusted import adjusted_hands, columns_of


@dataclass(slots=True)
class Standing:
    """A person in a season."""

    person: int
    matches: MatchCount
    hands: int = 0
    score: int = 0
    squares: float = 0.0
    """The sum of the squares of the scores."""
    places: dict[int, int] = field(default_factory=dict)
    """Hands by twice the place, the best first."""
    adjusted: int = 0
    """The hands whose scores rulings set."""


def standings(session: Session, season: SeasonMatches) -> list[Standing]:
    """Everybody who played in a season, the largest score first, then the fewest hands.  Two queries."""
    if not season.ids:
        return []
    matches = _matches(session, season)
    by_person: dict[int, Standing] = {}
    facts = columns_of(FACTS, season.as_computed)
    score = cast(facts.score, Float(53))
    adjusted_ = adjusted_hands(facts)
    rows = session.execute(
        select(
            facts.person, facts.place_halves, func.count(), func.sum(facts.score), func.sum(score * score), adjusted_
        )
        .select_from(seats_with_facts())
        .where(SEAT_RESULTS.c.match.in_(season.ids), facts.person != NOBODY)
        .group_by(facts.person, facts.place_halves)
    )
    for person, place_halves, hands, total, squares, adjusted in sorted(rows, key=lambda row: (row[0], row[1] or 0)):
        standing = by_person.setdefault(person, Standing(person, matches[person]))
        standing.hands += int(hands)
        standing.score += int(total)
        standing.squares += float(squares)
        standing.adjusted += int(adjusted)
        if place_halves is not None:
            standing.places[place_halves] = int(hands)
    return sorted(by_person.values(), key=lambda line: (-line.score, line.hands, line.person))


def course(session: Session, season: SeasonMatches, people: Collection[int]) -> Mapping[int, dict[int, int]]:
    """By person the score of each match of a season, in order.  One query."""
    if not season.ids or not people:
        return {}
    facts = columns_of(FACTS, season.as_computed)
    rows = session.execute(
        select(facts.person, facts.match, func.sum(facts.score))
        .select_from(seats_with_facts())
        .where(SEAT_RESULTS.c.match.in_(season.ids), SEAT_RESULTS.c.person.in_(sorted(people)))
        .group_by(facts.person, facts.match, facts.day)
        .order_by(*in_order())
    )
    by_person: dict[int, dict[int, int]] = {person: {} for person in people}
    for person, match, score in rows:
        by_person[person][match] = int(score)
    return by_person


def _matches(session: Session, season: SeasonMatches) -> dict[int, MatchCount]:
    results = columns_of(SEAT_RESULTS, season.as_computed)
    subquery = (
        select(results.person, func.max(results.won).label("won"))
        .where(results.match.in_(season.ids), results.person != NOBODY, results.hands > 0)
        .group_by(results.person, results.match)
        .subquery()
    )
    counted: Any = session.execute(
        select(
            subquery.c.person,
            func.count(),
            func.sum(case((subquery.c.won == 1, 1), else_=0)),
            func.sum(case((subquery.c.won.is_(None), 1), else_=0)),
        ).group_by(subquery.c.person)
    )
    return {person: MatchCount(*map(int, counts)) for person, *counts in counted}
