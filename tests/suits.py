"""Writes the suits of the table as pictures of pixels: ``python -m tests.suits``.

A browser lays out and paints a vector drawing again for each size that it shows it in, which takes most of the time of
a step of the replay.  The drawings themselves are in ``static/css/cards.css``.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Final
from urllib.parse import unquote

import resvg_py
from PIL import Image

SHEETS: Final = Path(__file__).parents[1] / "static" / "css"
DRAWN: Final = re.compile(r'--([a-z-]+): url\("data:image/svg\+xml,([^"]+)"\)')
SUITS: Final = ("spade", "heart", "diamond", "club", "diamond-four", "club-four")
WIDTH: Final = 96
"""Pixels across: what the largest one takes on a fine screen."""
_COLOURS: Final = 16


def drawings() -> Mapping[str, str]:
    """The drawings of suits as SVG, by name."""
    found = dict(DRAWN.findall((SHEETS / "cards.css").read_text()))
    return {name: unquote(found[name]) for name in SUITS}


def painted(drawing: str) -> Image.Image:
    """A drawing in pixels."""
    made: Image.Image = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=WIDTH))))
    return made.convert("RGBA")


def _line(name: str, drawing: str) -> str:
    file = BytesIO()
    painted(drawing).quantize(_COLOURS, method=Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return f'  --{name}: url("data:image/png;base64,{b64encode(file.getvalue()).decode()}");\n'


if __name__ == "__main__":
    lines = "".join(_line(name, drawing) for name, drawing in drawings().items())
    (SHEETS / "replay" / "suits.css").write_text(
        f"/* The suits of cards.css in pixels, by python -m tests.suits. */\n\n:where(.felt) {{\n{lines}}}\n"
    )
