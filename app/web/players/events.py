"""Events: their list, and the season of each, with its tables as files."""

from dataclasses import dataclass, replace
from typing import Any, Final

from flask import Response, render_template, request, url_for
from sqlalchemy.orm import Session

from app.database.lookup import word_number
from app.drawing.charts import Chart
from app.matches.installation import this_installation
from app.players.search.wording import quoted
from app.players.statistics.events import COUNTED, events, games_of, has_hidden_name
from app.players.statistics.hand_series import longest_runs, outstanding_hands
from app.players.statistics.scales import mixed_in_season
from app.players.statistics.season import MOST_MATCHES, SeasonMatches, keep_to_keys, season_matches, undated_matches
from app.players.statistics.standings import Standing, course, standings
from app.text.language import DEFAULT, Language, _, current, speaking
from app.web.http.errors import Refusal
from app.web.http.left_out import matches_without_date
from app.web.http.pages import May, Pages
from app.web.http.paging import Slice, page_of, whole
from app.web.parts.event_review import progress_of
from app.web.parts.hand_list import HandList
from app.web.parts.html_tables import ShownTable
from app.web.parts.listed_hands import OUTSTANDING
from app.web.parts.statistics_words import (
    SeasonRequest,
    archived,
    asked_of,
    day_words,
    event_words,
    names_are_hidden,
    people_of,
    span_words,
)
from app.web.parts.table_files import Files, file_of_page, whole_page
from app.web.players.event_tables import CHARTED, SHOWN_RUNS, course_chart, hands_table, runs_table, standings_table
from engine.games import GAMES
from engine.statistics.person import normal

BLUEPRINT: Final = Pages("events", __name__, url_prefix="/events")
SIZE: Final = 50
"""People of one page of the standings."""


@dataclass(frozen=True, slots=True)
class EventPage:
    """What the page of an event shows."""

    event: str
    number: int
    games: dict[str, int]
    asked: SeasonRequest
    season: SeasonMatches
    standings: list[Standing]
    tables: tuple[ShownTable, ...]
    """With all their rows."""
    chart: Chart | None
    mixed: bool
    """Whether scores of unlike scales are added."""
    undated: int
    """Matches that the span of days leaves out because they have no day."""


@BLUEPRINT.get("/", may=May.COUNT)
def listed() -> str:
    """The events of counted matches, those that were first seen last at the top; ``?before=`` leads on."""
    with this_installation().statistics() as session:
        keep_to_keys(session)
        page = events(session, whole(request.args.get("before")))
    return render_template(
        "players/events/list.html", page=page, counted=COUNTED, event_words=event_words, span_words=span_words
    )


@BLUEPRINT.get("/show", may=May.COUNT)
def show() -> str | Response:
    """The season of an event (``?event=``) in a game (``?game=``), of a span of days (``?since=``, ``?until=``).

    ``?page=`` is the page of the standings; ``?format=`` answers with a file: the standings as CSV, or all as JSON.
    """
    form = request.args.get("format")
    with this_installation().statistics() as session:
        page = _found(session, DEFAULT if form else current())
    if form:
        return whole_page(form, "event", page.tables)
    part: Slice[Any] = page_of(page.standings, whole(request.args.get("page")) or 1, SIZE)
    shown = (_part(page.tables[0], part), replace(page.tables[1], rows=page.tables[1].rows[:SHOWN_RUNS]))
    arguments = {"event": page.event, "game": page.asked.season.game, **page.asked.chosen}
    return render_template(
        "players/events/show.html",
        page=page,
        part=part,
        undated=matches_without_date(page.undated),
        tables=[table for table in (*shown, *page.tables[2:]) if table.rows],
        left_out=len(page.tables[1].rows) - len(shown[1].rows),
        links=Files("events.file", arguments),
        arguments=arguments,
        errors=url_for("hand_search.listed", q=_line_of_errors(page.event, page.asked)),
        reviews=None if archived() else progress_of(page.number),
        title=event_words(page.event),
        span_words=span_words,
        day_words=day_words,
        most=MOST_MATCHES,
        counted=COUNTED,
        charted=CHARTED,
    )


@BLUEPRINT.get("/<what>.<form>", may=May.COUNT)
def file(what: str, form: str) -> Response:
    """A table or the chart of an event's page as CSV or as lines of JSON."""
    with this_installation().statistics() as session:
        page = _found(session, DEFAULT)
    return file_of_page(what, form, "event", page.tables, [page.chart] if page.chart else [])


def _line_of_errors(event: str, asked: SeasonRequest) -> str:
    """The search of the hands of a season in which somebody made an error."""
    season = asked.season
    span = [f"{name}:{day}" for name, day in (("since", season.since), ("until", season.until)) if day]
    return " ".join((f"game:{season.game}", "errors>=1", f"event:{quoted(event)}", *span))


def _found(session: Session, language: Language) -> EventPage:
    """What the page shows, its tables and its chart in a language."""
    keep_to_keys(session)
    if "event" not in request.args:
        raise Refusal(404, _("The address does not say which event is meant."))
    event = normal(request.args["event"])
    number = word_number(session, event)
    games = {} if number is None or has_hidden_name(session, event) else games_of(session, number)
    if number is None or not games:
        raise Refusal(404, _("No counted match is of this event. An event is named by its whole text."))
    game = request.args.get("game") or next(iter(games))
    if game not in GAMES:
        raise Refusal(404, _("There is no game {name}.", name=game))
    asked = asked_of(request.args, game, event)
    season = season_matches(session, asked.season)
    placed = standings(session, season)
    runs = longest_runs(session, season)
    best = outstanding_hands(session, season, OUTSTANDING, best=True)
    worst = outstanding_hands(session, season, OUTSTANDING, best=False)
    scores = course(session, season, [standing.person for standing in placed[:CHARTED]])
    people = people_of(session, [standing.person for standing in placed], hidden=names_are_hidden())
    carried = {"event": event, "game": game, **asked.chosen}
    with speaking(language):
        tables = (
            standings_table(game, placed, people),
            runs_table(game, runs, people),
            hands_table(game, best, people, HandList("best", carried).text, best=True),
            hands_table(game, worst, people, HandList("worst", carried).text, best=False),
        )
        chart = course_chart(game, season, scores, people)
    mixed, undated = mixed_in_season(session, game, season), undated_matches(session, asked.season)
    return EventPage(event, number, games, asked, season, placed, tables, chart, mixed, undated)


def _part(table: ShownTable, part: Slice[Any]) -> ShownTable:
    return replace(table, rows=table.rows[part.first : part.first + SIZE])
