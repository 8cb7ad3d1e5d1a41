"""The tables of a person's page."""

from collections.abc import Callable, Sequence
from datetime import date
from math import sqrt
from typing import Final

from app.statistics.figures import figures_of, shown_values
from app.statistics.intervals import t_quantile
from app.statistics.output import place_text
from app.statistics.person import LINES, Line, RoleSums, measure_of
from app.statistics.tables import LATER
from app.statistics.unlike import Difference, Rate
from app.views.bomb_table import bomb_table
from app.views.person_links import Links, name_of
from app.views.person_page import PersonPage
from app.views.season_words import day_words
from app.views.shown_tables import (
    Cell,
    ShownTable,
    count_cell,
    head_cell,
    mean_cell,
    rate_cell,
    rounded,
    ruled_words,
    score_cell,
    share_cell,
    won_cell,
    words_of,
)
from engine.games import GAMES
from engine.replay.statistics import Figure

NO_ROLE: Final = "no role known"
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def tables_of(page: PersonPage, links: Links, hidden: bool) -> list[ShownTable]:
    """The tables of a person's page, in order; those without a row are left out."""
    found = [
        _games(page, links),
        _figures(page, links),
        bomb_table(page, hidden=hidden),
        _unlike(page, links),
        _places(page, links),
        _roles(page, links),
        _partners(page, links, hidden),
        _months(page, links),
        _presets(page, links),
        _events(page, links),
        _matches(page, links),
    ]
    return [table for table in found if table is not None and table.rows]


def month_words(month: int | None) -> str:
    """A month, by the number YYYYMM."""
    return "No date" if month is None else f"{_MONTHS[month % 100 - 1]} {month // 100}"


