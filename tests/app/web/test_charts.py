"""Charts in words, as tables, and as figures that plotly.js draws."""

import json
import re
from fractions import Fraction
from pathlib import Path

import plotly.graph_objects as go
import pytest
from plotly.offline import get_plotlyjs_version

from app.drawing.charts import Chart, Heat, Point, Series, SeriesKind, described, table_of
from app.drawing.charts.courses import Course, figure_of_courses
from app.drawing.charts.figures import Figure, figure_json, figure_of, written_template

STATIC = Path(__file__).parents[3] / "static"

SCORES = Chart(
    key="scores",
    title="Scores",
    x_title="Hand",
    y_title="Points",
    series=(
        Series("An", (Point(1, 2, href="/matches/1/hands/1"), Point(2, None), Point(3, -1, note="hand 3"))),
        Series("Bo", (Point(1, -2), Point(3, Fraction(1, 3), low=Fraction(-1, 3), high=1))),
    ),
    signed=True,
)
PAIRS = Heat(
    key="pairs",
    title="Partners",
    x_title="partner",
    y_title="player",
    value_title="share of hands won",
    columns=("An", "Bo"),
    rows=("An",),
    cells=((None, Fraction(2, 3)),),
    notes=(("", "2 of 3"),),
    hrefs=(("", "/people/1"),),
    share=True,
)


def checked(figure: Figure) -> go.Figure:
    """A figure as plotly reads it; raises ValueError where it does not know a key or a value."""
    return go.Figure(json.loads(figure_json(figure)))


def test_plotly_knows_all_that_charts_have() -> None:
    bars = Series("Bars", (Point("An", 1, low=0, high=2), Point("Bo", None)), SeriesKind.BARS)
    steps = Series("Steps", (Point("An", Fraction(1, 2)),), SeriesKind.STEPS, beside=0)
    charts = (SCORES, PAIRS, Chart("b", "B", "x", "y", (bars, steps), share=True, stacked=True))
    figures = [figure_of(chart) for chart in charts]
    figures.append(figure_of_courses([Course("An", "An", (3, 2)), Course("Bo", "Bo", (3, 1))], 1, "Step", "Cards"))
    for figure in figures:
        assert len(checked(figure).data) == len(figure["data"])
    go.layout.Template(json.loads(written_template()))
    with pytest.raises(ValueError, match="Invalid property"):
        checked({"data": [{"type": "bar", "nothing": 1}], "layout": {}})


def test_the_table_has_a_row_a_place_and_a_column_a_series() -> None:
    assert table_of(SCORES) == (
        ("Hand", "An", "Bo"),
        [("1", "+2", "−2"), ("2", "", ""), ("3", "−1", "+0.33 (−0.33 to +1)")],
    )
    assert table_of(PAIRS) == (("player", "An", "Bo"), [("An", "", "66.7 %")])


def test_a_chart_is_described_by_its_ends_and_its_extremes() -> None:
    assert described(SCORES) == (
        "An: from +2 at 1 to −1 at 3; lowest −1 at 3, highest +2 at 1. "
        "Bo: from −2 at 1 to +0.33 at 3; lowest −2 at 1, highest +0.33 at 3."
    )
    assert described(PAIRS) == "share of hands won by player and partner."
    assert described(Chart("none", "None", "x", "y", (Series("An", ()),))) == "An: no values."


def test_a_value_that_rounds_to_zero_has_no_sign() -> None:
    tiny = Chart("t", "T", "x", "y", (Series("An", (Point(1, Fraction(-1, 1000)),)),), signed=True)
    assert table_of(tiny)[1] == [("1", "0")]


def test_texts_of_a_figure_are_escaped() -> None:
    name = '<a href="javascript:alert(1)">&'
    hostile = Chart("h", name, name, name, (Series(name, (Point(name, 1, note=name, href="/"),), SeriesKind.BARS),))
    heat = Heat("h", name, name, name, name, (name,), (name,), ((1,),), ((name,),), (("",),))
    for figure in (figure_of(hostile), figure_of(heat)):
        said = figure_json(figure)
        assert "<" not in said
        assert "\\u0026lt;a" in said


def test_a_figure_keeps_gaps_links_and_intervals() -> None:
    first, low, high, second = checked(figure_of(SCORES)).data
    assert first.y == (2, None, -1)
    assert first.customdata == ("/matches/1/hands/1", "", "")
    assert low.y == (None, float(Fraction(-1, 3)))
    assert high.y == (None, 1)
    assert high.fill == "tonexty"
    assert [trace.line.color for trace in (first, low, high, second)] == ["var(--accent)", *["var(--team-2)"] * 3]


def test_marks_with_an_interval_have_error_bars() -> None:
    marks = Chart("m", "M", "x", "y", (Series("An", (Point(1, 2, low=1, high=4),), SeriesKind.MARKS),))
    (drawn,) = checked(figure_of(marks)).data
    assert drawn.error_y.array == (2,)
    assert drawn.error_y.arrayminus == (1,)


def test_charts_leave_their_template_to_the_page_and_the_style_sheet_has_its_colours() -> None:
    for chart in (SCORES, PAIRS):
        assert "template" not in json.loads(figure_json(figure_of(chart)))["layout"]
    known = set(re.findall(r"(--[\w-]+):", (STATIC / "css" / "colours.css").read_text("utf-8")))
    named = set(
        re.findall(r"var\((.+?)\)", figure_json(figure_of(SCORES)) + figure_json(figure_of(PAIRS)) + written_template())
    )
    assert named
    assert named <= known


def test_the_library_that_draws_is_that_of_the_package() -> None:
    with (STATIC / "vendor" / "plotly.min.js").open(encoding="utf-8") as bundle:
        assert f" plotly.js {get_plotlyjs_version()}," in bundle.read(100)
