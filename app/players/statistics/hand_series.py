"""What stands out in a season: the longest runs of hands won and lost, and the hands with the largest scores."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.database.tables.statistics import FACTS, NOBODY, SEAT_RESULTS
from app.players.statistics.season import SeasonMatches, in_order, seats_with_facts
from app.players.statistics.unadjusted import adjusted_hands, columns_of

_READ: Final = 2_000
"""Rows that are read together."""


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
    facts = columns_of(FACTS, season.as_computed)
    # Runs are followed here: window functions over the same rows take several times as long.
    rows = session.execute(
        select(facts.match, facts.hand, facts.person, facts.score)
        .select_from(seats_with_facts())
        .where(SEAT_RESULTS.c.match.in_(season.ids))
        .order_by(*in_order(), facts.hand)
    )
    going: dict[int, Run] = {}
    longest: dict[tuple[int, bool], Run] = {}
    for (match, hand), seats in groupby(chain.from_iterable(rows.partitions(_READ)), key=itemgetter(0, 1)):
        place = HandPlace(match, hand)
        for person, result in _results([(person, score) for _, _, person, score in seats]):
            before = going.pop(person, None)
            if result:
                won = result > 0
                if before is not None and before.won is won:
                    run = Run(person, won, before.length + 1, before.first, place)
                else:
                    run = Run(person, won, 1, place, place)
                going[person] = run
                if (person, won) not in longest or run.length > longest[person, won].length:
                    longest[person, won] = run
    return sorted(longest.values(), key=lambda run: (not run.won, -run.length, run.person))


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
    people: dict[HandPlace, list[tuple[int, int]]] = {place: [] for place in places}
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
        if HandPlace(match, hand) in people:
            people[HandPlace(match, hand)].append((person, score))
    return people


def _results(seats: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """For each person of a hand, a number above 0 for a hand won, below 0 for one lost, 0 for neither.

    ``seats`` are the people with the scores of their seats.  Who has several seats has their mean.
    """
    total = sum(score for _, score in seats)
    people: dict[int, list[int]] = {}
    for person, score in seats:
        if person != NOBODY:
            people.setdefault(person, []).append(score)
    for person, scores in people.items():
        yield person, sum(scores) * len(seats) - total * len(scores)
