"""A chart as a table, and in words for those who do not see it."""

from app.drawing.charts.model import Chart, Heat, Number, Point
from app.text.decimals import fixed
from app.text.language import _


def table_of(chart: Chart | Heat) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The columns and the rows of a chart's table: a row a place on the axis, a column a series."""
    if isinstance(chart, Heat):
        rows = [
            (row, *(value_words(chart, cell) for cell in cells))
            for row, cells in zip(chart.rows, chart.cells, strict=True)
        ]
        return (chart.y_title, *chart.columns), rows
    places: dict[str | Number, list[str]] = {}
    for number, series in enumerate(chart.series):
        for point in series.points:
            places.setdefault(point.x, [""] * len(chart.series))[number] = _with_interval(chart, point)
    return (
        (chart.x_title, *(series.name for series in chart.series)),
        [(str(place), *cells) for place, cells in places.items()],
    )


def described(chart: Chart | Heat) -> str:
    """What the chart shows, in words."""
    if chart.summary:
        return chart.summary
    if isinstance(chart, Heat):
        return _("{value} by {rows} and {columns}.", value=chart.value_title, rows=chart.y_title, columns=chart.x_title)
    return " ".join(
        _described(chart, series.name, [p for p in series.points if p.y is not None]) for series in chart.series
    )


def value_words(chart: Chart | Heat, value: Number | None) -> str:
    """A value as the table and the labels of the chart say it; empty where there is none."""
    if value is None:
        return ""
    if chart.share:
        return f"{_decimal(value * 100, 1)} %"
    said = _decimal(-value if value < 0 else value, 2)
    if value < 0 and said != "0":
        return f"−{said}"
    return f"+{said}" if chart.signed and said != "0" else said


def _with_interval(chart: Chart, point: Point) -> str:
    said = value_words(chart, point.y)
    if point.low is None or point.high is None:
        return said
    low, high = value_words(chart, point.low), value_words(chart, point.high)
    return _("{value} ({low} to {high})", value=said, low=low, high=high)


def _described(chart: Chart, name: str, points: list[Point]) -> str:
    if not points:
        return _("{name}: no values.", name=name)
    first, last = points[0], points[-1]
    if len(points) == 1:
        return _("{name}: {value} at {place}.", name=name, value=value_words(chart, first.y), place=first.x)
    least = min(points, key=lambda point: point.y or 0)
    most = max(points, key=lambda point: point.y or 0)
    return _(
        "{name}: from {first} at {first_place} to {last} at {last_place}; lowest {least} at {least_place}, highest "
        "{most} at {most_place}.",
        name=name,
        first=value_words(chart, first.y),
        first_place=first.x,
        last=value_words(chart, last.y),
        last_place=last.x,
        least=value_words(chart, least.y),
        least_place=least.x,
        most=value_words(chart, most.y),
        most_place=most.x,
    )


def _decimal(value: Number, places: int) -> str:
    """A value with at most ``places`` decimal places, without zeros at the end."""
    said = fixed(value.numerator, value.denominator, places)
    return said.rstrip("0").rstrip(".")
