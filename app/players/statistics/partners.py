"""Who does how well with whom: the partnerships of a season between the people with the most hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Float, and_, case, cast, func, or_, select
from sqlalchemy.orm import Session

from app.database.tables.statistics import COUNTED_MATCHES, FACTS, NOBODY, PARTNERSHIPS, SEAT_RESULTS
from app.players.statistics.figures import MatchCount
from app.players.statistics.season import SeasonMatches
from app.players.statistics.unadjusted import adjusted_hands, columns_of, won_at_any_seat

MOST_PEOPLE: Final = 20
"""People of a matrix."""


@dataclass(frozen=True, slots=True)
class Partnership:
    """What a person did in the hands with another on the same side."""

    person: int
    partner: int
    matches: MatchCount
    """Those with at least one such hand, won or not by ``person``."""
    hands: int
    score: int
    squares: float
    adjusted: int = 0
    """The hands whose scores rulings set."""


def busiest(session: Session, season: SeasonMatches, limit: int = MOST_PEOPLE) -> list[int]:
    """The people with the most hands of a season, most first.  One query."""
    if not season.ids:
        return []
    results = SEAT_RESULTS.c
    hands = func.sum(results.hands)
    return list(
        session.scalars(
            select(results.person)
            .where(results.match.in_(season.ids), results.person != NOBODY, results.hands > 0)
            .group_by(results.person)
            .order_by(hands.desc(), results.person)
            .limit(limit)
        )
    )


def pairs_left_out(session: Session, season: SeasonMatches, people: Sequence[int]) -> int:
    """How many pairs were on the same side in a season without both being among some people.  One query."""
    if not season.ids or not people:
        return 0
    c, counted = PARTNERSHIPS.c, COUNTED_MATCHES.c
    mine, theirs = SEAT_RESULTS.alias("seats"), SEAT_RESULTS.alias("partner_seats")
    pairs = (
        select(c.person, c.partner)
        .select_from(
            mine.join(theirs, and_(theirs.c.match == mine.c.match, theirs.c.seat != mine.c.seat))
            .join(COUNTED_MATCHES, counted.match == mine.c.match)
            .join(
                PARTNERSHIPS,
                and_(
                    *(c.person == mine.c.person, c.game == counted.game, c.partner == theirs.c.person),
                    *(c.match == mine.c.match, c.seat == mine.c.seat, c.partner_seat == theirs.c.seat),
                ),
            )
        )
        .where(
            mine.c.match.in_(season.ids),
            c.hands > 0,
            c.person != NOBODY,
            c.partner != NOBODY,
            c.person < c.partner,
            or_(c.person.not_in(people), c.partner.not_in(people)),
        )
        .distinct()
        .subquery()
    )
    return session.scalar(select(func.count()).select_from(pairs)) or 0


def partnerships(session: Session, season: SeasonMatches, people: Sequence[int]) -> list[Partnership]:
    """The partnerships between some people, those with the most hands first.  One query."""
    if not season.ids or not people:
        return []
    mine, theirs = SEAT_RESULTS.alias("seats"), SEAT_RESULTS.alias("partner_seats")
    beside, facts = FACTS.alias("beside"), columns_of(FACTS, season.as_computed)
    score = cast(facts.score, Float(53))
    of_match = (
        select(
            mine.c.person,
            theirs.c.person.label("partner"),
            mine.c.match,
            func.count().label("hands"),
            func.sum(facts.score).label("score"),
            func.sum(score * score).label("squares"),
            adjusted_hands(facts).label("adjusted"),
        )
        .select_from(
            mine.join(theirs, and_(theirs.c.match == mine.c.match, theirs.c.seat != mine.c.seat))
            .join(
                FACTS,
                and_(facts.person == mine.c.person, facts.match == mine.c.match, facts.seat == mine.c.seat),
            )
            .join(
                beside,
                and_(
                    beside.c.person == theirs.c.person,
                    beside.c.match == facts.match,
                    beside.c.hand == facts.hand,
                    beside.c.seat == theirs.c.seat,
                    beside.c.side == facts.side,
                ),
            )
        )
        .where(
            mine.c.match.in_(season.ids),
            mine.c.person.in_(people),
            theirs.c.person.in_(people),
            mine.c.person != theirs.c.person,
        )
        .group_by(mine.c.person, theirs.c.person, mine.c.match)
        .subquery()
    )
    won = won_at_any_seat(of_match.c.match, of_match.c.person, as_computed=season.as_computed)
    c = select(*of_match.c, won.label("won")).subquery().c
    rows: Any = session.execute(
        select(
            c.person,
            c.partner,
            func.count(),
            func.sum(case((c.won == 1, 1), else_=0)),
            func.sum(case((c.won.is_(None), 1), else_=0)),
            func.sum(c.hands),
            func.sum(c.score),
            func.sum(c.squares),
            func.sum(c.adjusted),
        ).group_by(c.person, c.partner)
    )
    pairs = [
        Partnership(
            person,
            partner,
            MatchCount(int(matches), int(won), int(undecided)),
            int(hands),
            int(total),
            float(squares),
            int(adjusted),
        )
        for person, partner, matches, won, undecided, hands, total, squares, adjusted in rows
    ]
    return sorted(pairs, key=lambda pair: (-pair.hands, pair.person, pair.partner))
