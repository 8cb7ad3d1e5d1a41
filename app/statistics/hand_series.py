"""What stands out in a season: the longest runs of hands won and lost, and the hands with the largest scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, Subquery, case, cast, func, select
from sqlalchemy.orm import Session

from app.statistics.as_computed import adjusted_hands, columns_of
from app.statistics.season import SeasonMatches, in_order, seats_with_facts
from app.statistics.tables import FACTS, NOBODY, SEAT_RESULTS

_HANDS: Final = 2**16
"""More than the hands of a match."""


@dataclass(frozen=True, slots=True)
class HandPlace:
    """A hand of a match, from 0."""

    match: int
    hand: int


@dataclass(frozen=True, slots=True)
class Run:
    """Hands of a person, one after the other, with the same result."""

    person: int
    won: bool
    length: int
    first: HandPlace
    last: HandPlace


@dataclass(frozen=True, slots=True)
class OutstandingHand:
    """A hand with a large score, and who had it."""

    place: HandPlace
    day: int | None
    score: int
    people: tuple[int, ...]
    """In the order of seats; somebody without a name is left out."""
    adjusted: bool = False
    """Whether a ruling set the score."""


def longest_runs(session: Session, season: SeasonMatches) -> list[Run]:
    """The longest run of hands won, and of hands lost, of each person; of equally long ones the first.  One query.

    A hand is won by a score above the mean of its seats, and lost by one below it.  A hand that is neither ends a run.
    """
    if not season.ids:
        return []
    results = _results(season)
    c = results.c
    numbered = select(
        c.person,
        c.result,
        c.spot,
        (
            func.row_number().over(partition_by=c.person, order_by=c.spot)
            - func.row_number().over(partition_by=(c.person, c.result), order_by=c.spot)
        ).label("island"),
    ).subquery()
    n = numbered.c
    runs = (
        select(
            n.person,
            n.result,
            func.count().label("length"),
            func.min(n.spot).label("first"),
            func.max(n.spot).label("last"),
        )
        .where(n.result != 0)
        .group_by(n.person, n.result, n.island)
        .subquery()
    )
    r = runs.c
    ranked = select(
        *r,
        func.row_number().over(partition_by=(r.person, r.result), order_by=(r.length.desc(), r.first)).label("rank"),
    ).subquery()
    rows = session.execute(select(*(ranked.c[column.name] for column in r)).where(ranked.c.rank == 1))
    found = [
        Run(person, result > 0, int(length), _place(season, int(first)), _place(season, int(last)))
        for person, result, length, first, last in rows
    ]
    return sorted(found, key=lambda run: (not run.won, -run.length, run.person))


def outstanding_hands(session: Session, season: SeasonMatches, limit: int, *, best: bool) -> list[OutstandingHand]:
    """The hands with the largest scores above 0, or the smallest below it; of equal ones the newest.  Two queries."""
    if not season.ids:
        return []
    facts = columns_of(FACTS, season.as_computed)
    day, match = in_order()
    rows = session.execute(
        select(facts.match, facts.hand, facts.score, facts.day, adjusted_hands(facts))
        .select_from(seats_with_facts())
        .where(
            SEAT_RESULTS.c.match.in_(season.ids),
            facts.person != NOBODY,
            facts.score > 0 if best else facts.score < 0,
        )
        .group_by(facts.match, facts.hand, facts.score, facts.day)
        .order_by(facts.score.desc() if best else facts.score, day.desc(), match.desc(), facts.hand.desc())
        .limit(limit)
    ).all()
    people = _people(session, [HandPlace(match, hand) for match, hand, *_ in rows], as_computed=season.as_computed)
    return [
        OutstandingHand(
            HandPlace(match, hand),
            day,
            score,
            tuple(person for person, had in people[HandPlace(match, hand)] if had == score),
            adjusted > 0,
        )
        for match, hand, score, day, adjusted in rows
    ]


def _people(
    session: Session, places: Sequence[HandPlace], *, as_computed: bool
) -> dict[HandPlace, list[tuple[int, int]]]:
    """By hand the people with their scores."""
    found: dict[HandPlace, list[tuple[int, int]]] = {place: [] for place in places}
    facts = columns_of(FACTS, as_computed)
    rows: Any = session.execute(
        select(facts.match, facts.hand, facts.person, facts.score)
        .select_from(seats_with_facts())
        .where(
            SEAT_RESULTS.c.match.in_(sorted({place.match for place in places})),
            facts.hand.in_(sorted({place.hand for place in places})),
            facts.person != NOBODY,
        )
        .order_by(facts.match, facts.hand, facts.seat)
    )
    for match, hand, person, score in rows:
        if HandPlace(match, hand) in found:
            found[HandPlace(match, hand)].append((person, score))
    return found


def _results(season: SeasonMatches) -> Subquery:
    """By person and hand whether it was won (1), lost (-1) or neither (0).

    ``spot`` is the place of the hand in the season: of its match, from 1, times ``_HANDS``, and its own.
    """
    facts = columns_of(FACTS, season.as_computed)
    nth = func.dense_rank().over(order_by=in_order())
    of_hand = (facts.match, facts.hand)
    seats = (
        select(
            facts.person,
            (cast(nth, BigInteger) * _HANDS + facts.hand).label("spot"),
            facts.score.label("score"),
            func.sum(facts.score).over(partition_by=of_hand).label("total"),
            func.count().over(partition_by=of_hand).label("seats"),
        )
        .select_from(seats_with_facts())
        .where(SEAT_RESULTS.c.match.in_(season.ids))
        .subquery()
    )
    c = seats.c
    mine, mean = func.sum(c.score) * func.max(c.seats), func.max(c.total) * func.count()
    return (
        select(c.person, c.spot, case((mine > mean, 1), (mine < mean, -1), else_=0).label("result"))
        .where(c.person != NOBODY)
        .group_by(c.person, c.spot)
        .subquery()
    )


def _place(season: SeasonMatches, spot: int) -> HandPlace:
    nth, hand = divmod(spot, _HANDS)
    return HandPlace(season.ids[nth - 1], hand)
