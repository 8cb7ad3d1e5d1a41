"""The figures of people: the sums of everybody whom a filter lets through."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from app.database.lookup import texts_of
from app.players.statistics.filters import FactFilter
from app.players.statistics.people import keys_of, names_of, person_of
from app.players.statistics.person import RoleSums, Source, by_person, numbers_of, source_of
from app.players.statistics.unadjusted import won_at_any_seat
from engine.games import GAMES
from engine.replay.game import Game
from engine.statistics.facts import role_names


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
    whole: RoleSums
    roles: Mapping[str, RoleSums]
    """By role, in the order of the game; those never held too."""

    @property
    def places(self) -> dict[int, int]:
        """Hands by twice the place, the best first."""
        return {place_halves: hands for place_halves, (hands, _) in sorted(self.whole.places.items())}

    @property
    def values(self) -> dict[str, int | Decimal]:
        """The game's own figures by the keys under which they are shown, in order."""
        return shown_values(GAMES[self.game], self.whole.counts)


def person_figures(session: Session, game: str, wanted: FactFilter) -> list[PersonFigures]:
    """The figures of everybody whom a filter lets through, those of most hands first, then by key.

    ``wanted.game`` is ignored.  Two queries for the sums, and further ones for keys, names and words.
    """
    numbers = numbers_of(session, wanted)
    person = None if wanted.player is None else person_of(session, wanted.player)
    if person is None and wanted.player is not None:
        return []
    source = source_of(session, person, wanted.player, game, wanted, numbers)
    roles_of = by_person(session, source, GAMES[game])
    matches = _match_counts(session, source)
    keys, names = keys_of(session, sorted(roles_of)), names_of(session, sorted(roles_of))
    words = texts_of(session, {role for roles in roles_of.values() for role in roles if role})
    figures = []
    for number, roles in roles_of.items():
        whole = RoleSums()
        for sums in roles.values():
            whole.add(sums)
        named = {words[role]: role_sums for role, role_sums in roles.items() if role}
        in_order = {role: named.get(role, RoleSums()) for role in role_names(GAMES[game])}
        figures.append(PersonFigures(number, keys[number], names[number], game, matches[number], whole, in_order))
    return sorted(figures, key=lambda figure: (-figure.whole.hands, figure.key))


def _match_counts(session: Session, source: Source) -> dict[int, MatchCount]:
    """The matches of sums, by person.

    A match is won if the person won it at any seat of it, also at one whose hands are not let through: a filter
    chooses hands, and every person who sat at a winning seat won the match.  One query.
    """
    c = source.c
    sat = select(c.person, c.match).where(*source.where).group_by(c.person, c.match).subquery().c
    won = won_at_any_seat(sat.match, sat.person, as_computed=source.as_computed)
    columns = select(sat.person, won.label("won")).subquery().c
    counts = (func.sum(case((columns.won == 1, 1), else_=0)), func.sum(case((columns.won.is_(None), 1), else_=0)))
    rows = session.execute(select(columns.person, func.count(), *counts).group_by(columns.person))
    return {person: MatchCount(int(matches), int(won), int(undecided)) for person, matches, won, undecided in rows}


def shown_values(game: Game, counts: Mapping[str, int]) -> dict[str, int | Decimal]:
    """Counts by the keys under which they are shown; exact decimal numbers where counts are of fractions."""
    parts: dict[str, list[tuple[int, int]]] = {}
    for figure in game.statistics.figures:
        parts.setdefault(figure.key or figure.name, []).append((counts.get(figure.name, 0), figure.exponent))
    return {key: _exact(part) for key, part in parts.items()}


def _exact(parts: Sequence[tuple[int, int]]) -> int | Decimal:
    """The sum of numbers, each times a power of ten; a whole number if it is one."""
    lowest = min(exponent for _, exponent in parts)
    units: int = sum(count * 10 ** (exponent - lowest) for count, exponent in parts)
    while lowest < 0 and units % 10 == 0:
        units, lowest = units // 10, lowest + 1
    if lowest == 0:
        return units
    return Decimal((int(units < 0), tuple(map(int, str(abs(units)))), lowest))
