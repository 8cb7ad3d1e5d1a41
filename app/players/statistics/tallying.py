"""Sums of facts by seat and match: what pages add up, so that they need not read each hand.

They are written with the facts (`app.players.statistics.tally_rows`); the query here adds up those of some facts.
"""

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    bindparam,
    case,
    cast,
    delete,
    func,
    null,
    select,
)
from sqlalchemy import Float as FloatType
from sqlalchemy.orm import Session

from app.database.tables.statistics import (
    COUNTED_MATCHES,
    NO_WORD,
    PARTNERSHIPS,
    PLACE_HALVES,
    SEAT_RESULTS,
    TALLIES,
    high_part,
)
from engine.games.figures import FIGURES

LOW_BITS: Final = 20
"""The number of low bits of a large figure that are summed apart, so that no database runs out of bits."""
LOW: Final = 2**LOW_BITS - 1


def above(column: ColumnElement[int]) -> ColumnElement[int]:
    """What a large figure has above its low bits, in units of them."""
    # PostgreSQL shifts by numbers of four bytes only.
    return column.bitwise_rshift(cast(LOW_BITS, Integer))


def remove_tallies(session: Session, matches: Collection[int]) -> None:
    """Removes the sums of some matches, whose seats are still there: these lead to the keys of the sums."""
    seats, games = SEAT_RESULTS.c, COUNTED_MATCHES.c
    rows = session.execute(
        select(seats.person, games.game, seats.match)
        .join(COUNTED_MATCHES, games.match == seats.match)
        .where(seats.match.in_(sorted(matches)))
        .distinct()
    ).all()
    of_match: dict[int, list[int]] = {}
    for person, _, match in rows:
        of_match.setdefault(match, []).append(person)
    beside = [(person, game, partner, match) for person, game, match in rows for partner in of_match[match]]
    for table, names, keys in (
        (TALLIES, ("person", "game", "match"), [tuple(row) for row in rows]),
        (PARTNERSHIPS, ("person", "game", "partner", "match"), beside),
    ):
        if keys:
            session.connection().execute(
                delete(table).where(*(table.c[name] == bindparam(f"of_{name}") for name in names)),
                [{f"of_{name}": value for name, value in zip(names, key, strict=True)} for key in keys],
            )


def tallies_of(c: Any, play: int | None) -> tuple[list[str], Select[Any]]:
    """The columns of ``TALLIES``, and their sums over facts with the columns ``c``.

    Conditions may still be added to the query.
    """
    role, of_play = func.coalesce(c.role, NO_WORD), case((c.basis == play, 1), else_=0)
    score = cast(c.score, FloatType(53))
    columns: dict[str, ColumnElement[Any]] = {
        "person": c.person,
        "game": c.game,
        "match": c.match,
        "seat": c.seat,
        "role": role,
        "play": of_play,
        "player": func.max(c.player),
        "preset": func.max(c.preset),
        "event": func.max(c.event),
        "day": func.max(c.day),
        "won": func.max(c.won),
        "hands": func.count(),
        "score": func.sum(c.score),
        "squares": func.sum(score * score),
        "errors": func.sum(c.errors),
    }
    for place_halves in PLACE_HALVES:
        columns[f"at_{place_halves}"] = func.sum(case((c.place_halves == place_halves, 1)))
        columns[f"score_at_{place_halves}"] = func.sum(case((c.place_halves == place_halves, c.score)))
    for figure in FIGURES.values():
        of = c[figure.name]
        summed = {figure.name: func.sum(of)}
        if figure.large:
            summed = {figure.name: func.sum(of.bitwise_and(LOW)), high_part(figure.name): func.sum(above(of))}
        for name, column in summed.items():
            columns[name] = case((func.count(of) == func.count(), column), else_=null()) if figure.later else column
    chosen = select(*(column.label(name) for name, column in columns.items()))
    return list(columns), chosen.group_by(c.person, c.game, c.match, c.seat, role, of_play)
