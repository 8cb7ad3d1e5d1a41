"""Who is rated how, as pages and the command line show it."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.database.lookup import word_number
from app.database.tables.ratings import RATED_MATCHES, RATING_CHANGES, RATINGS, STANDINGS
from app.database.tables.statistics import COUNTED_MATCHES
from app.players.ratings.model import NOBODY, Rated, Rating
from app.players.statistics.people import keys_of, names_of
from app.text.blocks import TextTable
from app.text.language import _


@dataclass(frozen=True, slots=True)
class LeaderboardPlace:
    """A line of a leaderboard."""

    place: int
    """From 1; of the same strength, who has the lower number comes first."""
    who: Rated
    rating: Rating
    matches: int


class RatedPerson(Struct, frozen=True):
    """Somebody on a leaderboard."""

    person: int
    key: str
    name: str


class LeaderboardLine(Struct, frozen=True):
    """A line of a leaderboard, as pages, the terminal and programs show it."""

    place: int
    people: tuple[RatedPerson, ...]
    at_least: float
    """What the strength is at least, nearly certainly: places are in its order."""
    rating: float
    half: float
    """Half the width of the interval that has the strength with a probability of 95 %."""
    matches: int

    @property
    def names(self) -> list[str]:
        """The names of the people."""
        return [person.name for person in self.people]


@dataclass(frozen=True, slots=True)
class RatingStep:
    """The rating after one match."""

    match: int
    moment: int
    """Microseconds since 1970 UTC."""
    rating: Rating


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a game's matches is rated."""

    rated: int
    undated: int
    """Counted matches without a moment of play: these are never rated."""
    counted: int
    pending: bool
    """Whether results have changed since the ratings were brought up to date."""


def leaderboard(
    session: Session, game: str, *, pairs: bool, page: int, size: int
) -> tuple[list[LeaderboardLine], int, Coverage]:
    """A page (from 1) of the leaderboard of a game, the number of all its lines, and how much of the game is rated."""
    number = word_number(session, game)
    if number is None:
        return [], 0, Coverage(0, 0, 0, False)
    places, total = leaders(session, number, pairs=pairs, page=page, size=size)
    people = {person for place in places for person in place.who}
    keys, names = keys_of(session, people), names_of(session, people)
    lines = [
        LeaderboardLine(
            place.place,
            tuple(RatedPerson(person, keys[person], names[person]) for person in place.who),
            round(place.rating.sure, 4),
            round(place.rating.mean, 4),
            round(2 * place.rating.deviation, 4),
            place.matches,
        )
        for place in places
    ]
    return lines, total, coverage(session, number)


def leaderboard_table(lines: Sequence[LeaderboardLine]) -> TextTable:
    """The lines as a table for a terminal."""
    columns = (
        (_("name"), *(" + ".join(line.names) for line in lines)),
        (_("surely"), *(f"{line.at_least:.1f}" for line in lines)),
        (_("rating"), *(f"{line.rating:.1f}" for line in lines)),
        ("95 %", *(f"+-{line.half:.1f}" for line in lines)),
        (_("matches"), *(str(line.matches) for line in lines)),
    )
    return TextTable.of_lines(("", *(f"{line.place}." for line in lines)), columns)


def leaders(session: Session, game: int, *, pairs: bool, page: int, size: int) -> tuple[list[LeaderboardPlace], int]:
    """A page (from 1) of the leaderboard of a game, the strongest first, and the number of all that are on it."""
    of_kind = (STANDINGS.c.game == game, STANDINGS.c.pair == int(pairs))
    total = session.execute(select(func.count()).select_from(STANDINGS).where(*of_kind)).scalar_one()
    first = (page - 1) * size
    rows = session.execute(
        select(STANDINGS.c.person, STANDINGS.c.partner, STANDINGS.c.mean, STANDINGS.c.deviation, STANDINGS.c.matches)
        .where(*of_kind)
        .order_by(STANDINGS.c.sure.desc(), STANDINGS.c.person, STANDINGS.c.partner)
        .offset(first)
        .limit(size)
    )
    places = [
        LeaderboardPlace(number, _who(person, partner), Rating(mean, deviation), matches)
        for number, (person, partner, mean, deviation, matches) in enumerate(rows, first + 1)
    ]
    return places, total


def rating_of(session: Session, game: int, who: Rated) -> tuple[Rating, int] | None:
    """The last rating of somebody, and the number of matches that it comes from; None if they are not rated."""
    person, partner = _key(who)
    row = session.execute(
        select(STANDINGS.c.mean, STANDINGS.c.deviation, STANDINGS.c.matches).where(
            STANDINGS.c.game == game, STANDINGS.c.person == person, STANDINGS.c.partner == partner
        )
    ).first()
    return None if row is None else (Rating(row[0], row[1]), row[2])


def steps(session: Session, game: int, who: Rated, limit: int) -> Sequence[RatingStep]:
    """The last ratings of somebody, in the order of play."""
    person, partner = _key(who)
    c = RATINGS.c
    last = select(c.place, c.mean, c.deviation).where(c.game == game, c.person == person, c.partner == partner)
    of = last.order_by(c.place.desc()).limit(limit).subquery().c
    rows = session.execute(
        select(RATED_MATCHES.c.match, COUNTED_MATCHES.c.moment, of.mean, of.deviation)
        .join(RATED_MATCHES, (RATED_MATCHES.c.game == game) & (RATED_MATCHES.c.place == of.place))
        .join(COUNTED_MATCHES, COUNTED_MATCHES.c.match == RATED_MATCHES.c.match)
        .order_by(of.place.desc())
    )
    return [RatingStep(match, moment, Rating(mean, deviation)) for match, moment, mean, deviation in rows][::-1]


def coverage(session: Session, game: int) -> Coverage:
    """How many matches of a game are rated, and how many cannot be."""
    counted, dated = session.execute(
        select(func.count(), func.count(COUNTED_MATCHES.c.moment)).where(COUNTED_MATCHES.c.game == game)
    ).one()
    rated = session.execute(select(func.max(RATED_MATCHES.c.place)).where(RATED_MATCHES.c.game == game)).scalar()
    changes = session.execute(
        select(RATING_CHANGES.c.changes, RATING_CHANGES.c.rated).where(RATING_CHANGES.c.game == game)
    ).first()
    return Coverage(rated or 0, counted - dated, counted, changes is not None and changes[0] != changes[1])


def _who(person: int, partner: int) -> Rated:
    return (person,) if partner == NOBODY else (person, partner)


def _key(who: Rated) -> tuple[int, int]:
    return who[0], who[1] if len(who) > 1 else NOBODY
