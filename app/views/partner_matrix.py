"""The partner matrix of a game: who does how well with whom, as a chart and as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from flask import Blueprint, Response, render_template, request
from sqlalchemy.orm import Session

from app.charts import Heat
from app.errors import Refusal
from app.fupan import this_fupan
from app.statistics.intervals import mean, share
from app.statistics.partners import MOST_PEOPLE, Partnership, busiest, partnerships
from app.statistics.season import MOST_MATCHES, SeasonMatches, keep_to_keys, season_matches
from app.views.person_links import names_are_hidden
from app.views.scene import called
from app.views.season_words import (
    Asked,
    People,
    asked_of,
    event_words,
    has_levels,
    pair_address,
    people_of,
    person_address,
)
from app.views.shown_tables import (
    Cell,
    ShownTable,
    count_cell,
    head_cell,
    mean_cell,
    mean_text,
    percent,
    ruled_words,
    won_cell,
)
from app.views.table_files import Files, file_of, whole_page
from engine.games import GAMES

BLUEPRINT: Final = Blueprint("partners", __name__, url_prefix="/partners")
SHOWN: Final = 40
"""Partnerships that the page shows beside the chart; the files have all."""
VALUES: Final[Mapping[str, str]] = {"mean": "Mean score", "won": "Matches won"}
_LEAST: Final = 2
_NAME: Final = 14
"""Characters of a name beside the chart."""


@dataclass(frozen=True, slots=True)
class MatrixPage:
    """What the page shows."""

    asked: Asked
    event: str | None
    value: str
    season: SeasonMatches
    table: ShownTable
    chart: Heat | None


@BLUEPRINT.get("/")
def matrix() -> str | Response:
    """The matrix of a game (``?game=``): ``?value=`` mean or won; an event, and a span of days, narrow it down.

    ``?format=`` answers with its table as a file.
    """
    form = request.args.get("format")
    with this_fupan().sessions() as session:
        page = _page(session)
    if form:
        return whole_page(form, "partners", (page.table,))
    arguments = {"game": page.asked.season.game, **page.asked.chosen}
    if page.event is not None:
        arguments["event"] = page.event
    return render_template(
        "pairs/matrix.html",
        page=page,
        table=replace(page.table, rows=page.table.rows[:SHOWN]),
        left_out=max(0, len(page.table.rows) - SHOWN),
        games={name: game.title for name, game in GAMES.items() if game.teams or game.roles},
        values=VALUES,
        arguments=arguments,
        links=Files("partners.file", dict(arguments, value=page.value)),
        event_words=event_words,
        most=MOST_MATCHES,
        most_people=MOST_PEOPLE,
    )


@BLUEPRINT.get("/<any(partners):what>.<form>")
def file(what: str, form: str) -> Response:
    """The table of the page as CSV or as lines of JSON."""
    with this_fupan().sessions() as session:
        page = _page(session)
    return file_of(page.table.records, what, form)


def _page(session: Session) -> MatrixPage:
    keep_to_keys(session)
    game = request.args.get("game") or next(iter(GAMES))
    if game not in GAMES:
        raise Refusal(404, f"There is no game {game}.")
    value = request.args.get("value", "mean")
    if value not in VALUES:
        raise Refusal(404, f"There is no matrix of {value}; there are {' and '.join(VALUES)}.")
    event = request.args.get("event")
    asked = asked_of(request.args, game, event)
    season = season_matches(session, asked.season)
    players = busiest(session, season)
    found = partnerships(session, season, players)
    people = people_of(session, players, hidden=names_are_hidden())
    return MatrixPage(
        asked,
        event,
        value,
        season,
        partners_table(game, found, people),
        matrix_chart(game, value, players, found, people),
    )


def partners_table(game: str, found: Sequence[Partnership], people: People) -> ShownTable:
    """The partnerships, those with the most hands first; where sides are teams, each once."""
    unit = "Levels" if has_levels(game) else "Score"
    once = bool(GAMES[game].teams)
    return ShownTable(
        "partners",
        "Partnerships",
        ("Player", "Partner", f"{unit} a hand", "Matches won", "Hands", "Together"),
        [
            (
                head_cell("name", people.called(each.person), href=person_address(each.person, game)),
                head_cell("partner", people.called(each.partner), href=person_address(each.partner, game)),
                _mean(each),
                _won(each),
                count_cell("hands", each.hands),
                Cell("Compare", href=pair_address(each.person, each.partner, game)),
            )
            for each in found
            if not once or each.person < each.partner
        ],
        note="Of hands with both on the same side: what the player of the first column scored, and matches with such a "
        "hand that this player won.",
    )


def matrix_chart(
    game: str, value: str, players: Sequence[int], found: Sequence[Partnership], people: People
) -> Heat | None:
    """The partnerships of some people by row and column; None if fewer than two have a partner."""
    cells = {(each.person, each.partner): each for each in found}
    shown = [person for person in players if any(person in pair for pair in cells)]
    if len(shown) < _LEAST:
        return None
    names = tuple(_distinct([called(people.called(person), _NAME) for person in shown]))
    grid = [[cells.get((row, column)) for column in shown] for row in shown]
    unit = "Levels a hand" if has_levels(game) else "Score a hand"
    of_mean = value == "mean"
    return Heat(
        key="matrix",
        title=f"{unit if of_mean else 'Matches won'}, by player and partner",
        x_title="Partner",
        y_title="Player",
        value_title=unit if of_mean else "Matches won",
        columns=names,
        rows=names,
        cells=tuple(tuple(_value(each, of_mean=of_mean) for each in row) for row in grid),
        notes=tuple(tuple(_note(each) for each in row) for row in grid),
        hrefs=tuple(
            tuple("" if each is None else pair_address(each.person, each.partner, game) for each in row) for row in grid
        ),
        signed=of_mean and not has_levels(game),
        share=not of_mean,
        summary=_summary(found, people, unit),
    )


def _value(each: Partnership | None, *, of_mean: bool) -> Fraction | None:
    if each is None:
        return None
    decided = each.matches.matches - each.matches.undecided
    if of_mean:
        return Fraction(each.score, each.hands)
    return Fraction(each.matches.won, decided) if decided else None


def _note(each: Partnership | None) -> str:
    if each is None:
        return ""
    found = mean(each.hands, each.score, each.squares)
    said = mean_text(found, Fraction(each.score, each.hands)) if found else ""
    hands = ", ".join(filter(None, (f"{_hands(each)}, {said} a hand", ruled_words(each.adjusted))))
    won = share(each.matches.won, each.matches.matches - each.matches.undecided)
    if won is None:
        return f"{hands}; no decided match"
    return f"{hands}; {won.count:,} of {won.of:,} matches won ({percent(won.low)} to {percent(won.high)} %)"


def _summary(found: Sequence[Partnership], people: People, unit: str) -> str:
    def by_mean(each: Partnership) -> Fraction:
        return Fraction(each.score, each.hands)

    def said(each: Partnership) -> str:
        measured = mean(each.hands, each.score, each.squares)
        text = mean_text(measured, by_mean(each)) if measured else ""
        return f"{people.called(each.person)} with {people.called(each.partner)}, {text} in {_hands(each)}"

    return f"{unit}: most of {said(max(found, key=by_mean))}; least of {said(min(found, key=by_mean))}."


def _hands(each: Partnership) -> str:
    return f"{each.hands:,} hand{'s' if each.hands != 1 else ''}"


def _mean(each: Partnership) -> Cell:
    cell = mean_cell("mean", each.hands, each.score, each.squares)
    under = ", ".join(filter(None, (cell.under, ruled_words(each.adjusted))))
    return replace(cell, under=under, values={**cell.values, "ruled_hands": each.adjusted})


def _won(each: Partnership) -> Cell:
    of = each.matches
    cell = won_cell("won", of.won, of.matches, of.undecided)
    return replace(cell, values={"matches": of.matches, "undecided": of.undecided, **cell.values})


def _distinct(names: Sequence[str]) -> list[str]:
    """Names, those that several have with their numbers: places of an axis must differ."""
    return [
        name if names.count(name) == 1 else f"{name} ({names[:number].count(name) + 1})"
        for number, name in enumerate(names)
    ]
