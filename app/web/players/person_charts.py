"""The charts of a person's page: form over time, places, and the rating with its band."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import accumulate

from app.drawing.charts import Chart, Heat, Point, Series
from app.drawing.charts.model import SeriesKind
from app.players.statistics.intervals import mean, share
from app.players.statistics.profile import Profile
from app.text.game_terms import role_words
from app.text.language import _, _n
from app.text.places import place_called, place_text
from app.web.parts.html_tables import ruled_words
from app.web.parts.statistics_words import day_words, match_address, mean_words, unit_words
from app.web.players.person_figures import PersonLinks, Tab
from app.web.players.person_tables import NO_ROLE, days_of

_LEAST = 2


def charts_of(page: Profile, links: PersonLinks, tab: Tab | None = None) -> list[Chart | Heat]:
    """The charts of a tab, or of all; those with less than two points are left out."""
    charts: list[Chart] = []
    if tab in (None, Tab.OVERVIEW):
        charts += [_score(page), _rating(page)]
    if tab in (None, Tab.MORE):
        charts += [_months(page, links), _places(page, links)]
    drawn: list[Chart | Heat] = [
        chart for chart in charts if any(len(series.points) >= _LEAST for series in chart.series)
    ]
    points = _points(page, links) if tab in (None, Tab.MORE) else None
    return drawn if points is None else [*drawn, points]


def _score(page: Profile) -> Chart:
    """The score added up match by match, over the last matches; it begins with what there was before them."""
    unit = unit_words(page.game.name)
    shown = sum(match.score for match in page.lines.matches)
    totals = accumulate((match.score for match in page.lines.matches), initial=page.lines.whole.score - shown)
    first = page.lines.whole.matches - len(page.lines.matches)
    points = tuple(
        Point(
            number,
            total,
            note=_note(
                _n(
                    "{day}: {score} in {count} hand",
                    "{day}: {score} in {count} hands",
                    match.hands,
                    day=day_words(match.day) or _("no date"),
                    score=f"{match.score:+d}",
                ),
                match.adjusted,
            ),
            href=match_address(match.match),
        )
        for number, (match, total) in enumerate(zip(page.lines.matches, list(totals)[1:], strict=True), first + 1)
    )
    title = _("{unit} added up, match by match", unit=unit)
    if first:
        title = _(
            "{unit} added up, the last {count} of {all} matches",
            unit=unit,
            count=len(points),
            all=f"{page.lines.whole.matches:,}",
        )
    return Chart(
        "score",
        title,
        _("Match"),
        unit,
        (Series(unit, points),),
        signed=True,
    )


def _months(page: Profile, links: PersonLinks) -> Chart:
    unit = mean_words(page.game.name)
    points = []
    for line in page.lines.months:
        average = mean(line.hands, line.score, line.squares)
        if line.key is None or average is None:
            continue
        since, until = days_of(line.key)
        exact = Fraction(line.score, line.hands)
        half = None if average.half is None else Fraction(average.half).limit_denominator(10_000)
        points.append(
            Point(
                since[:7],
                exact,
                note=_note(
                    _("{hands} hands, {matches} matches", hands=f"{line.hands:,}", matches=f"{line.matches:,}"),
                    line.adjusted,
                ),
                href=links.page(since=since, until=until),
                low=None if half is None else exact - half,
                high=None if half is None else exact + half,
            )
        )
    return Chart(
        "form",
        _("{unit}, month by month", unit=unit),
        _("Month"),
        unit,
        (Series(unit, tuple(points), SeriesKind.LINE),),
        signed=True,
    )


def _places(page: Profile, links: PersonLinks) -> Chart:
    whole = page.whole
    total = sum(hands for hands, _ in whole.places.values())
    points = []
    for place_halves, (hands, _score) in sorted(whole.places.items()):
        fraction = share(hands, total)
        assert fraction is not None
        points.append(
            Point(
                place_called(place_halves, page.game.name),
                Fraction(hands, total),
                note=_("{count} of {all} hands", count=f"{hands:,}", all=f"{total:,}"),
                href=links.hands(place=place_text(place_halves)),
                low=Fraction(fraction.low).limit_denominator(10_000),
                high=Fraction(fraction.high).limit_denominator(10_000),
            )
        )
    return Chart(
        "place-shares",
        _("Places"),
        _("Place"),
        _("Share of the hands"),
        (Series(_("Hands"), tuple(points), SeriesKind.BARS),),
        share=True,
    )


def _points(page: Profile, links: PersonLinks) -> Chart | Heat | None:
    """The total score by role and place; None with fewer than two of them."""
    places = sorted(page.whole.places)
    if sum(len(role.places) for role in page.roles.values()) < _LEAST:
        return None
    unit = unit_words(page.game.name)
    columns = tuple(place_called(place_halves, page.game.name) for place_halves in places)
    title = (
        _("{unit} won and lost, by role and place", unit=unit)
        if page.game.roles
        else _("{unit} won and lost, by place", unit=unit)
    )
    if not page.game.roles:
        points = tuple(
            Point(
                column,
                page.whole.places[place_halves][1],
                note=_in_hands(page.whole.places[place_halves][0]),
                href=links.hands(place=place_text(place_halves)),
            )
            for column, place_halves in zip(columns, places, strict=True)
        )
        return Chart("points", title, _("Place"), unit, (Series(unit, points, SeriesKind.BARS),), signed=True)
    return Heat(
        key="points",
        title=title,
        x_title=_("Place"),
        y_title=_("Role"),
        value_title=unit,
        columns=columns,
        rows=tuple(role_words(page.game.name, role or NO_ROLE) for role in page.roles),
        cells=tuple(
            tuple(role.places[place_halves][1] if place_halves in role.places else None for place_halves in places)
            for role in page.roles.values()
        ),
        notes=tuple(
            tuple(
                _in_hands(role.places[place_halves][0]) if place_halves in role.places else ""
                for place_halves in places
            )
            for role in page.roles.values()
        ),
        hrefs=tuple(
            tuple(
                links.hands(place=place_text(place_halves), role=role or None) if place_halves in sums.places else ""
                for place_halves in places
            )
            for role, sums in page.roles.items()
        ),
        signed=True,
    )


def _rating(page: Profile) -> Chart:
    first = 1 if page.rating is None else page.rating[1] - len(page.steps) + 1
    points = []
    for number, step in enumerate(page.steps, first):
        middle, half = _hundredths(step.rating.mean), _hundredths(2 * step.rating.deviation)
        played = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=step.moment)
        points.append(
            Point(
                number,
                middle,
                note=_("after a match of {day}", day=f"{played:%Y-%m-%d}"),
                href=match_address(step.match),
                low=middle - half,
                high=middle + half,
            )
        )
    name = _("Rating with its 95 % interval")
    return Chart("rating", name, _("Rated match"), _("Rating"), (Series(_("Rating"), tuple(points), SeriesKind.STEPS),))


def _note(said: str, adjusted: int) -> str:
    return _("{first}; {second}", first=said, second=ruled_words(adjusted)) if adjusted else said


def _in_hands(hands: int) -> str:
    return _n("in {count} hand", "in {count} hands", hands)


def _hundredths(value: float) -> Fraction:
    return Fraction(round(value * 100), 100)
