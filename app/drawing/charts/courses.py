"""Courses as a figure that plotly.js draws: a line each, with a dash and a mark of its own.

The script of the page puts the names at the ends of the lines and a line at the step, which move as one steps on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.drawing.charts.figures import Figure, Trace, colour, plain

_COLOURS: Final = ("accent", "team-2", "notice", "error", "gold", "ink", "muted", "muted")
_DASHES: Final = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "5px,1px", "1px,4px")
_MARKS: Final = ("circle", "square", "diamond", "triangle-up", "cross", "x", "star", "triangle-down")
_LONGEST: Final = 12
"""The characters of a name at the end of a line."""


@dataclass(frozen=True, slots=True)
class Course:
    """What a line shows."""

    name: str
    short: str
    """The name in a narrow chart."""
    counts: tuple[int, ...]
    """The numbers, from step 0."""


def figure_of_courses(courses: Sequence[Course], steps: int, x_title: str, y_title: str) -> Figure:
    """The courses over an axis of ``steps``.  ``meta`` of each has its name in a narrow chart and in a wide one."""
    return {
        "data": [_line(course, number) for number, course in enumerate(courses)],
        "layout": {
            "xaxis": {"title": {"text": plain(x_title)}, "range": [-0.5, steps + 0.5], "hoverformat": "d"},
            "yaxis": {"title": {"text": plain(y_title)}, "nticks": 7},
            "showlegend": False,
            "hovermode": "x",
            "margin": {"l": 44, "r": 120, "t": 8, "b": 44},
            "shapes": [
                {
                    "type": "line",
                    "yref": "paper",
                    "y0": 0,
                    "y1": 1,
                    "line": {"color": colour("ink"), "width": 1.5, "dash": "3px,3px"},
                }
            ],
            "annotations": [
                {
                    "xanchor": "left",
                    "xshift": 7,
                    "align": "left",
                    "showarrow": False,
                    "font": {"color": colour(_COLOURS[number]), "weight": 600},
                }
                for number in range(len(courses))
            ],
        },
    }


def _line(course: Course, number: int) -> Trace:
    ink = colour(_COLOURS[number])
    return {
        "mode": "lines+markers",
        "name": plain(course.name),
        "meta": [plain(course.short), plain(_short(course.name))],
        "y": course.counts,
        "line": {"shape": "hv", "color": ink, "width": 2, "dash": _DASHES[number]},
        "marker": {"symbol": _MARKS[number], "color": ink, "line": {"width": 0}},
        "hovertemplate": "%{fullData.name}: %{y}<extra></extra>",
        "type": "scatter",
    }


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
