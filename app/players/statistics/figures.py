"""The figures of people: sums over facts, each a query without anything of one database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Float, case, cast, func, select
from sqlalchemy.orm import Session

from app.database.lookup import texts_of, word_number
from app.database.tables.statistics import FACTS, SEAT_RESULTS
from app.players.statistics.filters import Condition, FactFilter, conditions
from app.players.statistics.people import keys_of, names_of
from app.players.statistics.tallying import LOW, LOW_BITS, above
from app.players.statistics.unadjusted import adjusted_hands, columns_of
from engine.games import GAMES
from engine.recorded.basis import Basis
from engine.replay.game import Game
from engine.replay.statistics import Figure
from engine.statistics.facts import role_names


@dataclass(slots=True)
class Sums:
    """What some rows of facts add up to."""

    hands: int = 0
    played: int = 0
    score: int = 0
    squares: float = 0.0
    """The sum of the squares of the scores."""
    errors: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    """By the names of figures, in the units of `Figure.exponent`."""
    adjusted: int = 0
    """The hands whose scores rulings set."""

    def add(self, other: "Sums") -> None:
        """Adds the sums of further rows."""
        self.hands += other.hands
        self.played += other.played
        self.score += other.score
        self.squares += other.squares
        self.errors += other.errors
        self.adjusted += other.adjusted
        for name, count in other.counts.items():
            self.counts[name] = self.counts.get(name, 0) + count


@dataclass(frozen=True, slots=True)
class MatchCount:
    """How many matches some rows of facts are of."""

    matches: int = 0
    won: int = 0
    undecided: int = 0


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """The figures of a person in a game."""

    person: int
    key: str
    name: str
    game: str
    matches: MatchCount
    whole: Sums
    places: Mapping[int, int]
    """Hands by twice the place, the best first."""
    roles: Mapping[str, Sums]
    """By role, in the order of the game; those never held too."""

    @property
    def values(self) -> dict[str, int | Decimal]:
        """The game's own figures by the keys under which they are shown, in order."""
        return shown_values(GAMES[self.game], self.whole.counts)


def person_figures(session: Session, game: str, wanted: FactFilter) -> list[PersonFigures]:
    """The figures of everybody whom a filter lets through, those of most hands first, then by key.

    ``wanted.game`` is ignored.  Three queries for the sums, and further ones for keys, names and words.
    """
    of_game = GAMES[game]
    number = word_number(session, game)
    if number is None:
        return []
    conditions_ = [FACTS.c.game == number, *conditions(session, wanted)]
    facts = columns_of(FACTS, wanted.as_computed)
    # Not one query for both: a database sorts whole rows to group them by more than the person.
    whole = sums(session, conditions_, of_game.statistics.figures, facts.person, c=facts)
    found = sums(session, conditions_, (), facts.person, facts.role, facts.place_halves, c=facts)
    matches = count_matches(session, conditions_, facts.person, as_computed=wanted.as_computed)
    people = sorted({person for person, _, _ in found})
    keys, names = keys_of(session, people), names_of(session, people)
    words = texts_of(session, {role for _, role, _ in found})
    figures = {
        person: PersonFigures(
            person=person,
            key=keys[person],
            name=names[person],
            game=game,
            matches=matches[(person,)],
            whole=whole[(person,)],
            places={},
            roles={role: Sums() for role in role_names(of_game)},
        )
        for person in people
    }
    for (person, role, place_halves), part in sorted(found.items(), key=lambda item: item[0][2] or 0):
        of_person = figures[person]
        if place_halves is not None:
            of_person.places[place_halves] = of_person.places.get(place_halves, 0) + part.hands  # type: ignore[index]
        if role is not None:
            of_person.roles[words[role]].add(part)
    return sorted(figures.values(), key=lambda each: (-each.whole.hands, each.key))


