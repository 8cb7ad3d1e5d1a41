"""Two people: what they did together, and their figures side by side."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from flask import Response, redirect, render_template, request
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as Answer

from app.matches.installation import this_installation
from app.players.statistics.events import event_names
from app.players.statistics.figures import PersonFigures, person_figures
from app.players.statistics.filters import FactFilter
from app.players.statistics.head_to_head import (
    MOST_MATCHES,
    CommonMatches,
    common_games,
    common_matches,
    companion_number,
    companions,
    records,
)
from app.players.statistics.people import keys_of
from app.players.statistics.person import by_partner, numbers_of
from app.players.statistics.recount import pending
from app.players.statistics.season import keep_to_keys
from app.text.language import DEFAULT, Language, _, current, speaking
from app.web.http.addresses import address_of
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import known_arguments
from app.web.parts.html_tables import ShownTable
from app.web.parts.person_asked import person_asked
from app.web.parts.statistics_words import SeasonNames, names_are_hidden, pair_address, people_of, person_address
from app.web.parts.table_files import Files, file_of_page, whole_page
from app.web.players.pair_tables import matches_table, side_by_side, together_table
from engine.games import GAMES

BLUEPRINT: Final = Pages("person_pairs", __name__, url_prefix="/people/<int:first>/with")
SHOWN: Final = 20
"""Common matches that the page shows; the files have all."""
OFFERED: Final = 200
"""The most people that one is compared with by a choice from a list."""


@dataclass(frozen=True, slots=True)
class PairPage:
    """What the page of two people shows."""

    names: tuple[str, str]
    as_computed: bool
    """Whether scores and winners are those that were computed, whatever was ruled about them."""
    adjusted: bool
    """Whether scores that are shown were set by rulings."""
    game: str
    games: Mapping[str, int]
    common: CommonMatches
    tables: tuple[ShownTable, ...]
    """With all their rows."""


@BLUEPRINT.get("/", may=May.COUNT, of=Of.PERSON, strict_slashes=False)
def choose(first: int) -> str | Answer:
    """Whom to compare a person with: those who were partners or opponents in a game (``?game=``)."""
    game = request.args.get("game") or next(iter(GAMES))
    if game not in GAMES:
        raise Refusal(404, _("There is no game {name}.", name=game))
    with this_installation().statistics() as session:
        person = person_asked(session, first).person
        if person != first:
            return redirect(address_of("person_pairs.choose", {"first": person, "game": game}))
        counts = companions(session, game, person, OFFERED)
        wanted = FactFilter(game=game)
        others = companion_number(session, person) - len(counts)
        beside = {line.key for line in by_partner(session, person, game, wanted, numbers_of(session, wanted))}
        people = people_of(session, [person, *counts], hidden=names_are_hidden())
    return render_template(
        "players/pairs/choose.html",
        name=people.called(person),
        address=person_address(person, game),
        game=game,
        others=others,
        full=len(counts) == OFFERED,
        most=OFFERED,
        groups=[
            (title, [(pair_address(person, other, game), people.called(other), counts[other]) for other in group])
            for title, group in (
                (_("Partners"), [other for other in counts if other in beside]),
                (_("Opponents"), [other for other in counts if other not in beside]),
            )
            if group
        ],
    )


@BLUEPRINT.get("/<int:second>", may=May.COUNT, of=Of.PERSON, strict_slashes=False)
def pair(first: int, second: int) -> str | Answer:
    """Two people in a game (``?game=``; without it the one of most common matches).

    ``?format=`` answers with a file: the common hands as CSV, or all tables as JSON.
    """
    form = request.args.get("format")
    with this_installation().statistics() as session:
        people = _people(session, first, second)
        if people != (first, second):
            chosen = known_arguments(request.args, ("game", "format", "as_computed"))
            return redirect(address_of("person_pairs.pair", {"first": people[0], "second": people[1], **chosen}))
        page = _page(session, first, second, DEFAULT if form else current())
    if form:
        return whole_page(form, f"people-{first}-{second}", page.tables)
    together, matches, figures = page.tables
    return render_template(
        "players/pairs/pair.html",
        page=page,
        first=first,
        second=second,
        addresses=[person_address(person, page.game) for person in (first, second)],
        tables=[table for table in (together, replace(matches, rows=matches.rows[:SHOWN]), figures) if table.rows],
        left_out=max(0, len(matches.rows) - SHOWN),
        links=Files("person_pairs.file", {"first": first, "second": second, "game": page.game, **_kept(page)}),
        kept=_kept(page),
        most=MOST_MATCHES,
    )


@BLUEPRINT.get("/<int:second>/<what>.<form>", may=May.COUNT, of=Of.PERSON)
def file(first: int, second: int, what: str, form: str) -> Response:
    """A table of the page as CSV or as lines of JSON."""
    with this_installation().statistics() as session:
        page = _page(session, *_people(session, first, second), DEFAULT)
    return file_of_page(what, form, f"people-{first}-{second}", page.tables)


def _people(session: Session, first: int, second: int) -> tuple[int, int]:
    """Those two whom two numbers stand for, or to whom they were joined."""
    people = person_asked(session, first).person, person_asked(session, second).person
    if people[0] == people[1]:
        raise Refusal(404, _("Both are one person; a comparison needs two."))
    return people


def _page(session: Session, first: int, second: int, language: Language) -> PairPage:
    """What the page shows, its tables in a language."""
    keep_to_keys(session)
    games = common_games(session, first, second)
    game = request.args.get("game") or max(games, key=lambda name: games[name], default=next(iter(GAMES)))
    if game not in GAMES:
        raise Refusal(404, _("There is no game {name}.", name=game))
    as_computed = request.args.get("as_computed") == "1"
    common = common_matches(session, game, first, second, as_computed=as_computed)
    together = records(session, first, second, common)
    names_of_events = event_names(session, {match.event for match in common.matches})
    events = {number: text for number, (text, _is_whole) in names_of_events.items()}
    people: SeasonNames = people_of(session, [first, second], hidden=names_are_hidden())
    figures = [_figures(session, game, person, as_computed=as_computed) for person in (first, second)]
    with speaking(language):
        names = (people.called(first), people.called(second))
        tables = (
            together_table(game, together, *names),
            matches_table(common.matches, events, *names),
            side_by_side(game, figures[0], figures[1], names, pending=pending(session).total > 0),
        )
    return PairPage(
        names,
        as_computed,
        any(figure is not None and figure.whole.adjusted for figure in figures),
        game,
        games,
        common,
        tables,
    )


def _kept(page: PairPage) -> dict[str, str]:
    """What addresses keep of the choice of scores."""
    return {"as_computed": "1"} if page.as_computed else {}


def _figures(session: Session, game: str, person: int, *, as_computed: bool) -> PersonFigures | None:
    key = keys_of(session, [person])[person]
    return next(iter(person_figures(session, game, FactFilter(player=key, as_computed=as_computed))), None)
