"""Two people in the matches that both played: as partners, and as opponents."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Float, and_, case, cast, func, select
from sqlalchemy.orm import Session

from app.database.lookup import known_numbers, word_number
from app.database.tables.statistics import COUNTED_MATCHES, FACTS, SEAT_RESULTS
from app.players.statistics.figures import MatchCount
from app.players.statistics.unadjusted import adjusted_hands, columns_of, won_at_any_seat
from engine.games import GAMES

MOST_MATCHES: Final = 1_000
"""Common matches in a game that are counted: of more, the newest."""
_APART: Final = 2
_BESIDE: Final = 1


class Together(StrEnum):
    """How two people are to each other in a hand."""

    PARTNERS = "partners"
    OPPONENTS = "opponents"


@dataclass(frozen=True, slots=True)
class Sample:
    """Some values: how many, their sum, and the sum of their squares."""

    count: int
    total: int
    squares: float


@dataclass(frozen=True, slots=True)
class Record:
    """The common hands in which two people were partners, or opponents."""

    first: MatchCount
    second: MatchCount
    """The matches with at least one such hand, won or not by each of the two."""
    score: Sample
    """The scores of the first."""
    other_score: Sample
    difference: Sample
    """The score of the first less that of the second."""
    more: int
    """Hands in which the first scored more than the second."""
    less: int
    adjusted: int
    """Hands whose scores rulings set."""


@dataclass(frozen=True, slots=True)
class CommonMatch:
    """A match that both played."""

    match: int
    day: int | None
    event: int
    """The number of its text."""
    won: int | None
    other_won: int | None
    """Whether each won it (1, 0); None where the winner is unknown."""


@dataclass(frozen=True, slots=True)
class CommonMatches:
    """The matches in a game that both played, the newest first."""

    matches: tuple[CommonMatch, ...]
    more: bool
    """Whether older ones were left out."""
    as_computed: bool
    """Whether scores and winners are those that were computed, whatever was ruled about them."""


def common_games(session: Session, first: int, second: int) -> dict[str, int]:
    """The number of matches that two people both played, by game, in the order of games.  Two queries."""
    mine, theirs = SEAT_RESULTS.alias("seats"), SEAT_RESULTS.alias("other_seats")
    both = (
        select(mine.c.match)
        .select_from(mine.join(theirs, theirs.c.match == mine.c.match))
        .where(mine.c.person == first, theirs.c.person == second, mine.c.hands > 0, theirs.c.hands > 0)
        .distinct()
        .subquery()
    )
    rows: Any = session.execute(
        select(COUNTED_MATCHES.c.game, func.count())
        .select_from(both.join(COUNTED_MATCHES, COUNTED_MATCHES.c.match == both.c.match))
        .group_by(COUNTED_MATCHES.c.game)
    )
    counts: dict[int, int] = dict(rows.all())
    numbers = known_numbers(session, list(GAMES))
    return {name: counts[numbers[name]] for name in GAMES if name in numbers and numbers[name] in counts}


def companions(session: Session, game: str, person: int, most: int) -> dict[int, int]:
    """Those who played matches of a game with a person, and how many matches: the most matches first.  Two queries."""
    mine, theirs = SEAT_RESULTS.alias("seats"), SEAT_RESULTS.alias("other_seats")
    count = func.count(theirs.c.match.distinct())
    rows: Any = session.execute(
        select(theirs.c.person, count)
        .select_from(
            mine.join(theirs, theirs.c.match == mine.c.match).join(
                COUNTED_MATCHES, COUNTED_MATCHES.c.match == mine.c.match
            )
        )
        .where(
            mine.c.person == person,
            mine.c.hands > 0,
            theirs.c.hands > 0,
            theirs.c.person.not_in((0, person)),
            COUNTED_MATCHES.c.game == word_number(session, game),
        )
        .group_by(theirs.c.person)
        .order_by(count.desc(), theirs.c.person)
        .limit(most)
    )
    return dict(rows.all())


def companion_number(session: Session, person: int) -> int:
    """How many people played counted matches with a person, in all games.  One query."""
    mine, theirs = SEAT_RESULTS.alias("seats"), SEAT_RESULTS.alias("other_seats")
    counted = (
        select(func.count(theirs.c.person.distinct()))
        .select_from(
            mine.join(theirs, theirs.c.match == mine.c.match).join(
                COUNTED_MATCHES, COUNTED_MATCHES.c.match == mine.c.match
            )
        )
        .where(mine.c.person == person, mine.c.hands > 0, theirs.c.hands > 0, theirs.c.person.not_in((0, person)))
    )
    return session.scalar(counted) or 0


def common_matches(session: Session, game: str, first: int, second: int, *, as_computed: bool = False) -> CommonMatches:
    """The newest matches of a game that two people both played; those without a day are the last.  Two queries.

    ``as_computed``: with the winners that were computed, whatever was ruled about them.
    """
    mine, theirs = SEAT_RESULTS.alias("seats"), SEAT_RESULTS.alias("other_seats")
    matches = COUNTED_MATCHES.c
    won, other_won = (func.max(columns_of(side, as_computed).won) for side in (mine, theirs))
    rows: Any = session.execute(
        select(matches.match, matches.day, matches.event, won, other_won)
        .select_from(
            mine.join(theirs, theirs.c.match == mine.c.match).join(COUNTED_MATCHES, matches.match == mine.c.match)
        )
        .where(
            mine.c.person == first,
            theirs.c.person == second,
            mine.c.hands > 0,
            theirs.c.hands > 0,
            matches.game == word_number(session, game),
        )
        .group_by(matches.match, matches.day, matches.event)
        .order_by(func.coalesce(matches.day, 0).desc(), matches.match.desc())
        .limit(MOST_MATCHES + 1)
    ).all()
    shown = tuple(CommonMatch(*row) for row in rows[:MOST_MATCHES])
    return CommonMatches(shown, len(rows) > MOST_MATCHES, as_computed)


def records(session: Session, first: int, second: int, common: CommonMatches) -> Mapping[Together, Record]:
    """What two people did in common hands as partners and as opponents, where there are such hands.  One query.

    Where nobody has a partner they are opponents; in a hand whose sides are unknown they are neither.
    """
    if not common.matches:
        return {}
    beside = FACTS.alias("beside")
    facts, others = columns_of(FACTS, common.as_computed), columns_of(beside, common.as_computed)
    relation = case((facts.side == beside.c.side, _BESIDE), (facts.side != beside.c.side, _APART), else_=0)
    score, other = cast(facts.score, Float(53)), cast(others.score, Float(53))
    difference = facts.score - others.score
    wide = score - other
    of_match = (
        select(
            relation.label("relation"),
            facts.match,
            func.count().label("hands"),
            func.sum(facts.score).label("score"),
            func.sum(score * score).label("squares"),
            func.sum(others.score).label("other_score"),
            func.sum(other * other).label("other_squares"),
            func.sum(wide * wide).label("difference_squares"),
            func.sum(case((difference > 0, 1), else_=0)).label("more"),
            func.sum(case((difference < 0, 1), else_=0)).label("less"),
            adjusted_hands(facts).label("adjusted"),
        )
        .select_from(
            FACTS.join(
                beside, and_(beside.c.person == second, beside.c.match == facts.match, beside.c.hand == facts.hand)
            )
        )
        .where(facts.person == first, facts.match.in_([common_match.match for common_match in common.matches]))
        .group_by(relation, facts.match)
        .subquery()
    )
    match = of_match.c.match
    won, other_won = (
        won_at_any_seat(match, person, as_computed=common.as_computed).label(name)
        for person, name in ((first, "won"), (second, "other_won"))
    )
    c = select(*of_match.c, won, other_won).subquery().c
    rows: Any = session.execute(
        select(
            c.relation,
            func.count(),
            *(
                func.sum(case((condition, 1), else_=0))
                for condition in (c.won == 1, c.won.is_(None), c.other_won == 1, c.other_won.is_(None))
            ),
            *(func.sum(c[name]) for name in _SUMS),
        )
        .where(c.relation != 0)
        .group_by(c.relation)
    )
    return {
        Together.PARTNERS if relation == _BESIDE else Together.OPPONENTS: _record(*counts)
        for relation, *counts in sorted(rows)
    }


_SUMS: Final = (
    "hands",
    "score",
    "squares",
    "other_score",
    "other_squares",
    "difference_squares",
    "more",
    "less",
    "adjusted",
)


def _record(matches: int, won: int, undecided: int, other_won: int, other_undecided: int, *sums: Any) -> Record:
    hands, score, squares, other_score, other_squares, difference_squares, more, less, adjusted = sums
    return Record(
        MatchCount(int(matches), int(won), int(undecided)),
        MatchCount(int(matches), int(other_won), int(other_undecided)),
        Sample(int(hands), int(score), float(squares)),
        Sample(int(hands), int(other_score), float(other_squares)),
        Sample(int(hands), int(score) - int(other_score), float(difference_squares)),
        int(more),
        int(less),
        int(adjusted),
    )