def days_of(month: int) -> tuple[str, str]:
    """The first and the last day of a month, as addresses write them."""
    year, number = divmod(month, 100)
    last = date(year + number // 12, number % 12 + 1, 1).toordinal() - 1 if year < 9999 else date.max.toordinal()
    return date(year, number, 1).isoformat(), date.fromordinal(last).isoformat()


def _line_table(
    key: str,
    title: str,
    head: str,
    lines: Sequence[Line],
    first: Callable[[Line], Cell],
    *,
    unit: str,
    with_errors: bool = True,
) -> ShownTable:
    rows = []
    for line in lines[:LINES]:
        cells = [
            first(line),
            won_cell("won", line.won, line.matches, line.undecided),
            count_cell("matches", line.matches),
            count_cell("hands", line.hands),
            score_cell("score", line.score, line.adjusted),
            mean_cell("score_a_hand", line.hands, line.score, line.squares),
        ]
        rows.append((*cells, count_cell("errors", line.errors)) if with_errors else tuple(cells))
    columns = (head, "Matches won", "Matches", "Hands", unit, f"{unit} a hand", *(("Errors",) if with_errors else ()))
    note = f"The {LINES} lines with the most hands." if len(lines) > LINES else ""
    return ShownTable(key, title, columns, rows, note)


def _unit(page: PersonPage) -> str:
    return "Levels" if page.has_levels else "Score"


def _games(page: PersonPage, links: Links) -> ShownTable | None:
    if len(page.games) < 2:
        return None
    names = {line.key: name for name, line in page.games.items()}

    def first(line: Line) -> Cell:
        name = names[line.key]
        address = links.page(game=name, role=None, preset=None)
        return head_cell("game", GAMES[name].title, name, href=address)

    lines = list(page.games.values())
    return _line_table("games", "By game", "Game", lines, first, unit="Score")


def _partners(page: PersonPage, links: Links, hidden: bool) -> ShownTable:
    def first(line: Line) -> Cell:
        person = line.key or 0
        address = "" if hidden else links.page(partner=page.keys[person])
        name = name_of(person, page.names[person], hidden)
        return head_cell("partner", name, name if hidden else page.keys[person], href=address)

    title = "By partner"
    return _line_table("partners", title, "Partner", page.partners, first, unit=_unit(page), with_errors=False)


def _months(page: PersonPage, links: Links) -> ShownTable:
    def first(line: Line) -> Cell:
        if line.key is None:
            return head_cell("month", "No date", "")
        since, until = days_of(line.key)
        return head_cell("month", month_words(line.key), since[:7], href=links.page(since=since, until=until))

    return _line_table("months", "By month", "Month", page.lines.months[-LINES:], first, unit=_unit(page))


def _presets(page: PersonPage, links: Links) -> ShownTable:
    def first(line: Line) -> Cell:
        preset = page.words[line.key or 0]
        return head_cell("preset", words_of(preset) or "No preset", preset, href=links.page(preset=preset or None))

    return _line_table("presets", "By preset", "Preset", page.lines.presets, first, unit=_unit(page))


def _events(page: PersonPage, links: Links) -> ShownTable:
    def first(line: Line) -> Cell:
        event = page.words[line.key or 0]
        address = links.page(event=event) if event else ""
        return head_cell("event", event or "No event", event, href=address)

    return _line_table("events", "By event", "Event", page.lines.events, first, unit=_unit(page))


def _roles(page: PersonPage, links: Links) -> ShownTable | None:
    if not page.game.roles:
        return None
    rows = [
        (
            head_cell("role", words_of(role or NO_ROLE), role, href=links.page(role=role) if role else ""),
            share_cell("hands", each.hands, page.whole.hands, href=links.hands(role=role) if role else ""),
            score_cell("score", each.score, each.adjusted),
            mean_cell("score_a_hand", each.hands, each.score, each.squares),
            count_cell("errors", each.errors),
        )
        for role, each in page.roles.items()
    ]
    return ShownTable("roles", "By role", ("Role", "Hands", "Score", "Score a hand", "Errors"), rows)


def _places(page: PersonPage, links: Links) -> ShownTable | None:
    if not page.whole.places:
        return None
    unit = _unit(page)
    rows = []
    for role, each in page.roles.items():
        for place2, (hands, score) in sorted(each.places.items()):
            place = place_text(place2)
            address = links.hands(place=place, role=role or None)
            name = words_of(role or NO_ROLE) if page.game.roles else ""
            rows.append(
                (
                    head_cell("place", f"{name}, place {place}" if name else f"Place {place}", place),
                    *((Cell(name, values={"role": role}),) if page.game.roles else ()),
                    share_cell("hands", hands, each.hands, href=address),
                    count_cell("score", score, signs=True),
                )
            )
    columns = ("Place", *(("Role",) if page.game.roles else ()), "Hands", unit)
    title = "Where points are won and lost, by role and place" if page.game.roles else "Places, and what they brought"
    ruled = ruled_words(page.whole.adjusted)
    return ShownTable("places", title, columns, rows, f"Of all these hands: {ruled}." if ruled else "")


def _matches(page: PersonPage, links: Links) -> ShownTable:
    result = {1: "won", 0: "lost", None: "undecided"}
    rows = [
        (
            head_cell("match", f"Match {each.match}", each.match, href=links.match(each.match)),
            Cell(day_words(each.day) or "no date", values={"day": day_words(each.day)}),
            Cell(result[each.won], values={"result": result[each.won]}),
            count_cell("hands", each.hands),
            score_cell("score", each.score, each.adjusted),
        )
        for each in reversed(page.matches)
    ]
    return ShownTable("matches", "Last matches", ("Match", "Day", "Result", "Hands", _unit(page)), rows)


def _figures(page: PersonPage, links: Links) -> ShownTable:
    whole = page.whole
    rows = [row for figure in figures_of(page.game) if not figure.key for row in [_figure(page, links, figure, whole)]]
    columns = ("Figure", "Count", "Measured by", "Rate")
    return ShownTable("figures", f"What counts in {page.game.title}", columns, rows)


def _figure(page: PersonPage, links: Links, figure: Figure, whole: RoleSums) -> tuple[Cell, ...]:
    name, measure = figure.name, measure_of(figure)
    of = _measured(measure, whole)
    head = head_cell("figure", words_of(figure.words or name), name, under=figure.meaning)
    measured_by = words_of_figures(page)[measure]
    if name in LATER and whole.pending:
        waiting = Cell("pending", f"of {whole.pending:,} hands", values={"count": None})
        return head, waiting, Cell(measured_by, values={"measured_by": measure}), Cell("")
    value = shown_values(page.game, whole.counts)[figure.key or name]
    address = links.hands(count=name) if value else ""
    count = Cell(f"{value:,}".replace("-", "−"), "", address, {"count": value})
    by = Cell(f"{of:,} {measured_by}", values={"measured_by": measure, "measure": of})
    if not of:
        return head, count, by, Cell("none")
    if figure.share and value <= of:
        found = share_cell("share", int(value), of)
        return head, count, by, Cell(found.under, values=found.values)
    # Where nothing was counted, no spread is seen either.
    half = _half(page.unlike.own.get(name), of) if value else None
    return head, count, by, rate_cell("rate", float(value) / of, half)


def words_of_figures(page: PersonPage) -> dict[str, str]:
    """By name what pages call the figures of a game, and what they are measured by, in lower case."""
    found = {figure.name: figure.words or figure.name.replace("_", " ") for figure in figures_of(page.game)}
    return {"hands": "hands", "played": "hands played"} | found


def _measured(measure: str, whole: RoleSums) -> int:
    return {"hands": whole.hands, "played": whole.played}.get(measure) or whole.counts.get(measure, 0)


def _half(rate: Rate | None, of: float) -> float | None:
    """Half the interval of a rate over everything, by the spread from match to match among the newest ones."""
    if rate is None or rate.matches < 2 or not of:
        return None
    return rate.half * sqrt(rate.of / of) * t_quantile(rate.matches - 1) / t_quantile(10**9)


def _unlike(page: PersonPage, links: Links) -> ShownTable:
    meanings = {figure.name: figure.meaning for figure in figures_of(page.game)}
    words = words_of_figures(page) | {"score": "score a hand", "errors": "errors a hand"}
    rows = [_difference(each, links, meanings, words) for each in page.unlike.differences]
    columns = ("Figure", "This player", "The others", "Difference")
    return ShownTable("unlike", "Unlike the others", columns, rows)


def _difference(each: Difference, links: Links, meanings: dict[str, str], words: dict[str, str]) -> tuple[Cell, ...]:
    own, others = each.own, each.others
    address = links.hands(count=None if each.name == "score" else each.name)
    return (
        head_cell("figure", words_of(words[each.name]), each.name, under=meanings.get(each.name, "")),
        rate_cell("own", own.value, own.half),
        rate_cell("others", others.value, others.half),
        Cell(
            f"{'more' if each.z > 0 else 'less'}, by {abs(each.z):.1f} standard errors",
            f"measured by {words[each.measure]}; look at the hands",
            address,
            {"standard_errors": rounded(each.z), "measured_by": each.measure},
        ),
    )
