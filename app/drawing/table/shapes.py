"""What drawings are made of: shapes at whole coordinates, and symbols that are defined once and placed many times."""

from dataclasses import dataclass
from enum import StrEnum

from app.drawing.table.paints import Paint


class Anchor(StrEnum):
    """Which point of a text lies at its place.  The values are those of SVG."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners."""

    x: int
    y: int
    width: int
    height: int
    paint: Paint
    radius: int = 0


@dataclass(frozen=True, slots=True)
class PathOutline:
    """A path: the commands M, L, C and Z of SVG in absolute whole numbers, separated by spaces."""

    path: str
    paint: Paint | None
    """None for that of the place where it is a part."""


@dataclass(frozen=True, slots=True)
class TextShape:
    """A line of text; ``y`` is its base line."""

    x: int
    y: int
    text: str
    size: int
    paint: Paint
    anchor: Anchor = Anchor.START
    strong: bool = False


@dataclass(frozen=True, slots=True)
class PlacedSymbol:
    """A symbol within a rectangle of its proportions."""

    symbol: str
    x: int
    y: int
    width: int
    height: int


Shape = Box | PathOutline | TextShape | PlacedSymbol


@dataclass(frozen=True, slots=True)
class ShapePart:
    """A shape that several symbols have in common.  An outline has the paint of its place."""

    name: str
    shape: Box | PathOutline


@dataclass(frozen=True, slots=True)
class SymbolPart:
    """A part within a symbol, painted as said here if it has no paint of its own."""

    part: ShapePart
    paint: Paint | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """Shapes that are placed by a name."""

    name: str
    title: str
    width: int
    height: int
    shapes: tuple[Box | PathOutline | SymbolPart, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole drawing: its size, what it shows in words, the symbols it places, and its shapes from back to front."""

    width: int
    height: int
    title: str
    symbols: tuple[Symbol, ...]
    shapes: tuple[Shape, ...]


def shifted(path: str, x: int, y: int, numerator: int = 1, denominator: int = 1, across: int = 100) -> str:
    """A path made larger by a fraction, its widths by ``across`` hundredths of that too, then moved by (x, y)."""
    made: list[str] = []
    count = 0
    for word in path.split():
        if word in "MLCZ":
            made.append(word)
            continue
        upright = count % 2
        scale = numerator if upright else numerator * across // 100
        made.append(str((y if upright else x) + int(word) * scale // denominator))
        count += 1
    return " ".join(made)
