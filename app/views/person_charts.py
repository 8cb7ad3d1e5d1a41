"""The charts of a person's page: form over time, places, and the rating with its band."""

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import accumulate

from app.charts import Chart, Point, Series
from app.charts.model import Kind
from app.statistics.intervals import mean, share
from app.statistics.output import place_text
from app.views.person_links import Links
from app.views.person_page import PersonPage
from app.views.person_tables import day_words, days_of, words_of
from app.views.shown_tables import ruled_words

_LEAST = 2


def charts_of(page: PersonPage, links: Links) -> list[Chart]:
    """The charts of a person's page; those with less than two points are left out."""
    found = [_score(page, links), _months(page, links), _places(page, links), _rating(page, links)]
    return [chart for chart in found if any(len(series.points) >= _LEAST for series in chart.series)]


def _score(page: PersonPage, links: Links) -> Chart:
    """The score added up match by match, over the last matches; it begins with what there was before them."""
    unit = "levels" if page.has_levels else "score"
    shown = sum(each.score for each in page.matches)
    totals = accumulate((each.score for each in page.matches), initial=page.lines.whole.score - shown)
    first = page.lines.whole.matches - len(page.matches)
    points = tuple(
        Point(
            number,
            total,
            note=_note(f"{day_words(each.day)}: {each.score:+d} in {each.hands} hands", each.adjusted),
            href=links.match(each.match),
        )
        for number, (each, total) in enumerate(zip(page.matches, list(totals)[1:], strict=True), first + 1)
    )
    whole = f"the last {len(points)} of {page.lines.whole.matches:,} matches" if first else "match by match"
    return Chart(
        "score",
        f"{words_of(unit)} added up, {whole}",
        "Match",
        words_of(unit),
        (Series(words_of(unit), points),),
        signed=True,
    )


def _months(page: PersonPage, links: Links) -> Chart:
    unit = "Levels a hand" if page.has_levels else "Score a hand"
    points = []
    for line in page.lines.months:
        found = mean(line.hands, line.score, line.squares)
        if line.key is None or found is None:
            continue
        since, until = days_of(line.key)
        exact = Fraction(line.score, line.hands)
        half = None if found.half is None else Fraction(found.half).limit_denominator(10_000)
        points.append(
            Point(
                since[:7],
                exact,
                note=_note(f"{line.hands:,} hands, {line.matches:,} matches", line.adjusted),
                href=links.page(since=since, until=until),
                low=None if half is None else exact - half,
                high=None if half is None else exact + half,
            )
        )
    return Chart(
        "form", f"{unit}, month by month", "Month", unit, (Series(unit, tuple(points), Kind.LINE),), signed=True
    )


def _places(page: PersonPage, links: Links) -> Chart:
    whole = page.whole
    total = sum(hands for hands, _ in whole.places.values())
    points = []
    for place2, (hands, _) in sorted(whole.places.items()):
        found = share(hands, total)
        assert found is not None
        points.append(
            Point(
                f"Place {place_text(place2)}",
                Fraction(hands, total),
                note=f"{hands:,} of {total:,} hands",
                href=links.hands(place=place_text(place2)),
                low=Fraction(found.low).limit_denominator(10_000),
                high=Fraction(found.high).limit_denominator(10_000),
            )
        )
    return Chart(
        "place-shares",
        "Places",
        "Place",
        "Share of the hands",
        (Series("Hands", tuple(points), Kind.BARS),),
        share=True,
    )


def _rating(page: PersonPage, links: Links) -> Chart:
    first = 1 if page.rating is None else page.rating[1] - len(page.steps) + 1
    points = []
    for number, step in enumerate(page.steps, first):
        middle, half = _hundredths(step.rating.mean), _hundredths(2 * step.rating.deviation)
        played = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=step.moment)
        points.append(
            Point(
                number,
                middle,
                note=f"after a match of {played:%Y-%m-%d}",
                href=links.match(step.match),
                low=middle - half,
                high=middle + half,
            )
        )
    name = "Rating with its 95 % interval"
    return Chart("rating", name, "Rated match", "Rating", (Series("Rating", tuple(points), Kind.STEPS),))


def _note(said: str, adjusted: int) -> str:
    return f"{said}; {ruled_words(adjusted)}" if adjusted else said


def _hundredths(value: float) -> Fraction:
    return Fraction(round(value * 100), 100)
