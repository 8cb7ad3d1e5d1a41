"""A query in terms of the database: conditions on the rows of a hand's seats, and where to begin."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from sqlalchemy import BigInteger, ColumnElement, Table, func, literal, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.joined_players import roots
from app.database.lookup import known_numbers
from app.database.seeing import visible
from app.database.tables.matches import MatchPlayer, name_key
from app.database.tables.notes import NOTE_WORDS, NOTED_HANDS
from app.database.tables.reviews import REVIEWED_SEATS
from app.database.tables.statistics import COUNTED_MATCHES, FACTS, HAND_CODES, HAND_LEVELS, HAND_PLAYS, RULED_HANDS
from app.players.search.fields import choices, fields, kinds, ranks_of
from app.players.search.query import (
    FlagCondition,
    HandQuery,
    NumberCondition,
    OfDay,
    Op,
    PlayCondition,
    TextCondition,
    Way,
)
from app.players.search.starts import (
    HandStart,
    Seats,
    Walk,
    numbers_of_plays,
    of_code,
    of_level,
    of_noted,
    of_people,
    of_plays,
    of_reviewed,
    of_ruled,
    of_word,
)
from app.players.statistics.match_rows import day_number
from app.players.statistics.people import is_known, person_of
from app.players.statistics.plays import BLOCK, is_among, size_and_rank
from app.players.statistics.unadjusted import columns_of
from app.replay.notes.indexing import looked_up
from app.text.language import _, marked
from app.text.log_terms import words_of_kind
from engine.replay.statistics import NO_RANK
from engine.rulebook.suggestions import did_you_mean

NAMED: Final = 200
"""Seats of a name that are looked at for the people who have it."""
PEOPLE: Final = 8
"""People of one name that are looked for."""
_FAR: Final = 2**63 - 1
"""The largest number that a database compares; all numbers of facts are smaller."""
_AT_THE_TABLE: Final = ("partner", "against", "with")
_NAMES: Final[Mapping[str, str]] = {
    "preset": marked("preset"),
    "event": marked("event"),
    "role": marked("role"),
    "basis": marked("basis"),
}
"""Fields as sentences name them."""
_COLUMNS: Final[Mapping[str, str]] = {"place": "place_halves"}

Condition = ColumnElement[bool]


@dataclass(slots=True)
class Sought:
    """What a query means in a database."""

    of_match: list[Condition] = field(default_factory=list)
    """Conditions on ``COUNTED_MATCHES``."""
    of_seat: list[Condition] = field(default_factory=list)
    """Conditions on ``FACTS``, with those of the match."""
    starts: list[HandStart] = field(default_factory=list)
    walks: list[Walk] = field(default_factory=list)
    sure: list[tuple[HandStart, Condition]] = field(default_factory=list)
    """Starts with the condition of ``of_seat`` that every seat they lead to meets."""
    played: dict[PlayCondition, list[int]] = field(default_factory=dict)
    """By combination asked for the numbers of the plays that are let through."""
    unknown: list[str] = field(default_factory=list)
    """Why nothing can be found, a sentence each."""
    lookups: int = 4
    """About how many rows are looked up for each row that a start has."""


def sought(session: Session, query: HandQuery, *, undated: bool = False) -> Sought:
    """What a query means in a database.  A few queries, which look up words, people and kinds.

    ``undated``: matches without a date are asked for in place of the days of the query.
    """
    search = Sought()
    words = known_numbers(session, _words(query))
    for condition in query.conditions:
        match condition:
            case TextCondition(name, text) if name in _AT_THE_TABLE or name == "player":
                _person(session, search, name, text)
            case TextCondition("finding", text):
                _finding(search, words.get(text), text)
            case TextCondition("level", text):
                _level(search, choices("level", query.only("game")).index(text))
            case TextCondition("note", text):
                _noted(search, text)
            case TextCondition(name, text):
                _word(search, name, words.get(text) if text else 0, text)
            case OfDay() if undated:
                _of_match(search, lambda table: table.c.day.is_(None))
            case OfDay("since", day):
                _of_match(search, since(day))
            case OfDay(_, day):
                _of_match(search, until(day))
            case NumberCondition("computed", op, units):
                search.of_seat.append(_compared(columns_of(FACTS, as_computed=True).score, op, units))
            case NumberCondition("notes", op, units):
                _notes(search, op, units)
            case NumberCondition(name, op, units) if fields()[name].reviewed:
                _reviewed(search, name, op, units)
            case NumberCondition(name, op, units):
                search.of_seat.append(_compared(FACTS.c[_COLUMNS.get(name, name)], op, units))
            case FlagCondition("won", so):
                search.of_seat.append(FACTS.c.won == int(so))
            case FlagCondition("ruled", so):
                _ruled(search, so=so)
            case FlagCondition(_, so):
                search.of_seat.append(FACTS.c.complete == int(so))
            case PlayCondition():
                _played(session, search, condition, words.get(condition.kind), query.only("game"))
    return search


def _words(query: HandQuery) -> list[str]:
    texts = [
        condition.text
        for condition in query.conditions
        if isinstance(condition, TextCondition) and condition.field != "note"
    ]
    return texts + [condition.kind for condition in query.played]


def _of_match(search: Sought, condition: Callable[[Table], Condition]) -> None:
    search.of_match.append(condition(COUNTED_MATCHES))
    search.of_seat.append(condition(FACTS))


def since(day: date) -> Callable[[Table], Condition]:
    """The condition that a match was played on a day or later."""
    return lambda table: table.c.day >= day_number(day)


def until(day: date) -> Callable[[Table], Condition]:
    """The condition that a match was played on a day or earlier."""
    return lambda table: table.c.day <= day_number(day)


def _word(search: Sought, name: str, number: int | None, text: str) -> None:
    if number is None:
        if name == "game":
            search.unknown.append(_("No hand that is kept has {text}.", text=text))
        else:
            search.unknown.append(_("No hand that is kept has the {field} {text}.", field=_(_NAMES[name]), text=text))
    elif name in ("role", "basis"):
        search.of_seat.append(FACTS.c[name] == number)
    else:
        _of_match(search, lambda table: table.c[name] == number)
        search.walks.append(Walk(COUNTED_MATCHES.c[name] == number))


def _compared(column: ColumnElement[int], op: Op, units: int) -> Condition:
    number = literal(max(-_FAR, min(units, _FAR)), BigInteger)
    match op:
        case Op.AT_LEAST:
            return column >= number
        case Op.AT_MOST:
            return column <= number
        case Op.ABOVE:
            return column > number
        case Op.BELOW:
            return column < number
        case _:
            return column == number


def _finding(search: Sought, code: int | None, text: str) -> None:
    if code is None:
        search.unknown.append(_("No hand that is kept has the finding {text}.", text=text))
        return
    facts, codes = FACTS.c, HAND_CODES.alias(f"codes{len(search.of_seat)}").c
    search.starts.append(of_code(code))
    search.lookups += 2
    search.of_seat.append(
        _some(
            codes.code == code,
            codes.match == facts.match,
            codes.hand == facts.hand,
            codes.seat.in_((facts.seat, -1)),
        )
    )


def _level(search: Sought, level: int) -> None:
    facts, levels = FACTS.c, HAND_LEVELS.alias(f"levels{len(search.of_seat)}").c
    search.starts.append(of_level(level))
    search.lookups += 1
    search.of_seat.append(_some(levels.level == level, levels.match == facts.match, levels.hand == facts.hand))


def _ruled(search: Sought, *, so: bool) -> None:
    facts, hands = FACTS.c, RULED_HANDS.alias(f"ruled{len(search.of_seat)}").c
    ruled = _some(hands.adjusted.in_((0, 1)), hands.match == facts.match, hands.hand == facts.hand)
    if so:
        search.starts.append(of_ruled())
    search.lookups += 2
    search.of_seat.append(ruled if so else ~ruled)


def _noted(search: Sought, text: str) -> None:
    facts = FACTS.c
    for word in looked_up(text):
        words = NOTE_WORDS.alias(f"words{len(search.of_seat)}").c
        search.starts.append(of_word(word))
        search.lookups += 1
        search.of_seat.append(_some(words.word == word, words.match == facts.match, words.hand == facts.hand))


def _notes(search: Sought, op: Op, units: int) -> None:
    facts, hands = FACTS.c, NOTED_HANDS.alias(f"noted{len(search.of_seat)}").c
    here = select(hands.notes).where(hands.match == facts.match, hands.hand == facts.hand).correlate(FACTS)
    if (op in (Op.IS, Op.AT_LEAST) and units > 0) or (op is Op.ABOVE and units >= 0):
        search.starts.append(of_noted())
    search.lookups += 1
    search.of_seat.append(_compared(func.coalesce(here.scalar_subquery(), 0), op, units))


def _reviewed(search: Sought, name: str, op: Op, units: int) -> None:
    facts, number = FACTS.c, len(search.of_seat)
    seats, matches = REVIEWED_SEATS.alias(f"reviewed{number}").c, COUNTED_MATCHES.alias(f"shown{number}").c
    search.starts.append(of_reviewed())
    search.lookups += 2
    search.of_seat.append(
        _some(
            seats.match == facts.match,
            seats.hand == facts.hand,
            seats.seat == facts.seat,
            matches.match == facts.match,
            matches.judgement == seats.judgement,
            _compared(seats[name], op, units),
        )
    )


def _person(session: Session, search: Sought, name: str, text: str) -> None:
    people = people_named(session, text)
    if not people:
        search.unknown.append(_nobody(session, text))
        return
    facts = FACTS.c
    if name == "player":
        search.starts.append(of_people(people, Seats.SAME))
        search.of_seat.append(facts.person.in_(people))
        return
    search.starts.append(of_people(people, Seats.OTHERS))
    search.lookups += 2 * len(people)
    other = FACTS.alias(f"other{len(search.of_seat)}").c
    at_table = [
        other.person.in_(people),
        other.match == facts.match,
        other.hand == facts.hand,
        other.seat != facts.seat,
    ]
    if name != "with":
        at_table.append(other.side == facts.side if name == "partner" else other.side != facts.side)
    search.of_seat.append(_some(*at_table))


def people_named(session: Session, text: str) -> list[int]:
    """The person with a key, and the people whom logs name so, in any case, in the newest matches of that name."""
    person = person_of(session, text)
    if person is not None and not is_known(session, person):
        person = None
    newest = (
        select(col(MatchPlayer.player_id).label("player"))
        .where(col(MatchPlayer.name_key) == name_key(text), visible(session, col(MatchPlayer.log_id)))
        .order_by(col(MatchPlayer.log_id).desc())
        .limit(NAMED)
        .subquery()
    )
    players = session.scalars(select(newest.c.player).where(newest.c.player.is_not(None)).distinct()).all()
    others = sorted(set(roots(session, players).values()) - {person})
    return ([] if person is None else [person]) + others[:PEOPLE]


def _nobody(session: Session, text: str) -> str:
    from app.matches.listing import player_names

    close = did_you_mean(text, player_names(session, text[:1]))
    return (
        _("Nobody here has the name or the id {text}{hint}", text=text, hint=close)
        if close
        else _("Nobody here has the name or the id {text}.", text=text)
    )


def _played(session: Session, search: Sought, asked: PlayCondition, kind: int | None, game: str | None) -> None:
    numbers = [] if kind is None else _numbers(session, kind, asked, game)
    if not numbers:
        search.unknown.append(
            _("No hand that is kept has {combination} of this size and rank.", combination=words_of_kind(asked.kind))
        )
        return
    search.played[asked] = numbers
    search.lookups += len(numbers)
    facts, plays = FACTS.c, HAND_PLAYS.alias(f"plays{len(search.of_seat)}").c
    condition = _some(
        plays.play.in_(numbers),
        plays.match == facts.match,
        plays.block == facts.hand // BLOCK,
        is_among(plays.seats, facts.hand, facts.seat),
    )
    search.of_seat.append(condition)
    search.starts.append(of_plays(numbers))
    search.sure.append((search.starts[-1], condition))


def _numbers(session: Session, kind: int, asked: PlayCondition, game: str | None) -> list[int]:
    """The plays of a kind that there are, of those that are asked for."""
    pairs = {number: size_and_rank(number) for number in numbers_of_plays(session, kind)}
    if asked.size is not None:
        wanted, way = asked.size.cards, asked.size.way
        pairs = {number: pair for number, pair in pairs.items() if _in_reach(pair[0], wanted, way)}
    if asked.rank is not None:
        ranks = ranks_of(asked.kind, game or kinds()[asked.kind][0])
        wanted, way = ranks.index(asked.rank.rank), asked.rank.way
        pairs = {
            number: pair for number, pair in pairs.items() if pair[1] != NO_RANK and _in_reach(pair[1], wanted, way)
        }
    return list(pairs)


def _in_reach(number: int, wanted: int, way: Way) -> bool:
    if way is Way.OR_MORE:
        return number >= wanted
    return number <= wanted if way is Way.OR_LESS else number == wanted


def _some(*conditions: Condition) -> Condition:
    """Whether some row meets conditions; as a number, and not as EXISTS, which a database may begin with."""
    return select(func.count()).where(*conditions).correlate(FACTS).scalar_subquery() > 0


def number_columns(query: HandQuery) -> list[str]:
    """The counts of games that a query asks for, and the strength of cards, as columns of ``FACTS``."""
    asked = [condition.field for condition in query.conditions if isinstance(condition, NumberCondition)]
    return [name for name in asked if name == "strength" or fields()[name].figure]
