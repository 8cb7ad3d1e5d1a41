"""Drawings of tables on pages of PDF files."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from fpdf import FPDF
from fpdf.enums import TextMode

from app.drawing.files.qr import Code
from app.drawing.table.paints import LOOKS, Look, Paint
from app.drawing.table.shapes import Anchor, Box, Drawing, Outline, Placed, Shared, Symbol, Words, points

_ARC: Final = 0.5523
"""How far the control points of a quarter of a circle are from its ends, as a part of its radius."""
_OPERATORS: Final[Mapping[str, str]] = {"M": "m", "L": "l", "C": "c", "Z": "h"}
_POINTS: Final = 72 / 25.4
"""The points of a millimetre."""
_STRONG: Final = 0.016
"""How thick the lines around strong letters are, as a part of their size."""


class Painter:
    """Paints drawings on the page of a PDF whose unit is the millimetre."""

    def __init__(self, pdf: FPDF, family: str, looks: Mapping[Paint, Look] = LOOKS) -> None:
        """``family`` is the font of all words."""
        self._pdf: Final = pdf
        self._family: Final = family
        self._looks: Final = looks

    def drawing(self, drawing: Drawing, x: float, y: float, width: float) -> None:
        """Paints a drawing as wide as said, with its top left corner at a place.  Its words are text."""
        scale = width / drawing.width
        symbols = {symbol.name: symbol for symbol in drawing.symbols}
        words = [shape for shape in drawing.shapes if isinstance(shape, Words)]
        self._pdf._out("\n".join(("q 1 J 1 j", *self._shapes(drawing, symbols, x, y, scale), "Q")))
        for each in words:
            self._words(each, x, y, scale)

    def code(self, code: Code, x: float, y: float, width: float) -> None:
        """Paints a QR code in black."""
        field = self._field(x, y, width / code.size)
        runs = (
            f"{field.at(column, row + 1)} {field.long(length)} {field.long(1)} re" for column, row, length in code.runs
        )
        self._pdf._out("\n".join(("q 0 0 0 rg", *runs, "f Q")))

    def _shapes(
        self, drawing: Drawing, symbols: Mapping[str, Symbol], x: float, y: float, scale: float
    ) -> Iterator[str]:
        """The operators that paint all shapes but the words.

        They are written as text, because fpdf2 takes a second for the paths of one drawing.
        """
        for shape in drawing.shapes:
            if isinstance(shape, Placed):
                symbol = symbols[shape.symbol]
                field = self._field(x + shape.x * scale, y + shape.y * scale, scale * shape.width / symbol.width)
                for part, paint in _parts(symbol):
                    yield _painted(part, self._looks[paint], field)
            elif not isinstance(shape, Words):
                yield _painted(shape, self._looks[_paint(shape.paint)], self._field(x, y, scale))

    def _field(self, x: float, y: float, scale: float) -> "_Field":
        points_each = self._pdf.k
        return _Field(x * points_each, (self._pdf.h - y) * points_each, scale * points_each)

    def _words(self, words: Words, x: float, y: float, scale: float) -> None:
        pdf, size = self._pdf, words.size * scale
        colour = self._looks[words.paint].fill or "#000000"
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
    return "".join(each if each.isprintable() else " " for each in text)


def _parts(symbol: Symbol) -> Iterator[tuple[Box | Outline, Paint]]:
    for shape in symbol.shapes:
        if isinstance(shape, Shared):
            yield shape.part.shape, _paint(shape.part.shape.paint or shape.paint)
        else:
            yield shape, _paint(shape.paint)


def _paint(paint: Paint | None) -> Paint:
    assert paint is not None
    return paint


@dataclass(frozen=True, slots=True)
class _Field:
    """Where units of a drawing are on a page: its origin, and how large a unit is, in points from the lower left."""

    x: float
    y: float
    unit: float

    def at(self, x: float, y: float) -> str:
        """A point, as operators write it."""
        return f"{self.x + x * self.unit:.2f} {self.y - y * self.unit:.2f}"

    def long(self, length: float) -> str:
        """A length, as operators write it."""
        return f"{length * self.unit:.2f}"


def _painted(shape: Box | Outline, look: Look, field: _Field) -> str:
    """The operators that paint a shape."""
    words = []
    if look.fill is not None:
        words.append(f"{_colour(look.fill)} rg")
    if look.stroke is not None:
        dashes = " ".join(map(field.long, look.dashes))
        words.append(f"{_colour(look.stroke)} RG {field.long(look.width)} w [{dashes}] 0 d")
    words += _box(shape, field) if isinstance(shape, Box) else _outline(shape, field)
    words.append("B" if look.fill and look.stroke else "S" if look.stroke else "f" if look.fill else "n")
    return " ".join(words)


def _colour(text: str) -> str:
    """The parts of red, green and blue of a colour such as ``#1a1b1e``."""
    return " ".join(f"{int(text[at : at + 2], 16) / 255:.3f}" for at in (1, 3, 5))


def _box(box: Box, field: _Field) -> Iterator[str]:
    left, top, right, foot = box.x, box.y, box.x + box.width, box.y + box.height
    r = min(box.radius, box.width // 2, box.height // 2)
    if not r:
        yield f"{field.at(left, foot)} {field.long(box.width)} {field.long(box.height)} re"
        return
    c = r * (1 - _ARC)
    yield f"{field.at(left + r, top)} m {field.at(right - r, top)} l"
    yield f"{field.at(right - c, top)} {field.at(right, top + c)} {field.at(right, top + r)} c"
    yield f"{field.at(right, foot - r)} l"
    yield f"{field.at(right, foot - c)} {field.at(right - c, foot)} {field.at(right - r, foot)} c"
    yield f"{field.at(left + r, foot)} l"
    yield f"{field.at(left + c, foot)} {field.at(left, foot - c)} {field.at(left, foot - r)} c"
    yield f"{field.at(left, top + r)} l"
    yield f"{field.at(left, top + c)} {field.at(left + c, top)} {field.at(left + r, top)} c h"


def _outline(outline: Outline, field: _Field) -> Iterator[str]:
    for command, numbers in points(outline.path):
        places = [field.at(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        yield " ".join((*places, _OPERATORS[command]))
