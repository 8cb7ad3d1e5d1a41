"""How a chart is shown: as the figure that the drawing library takes, as a table, and in words for who does not see it.

Colours are chosen in the page, for light and dark.
"""

from collections.abc import Mapping
from typing import Final

from markupsafe import escape

from app.drawing.charts.model import Chart, Heat, Kind, Number, Point, Series
from app.text.decimals import fixed
from app.text.language import _

_SHAPES: Final[Mapping[Kind, Mapping[str, object]]] = {
    Kind.LINE: {"type": "scatter", "mode": "lines+markers"},
    Kind.STEPS: {"type": "scatter", "mode": "lines+markers", "line": {"shape": "hv"}},
    Kind.MARKS: {"type": "scatter", "mode": "markers"},
    Kind.BARS: {"type": "bar"},
}


def figure_of(chart: Chart | Heat) -> dict[str, object]:
    """``data`` and ``layout``.  Every text is escaped, because the library reads tags in texts."""
    if isinstance(chart, Heat):
        return {"data": [_heat(chart)], "layout": _heat_layout(chart)}
    traces = [trace for number, series in enumerate(chart.series) for trace in _traces(chart, series, number)]
    return {"data": traces, "layout": _layout(chart)}


def _traces(chart: Chart, series: Series, number: int) -> list[dict[str, object]]:
    drawn: dict[str, object] = {
        **_SHAPES[series.kind],
        "name": _text(series.name),
        "x": [_place(point.x) for point in series.points],
        "y": [_drawn(point.y) for point in series.points],
        "customdata": [point.href for point in series.points],
        "hovertext": [_label(series.name, point.x, value_words(chart, point.y), point.note) for point in series.points],
        "hoverinfo": "text",
        "meta": {"series": number, "band": False}
        if series.beside is None
        else {"series": series.beside, "band": False, "dotted": True},
    }
    has_interval = any(point.low is not None for point in series.points)
    if has_interval and series.kind in (Kind.LINE, Kind.STEPS):
        return [*_band(series, number), drawn]
    if has_interval:
        drawn["error_y"] = {
            "type": "data",
            "symmetric": False,
            "array": [_between(point.y, point.high) for point in series.points],
            "arrayminus": [_between(point.low, point.y) for point in series.points],
        }
    return [drawn]


def _band(series: Series, number: int) -> list[dict[str, object]]:
    """The two ends of the intervals of a line, with the area between them filled."""
    end: dict[str, object] = {
        **_SHAPES[series.kind],
        "mode": "lines",
        "x": [_place(point.x) for point in series.points],
        "customdata": [],
        "hoverinfo": "skip",
        "showlegend": False,
        "meta": {"series": number, "band": True},
    }
    return [
        {**end, "y": [_drawn(point.low) for point in series.points]},
        {**end, "y": [_drawn(point.high) for point in series.points], "fill": "tonexty"},
    ]


def _layout(chart: Chart) -> dict[str, object]:
    has_names = any(isinstance(point.x, str) for series in chart.series for point in series.points)
    return {
        "xaxis": {"title": {"text": _text(chart.x_title)}} | ({"type": "category"} if has_names else {}),
        "yaxis": {"title": {"text": _text(chart.y_title)}, "zeroline": chart.signed}
        | ({"tickformat": ".0%", "range": [0, 1]} if chart.share else {}),
        "showlegend": len(chart.series) > 1,
        "barmode": "stack" if chart.stacked else "group",
    }


def _heat(chart: Heat) -> dict[str, object]:
    return {
        "type": "heatmap",
        "meta": {"series": 0, "band": False},
        "x": [_text(column) for column in chart.columns],
        "y": [_text(row) for row in chart.rows],
        "z": [[_drawn(cell) for cell in row] for row in chart.cells],
        "text": [[_text(value_words(chart, cell)) for cell in row] for row in chart.cells],
        "texttemplate": "%{text}",
        "customdata": [list(row) for row in chart.hrefs],
        "hovertext": [
            [
                _label(row, column, value_words(chart, cell), note)
                for column, cell, note in zip(chart.columns, cells, notes, strict=True)
            ]
            for row, cells, notes in zip(chart.rows, chart.cells, chart.notes, strict=True)
        ],
        "hoverinfo": "text",
        "hoverongaps": False,
        "xgap": 2,
        "ygap": 2,
        "showscale": False,
    } | ({"zmid": 0} if chart.signed else {})


def _heat_layout(chart: Heat) -> dict[str, object]:
    return {
        "xaxis": {"title": {"text": _text(chart.x_title)}, "type": "category", "side": "top"},
        "yaxis": {
            "title": {"text": _text(chart.y_title)},
            "type": "category",
            "autorange": "reversed",
            "showgrid": False,
        },
        "showlegend": False,
    }


def _label(name: str, place: str | Number, value: str, note: str) -> str:
    first = f"{_text(name)} · {_text(str(place))}: {_text(value)}"
    return f"{first}<br>{_text(note)}" if note else first


def _text(text: str) -> str:
    return str(escape(text))


def _place(place: str | Number) -> str | int | float:
    return _text(place) if isinstance(place, str) else _drawn(place) or 0


def _drawn(value: Number | None) -> int | float | None:
    return value if value is None or isinstance(value, int) else float(value)


def _between(low: Number | None, high: Number | None) -> int | float | None:
    return None if low is None or high is None else _drawn(high - low)


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
