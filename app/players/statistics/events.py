"""The list of events, each with its matches, days and games."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, func, literal, select, union_all
from sqlalchemy.orm import Session

from app.database.lookup import known_numbers, texts_of
from app.database.tables.statistics import COUNTED_MATCHES
from app.matches.shown_names import hidden_names, without_names
from engine.games import GAMES

SIZE: Final = 30
"""Events of one page of the list."""
COUNTED: Final = 1_000
"""Matches of an event in a game that are counted; of more it is only said that they are more."""


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the list."""

    number: int
    """By which the list is in order: of two events, the one that was first seen later has the larger one."""
    text: str
    """Empty for matches without an event; without the names that are hidden from who asks."""
    is_whole: bool
    """Whether no name is left out of it, so that the event can be asked for by it."""
    games: Mapping[str, int]
    """Matches by game, at most one more than `COUNTED`, in the order of games."""
    first: int | None
    last: int | None
    """The first and the last day, as the number YYYYMMDD; None if no match has one."""


@dataclass(frozen=True, slots=True)
class Events:
    """A page of the list."""

    events: tuple[Event, ...]
    next: int | None
    """The number of the last event of this page, if there are more behind it."""


def events(session: Session, before: int | None = None) -> Events:
    """The events before a number (None: all), the newest first: a page.  Three queries."""
    games = known_numbers(session, list(GAMES))
    if not games:
        return Events((), None)
    names = {number: name for name, number in games.items()}
    by_event: dict[int, list[Any]] = {}
    for event, *of_game in session.execute(_query(before, sorted(names))):
        by_event.setdefault(event, []).append(of_game)
    numbers = sorted(by_event, reverse=True)
    shown = numbers[:SIZE]
    texts = event_names(session, shown)
    page = tuple(_event(number, texts[number], by_event[number], names) for number in shown)
    return Events(page, shown[-1] if len(numbers) > SIZE else None)


def event_names(session: Session, numbers: Iterable[int | None]) -> dict[int, tuple[str, bool]]:
    """What who asks sees of the names of some events, and whether that is the whole name.

    The names of players that are hidden from who asks are left out.
    """
    hidden, texts = hidden_names(session), texts_of(session, numbers)
    shown = {number: without_names(text, hidden) for number, text in texts.items()}
    return {number: (text, text == texts[number]) for number, text in shown.items()}


def has_hidden_name(session: Session, event: str) -> bool:
    """Whether a name that is hidden from who asks is in the name of an event."""
    return without_names(event, hidden_names(session)) != event


def games_of(session: Session, event: int) -> dict[str, int]:
    """The matches of an event by game, at most one more than `COUNTED`, in the order of games.  Two queries."""
    games = known_numbers(session, list(GAMES))
    if not games:
        return {}
    counts = session.execute(select(*(_count(literal(event), literal(number)) for number in games.values()))).one()
    by_game = dict(zip(games, counts, strict=True))
    return {name: by_game[name] for name in GAMES if by_game.get(name)}


def _event(number: int, name: tuple[str, bool], rows: list[Any], names: Mapping[int, str]) -> Event:
    counts = {names[game]: count for game, count, _, _ in rows if count}
    days = [day for _, _, first, last in rows for day in (first, last) if day is not None]
    ordered = {name: counts[name] for name in GAMES if name in counts}
    return Event(number, *name, ordered, min(days, default=None), max(days, default=None))


def _query(before: int | None, games: list[int]) -> Select[Any]:
    """By event and game the number of matches, and the first and the last day.

    Each event is looked up behind the one before it, so that one of many matches takes as long as any other.
    """
    event = COUNTED_MATCHES.c.event
    in_range = [] if before is None else [event < before]
    steps = select(func.max(event).label("event"), literal(1).label("number")).where(*in_range).cte(recursive=True)
    behind = select(func.max(event)).where(event < steps.c.event).correlate(steps).scalar_subquery()
    steps = steps.union_all(
        select(behind, steps.c.number + 1).where(steps.c.event.is_not(None), steps.c.number <= SIZE)
    )
    of_game = union_all(*(select(literal(game).label("game")) for game in games)).subquery()
    return (
        select(
            steps.c.event,
            of_game.c.game,
            _count(steps.c.event, of_game.c.game),
            _day(func.min, steps.c.event, of_game.c.game),
            _day(func.max, steps.c.event, of_game.c.game),
        )
        .select_from(steps.join(of_game, literal(1) == 1))
        .where(steps.c.event.is_not(None))
    )


def _count(event: ColumnElement[int], game: ColumnElement[int]) -> ColumnElement[int]:
    c = COUNTED_MATCHES.c
    held = select(c.match).where(c.event == event, c.game == game).limit(COUNTED + 1).correlate_except(COUNTED_MATCHES)
    return select(func.count()).select_from(held.subquery()).scalar_subquery()


def _day(of: Any, event: ColumnElement[int], game: ColumnElement[int]) -> ColumnElement[int]:
    c = COUNTED_MATCHES.c
    day: ColumnElement[int] = (
        select(of(c.day))
        .where(c.event == event, c.game == game, c.day.is_not(None))
        .correlate_except(COUNTED_MATCHES)
        .scalar_subquery()
    )
    return day