def sums(
    session: Session,
    wanted: Sequence[Condition],
    figures: Sequence[Figure],
    *by: ColumnElement[Any],
    c: Any = FACTS.c,
) -> dict[tuple[Any, ...], Sums]:
    """The sums of the facts that some conditions let through, by the values of some columns.  One query, and a word.

    ``c`` are the columns of ``FACTS``, after rulings or as computed (`app.players.statistics.unadjusted.columns_of`).
    """
    facts = c
    play = word_number(session, str(Basis.PLAY))
    score = cast(facts.score, Float)
    columns: list[ColumnElement[Any]] = [
        func.count(),
        func.sum(case((facts.basis == play, 1), else_=0)),
        func.sum(facts.score),
        func.sum(score * score),
        func.sum(facts.errors),
        adjusted_hands(facts),
    ]
    for figure in figures:
        column = facts[figure.name]
        if figure.large:
            columns += [func.sum(above(column)), func.sum(column.bitwise_and(LOW))]
        else:
            columns.append(func.sum(column))
    rows = session.execute(select(*by, *columns).where(*wanted).group_by(*by))
    return {tuple(row[: len(by)]): _sums(row[len(by) :], figures) for row in rows if row[len(by)]}


def count_matches(
    session: Session, wanted: Sequence[Condition], *by: ColumnElement[Any], as_computed: bool = False
) -> dict[tuple[Any, ...], MatchCount]:
    """The matches of the facts that some conditions let through, by the values of some columns.

    A match counts once for each value.  It is won if a person of these facts won it at any seat of it, also at one
    whose facts are not let through: a filter chooses hands, and every person who sat at a winning seat won the match.
    ``as_computed``: whatever rulings say of the winner.  One query.
    """
    facts = FACTS.c
    named = [column.label(f"by{number}") for number, column in enumerate(by)]
    sat = select(*named, facts.match, facts.person).where(*wanted).group_by(*by, facts.match, facts.person).subquery()
    won = won_at_any_seat(sat.c.match, sat.c.person, as_computed=as_computed)
    values = [sat.c[label.name] for label in named]
    each = select(*values, func.max(won).label("won")).group_by(*values, sat.c.match).subquery()
    values = [each.c[label.name] for label in named]
    rows = session.execute(
        select(
            *values,
            func.count(),
            func.sum(case((each.c.won == 1, 1), else_=0)),
            func.sum(case((each.c.won.is_(None), 1), else_=0)),
        ).group_by(*values)
    )
    return {tuple(row[: len(by)]): MatchCount(*(int(count or 0) for count in row[len(by) :])) for row in rows}


def won_at_any_seat(
    match: ColumnElement[int], person: ColumnElement[int] | int, *, as_computed: bool
) -> ColumnElement[int | None]:
    """Whether a person won a match at any seat of it (1, 0), also at one that a filter does not let through.

    ``as_computed``: whatever rulings say of the winner.
    """
    seats = columns_of(SEAT_RESULTS, as_computed)
    found = select(func.max(seats.won)).where(seats.match == match, seats.person == person)
    return found.correlate_except(SEAT_RESULTS).scalar_subquery()


def shown_values(game: Game, counts: Mapping[str, int]) -> dict[str, int | Decimal]:
    """Counts by the keys under which they are shown; exact decimal numbers where counts are of fractions."""
    parts: dict[str, list[tuple[int, int]]] = {}
    for figure in game.statistics.figures:
        parts.setdefault(figure.key or figure.name, []).append((counts.get(figure.name, 0), figure.exponent))
    return {key: _exact(each) for key, each in parts.items()}


def _exact(parts: Sequence[tuple[int, int]]) -> int | Decimal:
    """The sum of numbers, each times a power of ten; a whole number if it is one."""
    lowest = min(exponent for _, exponent in parts)
    units: int = sum(count * 10 ** (exponent - lowest) for count, exponent in parts)
    while lowest < 0 and units % 10 == 0:
        units, lowest = units // 10, lowest + 1
    if lowest == 0:
        return units
    return Decimal((int(units < 0), tuple(map(int, str(abs(units)))), lowest))


def _sums(row: Sequence[Any], figures: Sequence[Figure]) -> Sums:
    hands, played, score, squares, errors, adjusted, *rest = row
    left = iter(rest)
    counts = {}
    for figure in figures:
        count = int(next(left) or 0)
        counts[figure.name] = (count << LOW_BITS) + int(next(left) or 0) if figure.large else count
    whole = (int(hands), int(played or 0), int(score or 0), float(squares or 0), int(errors or 0))
    return Sums(*whole, counts, int(adjusted))
