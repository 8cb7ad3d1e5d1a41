"""Drawings as SVG: alone, with all colours in attributes, or within a page, with classes of its style sheet."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from app.drawing.table.paints import FOUR_CLASS, Look, Paint, looks
from app.drawing.table.shapes import (
    Anchor,
    Box,
    Drawing,
    PathOutline,
    PlacedSymbol,
    Shape,
    Symbol,
    SymbolPart,
    TextShape,
)

SVG: Final = "image/svg+xml; charset=utf-8"
FONTS: Final = "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"
_UNFIT: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAMESPACE: Final = "http://www.w3.org/2000/svg"
_ROUND: Final = ' stroke-linecap="round" stroke-linejoin="round"'


def alone(drawing: Drawing, *, four_colours: bool = False, fonts: str = FONTS) -> str:
    """A drawing as a whole SVG file.  It has neither style sheets nor scripts, so it looks the same everywhere."""
    return "".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>\n',
            _open(drawing, f" font-family={quoteattr(fonts)}"),
            *_definitions(drawing.symbols, looks(four_colours)),
            *_shapes(drawing.shapes, looks(four_colours)),
            "</svg>\n",
        )
    )


def within_page(drawing: Drawing, *, four_colours: bool = False, defined: bool = True) -> str:
    """A drawing as an ``svg`` element of a page whose style sheet has the rules of `paints.style_sheet`.

    ``defined`` says whether it has its symbols; without them the page must have them from `definitions`.
    """
    classes = f"table-drawing {FOUR_CLASS}" if four_colours else "table-drawing"
    return "".join(
        (
            _open(drawing, f' class="{classes}"'),
            *(_definitions(drawing.symbols, None) if defined else ()),
            *_shapes(drawing.shapes, None),
            "</svg>",
        )
    )


def definitions(drawings: Iterable[Drawing], *, four_colours: bool = False) -> str:
    """An ``svg`` element without extent that defines the symbols of several drawings of a page, each once."""
    symbols = {symbol.name: symbol for drawing in drawings for symbol in drawing.symbols}
    classes = f"drawing-symbols {FOUR_CLASS}" if four_colours else "drawing-symbols"
    inner = "".join(_definitions([symbols[name] for name in sorted(symbols)], None))
    return f'<svg xmlns="{_NAMESPACE}" class="{classes}"{_ROUND} width="0" height="0" aria-hidden="true">{inner}</svg>'


def _written(text: str) -> str:
    """A text within an element.  Characters that XML does not have become U+FFFD."""
    return escape(_UNFIT.sub("\ufffd", text))


def _open(drawing: Drawing, more: str) -> str:
    return (
        f'<svg xmlns="{_NAMESPACE}" viewBox="0 0 {drawing.width} {drawing.height}"{_ROUND} role="img"{more}>'
        f"<title>{_written(drawing.title)}</title>"
    )


def _definitions(symbols: Iterable[Symbol], painted: Mapping[Paint, Look] | None) -> Iterator[str]:
    symbols = tuple(symbols)
    parts = {
        shape.part.name: shape.part for symbol in symbols for shape in symbol.shapes if isinstance(shape, SymbolPart)
    }
    yield "<defs>"
    for name in sorted(parts):
        yield _shape(parts[name].shape, painted, f' id="{name}"')
    for symbol in symbols:
        yield f'<symbol id="{symbol.name}" viewBox="0 0 {symbol.width} {symbol.height}">'
        yield f"<title>{_written(symbol.title)}</title>"
        for part in symbol.shapes:
            if isinstance(part, SymbolPart):
                yield f'<use href="#{part.part.name}"{_paint(part.paint, painted)}/>'
            else:
                yield _shape(part, painted)
        yield "</symbol>"
    yield "</defs>"


def _shapes(shapes: Iterable[Shape], painted: Mapping[Paint, Look] | None) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, PlacedSymbol):
            place = f'x="{shape.x}" y="{shape.y}" width="{shape.width}" height="{shape.height}"'
            yield f'<use href="#{shape.symbol}" {place}/>'
        elif isinstance(shape, TextShape):
            yield _words(shape, _paint(shape.paint, painted))
        else:
            yield _shape(shape, painted)


def _shape(shape: Box | PathOutline, painted: Mapping[Paint, Look] | None, named: str = "") -> str:
    paint = _paint(shape.paint, painted)
    if isinstance(shape, PathOutline):
        return f'<path{named} d="{shape.path}"{paint}/>'
    radius = f' rx="{shape.radius}"' if shape.radius else ""
    place = f'x="{shape.x}" y="{shape.y}" width="{shape.width}" height="{shape.height}"'
    return f"<rect{named} {place}{radius}{paint}/>"


def _words(shape: TextShape, paint: str) -> str:
    anchor = "" if shape.anchor is Anchor.START else f' text-anchor="{shape.anchor}"'
    weight = ' font-weight="700"' if shape.strong else ""
    place = f'x="{shape.x}" y="{shape.y}" font-size="{shape.size}"'
    return f"<text {place}{anchor}{weight}{paint}>{_written(shape.text)}</text>"


def _paint(paint: Paint | None, painted: Mapping[Paint, Look] | None) -> str:
    if paint is None:
        return ""
    if painted is None:
        return f' class="{paint}"'
    look = painted[paint]
    words = [f'fill="{look.fill or "none"}"']
    if look.stroke is not None:
        words.append(f'stroke="{look.stroke}" stroke-width="{look.width}"')
    if look.dashes:
        words.append(f'stroke-dasharray="{" ".join(map(str, look.dashes))}"')
    return " " + " ".join(words)
