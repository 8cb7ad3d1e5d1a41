"""What a chart shows."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

Number = int | Fraction
"""A value; it is exact until it is drawn."""


class SeriesKind(StrEnum):
    """How the points of a series are drawn."""

    LINE = "line"
    STEPS = "steps"
    MARKS = "marks"
    BARS = "bars"


@dataclass(frozen=True, slots=True)
class Point:
    """One value of a series."""

    x: str | Number
    y: Number | None
    """None where nothing is known: the line has a gap."""
    note: str = ""
    """What is shown beside the value when the point is pointed at."""
    href: str = ""
    """The page that a click on the point opens; empty if there is none."""
    low: Number | None = None
    high: Number | None = None
    """The ends of the interval of the value; None if it has none."""


@dataclass(frozen=True, slots=True)
class Series:
    """Values of one kind, in order."""

    name: str
    points: tuple[Point, ...]
    kind: SeriesKind = SeriesKind.LINE
    beside: int | None = None
    """The series, counted from 0, whose colour this one has; it is drawn dotted.  None: it has a colour of its own."""


@dataclass(frozen=True, slots=True)
class Chart:
    """Series over one axis."""

    key: str
    """The name of the chart in addresses and in the page, in lower-case letters and hyphens."""
    title: str
    x_title: str
    y_title: str
    series: tuple[Series, ...]
    signed: bool = False
    """Whether values are written with their sign, and the line of zero is drawn."""
    stacked: bool = False
    """Whether bars of one place on the axis are put upon each other."""
    share: bool = False
    """Whether values are shares, from 0 to 1."""
    summary: str = ""
    """What the chart shows, in a sentence; empty: `described` finds one."""


@dataclass(frozen=True, slots=True)
class Heat:
    """Values by row and column, shown as colours."""

    key: str
    title: str
    x_title: str
    y_title: str
    value_title: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[Number | None, ...], ...]
    """By row, then by column; None where there is no value."""
    notes: tuple[tuple[str, ...], ...]
    """What is shown beside each value."""
    hrefs: tuple[tuple[str, ...], ...]
    """The page that each cell opens; empty if there is none."""
    signed: bool = False
    share: bool = False
    summary: str = ""
