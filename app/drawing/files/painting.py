"""Drawings of tables on pages of PDF files."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from fpdf import FPDF
from fpdf.enums import TextMode

from app.drawing.files.qr import Code
from app.drawing.table.paints import BLACK, LOOKS, Paint
from app.drawing.table.shapes import Anchor, Box, Drawing, PathOutline, PlacedSymbol, SymbolPart, TextShape

_ARC: Final = 0.5523
"""How far the control points of a quarter of a circle are from its ends, as a part of its radius."""
_OPERATORS: Final[Mapping[str, str]] = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_COMMANDS: Final = re.compile("([MLCZ])([-0-9 ]*)")
"""A command of a path and its numbers."""
_POINTS: Final = 72 / 25.4
"""The points of a millimetre."""
_STRONG: Final = 0.016
"""How thick the lines around strong letters are, as a part of their size."""


class Painter:
    """Paints drawings on the page of a PDF whose unit is the millimetre."""

    def __init__(self, pdf: FPDF, family: str) -> None:
        """``family`` is the font of all words."""
        self._pdf: Final = pdf
        self._family: Final = family

    def drawing(self, drawing: Drawing, x: float, y: float, width: float) -> None:
        """Paints a drawing as wide as said, with its top left corner at a place.  Its words are text."""
        scale = width / drawing.width
        self._write(_shapes(drawing), x, y, scale)
        for shape in drawing.shapes:
            if isinstance(shape, TextShape):
                self._words(shape, x, y, scale)

    def code(self, code: Code, x: float, y: float, width: float) -> None:
        """Paints a QR code in black."""
        runs = (f"{column} {row} {length} 1 re" for column, row, length in code.runs)
        self._write(("0 0 0 rg", *runs, "f"), x, y, width / code.size)

    def _write(self, operators: Iterable[str], x: float, y: float, scale: float) -> None:
        """Writes operators whose unit is so many millimetres, from a place to the right and down.

        They are written as text, because fpdf2 takes a second for the paths of one drawing.
        """
        factor = self._pdf.k
        unit, left, top = scale * factor, x * factor, (self._pdf.h - y) * factor
        field = f"{unit:.5f} 0 0 {-unit:.5f} {left:.2f} {top:.2f} cm"
        self._pdf._out("\n".join(("q", field, *operators, "Q")))

    def _words(self, words: TextShape, x: float, y: float, scale: float) -> None:
        pdf, size = self._pdf, words.size * scale
        colour = LOOKS[words.paint].fill or BLACK
        pdf.set_font(self._family, size=size * _POINTS)
        pdf.set_text_color(colour)
        text = printable(words.text)
        wide = pdf.get_string_width(text)
        back = {Anchor.START: 0.0, Anchor.MIDDLE: wide / 2, Anchor.END: wide}[words.anchor]
        left, foot = x + words.x * scale - back, y + words.y * scale
        if not words.strong:
            pdf.text(left, foot, text)
            return
        pdf.set_draw_color(colour)
        with pdf.local_context(text_mode=TextMode.FILL_STROKE, line_width=size * _STRONG):
            pdf.text(left, foot, text)


def printable(text: str) -> str:
    """A text in which characters that a page cannot have, such as control characters, are spaces."""
    return "".join(character if character.isprintable() else " " for character in text)


def _shapes(drawing: Drawing) -> Iterator[str]:
    """The operators that paint all shapes of a drawing but its words."""
    symbols = {symbol.name: symbol for symbol in drawing.symbols}
    yield "1 J 1 j"
    for shape in drawing.shapes:
        if isinstance(shape, PlacedSymbol):
            symbol = symbols[shape.symbol]
            scale = f"{shape.width / symbol.width:.5f}"
            yield f"q {scale} 0 0 {scale} {shape.x} {shape.y} cm"
            for part in symbol.shapes:
                own = part.part.shape if isinstance(part, SymbolPart) else part
                yield _painted(own, own.paint or part.paint)
            yield "Q"
        elif not isinstance(shape, TextShape):
            yield _painted(shape, shape.paint)


def _painted(shape: Box | PathOutline, paint: Paint | None) -> str:
    """The operators that paint a shape."""
    assert paint is not None
    look, words = LOOKS[paint], []
    if look.fill is not None:
        words.append(f"{_colour(look.fill)} rg")
    if look.stroke is not None:
        words.append(f"{_colour(look.stroke)} RG {look.width} w [{' '.join(map(str, look.dashes))}] 0 d")
    words.append(_box(shape) if isinstance(shape, Box) else _outline(shape))
    words.append("B" if look.fill and look.stroke else "S" if look.stroke else "f")
    return " ".join(words)


def _colour(text: str) -> str:
    """The parts of red, green and blue of a colour ``#rrggbb``."""
    return " ".join(f"{int(text[at : at + 2], 16) / 255:.3f}" for at in (1, 3, 5))


def _box(box: Box) -> str:
    left, top, right, foot = box.x, box.y, box.x + box.width, box.y + box.height
    r = min(box.radius, box.width // 2, box.height // 2)
    if not r:
        return f"{left} {top} {box.width} {box.height} re"
    c = r * (1 - _ARC)
    return (
        f"{left + r} {top} m {right - r} {top} l {right - c:g} {top} {right} {top + c:g} {right} {top + r} c"
        f" {right} {foot - r} l {right} {foot - c:g} {right - c:g} {foot} {right - r} {foot} c"
        f" {left + r} {foot} l {left + c:g} {foot} {left} {foot - c:g} {left} {foot - r} c"
        f" {left} {top + r} l {left} {top + c:g} {left + c:g} {top} {left + r} {top} c h"
    )


def _outline(outline: PathOutline) -> str:
    """A path with its commands behind their numbers."""
    return " ".join(f"{numbers.strip()} {_OPERATORS[command]}" for command, numbers in _COMMANDS.findall(outline.path))
