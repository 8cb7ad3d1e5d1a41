"""The partner matrix of a game: who does how well with whom, as a chart and as a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from flask import Response, render_template, request
from sqlalchemy.orm import Session

from app.drawing.charts import Heat
from app.matches.installation import this_installation
from app.players.statistics.intervals import mean, share
from app.players.statistics.partners import MOST_PEOPLE, Partnership, busiest, pairs_left_out, partnerships
from app.players.statistics.scales import mixed_in_season
from app.players.statistics.season import MOST_MATCHES, SeasonMatches, keep_to_keys, season_matches, undated_matches
from app.text.glossary import game_title
from app.text.language import DEFAULT, Language, _, _n, current, marked, speaking
from app.text.seats import short_name
from app.web.http.errors import Refusal
from app.web.http.left_out import matches_without_date
from app.web.http.pages import May, Pages
from app.web.parts.html_tables import (
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
from app.web.parts.statistics_words import (
    SeasonNames,
    SeasonRequest,
    asked_of,
    event_words,
    has_levels,
    mean_words,
    names_are_hidden,
    names_words,
    pair_address,
    people_of,
    person_address,
)
from app.web.parts.table_files import Files, file_of, whole_page
from engine.games import GAMES

BLUEPRINT: Final = Pages("partner_matrix", __name__, url_prefix="/partners")
SHOWN: Final = 40
"""The most partnerships that the page lists next to the chart; the files have all."""
VALUES: Final[Mapping[str, str]] = {"mean": marked("Mean score"), "won": marked("Matches won")}
_LEAST: Final = 2
_NAME: Final = 14
"""Characters of a name beside the chart."""


@dataclass(frozen=True, slots=True)
class MatrixPage:
    """What the page shows."""

    asked: SeasonRequest
    event: str | None
    value: str
    season: SeasonMatches
    table: ShownTable
    chart: Heat | None
    pairs_left_out: int
    """Pairs that are not both among the players with the most hands."""
    mixed: bool
    """Whether scores of unlike scales are added."""
    undated: int
    """Matches that the span of days leaves out because they have no day."""


@BLUEPRINT.get("/", may=May.COUNT)
def matrix() -> str | Response:
    """The matrix of a game (``?game=``): ``?value=`` mean or won; an event, and a span of days, narrow it down.

    ``?format=`` answers with its table as a file.
    """
    form = request.args.get("format")
    with this_installation().statistics() as session:
        page = _page(session, DEFAULT if form else current())
    if form:
        return whole_page(form, "partners", (page.table,))
    arguments = {"game": page.asked.season.game, **page.asked.chosen}
    if page.event is not None:
        arguments["event"] = page.event
    return render_template(
        "players/pairs/matrix.html",
        page=page,
        table=replace(page.table, rows=page.table.rows[:SHOWN]),
        undated=matches_without_date(page.undated),
        left_out=max(0, len(page.table.rows) - SHOWN),
        games={name: game_title(name) for name, game in GAMES.items() if game.teams or game.roles},
        values={name: _(label) for name, label in VALUES.items()},
        arguments=arguments,
        links=Files("partner_matrix.file", dict(arguments, value=page.value)),
        event_words=event_words,
        most=MOST_MATCHES,
        most_people=MOST_PEOPLE,
    )


@BLUEPRINT.get("/<any(partners):what>.<form>", may=May.COUNT)
def file(what: str, form: str) -> Response:
    """The table of the page as CSV or as lines of JSON."""
    with this_installation().statistics() as session:
        page = _page(session, DEFAULT)
    return file_of(page.table.records, what, form)


def _page(session: Session, language: Language) -> MatrixPage:
    """What the page shows, its table and its chart in a language."""
    keep_to_keys(session)
    game = request.args.get("game") or next(iter(GAMES))
    if game not in GAMES:
        raise Refusal(404, _("There is no game {name}.", name=game))
    value = request.args.get("value", "mean")
    if value not in VALUES:
        raise Refusal(
            404, _("There is no matrix of {name}; there are {names}.", name=value, names=names_words([*VALUES]))
        )
    event = request.args.get("event")
    asked = asked_of(request.args, game, event)
    season = season_matches(session, asked.season)
    players = busiest(session, season)
    pairs = partnerships(session, season, players)
    without = pairs_left_out(session, season, players)
    mixed = mixed_in_season(session, game, season)
    people = people_of(session, players, hidden=names_are_hidden())
    with speaking(language):
        table = partners_table(game, pairs, people, bounds_of(season, without, mixed=mixed))
        chart = matrix_chart(game, value, players, pairs, people)
    return MatrixPage(asked, event, value, season, table, chart, without, mixed, undated_matches(session, asked.season))


def bounds_of(season: SeasonMatches, without: int, *, mixed: bool) -> dict[str, int]:
    """What files say in every row of what they leave out: how many pairs, and by which bounds; ``more_matches`` is 1
    where older matches are left out too, and ``mixed_scales`` where scores of unlike scales are added.
    """
    return {
        "pairs_left_out": without,
        "most_players": MOST_PEOPLE,
        "more_matches": int(season.more),
        "most_matches": MOST_MATCHES,
        "mixed_scales": int(mixed),
    }


def partners_table(
    game: str, pairs: Sequence[Partnership], people: SeasonNames, bounds: Mapping[str, int]
) -> ShownTable:
    """The partnerships, those with the most hands first; where sides are teams, each once."""
    once = bool(GAMES[game].teams)
    return ShownTable(
        "partners",
        _("Partnerships"),
        (_("Player"), _("Partner"), mean_words(game), _("Matches won"), _("Hands"), _("Together")),
        [
            (
                head_cell(
                    "name", people.called(pair.person), href=person_address(pair.person, game), own=not people.hidden
                ),
                head_cell(
                    "partner",
                    people.called(pair.partner),
                    href=person_address(pair.partner, game),
                    own=not people.hidden,
                ),
                _mean(pair),
                _won(pair),
                count_cell("hands", pair.hands),
                Cell(_("Compare"), href=pair_address(pair.person, pair.partner, game), values=bounds),
            )
            for pair in pairs
            if not once or pair.person < pair.partner
        ],
        note=_(
            "Of hands with both on the same side: what the player of the first column scored, and matches with such a "
            "hand that this player won."
        ),
    )


def matrix_chart(
    game: str, value: str, players: Sequence[int], pairs: Sequence[Partnership], people: SeasonNames
) -> Heat | None:
    """The partnerships of some people by row and column; None if fewer than two have a partner."""
    cells = {(pair.person, pair.partner): pair for pair in pairs}
    shown = [person for person in players if any(person in pair for pair in cells)]
    if len(shown) < _LEAST:
        return None
    names = tuple(_distinct([short_name(people.called(person), _NAME) for person in shown]))
    grid = [[cells.get((row, column)) for column in shown] for row in shown]
    unit = mean_words(game)
    of_mean = value == "mean"
    return Heat(
        key="matrix",
        title=_("{unit}, by player and partner", unit=unit if of_mean else _("Matches won")),
        x_title=_("Partner"),
        y_title=_("Player"),
        value_title=unit if of_mean else _("Matches won"),
        columns=names,
        rows=names,
        cells=tuple(tuple(_value(pair, of_mean=of_mean) for pair in row) for row in grid),
        notes=tuple(tuple(_note(pair) for pair in row) for row in grid),
        hrefs=tuple(
            tuple("" if pair is None else pair_address(pair.person, pair.partner, game) for pair in row) for row in grid
        ),
        signed=of_mean and not has_levels(game),
        share=not of_mean,
        summary=_summary(pairs, people, unit),
    )


def _value(partnership: Partnership | None, *, of_mean: bool) -> Fraction | None:
    if partnership is None:
        return None
    decided = partnership.matches.matches - partnership.matches.undecided
    if of_mean:
        return Fraction(partnership.score, partnership.hands)
    return Fraction(partnership.matches.won, decided) if decided else None


def _note(partnership: Partnership | None) -> str:
    if partnership is None:
        return ""
    average = mean(partnership.hands, partnership.score, partnership.squares)
    said = mean_text(average, Fraction(partnership.score, partnership.hands)) if average else ""
    hands = _("{hands}, {score} a hand", hands=_hands(partnership), score=said)
    if partnership.adjusted:
        hands = _("{first}, {second}", first=hands, second=ruled_words(partnership.adjusted))
    won = share(partnership.matches.won, partnership.matches.matches - partnership.matches.undecided)
    if won is None:
        return _("{first}; {second}", first=hands, second=_("no decided match"))
    matches = _(
        "{count} of {all} matches won ({low} to {high} %)",
        count=f"{won.count:,}",
        all=f"{won.of:,}",
        low=percent(won.low),
        high=percent(won.high),
    )
    return _("{first}; {second}", first=hands, second=matches)


def _summary(pairs: Sequence[Partnership], people: SeasonNames, unit: str) -> str:
    def by_mean(partnership: Partnership) -> Fraction:
        return Fraction(partnership.score, partnership.hands)

    def said(partnership: Partnership) -> str:
        measured = mean(partnership.hands, partnership.score, partnership.squares)
        text = mean_text(measured, by_mean(partnership)) if measured else ""
        return _(
            "{player} with {partner}, {score} in {hands}",
            player=people.called(partnership.person),
            partner=people.called(partnership.partner),
            score=text,
            hands=_hands(partnership),
        )

    return _(
        "{unit}: most of {most}; least of {least}.",
        unit=unit,
        most=said(max(pairs, key=by_mean)),
        least=said(min(pairs, key=by_mean)),
    )


def _hands(partnership: Partnership) -> str:
    return _n("{count} hand", "{count} hands", partnership.hands)


def _mean(partnership: Partnership) -> Cell:
    cell = mean_cell("mean", partnership.hands, partnership.score, partnership.squares)
    ruled = ruled_words(partnership.adjusted)
    under = _("{first}, {second}", first=cell.under, second=ruled) if cell.under and ruled else cell.under or ruled
    return replace(cell, under=under, values={**cell.values, "ruled_hands": partnership.adjusted})


def _won(partnership: Partnership) -> Cell:
    of = partnership.matches
    cell = won_cell("won", of.won, of.matches, of.undecided)
    return replace(cell, values={"matches": of.matches, "undecided": of.undecided, **cell.values})


def _distinct(names: Sequence[str]) -> list[str]:
    """Names, those that several have with their numbers: places of an axis must differ."""
    return [
        name if names.count(name) == 1 else f"{name} ({names[:number].count(name) + 1})"
        for number, name in enumerate(names)
    ]
