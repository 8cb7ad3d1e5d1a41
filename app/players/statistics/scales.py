"""Whether the scores of some matches have one scale, so that a mean of them means something."""

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Float, Select, cast, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.lookup import word_number
from app.database.packing import unpacked
from app.database.tables.matches import Judgement
from app.database.tables.statistics import COUNTED_MATCHES, FACTS, SEAT_RESULTS
from app.players.statistics.filters import FactFilter
from app.players.statistics.match_rows import day_number
from app.players.statistics.season import SeasonMatches, seats_with_facts
from engine.games import GAMES
from engine.statistics.person import normal


def mixed_in_season(session: Session, game: str, season: SeasonMatches) -> bool:
    """Whether scores of a season in a game have unlike scales."""
    return _mixed(session, game, select(COUNTED_MATCHES.c.match).where(COUNTED_MATCHES.c.match.in_(season.ids)), None)


def mixed_under(session: Session, game: str, wanted: FactFilter, person: int | None = None) -> bool:
    """Whether scores in a game have unlike scales: those of a person, or everybody's, in the matches that a filter
    lets through by its day, preset and event.
    """
    c = COUNTED_MATCHES.c
    matches = select(c.match).where(*_conditions(session, game, wanted))
    if person is not None:
        matches = matches.where(c.match.in_(select(SEAT_RESULTS.c.match).where(SEAT_RESULTS.c.person == person)))
    return _mixed(session, game, matches, person)


def _conditions(session: Session, game: str, wanted: FactFilter) -> list[ColumnElement[bool]]:
    c = COUNTED_MATCHES.c
    conditions: list[ColumnElement[bool]] = [c.game == _number(session, game)]
    if wanted.preset is not None:
        conditions.append(c.preset == _number(session, wanted.preset))
    if wanted.event is not None:
        conditions.append(c.event == _number(session, normal(wanted.event)))
    if wanted.since is not None:
        conditions.append(c.day >= day_number(wanted.since))
    if wanted.until is not None:
        conditions.append(c.day <= day_number(wanted.until))
    return conditions


def _number(session: Session, text: str) -> int:
    number = word_number(session, text)
    return -1 if number is None else number


def _mixed(session: Session, game: str, matches: Select[Any], person: int | None) -> bool:
    scale = GAMES[game].scale
    if not scale:
        return False
    c = COUNTED_MATCHES.c
    one_each = select(func.min(c.judgement)).where(c.match.in_(matches)).group_by(c.options)
    rows = session.execute(
        select(col(Judgement.report), col(Judgement.report_size)).where(col(Judgement.id).in_(one_each))
    )
    scales = set()
    for packed, size in rows:
        options = msgspec.json.decode(unpacked(packed, size))["rules"]["options"]
        scales.add(repr([options.get(name) for name in scale]))
        if len(scales) > 1:
            return True
    return "stakes" in GAMES[game].setup_fields and _stakes_differ(session, matches, person)


def _stakes_differ(session: Session, matches: Select[Any], person: int | None) -> bool:
    """Whether a unit is worth more points in some hands, or against some seats, than in others."""
    computed = func.coalesce(FACTS.c.computed_score, FACTS.c.score)
    worth = cast(computed, Float(53)) / cast(FACTS.c.units, Float(53))
    query = (
        select(func.min(worth), func.max(worth))
        .select_from(seats_with_facts())
        .where(SEAT_RESULTS.c.match.in_(matches), FACTS.c.units != 0)
    )
    if person is not None:
        query = query.where(SEAT_RESULTS.c.person == person)
    least, most = session.execute(query).one()
    return bool(least != most)
