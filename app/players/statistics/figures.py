"""The figures of people whom a filter lets through, as pages, the terminal and programs show them."""

from collections.abc import Container, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby

from msgspec import Struct
from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from app.database.lookup import texts_of
from app.players.statistics.accuracy import Accuracy, accuracy_of, accuracy_words, rests_on
from app.players.statistics.filters import FactFilter
from app.players.statistics.intervals import mean, share
from app.players.statistics.people import keys_of, names_of, person_of
from app.players.statistics.person import RoleSums, Source, by_person, numbers_of, source_of
from app.players.statistics.unadjusted import won_at_any_seat
from app.text.blocks import Block, Gap, Line, TextTable
from app.text.game_terms import said_by_game, spaced
from app.text.glossary import game_title
from app.text.language import DEFAULT, _, current, said
from app.text.places import place_text
from app.text.seats import short_name
from engine.games import GAMES
from engine.replay.game import Game
from engine.rulebook.sentences import say_of
from engine.statistics.facts import role_names

_LONGEST = 32
"""Characters of a name in a table of the terminal."""


class MatchCount(Struct, frozen=True):
    """How many matches some rows of facts are of."""

    matches: int = 0
    won: int = 0
    undecided: int = 0


class PersonFigures(Struct, frozen=True):
    """The figures of a person in a game."""

    person: int
    key: str
    name: str
    game: str
    matches: MatchCount
    whole: RoleSums
    roles: Mapping[str, RoleSums]
    """By role, in the order of the game; those never held too."""
    accuracy: Accuracy | None = None
    """What decisions cost; None if it was not asked for."""

    @property
    def places(self) -> dict[int, int]:
        """Hands by twice the place, the best first."""
        return {place_halves: hands for place_halves, (hands, _) in sorted(self.whole.places.items())}

    @property
    def values(self) -> dict[str, int | Decimal]:
        """The game's own figures by the keys under which they are shown, in order."""
        return shown_values(GAMES[self.game], self.whole.counts)

    @property
    def document(self) -> dict[str, object]:
        """The figures under the keys of `spec/statistics.md`, in its order."""
        of_accuracy = ("decisions", "hands", "matches", "mean", "half")
        cost = self.accuracy
        return {
            "person": self.key,
            "name": self.name,
            "game": self.game,
            "matches": self.matches.matches,
            "won": self.matches.won,
            "undecided": self.matches.undecided,
            "hands": self.whole.hands,
            "played": self.whole.played,
            "score": self.whole.score,
            "places": {place_text(place_halves): count for place_halves, count in self.places.items()},
            "roles": {role: {"hands": sums.hands, "score": sums.score} for role, sums in self.roles.items()},
            "errors": self.whole.errors,
            **self.values,
            **({} if cost is None else {"accuracy": {name: getattr(cost, name) for name in of_accuracy}}),
        }


