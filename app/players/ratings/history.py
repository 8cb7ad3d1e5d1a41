"""Brings ratings up to date: from the first match on whose result, or place in the order, has changed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, tuple_, update
from sqlalchemy.orm import Session, sessionmaker

from app.database.opening import transact
from app.database.tables.ratings import RATED_MATCHES, RATING_CHANGES, RATINGS, STANDINGS
from app.players.ratings.model import NOBODY, Rated, Rating, rate
from app.players.ratings.results import Result, results

_AT_ONCE: Final = 400
Standing = tuple[Rating, int]
Values = dict[str, object]
"""A row of a table, by column."""
"""A rating, and the number of matches that it comes from."""


def bring_up_to_date(sessions: sessionmaker[Session], game: int, done: Callable[[int], None] = lambda _: None) -> int:
    """Rates what is not rated yet.  Returns the number of matches that were rated.

    Each batch is committed, so that a rating that was stopped goes on where it was.  ``done`` is called with the number
    of matches of each batch.
    """
    with sessions() as session:
        seen = session.execute(select(RATING_CHANGES.c.changes).where(RATING_CHANGES.c.game == game)).scalar()
    place = rated = 0
    same = True
    with sessions() as reading:
        for batch in results(reading, game):
            start = place + 1
            place += len(batch)
            if same:
                known = _signatures(sessions, game, start, place)
                first = next((n for n, result in enumerate(batch) if known.get(start + n) != result.signature), None)
                if first is None:
                    done(len(batch))
                    continue
                same = False
                start, batch = start + first, batch[first:]
                _forget_from(sessions, game, start)
            transact(sessions, lambda session, at=start, these=batch: _append(session, game, at, these))  # type: ignore[misc]
            rated += len(batch)
            done(len(batch))
    if same:
        _forget_from(sessions, game, place + 1)
    transact(
        sessions,
        lambda session: session.execute(
            update(RATING_CHANGES).where(RATING_CHANGES.c.game == game).values(rated=seen or 0)
        ),
    )
    return rated


def _signatures(sessions: sessionmaker[Session], game: int, first: int, last: int) -> dict[int, str]:
    with sessions() as session:
        rows = session.execute(
            select(RATED_MATCHES.c.place, RATED_MATCHES.c.signature).where(
                RATED_MATCHES.c.game == game, RATED_MATCHES.c.place.between(first, last)
            )
        )
        return {row.place: row.signature for row in rows}


def _forget_from(sessions: sessionmaker[Session], game: int, place: int) -> None:
    """Removes the ratings from a place of the order on, from the end backwards, and restores what was last before."""
    while transact(sessions, lambda session: _forget_last(session, game, place)):
        pass


def _forget_last(session: Session, game: int, place: int) -> bool:
    """Removes the last rated matches, at most a batch, but none before a place.  Returns whether there are more."""
    last = session.execute(select(func.max(RATED_MATCHES.c.place)).where(RATED_MATCHES.c.game == game)).scalar()
    if last is None or last < place:
        return False
    first = max(place, last - _AT_ONCE + 1)
    gone = (RATINGS.c.game == game) & (RATINGS.c.place >= first)
    touched = [
        (person, partner)
        for person, partner in session.execute(
            select(RATINGS.c.person, RATINGS.c.partner).where(gone).distinct().order_by("person", "partner")
        )
    ]
    session.execute(delete(RATINGS).where(gone))
    session.execute(delete(RATED_MATCHES).where(RATED_MATCHES.c.game == game, RATED_MATCHES.c.place >= first))
    for some in _parts(touched):
        session.execute(delete(STANDINGS).where(STANDINGS.c.game == game, _who(STANDINGS).in_(some)))
        newest = (
            select(RATINGS.c.person, RATINGS.c.partner, func.max(RATINGS.c.place).label("place"))
            .where(RATINGS.c.game == game, _who(RATINGS).in_(some))
            .group_by(RATINGS.c.person, RATINGS.c.partner)
            .subquery()
        )
        rows = session.execute(
            select(RATINGS).join(
                newest,
                (RATINGS.c.game == game)
                & (RATINGS.c.person == newest.c.person)
                & (RATINGS.c.partner == newest.c.partner)
                & (RATINGS.c.place == newest.c.place),
            )
        ).mappings()
        _insert(session, STANDINGS, [standing_row(dict(row), Rating(row["mean"], row["deviation"])) for row in rows])
    return bool(first > place)


def _append(session: Session, game: int, first: int, batch: Sequence[Result]) -> None:
    """Rates matches that follow those that are rated, from a place of the order on."""
    known = _standings(session, game, {who for result in batch for who in result.rated})
    history = rated_rows(game, first, batch, known)
    touched: dict[Rated, Values] = {rated_of(row): row for row in history}
    _insert(session, RATINGS, history)
    for some in _parts(sorted(_key(who) for who in touched)):
        session.execute(delete(STANDINGS).where(STANDINGS.c.game == game, _who(STANDINGS).in_(some)))
    _insert(session, STANDINGS, [standing_row(touched[who], known[who][0]) for who in sorted(touched)])
    _insert(
        session,
        RATED_MATCHES,
        match_rows(game, first, batch),
    )


def rated_rows(game: int, first: int, batch: Sequence[Result], known: dict[Rated, Standing]) -> list[Values]:
    """The rows of ratings after some matches, from a place of the order on; ``known`` is brought up to date."""
    history: list[Values] = []
    for place, result in enumerate(batch, first):
        before = {who: known[who][0] for who in result.rated if who in known}
        for who, rating in rate(result.sides, before).items():
            matches = known[who][1] + 1 if who in known else 1
            known[who] = rating, matches
            history.append(_row(game, who, place, rating, matches))
    return history


def match_rows(game: int, first: int, batch: Sequence[Result]) -> list[Values]:
    """The rows of some rated matches, from a place of the order on."""
    return [
        {"game": game, "place": place, "match": result.match, "signature": result.signature}
        for place, result in enumerate(batch, first)
    ]


def _standings(session: Session, game: int, who: Iterable[Rated]) -> dict[Rated, Standing]:
    standings: dict[Rated, Standing] = {}
    for some in _parts(sorted(map(_key, who))):
        rows = session.execute(
            select(
                STANDINGS.c.person, STANDINGS.c.partner, STANDINGS.c.mean, STANDINGS.c.deviation, STANDINGS.c.matches
            ).where(STANDINGS.c.game == game, _who(STANDINGS).in_(some))
        )
        for person, partner, mean, deviation, matches in rows:
            standings[(person,) if partner == NOBODY else (person, partner)] = Rating(mean, deviation), matches
    return standings


def _row(game: int, who: Rated, place: int, rating: Rating, matches: int) -> Values:
    person, partner = _key(who)
    return {
        "game": game,
        "person": person,
        "partner": partner,
        "place": place,
        "matches": matches,
        "mean": rating.mean,
        "deviation": rating.deviation,
    }


def standing_row(row: Values, rating: Rating) -> Values:
    """The row of the last rating of somebody, from that row of ratings."""
    return row | {"pair": int(row["partner"] != NOBODY), "sure": rating.sure}


def rated_of(row: Mapping[str, Any]) -> Rated:
    """Whose rating a row has."""
    return (row["person"],) if row["partner"] == NOBODY else (row["person"], row["partner"])


def _key(who: Rated) -> tuple[int, int]:
    return who[0], who[1] if len(who) > 1 else NOBODY


def _who(table: Any) -> Any:
    return tuple_(table.c.person, table.c.partner)


def _insert(session: Session, table: Any, rows: list[Values]) -> None:
    if rows:
        session.execute(insert(table), rows)


def _parts(keys: Sequence[tuple[int, int]]) -> Iterator[Sequence[tuple[int, int]]]:
    for start in range(0, len(keys), _AT_ONCE):
        yield keys[start : start + _AT_ONCE]
