"""Where each seat of a table has its name, its cards and its plays, by the number of seats."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from app.drawing.table.holding import Area
from app.drawing.table.shapes import Anchor


class Layout(StrEnum):
    """The proportions of a drawing."""

    WIDE = "wide"
    TALL = "tall"


@dataclass(frozen=True, slots=True)
class SeatArea:
    """What one seat has of the drawing.  ``label`` is one line high, and its foot is the base line of its words."""

    label: Area
    cards: Area
    plays: Area


@dataclass(frozen=True, slots=True)
class Plan:
    """A drawing of some size: its seats in order of play from the one that is looked from, and what lies between."""

    width: int
    height: int
    seats: tuple[SeatArea, ...]
    middle: Area
    notes: Area
    """For what every seat knows."""
    sentence: Area
    """The place of the note on an illegal play."""
    largest: int
    """The width of the largest cards of the first seat."""
    others: int
    """The width of the largest cards of the other seats."""
    name_size: int
    turning: tuple[int, int, int, int]
    """The centre and the half axes of the ring that shows in which direction the turn goes."""


_START: Final = Anchor.START
_MIDDLE: Final = Anchor.MIDDLE
_END: Final = Anchor.END


def plan(layout: Layout, seats: int) -> Plan:
    """The plan of a table with two to five seats; more are placed like five, fewer like two."""
    number = min(max(seats, 2), 5)
    return _wide(number) if layout is Layout.WIDE else _tall(number)


def _wide(number: int) -> Plan:
    top = 196 if number > 3 else 90
    own = SeatArea(Area(286, 470, 328, 22), Area(24, 500, 852, 132), Area(330, 416, 240, 50))
    right = SeatArea(Area(602, top - 22, 284, 22, _END), Area(602, top + 10, 284, 230, _END), Area(462, 340, 134, 68))
    left = SeatArea(Area(14, top - 22, 284, 22, _START), Area(14, top + 10, 284, 230, _START), Area(304, 340, 134, 68))
    ahead = SeatArea(Area(230, 2, 440, 24), Area(130, 36, 640, 114), Area(330, 158, 240, 58))
    right_ahead = SeatArea(Area(462, 2, 424, 24, _END), Area(462, 36, 424, 122, _END), Area(462, 162, 134, 58))
    left_ahead = SeatArea(Area(14, 2, 424, 24, _START), Area(14, 36, 424, 122, _START), Area(304, 162, 134, 58))
    return Plan(
        width=900,
        height=640,
        seats=_around(number, own, right, (right_ahead, ahead, left_ahead), left),
        middle=Area(310, 222, 280, 106),
        notes=Area(14, 470, 262, 22, _START),
        sentence=Area(620, 446, 266, 48),
        largest=46,
        others=34,
        name_size=16,
        turning=(450, 312, 148, 152),
    )


def _tall(number: int) -> Plan:
    own = SeatArea(Area(8, 456, 240, 20, _START), Area(6, 486, 366, 166), Area(114, 400, 150, 46))
    far, deep = {2: (20, 200), 3: (20, 200), 4: (138, 116), 5: (150, 106)}[number]
    right = SeatArea(Area(194, far - 18, 176, 20, _END), Area(194, far + 8, 176, deep, _END), Area(238, 388, 128, 50))
    left = SeatArea(Area(8, far - 18, 176, 20, _START), Area(8, far + 8, 176, deep, _START), Area(12, 388, 128, 50))
    ahead = SeatArea(Area(8, 2, 362, 20), Area(8, 28, 362, 84), Area(104, 266, 170, 40))
    right_ahead = SeatArea(Area(194, 2, 176, 20, _END), Area(194, 28, 176, 98, _END), Area(206, 264, 160, 40))
    left_ahead = SeatArea(Area(8, 2, 176, 20, _START), Area(8, 28, 176, 98, _START), Area(12, 264, 160, 40))
    return Plan(
        width=378,
        height=660,
        seats=_around(number, own, right, (right_ahead, ahead, left_ahead), left),
        middle=Area(64, 306, 250, 82),
        notes=Area(250, 456, 120, 20, _END),
        sentence=Area(8, 606, 362, 46),
        largest=40,
        others=26,
        name_size=14,
        turning=(189, 358, 172, 92),
    )


def _around(
    number: int, own: SeatArea, right: SeatArea, opposite: tuple[SeatArea, SeatArea, SeatArea], left: SeatArea
) -> tuple[SeatArea, ...]:
    """The places of two to five seats in order of play; ``opposite`` are those on the far side, from the right."""
    right_ahead, ahead, left_ahead = opposite
    return {
        2: (own, ahead),
        3: (own, right, left),
        4: (own, right, ahead, left),
        5: (own, right, right_ahead, left_ahead, left),
    }[number]


def gone_cards(layout: Layout, seats: int) -> Area:
    """Where the cards are listed that cannot come any more."""
    if layout is Layout.TALL:
        return Area(14, 350, 350, 96)
    return Area(744, 344, 142, 282) if seats < 4 else Area(676, 440, 210, 96)


def boards(layout: Layout, seats: int, *, gone: bool = False) -> tuple[Area, ...]:
    """Where seats lay their rows, in order of play from the one that is looked from, with their names above them.

    ``gone`` leaves room for `gone_cards`.
    """
    number = min(max(seats, 2), 5)
    if layout is Layout.TALL:
        high = (338 if gone else 440) // (number - 1)
        others = tuple(Area(8, 8 + high * place, 362, high - 6, _START) for place in range(number - 1))
        return Area(8, 452, 362, 202, _START), *reversed(others)
    if number in (2, 3):
        own, ahead = Area(170, 332, 560, 296), Area(170, 12, 560, 296)
        return (own, ahead) if number == 2 else (own, Area(462, 12, 424, 280), Area(14, 12, 424, 280))
    own, ahead = Area(235, 436, 430, 198), Area(235, 6, 430, 198)
    right, left = Area(462, 218, 424, 206), Area(14, 218, 424, 206)
    if number == 4:
        return own, right, ahead, left
    return own, right, Area(462, 6, 424, 198), Area(14, 6, 424, 198), left
