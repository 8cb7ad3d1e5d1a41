"""QR codes as outlines."""

from dataclasses import dataclass
from typing import Final

import segno

MARGIN: Final = 4
"""The light modules around a code, which readers need."""


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code."""

    text: str
    size: int
    """The modules along a side, with the margin."""
    runs: tuple[tuple[int, int, int], ...]
    """The dark modules, as runs within rows: column and row of the first from the top left corner, and how many."""

    @property
    def path(self) -> str:
        """The dark modules as the path of an SVG drawing of ``size`` units."""
        return "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in self.runs)


def code_of(text: str) -> Code:
    """The QR code of a text, which a fifth of damage does not make unreadable."""
    made = segno.make(text, error="q", micro=False, boost_error=False)
    runs: list[tuple[int, int, int]] = []
    matrix = [list(row) for row in made.matrix]
    for y, row in enumerate(matrix):
        start = None
        for x, dark in enumerate([*row, 0]):
            if dark and start is None:
                start = x
            elif not dark and start is not None:
                runs.append((start + MARGIN, y + MARGIN, x - start))
                start = None
    return Code(text, len(matrix) + 2 * MARGIN, tuple(runs))
