"""Charts as figures that plotly.js draws.

A colour is the name of a variable of the page's style sheet, such as ``var(--accent)``.  The page puts in its value,
which differs between light, dark and paper, and makes areas faint.  Tests have the package ``plotly`` check figures.
"""

import json
from collections.abc import Mapping
from functools import partial
from typing import Final

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape

from app.drawing.charts.model import Chart, Heat, Number, Series, SeriesKind
from app.drawing.charts.shown import value_words

_SERIES: Final = ("accent", "team-2", "notice", "error", "gold", "muted")
"""The colours of series, in order; from the end on, lines are dotted and begin again with the first."""
_HEAT: Final = 0.5
"""The opacity of cells, on which the ink can be read."""
_COMPACT: Final = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))


Trace = dict[str, object]
"""What one line, set of bars or map of a figure is drawn from."""
Figure = dict[str, object]
"""``data``, a list of traces, and ``layout``."""


def colour(name: str) -> str:
    """A colour of the style sheet, by the name of its variable."""
    return f"var(--{name})"


def plain(text: str) -> str:
    """A text that the drawing library shows as it is, because it reads tags in texts."""
    return str(escape(text))


def template() -> Figure:
    """How all charts look."""
    axis = {
        "automargin": True,
        "fixedrange": True,
        "gridcolor": colour("line"),
        "linecolor": colour("line"),
        "zerolinecolor": colour("muted"),
        "title": {"standoff": 8},
    }
    interval = {"color": colour("muted"), "thickness": 1.2, "width": 3}
    return {
        "data": {
            "bar": [{"error_y": interval, "type": "bar"}],
            "heatmap": [
                {
                    "hoverongaps": False,
                    "opacity": _HEAT,
                    "showscale": False,
                    "textfont": {"color": colour("ink")},
                    "texttemplate": "%{text}",
                    "xgap": 2,
                    "ygap": 2,
                    "type": "heatmap",
                }
            ],
            "scatter": [{"error_y": interval, "line": {"width": 2}, "type": "scatter"}],
        },
        "layout": {
            "font": {"color": colour("ink")},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "hoverlabel": {
                "bgcolor": colour("surface"),
                "bordercolor": colour("muted"),
                "font": {"color": colour("ink")},
                "align": "left",
            },
            "legend": {"orientation": "h", "yref": "container", "y": 0, "yanchor": "bottom"},
            "margin": {"l": 44, "r": 12, "t": 12, "b": 40},
            "dragmode": False,
            "xaxis": axis | {"showgrid": False, "zeroline": False},
            "yaxis": axis,
        },
    }


def figure_of(chart: Chart | Heat) -> Figure:
    """A chart as a figure, without its template, which the page has once.  Every text is escaped."""
    if isinstance(chart, Heat):
        return {"data": [_heat(chart)], "layout": _heat_layout(chart)}
    traces = [trace for number, series in enumerate(chart.series) for trace in _traces(chart, series, number)]
    return {"data": traces, "layout": _layout(chart)}


def figure_json(figure: Figure) -> Markup:
    """A figure as JSON that may be put into a page."""
    return htmlsafe_json_dumps(figure, dumps=_COMPACT)


def written_template() -> Markup:
    """The template of all figures of a page as JSON."""
    return htmlsafe_json_dumps(template(), dumps=_COMPACT)


