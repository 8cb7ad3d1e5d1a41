"""The shape of a hand: the cards that each seat has left, or has laid, after each of its actions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from engine.replay.frames import Frame, SeatFrame

_PLACING: Final = "placing"
"""The stage in which cards are laid in rows a few at a time."""
WIDTH: Final = 720
HEIGHT: Final = 300
"""The size of the drawing."""
LEFT: Final = 34
RIGHT: Final = 600
TOP: Final = 12
BOTTOM: Final = 262
"""The area of the lines in the drawing; the names stand to the right of it."""
_APART: Final = 15
"""The least distance of two names in the drawing."""
_BANDS: Final = 250
"""The most links of the drawing; in a longer hand one link covers several steps."""
_TICKS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000)
_MOST_TICKS: Final = 9


@dataclass(frozen=True, slots=True)
class SeatCourse:
    """The course of one seat."""

    number: int
    """The place of the seat in the order of play, from 1."""
    seat: str
    name: str
    counts: tuple[int, ...]
    """The number of cards at the deal and after each action, as far as they may be seen yet."""
    at_most: bool = False
    """Whether the numbers may be too high."""


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line of the drawing."""

    line: SeatCourse
    path: str
    """The path data of an SVG path."""
    end: tuple[float, float]
    """Where the line ends."""
    name_at: float
    """The height of the name, which is moved where names would cover each other."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The courses of all seats up to a step."""

    step: int
    """The step that is marked."""
    steps: int
    """The number of actions of the hand."""
    most: int
    """The end of the axis of cards."""
    laid: bool
    """Whether the cards laid are counted, not those left."""
    lines: tuple[SeatCourse, ...]

    @property
    def shown(self) -> int:
        """The last step whose numbers may be shown."""
        return len(self.lines[0].counts) - 1

    def x(self, step: int) -> float:
        """The place of a step in the drawing."""
        return round(LEFT + (RIGHT - LEFT) * step / max(self.steps, 1), 1)

    def y(self, count: int) -> float:
        """The height of a number of cards in the drawing."""
        return round(BOTTOM - (BOTTOM - TOP) * count / max(self.most, 1), 1)

    @property
    def drawn(self) -> tuple[DrawnLine, ...]:
        """The lines of the drawing, in the order of play."""
        ends = {line.number: (self.x(self.shown), self.y(line.counts[-1])) for line in self.lines}
        names = _spread({number: end[1] for number, end in ends.items()})
        return tuple(DrawnLine(line, self._path(line), ends[line.number], names[line.number]) for line in self.lines)

    @property
    def steps_named(self) -> tuple[int, ...]:
        """The steps that the axis names."""
        return _ticks(self.steps)

    @property
    def counts_named(self) -> tuple[int, ...]:
        """The numbers of cards that the axis names."""
        return _ticks(self.most)

    @property
    def bands(self) -> tuple[tuple[int, float, float], ...]:
        """The steps that the drawing links to, each with its place and width."""
        every = -(-(self.steps + 1) // _BANDS)
        width = round((RIGHT - LEFT) * every / max(self.steps, 1), 2)
        return tuple((step, round(self.x(step) - width / 2, 2), width) for step in range(0, self.steps + 1, every))

    def _path(self, line: SeatCourse) -> str:
        parts = [f"M{self.x(0):g} {self.y(line.counts[0]):g}"]
        for step, (before, count) in enumerate(pairwise(line.counts), 1):
            if count != before:
                parts.append(f"H{self.x(step):g}V{self.y(count):g}")
        return f"{''.join(parts)}H{self.x(self.shown):g}"


def has_course(first: Frame) -> bool:
    """Whether a hand with this deal has a course: its cards leave the seats a few at a time."""
    if not first.steps or not first.seats:
        return False
    return not first.in_rows or first.stage == _PLACING


def shape_of(frames: Sequence[Frame], names: Iterable[tuple[str, str]], step: int) -> Shape:
    """The shape of the hand with these frames, which begin with the deal and end where the reader may not see further.

    ``names`` has a seat and the name of its player for each seat, in the order of play.
    """
    laid = frames[0].in_rows
    lines = tuple(
        SeatCourse(
            number,
            seat,
            name,
            tuple(_count(frame.seats[number - 1], laid=laid) for frame in frames),
            at_most=not laid and any(frame.seats[number - 1].at_most for frame in frames),
        )
        for number, (seat, name) in enumerate(names, 1)
    )
    whole = max((sum(row.size for row in seat.rows) for seat in frames[0].seats), default=0)
    most = max([whole if laid else 0, *(max(line.counts) for line in lines)])
    return Shape(step, frames[0].steps, most, laid, lines)


def _count(seat: SeatFrame, *, laid: bool) -> int:
    return sum(len(row.cards) for row in seat.rows) if laid else seat.count


def _spread(heights: dict[int, float]) -> dict[int, float]:
    """The heights of names, moved so that none covers another and none leaves the drawing."""
    ordered = sorted(heights, key=lambda number: (heights[number], number))
    placed: dict[int, float] = {}
    least = float(TOP)
    for number in ordered:
        placed[number] = max(heights[number], least)
        least = placed[number] + _APART
    most = float(BOTTOM)
    for number in reversed(ordered):
        placed[number] = min(placed[number], most)
        most = placed[number] - _APART
    return placed


def _ticks(last: int) -> tuple[int, ...]:
    every = next((tick for tick in _TICKS if last // tick < _MOST_TICKS), max(last, 1))
    return tuple(range(0, last + 1, every))
