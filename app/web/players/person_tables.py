"""The tables of a person's pages."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from math import sqrt
from typing import Final

from flask import url_for

from app.players.search.grammar import query_of
from app.players.search.query import Condition, OfDay, PlayCondition, Size, TextCondition
from app.players.search.wording import text_of
from app.players.statistics.bombs import BombSums
from app.players.statistics.distinctive import Rate, RateDifference
from app.players.statistics.figures import shown_values
from app.players.statistics.filters import FactFilter
from app.players.statistics.intervals import t_quantile
from app.players.statistics.person import LINES, HandTotals, RoleSums, measure_of
from app.players.statistics.profile import Profile, words_of_differences, words_of_figures
from app.text.decimals import fixed
from app.text.game_terms import figure_words, role_words, said_by_game
from app.text.glossary import game_title, preset_title
from app.text.language import _, _n, marked
from app.text.language.sentence import capital
from app.text.places import named_place, place_called, place_text
from app.web.parts.html_tables import (
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
)
from app.web.parts.statistics_words import archived, day_words, match_address, mean_words, name_of, unit_words
from app.web.players.person_figures import PersonLinks, Tab, measured_of
from engine.recorded.basis import Basis
from engine.replay.statistics import Figure

_MATCHES: Final = 10
"""Matches that are shown at first."""
_FIGURES: Final = 12
"""Figures that are shown at first."""
NO_ROLE: Final = marked("no role known")
_MONTHS: Final = (
    *(marked("January"), marked("February"), marked("March"), marked("April"), marked("May"), marked("June")),
    *(marked("July"), marked("August"), marked("September"), marked("October"), marked("November"), marked("December")),
)
_RESULTS: Final[Mapping[int | None, str]] = {1: marked("win"), 0: marked("loss"), None: marked("undecided")}
_IN_FILES: Final[Mapping[int | None, str]] = {1: "won", 0: "lost", None: "undecided"}


def tables_of(page: Profile, links: PersonLinks, hidden: bool, tab: Tab | None = None) -> list[ShownTable]:
    """The tables of a tab, or of all, in order; those without a row are left out.

    Those of how a person plays are in a profile that has it.
    """
    tables: dict[Tab, Callable[[], list[ShownTable | None]]] = {
        Tab.OVERVIEW: lambda: [_games(page, links), _matches(page)],
        Tab.DECISIONS: lambda: [_figures(page, links), bomb_table(page, hidden=hidden or archived())],
        Tab.MORE: lambda: [
            _unlike(page, links),
            _places(page, links),
            _roles(page, links),
            _partners(page, links, hidden),
            _months(page, links),
            _presets(page, links),
            _events(page, links),
        ],
    }
    made = [table for shown in ([*tables] if tab is None else [tab]) for table in tables[shown]()]
    return [table for table in made if table is not None and table.rows]


def month_words(month: int | None) -> str:
    """A month, by the number YYYYMM."""
    if month is None:
        return _("No date")
    return _("{month} {year}", month=_(_MONTHS[month % 100 - 1]), year=month // 100)


def days_of(month: int) -> tuple[str, str]:
    """The first and the last day of a month, as addresses write them."""
    year, number = divmod(month, 100)
    last = date(year + number // 12, number % 12 + 1, 1).toordinal() - 1 if year < 9999 else date.max.toordinal()
    return date(year, number, 1).isoformat(), date.fromordinal(last).isoformat()


def _line_table(
    key: str, title: str, head: str, lines: Sequence[HandTotals], first: Callable[[HandTotals], Cell], game: str = ""
) -> ShownTable:
    """Sums in lines; of all games without one.  What partners do has no errors of its own."""
    with_errors = key != "partners"
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
    units = (unit_words(game), mean_words(game)) if game else (_("Score"), _("Score a hand"))
    columns = (head, _("Matches won"), _("Matches"), _("Hands"), *units, *((_("Errors"),) if with_errors else ()))
    note = _("The {count} lines with the most hands.", count=LINES) if len(lines) > LINES else ""
    return ShownTable(key, title, columns, rows, note)


def _games(page: Profile, links: PersonLinks) -> ShownTable | None:
    if len(page.lines.games) < 2:
        return None
    names = {line.key: name for name, line in page.lines.games.items()}

    def first(line: HandTotals) -> Cell:
        name = names[line.key]
        address = links.page(game=name, role=None, preset=None)
        return head_cell("game", game_title(name), name, href=address)

    lines = list(page.lines.games.values())
    return _line_table("games", _("By game"), _("Game"), lines, first)


def _partners(page: Profile, links: PersonLinks, hidden: bool) -> ShownTable:
    def first(line: HandTotals) -> Cell:
        person = line.key or 0
        address = "" if hidden else links.page(partner=page.keys[person])
        name = name_of(person, page.names[person], hidden)
        return head_cell("partner", name, name if hidden else page.keys[person], href=address, own=not hidden)

    title, head = _("By partner"), _("Partner")
    return _line_table("partners", title, head, page.partners, first, page.game.name)


def _months(page: Profile, links: PersonLinks) -> ShownTable:
    def first(line: HandTotals) -> Cell:
        if line.key is None:
            return head_cell("month", _("No date"), "")
        since, until = days_of(line.key)
        return head_cell("month", month_words(line.key), since[:7], href=links.page(since=since, until=until))

    months = page.lines.months[-LINES:]
    return _line_table("months", _("By month"), _("Month"), months, first, page.game.name)


def _presets(page: Profile, links: PersonLinks) -> ShownTable:
    def first(line: HandTotals) -> Cell:
        preset = page.words[line.key or 0]
        name = preset_title(page.game.name, preset) if preset else _("No preset")
        return head_cell("preset", name, preset, href=links.page(preset=preset or None), own=bool(preset))

    return _line_table("presets", _("By preset"), _("Preset"), page.lines.presets, first, page.game.name)


def _events(page: Profile, links: PersonLinks) -> ShownTable:
    def first(line: HandTotals) -> Cell:
        event = page.words[line.key or 0]
        address = links.page(event=event) if event and line.key not in page.cut_events else ""
        return head_cell("event", event or _("No event"), event, href=address, own=bool(event))

    return _line_table("events", _("By event"), _("Event"), page.lines.events, first, page.game.name)


def _roles(page: Profile, links: PersonLinks) -> ShownTable | None:
    if not page.game.roles:
        return None
    rows = [
        (
            head_cell("role", _role(page, role), role, href=links.page(role=role) if role else ""),
            share_cell("hands", sums.hands, page.whole.hands, href=links.hands(role=role) if role else ""),
            score_cell("score", sums.score, sums.adjusted),
            mean_cell("score_a_hand", sums.hands, sums.score, sums.squares),
            count_cell("errors", sums.errors),
        )
        for role, sums in page.roles.items()
    ]
    columns = (_("Role"), _("Hands"), _("Score"), _("Score a hand"), _("Errors"))
    return ShownTable("roles", _("By role"), columns, rows)


def _role(page: Profile, role: str) -> str:
    return role_words(page.game.name, role or NO_ROLE)


def _places(page: Profile, links: PersonLinks) -> ShownTable | None:
    if not page.whole.places:
        return None
    unit = unit_words(page.game.name)
    rows = []
    for role, sums in page.roles.items():
        for place_halves, (hands, score) in sorted(sums.places.items()):
            place = place_text(place_halves)
            address = links.hands(place=place, role=role or None)
            name = _role(page, role) if page.game.roles else ""
            title = place_called(place_halves, page.game.name)
            if name:
                title = (
                    _("{role}, {place}", role=name, place=title)
                    if named_place(place_halves, page.game.name)
                    else _("{role}, place {place}", role=name, place=place)
                )
            rows.append(
                (
                    head_cell("place", title, place),
                    *((Cell(name, values={"role": role}),) if page.game.roles else ()),
                    share_cell("hands", hands, sums.hands, href=address),
                    count_cell("score", score, signs=True),
                )
            )
    columns = (_("Place"), *((_("Role"),) if page.game.roles else ()), _("Hands"), unit)
    title = (
        _("Where points are won and lost, by role and place") if page.game.roles else _("Places, and what they brought")
    )
    ruled = ruled_words(page.whole.adjusted)
    note = _("Of all these hands: {ruled}.", ruled=ruled) if ruled else ""
    return ShownTable("places", title, columns, rows, note)


def _matches(page: Profile) -> ShownTable:
    rows = [
        (
            head_cell("match", _("Match {number}", number=match.match), match.match, href=match_address(match.match)),
            Cell(day_words(match.day) or _("no date"), values={"day": day_words(match.day)}),
            Cell(_(_RESULTS[match.won]), values={"result": _IN_FILES[match.won]}),
            count_cell("hands", match.hands),
            score_cell("score", match.score, match.adjusted),
        )
        for match in reversed(page.lines.matches)
    ]
    columns = (_("Match"), _("Day"), _("Result"), _("Hands"), unit_words(page.game.name))
    return ShownTable("matches", _("Last matches"), columns, rows, first=_MATCHES)


def _figures(page: Profile, links: PersonLinks) -> ShownTable:
    whole = page.whole
    rows = [_figure(page, links, figure, whole) for figure in page.game.statistics.figures if not figure.key]
    columns = (_("Figure"), _("Count"), _("Measured by"), _("Rate"))
    title = _("What counts in {game}", game=game_title(page.game.name))
    never = [place for place, (_name, count, *_rest) in enumerate(rows) if count.values["count"] == 0]
    note = _(
        "Each figure with what it is measured by. A share has its 95 % interval; a rate half the width of its "
        "interval, by the spread from match to match."
    )
    return ShownTable("figures", title, columns, rows, note, never, _FIGURES)


def _figure(page: Profile, links: PersonLinks, figure: Figure, whole: RoleSums) -> tuple[Cell, ...]:
    name, measure = figure.name, measure_of(figure)
    of = measured_of(measure, whole)
    head = head_cell("figure", figure_words(name), name, under=said_by_game(figure.meaning))
    measured_by = words_of_figures(page.game)[measure]
    if figure.later and whole.pending:
        of_hands = _n("of {count} hand", "of {count} hands", whole.pending)
        waiting = Cell(_("pending"), of_hands, values={"count": None})
        return head, waiting, Cell(measured_by, values={"measured_by": measure}), Cell("")
    value = shown_values(page.game, whole.counts)[figure.key or name]
    address = links.hands(count=name) if value else ""
    count = Cell(f"{value:,}".replace("-", "−"), "", address, {"count": value})
    measured = _("{count} {things}", count=f"{of:,}", things=measured_by)
    by = Cell(measured, values={"measured_by": measure, "measure": of})
    if not of:
        return head, count, by, Cell(_("none"))
    if figure.share and value <= of:
        cell = share_cell("share", int(value), of)
        return head, count, by, Cell(cell.under, values=cell.values)
    # Where nothing was counted, no spread is seen either.
    half = _half(page.play.unlike.own.get(name) if page.play else None, of) if value else None
    return head, count, by, rate_cell("rate", float(value) / of, half)


def _half(rate: Rate | None, of: float) -> float | None:
    """Half the interval of a rate over everything, by the spread from match to match among the newest ones."""
    if rate is None or rate.matches < 2 or not of:
        return None
    return rate.half * sqrt(rate.of / of) * t_quantile(rate.matches - 1) / t_quantile(10**9)


def _unlike(page: Profile, links: PersonLinks) -> ShownTable | None:
    if page.play is None:
        return None
    meanings = {figure.name: said_by_game(figure.meaning) for figure in page.game.statistics.figures}
    words = words_of_differences(page.game)
    rows = [_difference(difference, links, meanings, words) for difference in page.play.unlike.differences]
    columns = (_("Figure"), _("This player"), _("The others"), _("Difference"))
    return ShownTable("unlike", _("What stands out, in numbers"), columns, rows)


def _difference(
    difference: RateDifference, links: PersonLinks, meanings: dict[str, str], words: dict[str, str]
) -> tuple[Cell, ...]:
    own, others = difference.own, difference.others
    address = links.hands(count=None if difference.name == "score" else difference.name)
    errors = f"{abs(difference.z):.1f}"
    return (
        head_cell("figure", capital(words[difference.name]), difference.name, under=meanings.get(difference.name, "")),
        rate_cell("own", own.value, own.half),
        rate_cell("others", others.value, others.half),
        Cell(
            _("more, by {count} standard errors", count=errors)
            if difference.z > 0
            else _("less, by {count} standard errors", count=errors),
            _("measured by {things}; look at the hands", things=words[difference.measure]),
            address,
            {"standard_errors": rounded(difference.z), "measured_by": difference.measure},
        ),
    )


def bomb_table(page: Profile, *, hidden: bool) -> ShownTable | None:
    """The bombs of a person; None if there are none.  Each kind leads to its hands, unless names are hidden,
    or the page shows an archive."""
    if page.play is None or not page.play.bombs:
        return None
    rows = [
        (
            Cell(capital(said_by_game(bomb.words)), values={"bomb": bomb.kind, "cards": bomb.size}),
            count_cell("played", bomb.played, href="" if hidden else _search(page, bomb)),
            share_cell("won", bomb.won, bomb.played),
            share_cell("beaten", bomb.beaten, bomb.played),
            share_cell("last", bomb.last, bomb.played),
            count_cell("hands", bomb.hands),
            _mean_place(bomb),
            mean_cell("score_a_hand", bomb.hands, bomb.score, bomb.squares),
        )
        for bomb in page.play.bombs
    ]
    columns = (
        *(
            _("Bomb"),
            _("Times played"),
            _("Won the trick"),
            _("Beaten"),
            _("Went out with it"),
            _("Hands"),
            _("Mean place"),
        ),
        mean_words(page.game.name),
    )
    note = _(
        "A bomb wins the trick if nobody beats it. The last three columns are about the hands with such a bomb; a hand "
        "with bombs of several kinds is in the row of each."
    )
    return ShownTable("bombs", _("Bombs, and what they won"), columns, rows, note)


def _mean_place(sums: BombSums) -> Cell:
    if not sums.placed:
        return Cell("", values={"mean_place": None})
    mean = fixed(sums.place_halves, 2 * sums.placed, 2)
    under = "" if sums.placed == sums.hands else _("in {count}", count=f"{sums.placed:,}")
    return Cell(mean, under, values={"mean_place": rounded(sums.place_halves / 2 / sums.placed)})


def _search(page: Profile, sums: BombSums) -> str:
    """The search of the hands with such a bomb, under the filter of the page."""
    played = PlayCondition(sums.kind, Size(sums.size))
    asked = [
        TextCondition("game", page.game.name),
        TextCondition("player", page.who.key),
        *_conditions(page.wanted),
        played,
    ]
    return url_for("hand_search.listed", q=text_of(query_of(asked)))


def _conditions(wanted: FactFilter) -> list[Condition]:
    """A filter as conditions of a search, without its game and its player."""
    texts = {name: getattr(wanted, name) for name in ("preset", "event", "partner", "role")}
    days = {name: getattr(wanted, name) for name in ("since", "until")}
    conditions: list[Condition] = [TextCondition(name, text) for name, text in texts.items() if text is not None]
    conditions += [OfDay(name, day) for name, day in days.items() if day is not None]
    return [*conditions, TextCondition("basis", Basis.PLAY)] if wanted.of_play else conditions
