"""What stands out in how a person plays: the differences that are too large for chance.

A rate is a sum over hands divided by another, such as bombs by hands played, or passes when able by passes.  Its
variance is taken from match to match, so that hands of one match may depend on each other.  Compared are the newest
matches of the person and the newest matches of everybody else, both under the same filter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from operator import mul
from statistics import NormalDist
from typing import Any, Final

from sqlalchemy import ColumnElement, Float, Select, and_, cast, func, select
from sqlalchemy.orm import Session

from app.database.tables.statistics import COUNTED_MATCHES, NOBODY, SEAT_RESULTS, TALLIES, high_part
from app.players.statistics.filters import FactFilter
from app.players.statistics.person import Numbers, Source, measure_of, of_hands, of_matches
from app.players.statistics.tallying import LOW_BITS
from app.players.statistics.unadjusted import columns_of
from engine.replay.game import Game

SAMPLE: Final = 400
"""Matches of the person, and of the others, that are compared at most."""
LOOKED_AT: Final = 4_000
"""The newest matches of the game among which those of the others are looked for."""
LEAST: Final = 8
"""Matches that each side must have, so that a variance means something."""
LEAST_MEASURED: Final = 30
"""Of what a rate is measured by, each side must have as many."""
_CHANCE: Final = 0.0027
"""The probability of three standard deviations: what is allowed for all differences of a page together."""
_OF_EVERY_GAME: Final = ("score", "errors")


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate with half the width of its 95 % interval."""

    count: float
    of: float
    value: float
    half: float
    matches: int

    @property
    def error(self) -> float:
        """The standard error."""
        return self.half / _WIDTH


@dataclass(frozen=True, slots=True)
class RateDifference:
    """A rate of a person compared with that of the others."""

    name: str
    measure: str
    own: Rate
    others: Rate
    z: float
    """By how many standard errors they differ; positive if the person has more."""


@dataclass(frozen=True, slots=True)
class Unlike:
    """The comparison of a person with the others."""

    differences: tuple[RateDifference, ...]
    """Those beyond chance, the largest first."""
    compared: int
    """How many rates were compared."""
    own_matches: int
    other_matches: int
    threshold: float
    own: Mapping[str, Rate]
    """The rates of the person, by figure."""


_WIDTH: Final = NormalDist().inv_cdf(0.975)


def unlike(session: Session, source: Source, person: int, game: Game, wanted: FactFilter, numbers: Numbers) -> Unlike:
    """What a person does unlike the others of the same filter.  Three queries."""
    c = source.c
    matches = select(c.match).where(*source.where).distinct().order_by(c.match.desc()).limit(SAMPLE).subquery()
    first = session.scalar(select(func.min(matches.c.match))) or 0
    newest = select(*_columns(c, game)).where(*source.where, c.match >= first).group_by(c.match, c.seat)
    own = _rates(session, newest, game)
    others = _rates(session, _others(person, game, wanted, numbers), game)
    names = [name for name in own if name in others and _comparable(own[name], others[name])]
    threshold = NormalDist().inv_cdf(1 - _CHANCE / 2 / max(1, len(names)))
    differences = []
    for name in names:
        error = sqrt(_error(own[name], others[name]) ** 2 + others[name].error ** 2)
        difference = own[name].value - others[name].value
        if error > 0 and abs(difference) >= threshold * error:
            differences.append(RateDifference(name, measures(game)[name], own[name], others[name], difference / error))
    return Unlike(
        tuple(sorted(differences, key=lambda rate_difference: -abs(rate_difference.z))),
        len(names),
        max((rate.matches for rate in own.values()), default=0),
        max((rate.matches for rate in others.values()), default=0),
        threshold,
        own,
    )


def measures(game: Game) -> Mapping[str, str]:
    """By figure what it is measured by; figures that are parts of a value of several are left out."""
    of_game = {figure.name: measure_of(figure) for figure in game.statistics.figures if not figure.key}
    return dict.fromkeys(_OF_EVERY_GAME, "hands") | of_game


def _others(person: int, game: Game, wanted: FactFilter, numbers: Numbers) -> Select[Any]:
    """The sums by match and seat of everybody else in the newest matches."""
    counted, seats, c = COUNTED_MATCHES.c, SEAT_RESULTS, columns_of(TALLIES, wanted.as_computed)
    of_game = numbers.of.get(game.name, -1)
    looked_at = (
        select(counted.match, counted.preset, counted.event, counted.day)
        .where(counted.game == of_game)
        .order_by(counted.match.desc())
        .limit(LOOKED_AT)
        .subquery()
    )
    newest = (
        select(looked_at.c.match)
        .where(*of_matches(looked_at.c, wanted, numbers))
        .order_by(looked_at.c.match.desc())
        .limit(SAMPLE)
        .subquery()
    )
    return (
        select(*_columns(c, game))
        .select_from(
            newest.join(seats, seats.c.match == newest.c.match).join(
                TALLIES, and_(c.person == seats.c.person, c.match == seats.c.match, c.seat == seats.c.seat)
            )
        )
        .where(c.person != person, c.person != NOBODY, c.game == of_game, *of_hands(c, wanted, numbers))
        .group_by(c.match, c.seat)
    )


def _columns(c: Any, game: Game) -> list[ColumnElement[Any]]:
    """What rates are made of, for one seat of a match: hands, hands played, score, errors, and the figures."""
    of_every_game = {"hands": c.hands, "played": c.hands * c.play, "score": c.score, "errors": c.errors}
    columns: list[ColumnElement[Any]] = [
        cast(func.sum(value), Float(53)).label(name) for name, value in of_every_game.items()
    ]
    for figure in game.statistics.figures:
        value: ColumnElement[Any] = cast(func.sum(c[figure.name]), Float(53))
        if figure.large:
            value = value + cast(func.sum(c[high_part(figure.name)]), Float(53)) * float(2**LOW_BITS)
        columns.append((value * 10.0**figure.exponent if figure.exponent else value).label(figure.name))
    return columns


def _rates(session: Session, query: Select[Any], game: Game) -> dict[str, Rate]:
    """The rates over rows of `_columns`, each a seat of a match.  One query."""
    rows = session.execute(query).all()
    # A database takes longer to plan so many sums than to give so few rows.
    columns = dict(zip(query.selected_columns.keys(), zip(*rows, strict=True), strict=False))
    rates = {}
    for name, measure in measures(game).items() if rows else ():
        xs, ys = columns[name], columns[measure]
        if None in xs or None in ys:
            # What is not counted yet is not measured by anything.
            counted = [(x, y) for x, y in zip(xs, ys, strict=True) if x is not None and y is not None]
            xs, ys = zip(*counted, strict=True) if counted else ((), ())
        count, of = sum(xs), sum(ys)
        number = len(ys) - ys.count(0)
        if of > 0 and number > 1:
            value = count / of
            squares = sum(map(mul, xs, xs)) - 2 * value * sum(map(mul, xs, ys)) + value * value * sum(map(mul, ys, ys))
            spread = max(0.0, squares) * number / (number - 1)
            rates[name] = Rate(count, of, value, _WIDTH * sqrt(spread) / of, number)
    return rates


def _comparable(own: Rate, others: Rate) -> bool:
    return min(own.matches, others.matches) >= LEAST and min(own.of, others.of) >= LEAST_MEASURED


def _error(own: Rate, others: Rate) -> float:
    """The standard error of a person's rate; at least what the spread of the others lets expect for as much."""
    return max(own.error, others.error * sqrt(others.of / own.of))