def _traces(chart: Chart, series: Series, number: int) -> list[Trace]:
    place = number if series.beside is None else series.beside
    ink = colour(_SERIES[place % len(_SERIES)])
    drawn: Trace = {
        "name": plain(series.name),
        "x": [_place(point.x) for point in series.points],
        "y": [_drawn(point.y) for point in series.points],
        "customdata": [point.href for point in series.points],
        "hovertext": [_label(series.name, point.x, value_words(chart, point.y), point.note) for point in series.points],
        "hoverinfo": "text",
        "marker": {"color": ink},
    }
    line = {"color": ink, "shape": "hv" if series.kind is SeriesKind.STEPS else "linear"}
    if place != number or number >= len(_SERIES):
        line["dash"] = "dot"
    has_interval = any(point.low is not None for point in series.points)
    has_band = has_interval and series.kind in (SeriesKind.LINE, SeriesKind.STEPS)
    if has_interval and not has_band:
        drawn["error_y"] = {
            "type": "data",
            "symmetric": False,
            "array": [_between(point.y, point.high) for point in series.points],
            "arrayminus": [_between(point.low, point.y) for point in series.points],
        }
    if series.kind is SeriesKind.BARS:
        return [{**drawn, "type": "bar"}]
    if series.kind is SeriesKind.MARKS:
        # Marks may lie on bars.
        edge = {"color": colour("surface"), "width": 1.5}
        marks = {"color": ink, "size": 10, "line": edge}
        return [{**drawn, "marker": marks, "mode": "markers", "type": "scatter"}]
    shown = {**drawn, "mode": "lines+markers", "line": line, "type": "scatter"}
    return [*(_band(series, line) if has_band else ()), shown]


def _band(series: Series, line: Mapping[str, str]) -> tuple[Trace, Trace]:
    """The two ends of the intervals of a line, with the area between them filled."""
    low, high = (
        {
            "mode": "lines",
            "x": [_place(point.x) for point in series.points],
            "y": [_drawn(end) for end in ends],
            "hoverinfo": "skip",
            "showlegend": False,
            "line": {**line, "width": 0},
            "type": "scatter",
        }
        for ends in ([point.low for point in series.points], [point.high for point in series.points])
    )
    return low, {**high, "fill": "tonexty", "fillcolor": line["color"]}


def _layout(chart: Chart) -> dict[str, object]:
    has_bars = any(series.kind is SeriesKind.BARS for series in chart.series)
    has_names = any(isinstance(point.x, str) for series in chart.series for point in series.points)
    return {
        "xaxis": {"title": {"text": plain(chart.x_title)}} | ({"type": "category"} if has_names else {}),
        "yaxis": {"title": {"text": plain(chart.y_title)}, "zeroline": chart.signed}
        | ({"tickformat": ".0%", "range": [0, 1]} if chart.share else {}),
        "showlegend": len(chart.series) > 1,
    } | ({"barmode": "stack" if chart.stacked else "group"} if has_bars else {})


def _heat(chart: Heat) -> Trace:
    low, middle, high = colour("team-2"), colour("surface"), colour("accent")
    return {
        "x": [plain(column) for column in chart.columns],
        "y": [plain(row) for row in chart.rows],
        "z": [[_drawn(cell) for cell in row] for row in chart.cells],
        "text": [[plain(value_words(chart, cell)) for cell in row] for row in chart.cells],
        "customdata": [list(row) for row in chart.hrefs],
        "hovertext": [
            [
                _label(row, column, value_words(chart, cell), note)
                for column, cell, note in zip(chart.columns, cells, notes, strict=True)
            ]
            for row, cells, notes in zip(chart.rows, chart.cells, chart.notes, strict=True)
        ],
        "hoverinfo": "text",
        "type": "heatmap",
        **(
            {"colorscale": [(0, low), (0.5, middle), (1, high)], "zmid": 0}
            if chart.signed
            else {"colorscale": [(0, middle), (1, high)]}
        ),
    }


def _heat_layout(chart: Heat) -> dict[str, object]:
    return {
        "xaxis": {"title": {"text": plain(chart.x_title)}, "type": "category", "side": "top"},
        "yaxis": {
            "title": {"text": plain(chart.y_title)},
            "type": "category",
            "autorange": "reversed",
            "showgrid": False,
        },
    }


def _label(name: str, place: str | Number, value: str, note: str) -> str:
    first = f"{plain(name)} · {plain(str(place))}: {plain(value)}"
    return f"{first}<br>{plain(note)}" if note else first


def _place(place: str | Number) -> str | int | float:
    return plain(place) if isinstance(place, str) else _drawn(place) or 0


def _drawn(value: Number | None) -> int | float | None:
    return value if value is None or isinstance(value, int) else float(value)


def _between(low: Number | None, high: Number | None) -> int | float | None:
    return None if low is None or high is None else _drawn(high - low)
