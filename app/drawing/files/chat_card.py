"""A card for chat programs: a table with the match above it, and below it what happens and a QR code of the step."""

from typing import Final

from app.drawing.files.qr import code_of
from app.drawing.table.composed import moved
from app.drawing.table.measure import cut, lines
from app.drawing.table.paints import Paint
from app.drawing.table.shapes import Box, Drawing, PathOutline, Shape, TextShape

_EDGE: Final = 12
_HEAD: Final = 52
FOOT: Final = 112
"""The height of what is below the table, at the least."""
_TITLE: Final = 17
_QUIET: Final = 12
_SENTENCE: Final = 15
_LINE: Final = 20
_MOST_LINES: Final = 4
_LARGEST: Final = 110
"""The side of a code, unless its modules must be smaller than a unit."""


def chat_card(table: Drawing, *, title: str, place: str, sentence: str, source: str, address: str) -> Drawing:
    """The card of a table.

    ``title`` and ``place`` name the match and the step, ``sentence`` says what happens there, ``source`` is small
    print, and the code leads to ``address``.
    """
    code = code_of(address)
    module = max(1, _LARGEST // code.size)
    side = code.size * module
    foot = max(FOOT, side + 4)
    top = _HEAD + table.height
    width, height = table.width, top + foot
    left, over = width - side - 2, top + (foot - side) // 2
    room = left - 2 * _EDGE
    written = lines(sentence, _SENTENCE, room, _MOST_LINES)
    shapes: tuple[Shape, ...] = (
        Box(0, 0, width, height, Paint.PAPER),
        TextShape(_EDGE, 22, cut(title, _TITLE, width - 2 * _EDGE, strong=True), _TITLE, Paint.INK, strong=True),
        TextShape(_EDGE, 42, cut(place, _QUIET, width - 2 * _EDGE), _QUIET, Paint.QUIET_INK),
        *(moved(shape, 0, _HEAD) for shape in table.shapes),
        *(TextShape(_EDGE, top + 22 + _LINE * at, line, _SENTENCE, Paint.INK) for at, line in enumerate(written)),
        TextShape(_EDGE, height - 10, cut(source, _QUIET, room), _QUIET, Paint.QUIET_INK),
        PathOutline(_squares(code.runs, left, over, module), Paint.INK),
    )
    return Drawing(width, height, f"{title}, {place}: {sentence}", table.symbols, shapes)


def _squares(runs: tuple[tuple[int, int, int], ...], x: int, y: int, module: int) -> str:
    """The dark modules of a code as a path, each ``module`` units wide, from (x, y) on."""
    made = []
    for column, row, length in runs:
        left, top = x + column * module, y + row * module
        right, foot = left + length * module, top + module
        made.append(f"M {left} {top} L {right} {top} L {right} {foot} L {left} {foot} Z")
    return " ".join(made)
