"""The hands of a person to be looked at: those in which something was counted, the newest first, or the worst."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import BigInteger, and_, func, literal, or_, select, tuple_
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.lookup import texts_of
from app.database.tables.matches import Log
from app.database.tables.statistics import FACTS, SEAT_RESULTS
from app.players.statistics.filters import Condition, FactFilter, conditions
from app.players.statistics.unadjusted import columns_of
from engine.games.figures import FIGURES

SIZE: Final = 20
"""Hands of one page."""
WORST: Final = 50
"""The hands with the lowest scores that are listed."""
NEWEST: Final = 5_000
"""Hands among which the worst are looked for."""
COUNTED: Final = 10_000
"""Hands that are counted; of more it is only said that they are more."""
COUNTS: Final = ("errors", *(name for name, figure in FIGURES.items() if not figure.key))
"""What hands can be asked for."""


@dataclass(frozen=True, slots=True)
class OneHand:
    """A hand of a person."""

    match: int
    hand: int
    """From 0."""
    seat: int
    title: str
    """What the match is called; empty if it has no name."""
    day: int | None
    role: str
    place_halves: int | None
    score: int
    adjusted: bool
    """Whether a ruling set the score."""
    count: int | None
    """How often what was asked for was counted; None if nothing was."""


def hands_of(
    session: Session,
    wanted: FactFilter,
    *,
    count: str | None = None,
    place_halves: int | None = None,
    before: tuple[int, int] | None = None,
    limit: int | None = None,
) -> tuple[Sequence[OneHand], tuple[int, int] | None]:
    """A page of the hands of ``wanted.player`` that a filter lets through, and where the next one begins.

    ``count`` is one of ``COUNTS``: hands in which it was counted.  ``before`` is the match and the hand that
    the page comes after.  If a person has several seats in a hand, all of them are on the same page.
    """
    limit = SIZE if limit is None else limit
    c = columns_of(FACTS, wanted.as_computed)
    asked = _asked(session, wanted, count, place_halves)
    if before is not None:
        asked += [c.match <= before[0], tuple_(c.match, c.hand) < tuple_(*before)]
    counted = c.score if count is None else c[count]
    rows = session.execute(
        select(c.match, c.hand, c.seat, c.day, c.role, c.place_halves, c.score, c.computed_score.is_not(None), counted)
        .where(*asked)
        .order_by(c.match.desc(), c.hand.desc(), c.seat.desc())
        .limit(limit + 1)
    ).all()
    shown = rows[:limit]
    if len(rows) > limit and rows[limit][:2] == shown[-1][:2]:
        shown = [row for row in shown if row[:2] != shown[-1][:2]]
    hands = _hands(session, shown, counted=count is not None)
    return hands, (hands[-1].match, hands[-1].hand) if len(rows) > limit else None


def number_of_hands(
    session: Session,
    wanted: FactFilter,
    *,
    count: str | None = None,
    place_halves: int | None = None,
    undated: bool = False,
) -> int:
    """How many hands `hands_of` finds on all pages, at most one more than `COUNTED`.

    ``undated``: how many it would find without a date, in place of the days that are asked for.
    """
    asked = _asked(session, replace(wanted, since=None, until=None) if undated else wanted, count, place_halves)
    if undated:
        asked.append(FACTS.c.day.is_(None))
    subquery = select(FACTS.c.match, FACTS.c.hand).where(*asked).distinct().limit(COUNTED + 1).subquery()
    return session.scalar(select(func.count()).select_from(subquery)) or 0


def _asked(session: Session, wanted: FactFilter, count: str | None, place_halves: int | None) -> list[Condition]:
    c = columns_of(FACTS, wanted.as_computed)
    asked = conditions(session, wanted)
    if count is not None:
        asked.append(c[count] != 0)
    if place_halves is not None:
        asked.append(c.place_halves == literal(place_halves, BigInteger))
    return asked


def worst_hands_of(session: Session, wanted: FactFilter) -> Sequence[OneHand]:
    """The hands of ``wanted.player`` with the lowest scores, of the newest that a filter lets through.

    Of equal scores, the hands in which another seat won most come first, and then the newest; ``count`` of a hand is
    what that seat won.
    """
    c = columns_of(FACTS, wanted.as_computed)
    newest = (
        select(
            *(c[name].label(name) for name in ("match", "hand", "seat", "day", "role", "place_halves", "score")),
            c.computed_score.is_not(None),
        )
        .where(*conditions(session, wanted))
        .order_by(c.match.desc(), c.hand.desc(), c.seat.desc())
        .limit(NEWEST)
        .subquery()
    )
    others, results = columns_of(other := FACTS.alias("other"), wanted.as_computed), SEAT_RESULTS.c
    same = and_(other.c.person == results.person, other.c.match == results.match, other.c.seat == results.seat)
    most = (
        select(func.max(others.score))
        .select_from(SEAT_RESULTS.join(other, same))
        .where(results.match == newest.c.match, other.c.hand == newest.c.hand)
        .scalar_subquery()
    )
    lost = newest.c.score <= 0, or_(newest.c.score < 0, most > 0)
    rows = session.execute(
        select(newest, most)
        .where(*lost)
        .order_by(newest.c.score, most.desc(), *(newest.c[name].desc() for name in ("match", "hand", "seat")))
        .limit(WORST)
    ).all()
    return _hands(session, rows, counted=True)


def _hands(session: Session, shown: Sequence[Any], *, counted: bool) -> list[OneHand]:
    roles = texts_of(session, {row[4] for row in shown})
    titles = _titles(session, sorted({row[0] for row in shown}))
    return [
        OneHand(
            *(match, hand, seat, titles.get(match, ""), day, roles[role or 0], place_halves, score),
            bool(adjusted),
            number if counted else None,
        )
        for match, hand, seat, day, role, place_halves, score, adjusted, number in shown
    ]


def _titles(session: Session, matches: Sequence[int]) -> dict[int, str]:
    rows = session.execute(
        select(col(Log.id), col(Log.title), col(Log.match_id), col(Log.event)).where(col(Log.id).in_(matches))
    )
    return {match or 0: title or match_id or event or "" for match, title, match_id, event in rows}
