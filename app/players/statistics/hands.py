"""The hands of a person, the newest first: those in which something was counted, to be looked at."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import BigInteger, literal, select, tuple_
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.lookup import texts_of
from app.database.tables.matches import Log
from app.database.tables.statistics import FACTS, FIGURES
from app.players.statistics.filters import FactFilter, conditions
from app.players.statistics.unadjusted import columns_of

SIZE: Final = 50
"""Hands of one page."""
COUNTS: Final = ("errors", *(name for name in FIGURES if name != "seconds_fine"))
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
) -> tuple[Sequence[OneHand], tuple[int, int] | None]:
    """A page of the hands of ``wanted.player`` that a filter lets through, and where the next one begins.

    ``count`` is one of ``COUNTS``: hands in which it was counted.  ``before`` is the match and the hand that
    the page comes after.  If a person has several seats in a hand, all of them are on the same page.
    """
    c = columns_of(FACTS, wanted.as_computed)
    asked = conditions(session, wanted)
    if count is not None:
        asked.append(c[count] != 0)
    if place_halves is not None:
        asked.append(c.place_halves == literal(place_halves, BigInteger))
    if before is not None:
        asked += [c.match <= before[0], tuple_(c.match, c.hand) < tuple_(*before)]
    counted = c.score if count is None else c[count]
    rows = session.execute(
        select(c.match, c.hand, c.seat, c.day, c.role, c.place_halves, c.score, c.computed_score.is_not(None), counted)
        .where(*asked)
        .order_by(c.match.desc(), c.hand.desc(), c.seat.desc())
        .limit(SIZE + 1)
    ).all()
    shown = rows[:SIZE]
    if len(rows) > SIZE and rows[SIZE][:2] == shown[-1][:2]:
        shown = [row for row in shown if row[:2] != shown[-1][:2]]
    roles = texts_of(session, {row[4] for row in shown})
    titles = _titles(session, sorted({row[0] for row in shown}))
    hands = [
        OneHand(
            *(match, hand, seat, titles.get(match, ""), day, roles[role or 0], place_halves, score),
            bool(adjusted),
            number if count else None,
        )
        for match, hand, seat, day, role, place_halves, score, adjusted, number in shown
    ]
    return hands, (hands[-1].match, hands[-1].hand) if len(rows) > SIZE else None


def _titles(session: Session, matches: Sequence[int]) -> dict[int, str]:
    rows = session.execute(
        select(col(Log.id), col(Log.title), col(Log.match_id), col(Log.event)).where(col(Log.id).in_(matches))
    )
    return {match or 0: title or match_id or event or "" for match, title, match_id, event in rows}
