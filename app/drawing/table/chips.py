"""A name with small plates of words beside it, within one line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.drawing.table.holding import Area
from app.drawing.table.measure import cut, text_width
from app.drawing.table.paints import Paint
from app.drawing.table.shapes import Anchor, Box, Shape, TextShape

_GAP: Final = 6
_PAD: Final = 7
_LEAST_NAME: Final = 46
"""The room that a name keeps beside plates."""
_WEIGHTY: Final = 6
"""From this weight on, a plate is kept rather than the whole name."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A plate with a word.  ``weight`` says how much it matters: where there is no room, the lightest go first."""

    text: str
    plate: Paint = Paint.CHIP
    words: Paint = Paint.CHIP_WORDS
    weight: int = 0


def label(area: Area, name: str, team: int, chips: Sequence[Chip], size: int) -> Iterator[Shape]:
    """A name, underlined in the colour of its team, with as many of its plates as the area has room for."""
    small = size - 3
    visible = [chip for chip in chips if chip.text]
    whole = text_width(name, size, strong=True) + _GAP
    while visible:
        lightest = min(reversed(visible), key=lambda chip: chip.weight)
        wanted = min(whole, area.width * 2 // 3 if lightest.weight < _WEIGHTY else _LEAST_NAME)
        if wanted + _widths(visible, small) <= area.width:
            break
        visible.remove(lightest)
    shown = cut(name, size, area.width - _widths(visible, small), strong=True)
    wide = text_width(shown, size, strong=True)
    x = area.start(wide + _widths(visible, small))
    foot = area.y + area.height - 5
    if shown:
        yield TextShape(x, foot, shown, size, Paint.NAME, strong=True)
        if team:
            yield Box(x, foot + 3, wide, 3, Paint.TEAM_1 if team == 1 else Paint.TEAM_2, 1)
    x += wide + (_GAP if shown else 0)
    for chip in visible:
        yield from plate(x, foot, chip, small)
        x += _width(chip, small) + _GAP


def plate(x: int, foot: int, chip: Chip, size: int) -> Iterator[Shape]:
    """A plate with a word, whose base line is at ``foot``."""
    wide = _width(chip, size)
    yield Box(x, foot - size - 1, wide, size + 6, chip.plate, (size + 6) // 2)
    yield TextShape(x + wide // 2, foot - 1, chip.text, size, chip.words, Anchor.MIDDLE)


def _width(chip: Chip, size: int) -> int:
    return text_width(chip.text, size) + 2 * _PAD


def _widths(chips: Sequence[Chip], size: int) -> int:
    return sum(_width(chip, size) + _GAP for chip in chips)