def person_figures(session: Session, game: str, wanted: FactFilter, *, reviewed: bool = False) -> list[PersonFigures]:
    """The figures of everybody whom a filter lets through, those of most hands first, then by key.

    ``reviewed``: with what decisions cost by the reviews, which is for one person, whom the filter names: it is no
    figure to compare people by.  ``wanted.game`` is ignored.  Two queries for the sums, and further ones for keys,
    names and words.
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
        named = {words.get(role, ""): sums for role, sums in roles.items()}
        cost = accuracy_of(session, game, wanted) if reviewed and person is not None else None
        figures.append(figures_from(number, keys[number], names[number], game, matches[number], named, cost))
    return sorted(figures, key=lambda figure: (-figure.whole.hands, figure.key))


def figures_from(
    person: int,
    key: str,
    name: str,
    game: str,
    matches: MatchCount,
    roles: Mapping[str, RoleSums],
    accuracy: Accuracy | None,
) -> PersonFigures:
    """The figures of a person in a game, by the sums in each role that was held; no role is the empty text."""
    whole = RoleSums()
    for sums in roles.values():
        whole.add(sums)
    in_order = {role: roles.get(role, RoleSums()) for role in role_names(GAMES[game])}
    return PersonFigures(person, key, name, game, matches, whole, in_order, accuracy)


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


def figure_blocks(figures: Sequence[PersonFigures], mixed: Container[str]) -> Iterator[Block]:
    """A table for each game, and below it what decisions cost where that is known.

    ``mixed`` are the games in which scores of unlike scales are added.
    """
    for number, (game, grouped) in enumerate(groupby(figures, key=lambda figure: figure.game)):
        of_game = list(grouped)
        if number:
            yield Gap()
        yield Line(game_title(game), tone="strong")
        heads = (_("player"), *(terminal_name(figure.name, figure.key) for figure in of_game))
        yield TextTable.of_lines(heads, _columns(of_game))
        if game in mixed:
            yield Gap()
            yield Line(
                _(
                    "These hands are scored on unlike scales (other rules of scoring, tables of points or stakes): "
                    "sums and means of their scores are mixed. With --preset they are those of one preset."
                )
            )
    for figure in figures:
        cost = figure.accuracy
        if cost is not None and cost.decisions:
            words = accuracy_words(cost, figure.game)
            yield Gap()
            said_of = _("{game}: cost of a decision: {words}.", game=game_title(figure.game), words=words)
            yield Line(f"{said_of} {rests_on(cost)}")


def terminal_name(name: str, key: str) -> str:
    """The name of a person, with the key behind it if that is another."""
    shown = short_name(name, _LONGEST)
    return shown if key == name else f"{shown} ({short_name(key, _LONGEST)})"


def _columns(figures: Sequence[PersonFigures]) -> Iterator[list[str]]:
    yield [_("matches"), *(f"{figure.matches.matches:,}" for figure in figures)]
    yield [_("won"), *(_won(figure.matches) for figure in figures)]
    yield [_("undecided"), *(f"{figure.matches.undecided:,}" for figure in figures)]
    yield [said(say_of("column", "hands")), *(f"{figure.whole.hands:,}" for figure in figures)]
    yield [_("played"), *(f"{figure.whole.played:,}" for figure in figures)]
    yield [_("score"), *(f"{figure.whole.score:,}" for figure in figures)]
    yield [_("score a hand"), *(_mean(figure.whole) for figure in figures)]
    if any(figure.whole.adjusted for figure in figures):
        yield [_("hands set by rulings"), *(f"{figure.whole.adjusted:,}" for figure in figures)]
    yield [_("errors"), *(f"{figure.whole.errors:,}" for figure in figures)]
    for place_halves in sorted({place_halves for figure in figures for place_halves in figure.places}):
        of_place = (_share(figure.places.get(place_halves, 0), figure.whole.hands) for figure in figures)
        yield [_("place {place}", place=place_text(place_halves)), *of_place]
    for role in figures[0].roles:
        words = said_by_game(role)
        yield [_("{role}: hands", role=words), *(f"{figure.roles[role].hands:,}" for figure in figures)]
        yield [_("{role}: score a hand", role=words), *(_mean(figure.roles[role]) for figure in figures)]
    values = [figure.values for figure in figures]
    for key in values[0]:
        yield [_head(figures[0].game, key), *(_number(value[key]) for value in values)]


def _head(game: str, key: str) -> str:
    """The head of the column of a figure: its key, for readers of Chinese the words that pages have for it."""
    figures = () if current() is DEFAULT else GAMES[game].statistics.figures
    return _(next((figure.words for figure in figures if key in (figure.name, figure.key)), "") or spaced(key))


def _share(count: int, of: int) -> str:
    fraction = share(count, of)
    if fraction is None:
        return f"{count:,}"
    return _(
        "{count} of {all} ({low} to {high} %)",
        count=f"{count:,}",
        all=f"{of:,}",
        low=f"{100 * fraction.low:.0f}",
        high=f"{100 * fraction.high:.0f}",
    )


def _won(matches: MatchCount) -> str:
    return _share(matches.won, matches.matches - matches.undecided)


def _mean(sums: RoleSums) -> str:
    average = mean(sums.hands, sums.score, sums.squares)
    if average is None:
        return "-"
    return f"{average.value:.2f}" + ("" if average.half is None else f" +-{average.half:.2f}")


def _number(value: int | Decimal) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,f}"
