"""Drawings that are made of others: one in the middle of a wider one, several below each other."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from app.drawing.table.paints import Paint
from app.drawing.table.shapes import Box, Drawing, PathOutline, Shape, shifted

ACROSS: Final = 40
DOWN: Final = 21
"""The proportions of link previews: 1200 to 630."""


def moved(shape: Shape, x: int, y: int) -> Shape:
    """A shape at another place."""
    if isinstance(shape, PathOutline):
        return replace(shape, path=shifted(shape.path, x, y))
    return replace(shape, x=shape.x + x, y=shape.y + y)


def beside_link(drawing: Drawing) -> Drawing:
    """A drawing with felt on both sides, so that its proportions are those of link previews."""
    width = max(drawing.width, -(-drawing.height * ACROSS // DOWN))
    height = max(drawing.height, width * DOWN // ACROSS)
    felt = Box(0, 0, width, height, Paint.FELT)
    x, y = (width - drawing.width) // 2, (height - drawing.height) // 2
    own = (shape for shape in drawing.shapes if not (isinstance(shape, Box) and shape.paint is Paint.FELT))
    shapes = (felt, *(moved(shape, x, y) for shape in own))
    return replace(drawing, width=width, height=height, shapes=shapes)


def stacked(drawings: Sequence[Drawing]) -> Drawing:
    """Drawings of one size below each other, as one with the title of the first."""
    first = drawings[0]
    symbols = {symbol.name: symbol for drawing in drawings for symbol in drawing.symbols}
    return Drawing(
        width=first.width,
        height=first.height * len(drawings),
        title=first.title,
        symbols=tuple(symbols[name] for name in sorted(symbols)),
        shapes=tuple(
            moved(shape, 0, number * first.height)
            for number, drawing in enumerate(drawings)
            for shape in (Box(0, 0, first.width, first.height, Paint.FELT), *drawing.shapes)
        ),
    )
