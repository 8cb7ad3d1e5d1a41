"""The results of matches as ratings take them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.matches import Log
from app.database.tables.statistics import COUNTED_MATCHES, SEAT_RESULTS
from app.players.ratings.model import Rated, RatedSide, rated_in

BATCH: Final = 500
"""Matches of one transaction."""
_LEAST_SIDES: Final = 2


@dataclass(frozen=True, slots=True)
class Result:
    """A match that is rated."""

    match: int
    sides: tuple[RatedSide, ...]
    """In the order of their first seats."""

    @property
    def rated(self) -> list[Rated]:
        """Who is rated by it."""
        return rated_in(self.sides)

    @property
    def signature(self) -> str:
        """The SHA-256 of what ratings depend on."""
        said = [self.match, *([list(side.people), side.place] for side in self.sides)]
        return sha256(json.dumps(said, separators=(",", ":")).encode()).hexdigest()


def results(session: Session, game: int) -> Iterator[list[Result]]:
    """The rated matches of a game in the order of play, in batches.

    They are those with a moment of play, at least two sides that somebody is rated on, and a known result: the winner
    where the seats of a team have one result, otherwise the totals.  Matches of one moment are in the order of the
    SHA-256 of their logs.
    """
    order = (COUNTED_MATCHES.c.moment, col(Log.blob_sha256), col(Log.position), COUNTED_MATCHES.c.match)
    matches = session.execute(
        select(COUNTED_MATCHES.c.match)
        .join(Log, col(Log.id) == COUNTED_MATCHES.c.match)
        .where(COUNTED_MATCHES.c.game == game, COUNTED_MATCHES.c.moment.is_not(None))
        .order_by(*order)
    ).scalars()
    for batch in matches.partitions(BATCH):
        sides = _sides(session, batch)
        yield [
            Result(match, sides[match])
            for match in batch
            if match in sides and len(sides[match]) >= _LEAST_SIDES and rated_in(sides[match])
        ]


def _sides(session: Session, matches: Sequence[int]) -> dict[int, tuple[RatedSide, ...]]:
    """The sides of those of some matches whose result is known."""
    rows = session.execute(
        select(
            SEAT_RESULTS.c.match,
            SEAT_RESULTS.c.team,
            SEAT_RESULTS.c.person,
            SEAT_RESULTS.c.total,
            SEAT_RESULTS.c.won,
        )
        .where(SEAT_RESULTS.c.match.in_(matches))
        .order_by(SEAT_RESULTS.c.match, SEAT_RESULTS.c.seat)
    )
    seats: dict[int, dict[int, list[tuple[int, int | None, int | None]]]] = {}
    for match, team, person, total, won in rows:
        seats.setdefault(match, {}).setdefault(team, []).append((person, total, won))
    sides = {match: _placed(list(teams.values())) for match, teams in seats.items()}
    return {match: placed for match, placed in sides.items() if placed is not None}


def _placed(teams: Sequence[Sequence[tuple[int, int | None, int | None]]]) -> tuple[RatedSide, ...] | None:
    """The sides with their places; None where the result is not known."""
    by_team = any(len(seats) > 1 for seats in teams)
    values = [seats[0][2] if by_team else seats[0][1] for seats in teams]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    return tuple(
        RatedSide(tuple(person for person, _, _ in seats), sum(other > value for other in known))
        for seats, value in zip(teams, known, strict=True)
    )
