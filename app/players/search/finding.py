"""Finds hands, a page at a time, the newest match first and its last hand first.

A search begins with the index that leads to the fewest rows, and looks each of them up in the other conditions by keys.
It looks at so many rows at most: where there are more, it says how far it came, and the next search goes on there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from sqlalchemy import CTE, BigInteger, ColumnElement, Select, and_, cast, func, or_, select, tuple_
from sqlalchemy.orm import Session

from app.database.row_pages import PER_PAGE
from app.database.tables.reviews import REVIEWED_SEATS
from app.database.tables.statistics import COUNTED_MATCHES, FACTS, SEAT_RESULTS
from app.matches.list_query import keep_to_indexes
from app.players.search.conditions import Sought, number_columns, sought
from app.players.search.fields import fields
from app.players.search.query import HandQuery, NumberCondition
from app.players.search.starts import FIRST, HANDS, LEAST_FIRST, HandPosition, HandStart, Seats, Walk
from app.players.statistics.plays import BLOCK, has_hands, is_among, is_in_some
from engine.record import bounds

WORK: Final = 100_000
"""Rows that are looked up for one page, about."""
LEAST_ROWS: Final = 1_000
"""Rows of an index that are looked at in any case, however many rows each leads to."""
LEAST_HANDS: Final = bounds.HANDS
"""Hands of matches that are looked at in any case."""
COUNTED: Final = 2_000
"""Rows of an index that are counted to find the one with the fewest."""
MATCHES_COUNTED: Final = 10_000
"""Matches whose hands are counted."""
MATCHES: Final = 2_000
"""Matches that are looked at for one page, at most."""
LEFT_OUT: Final = ("enable_seqscan", "enable_bitmapscan", "enable_mergejoin", "enable_hashjoin")
"""What PostgreSQL may not do for a search: the rows that it begins with are looked up elsewhere one by one."""
_SEATS: Final = 4
"""Seats of a hand, about."""


@dataclass(frozen=True, slots=True)
class SeatFound:
    """A seat that meets the conditions."""

    seat: int
    person: int
    values: dict[str, Any]
    """What the row of facts has: place_halves, score, computed_score (None if no ruling set the score), role (the
    number of a word), errors, won, and the numbers asked for.
    """


@dataclass(frozen=True, slots=True)
class HandFound:
    """A hand with the seats that meet the conditions."""

    match: int
    hand: int
    """From 0."""
    seats: tuple[SeatFound, ...]


@dataclass(frozen=True, slots=True)
class HandsPage:
    """A page of hands."""

    hands: tuple[HandFound, ...]
    older: HandPosition | None = None
    """Where the next page begins; None if there is nothing further."""
    stopped: bool = False
    """Whether the search looked at as much as it may before the page was full."""
    looked_at: int = 0
    """The number of hands that were looked at, where it stopped."""
    unknown: tuple[str, ...] = ()
    """Why nothing can be found, a sentence each."""


@dataclass(frozen=True, slots=True)
class _Reach:
    """Rows that are looked at."""

    rows: CTE | None
    """None where there are none."""
    seats: Seats
    least: int | None
    """Hands before this place were not looked at, or not at all of their seats; None if all were."""
    hands: int = 0


@dataclass(frozen=True, slots=True)
class ReviewCoverage:
    """How much is reviewed of the matches that a query asks for."""

    hands: int
    """The hands of these matches."""
    reviewed: int
    """Those whose decisions are reviewed."""
    matches: int
    """How many matches they are; at most `MATCHES`, the newest."""


def find(
    session: Session,
    query: HandQuery,
    before: HandPosition | None = None,
    *,
    limit: int = PER_PAGE,
    undated: bool = False,
) -> HandsPage:
    """The newest hands that a query lets through, of those before a place.  At most ten queries.

    ``undated``: hands of matches without a date are asked for in place of the days of the query.
    """
    keep_to_indexes(session, LEFT_OUT)
    wanted = sought(session, query, undated=undated)
    if wanted.unknown:
        return HandsPage((), unknown=tuple(wanted.unknown))
    for reach in _reaches(session, wanted, before):
        hands = [] if reach.rows is None else _hands(session, query, wanted, reach, before, limit)
        if len(hands) > limit:
            return HandsPage(tuple(hands[:limit]), HandPosition(hands[limit - 1].match, hands[limit - 1].hand))
        if reach.least is None:
            break
    older = None if reach.least is None else HandPosition.of(reach.least)
    return HandsPage(tuple(hands), older, reach.least is not None, reach.hands)


def number_of_hands(session: Session) -> tuple[int, bool]:
    """The number of hands in the newest `MATCHES_COUNTED` matches, and whether there are more matches."""
    keep_to_indexes(session, LEFT_OUT)
    matches = COUNTED_MATCHES.c
    hands = session.scalars(select(matches.hands).order_by(matches.match.desc()).limit(MATCHES_COUNTED + 1)).all()
    return sum(hands[:MATCHES_COUNTED]), len(hands) > MATCHES_COUNTED


def how_many_reviewed(session: Session, query: HandQuery) -> ReviewCoverage | None:
    """How much is reviewed of the newest matches that meet what a query asks of a match; None if it asks no review."""
    if not any(
        isinstance(condition, NumberCondition) and fields()[condition.field].reviewed for condition in query.conditions
    ):
        return None
    keep_to_indexes(session, LEFT_OUT)
    wanted = sought(session, query)
    start = wanted.walks[0] if wanted.walks else Walk()
    rows = session.execute(start.matches(wanted.of_match, None, MATCHES)).all()
    hands = {match: count for match, count, meets in rows if meets}
    seats, matches = REVIEWED_SEATS.c, COUNTED_MATCHES.c
    reviewed = (
        select(func.count())
        .select_from(COUNTED_MATCHES)
        .join(REVIEWED_SEATS, and_(seats.match == matches.match, seats.judgement == matches.judgement))
        .where(matches.match.in_(hands), seats.seat == 0)
    )
    return ReviewCoverage(sum(hands.values()), session.scalar(reviewed) or 0, len(hands))


def _reaches(session: Session, wanted: Sought, before: HandPosition | None) -> Iterator[_Reach]:
    """Rows that are looked at: few, then as many as may be, these among them."""
    start = _start(session, wanted)
    if isinstance(start, Walk):
        yield _walked(session, start, wanted, before)
        return
    sure = [condition for hand_start, condition in wanted.sure if hand_start is start]
    wanted.of_seat = [condition for condition in wanted.of_seat if not any(condition is one for one in sure)]
    yield _read(session, start, start.rows(before, FIRST, LEAST_FIRST), counted=False)
    yield _read(session, start, start.rows(before, max(LEAST_ROWS, WORK // wanted.lookups)))


def _start(session: Session, wanted: Sought) -> HandStart | Walk:
    """The start with the fewest rows, counted up to a bound.  A match has a row for each hand and seat."""
    starts: list[HandStart | Walk] = [*wanted.starts, *wanted.walks]
    if len(starts) < 2:
        return starts[0] if starts else Walk()
    numbers = session.execute(select(*(start.count(COUNTED) for start in starts))).one()
    costs = [
        count * (len(start.parts) if isinstance(start, HandStart) and count >= COUNTED else 1)
        if isinstance(start, HandStart)
        else count * _SEATS * 8
        for start, count in zip(starts, numbers, strict=True)
    ]
    return starts[costs.index(min(costs))]


def _read(session: Session, start: HandStart, selection: tuple[Any, int], *, counted: bool = True) -> _Reach:
    """The rows of an index that are looked at, of what `HandStart.rows` gives; ``counted``: with their hands."""
    selected, most = selection
    rows = selected.cte("looked_at")
    at = cast(rows.c.match, BigInteger) * HANDS + cast(rows.c.hand, BigInteger)
    parts = session.execute(select(rows.c.part, func.count(), func.min(at)).group_by(rows.c.part)).all()
    if not parts:
        return _Reach(None, start.seats, None)
    ends = [least for _, count, least in parts if count >= most]
    if not ends:
        return _Reach(rows, start.seats, None)
    # The hand at the end is looked at again by the next search: not all of its rows may be among these.
    end = max(ends) + 1
    if not counted:
        return _Reach(rows, start.seats, end)
    number = select(func.count(at.distinct())).where(at >= end)
    if start.seats is Seats.BITS:
        in_hands = (func.max(has_hand) for has_hand in has_hands(rows.c.seat))
        blocks = select(*in_hands).where(at >= end).group_by(at).subquery()
        number = select(func.sum(sum(blocks.c)))
    return _Reach(rows, start.seats, end, int(session.scalar(number) or 0))


def _walked(session: Session, start: Walk, wanted: Sought, before: HandPosition | None) -> _Reach:
    """The matches that are looked at, whole."""
    rows = session.execute(start.matches(wanted.of_match, before, MATCHES + 1)).all()
    matches = rows[:MATCHES]
    budget = max(LEAST_HANDS, WORK // wanted.lookups // _SEATS)
    chosen, hands, seen = [], 0, 0
    for match, count, meets in matches:
        if meets and hands and hands + count > budget:
            break
        seen += 1
        if meets:
            hands += count
            chosen.append(match)
    least = None if seen == len(rows) else matches[seen - 1][0] * HANDS
    if not chosen:
        return _Reach(None, Seats.ALL, least, sum(row[1] for row in matches[:seen]))
    columns = COUNTED_MATCHES.c
    walk = (
        select(columns.match)
        .where(columns.match >= chosen[-1], columns.match <= chosen[0], *wanted.of_match)
        .order_by(columns.match.desc())
        .limit(len(chosen))
        .cte("looked_at")
    )
    return _Reach(walk, Seats.ALL, least, hands)


def _hands(
    session: Session, query: HandQuery, wanted: Sought, reach: _Reach, before: HandPosition | None, limit: int
) -> list[HandFound]:
    """The hands among the rows that are looked at, at most one more than a limit."""
    most = (limit + 1) * bounds.PLAYERS
    rows = session.execute(_selected(query, wanted, reach, before).limit(most)).mappings().all()
    hands_found = [
        HandFound(
            match,
            hand,
            tuple(
                SeatFound(row["seat"], row["person"], {name: row[name] for name in row if name not in _KEY})
                for row in seats
            ),
        )
        for (match, hand), seats in groupby(rows, key=lambda row: (row["match"], row["hand"]))
    ]
    return hands_found[: limit + 1]


_KEY: Final = frozenset({"match", "hand", "seat", "person"})


def _selected(query: HandQuery, wanted: Sought, reach: _Reach, before: HandPosition | None) -> Select[Any]:
    facts, seats, rows = FACTS.c, SEAT_RESULTS.c, reach.rows
    assert rows is not None
    names = ["match", "hand", "seat", "person", "place_halves", "score", "computed_score", "role", "errors", "won"]
    names += number_columns(query)
    of_hand = facts.match == rows.c.match
    if reach.seats is Seats.BITS:
        of_block = facts.hand.between(rows.c.hand, rows.c.hand + (BLOCK - 1))
        of_hand = and_(of_hand, of_block, is_among(rows.c.seat, facts.hand, facts.seat))
    elif reach.seats is not Seats.ALL:
        of_hand = and_(of_hand, facts.hand == rows.c.hand)
    order = (
        select(*(facts[name] for name in dict.fromkeys(names)))
        .select_from(rows)
        .join(SEAT_RESULTS, and_(seats.match == rows.c.match, *_of_seat(reach.seats, rows)))
        .join(FACTS, and_(facts.person == seats.person, of_hand, facts.seat == seats.seat))
        .where(*wanted.of_seat)
        .distinct()
        .order_by(facts.match.desc(), facts.hand.desc(), facts.seat)
    )
    place = tuple_(facts.match, facts.hand)
    if before is not None:
        order = order.where(place < tuple_(before.match, before.hand))
    if reach.least is not None:
        least = HandPosition.of(reach.least)
        order = order.where(rows.c.match >= least.match, place >= tuple_(least.match, least.hand))
    return order


def _of_seat(seats: Seats, rows: CTE) -> Sequence[ColumnElement[bool]]:
    of_results = SEAT_RESULTS.c.seat
    match seats:
        case Seats.SAME:
            return (of_results == rows.c.seat,)
        case Seats.OTHERS:
            return (of_results != rows.c.seat,)
        case Seats.SAME_OR_ALL:
            return (or_(rows.c.seat < 0, of_results == rows.c.seat),)
        case Seats.BITS:
            return (is_in_some(rows.c.seat, of_results),)
        case _:
            return ()
