"""Drawings of tables as PNG files."""

from typing import Final

import resvg_py

from app.drawing.files.fonts import Font
from app.drawing.table.shapes import Drawing
from app.drawing.table.svg import alone

SCALE: Final = 2
"""The pixels of a unit of a drawing."""


def png_of(drawing: Drawing, font: Font, *, four_colours: bool = False, width: int | None = None) -> bytes:
    """A drawing as a PNG file of some width, or with `SCALE` pixels for each of its units.

    No font but the given one is used.
    """
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=alone(drawing, four_colours=four_colours, fonts=f"'{font.family}'"),
            width=width,
            zoom=SCALE if width is None else None,
            skip_system_fonts=True,
            font_files=[str(font.path)],
            font_family=font.family,
            sans_serif_family=font.family,
        )
    )
