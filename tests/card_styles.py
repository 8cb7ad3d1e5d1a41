"""Writes the style sheets that have what drawings have too: ``python -m tests.card_styles``.

``drawings.css`` has the paints of drawings, ``faces.css`` what pages show of a card, and ``replay/suits.css`` the suits
of the table as pictures of pixels, because a browser lays out and paints a vector drawing again for each size that it
shows it in, which takes most of the time of a step of the replay.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final
from urllib.parse import quote

import resvg_py
from PIL import Image

from app.drawing.colours import colour
from app.drawing.table.cards import CARD_WIDTH, JOKER_KINDS, STRIP, joker_word, word_path
from app.drawing.table.glyphs import CLUB, DIAMOND, HEART, SPADE, STAR
from app.drawing.table.paints import LOOKS, MARK, Paint, style_sheet
from app.text.language import Language, speaking

SHEETS: Final = Path(__file__).parents[1] / "static" / "css"
DARK: Final = dict(re.findall(r"--([\w-]+): ([^;]+);", (SHEETS / "colours.css").read_text().split("@media")[1]))
"""The colours of dark pages, by name: as they are, or by the name of another."""
SUITS: Final[Mapping[str, tuple[str, str]]] = {
    "spade": (SPADE, "ink"),
    "heart": (HEART, "red"),
    "diamond": (DIAMOND, "red"),
    "club": (CLUB, "ink"),
    "diamond-four": (DIAMOND, "blue"),
    "club-four": (CLUB, "green"),
}
"""The signs of suits, the last ones where each suit has a colour of its own, with their colours."""
WIDTH: Final = 96
"""Pixels across: what the largest one takes on a fine screen."""
_PIXEL_COLOURS: Final = 16
_SELECTORS: Final = {Language.ENGLISH: "", Language.SIMPLIFIED: ":lang(zh) ", Language.TRADITIONAL: ":lang(zh-Hant) "}


def drawings() -> Mapping[str, str]:
    """The suits as SVG, by name."""
    return {name: _drawn(sign, colour("card-" + ink)) for name, (sign, ink) in SUITS.items()}


def painted(drawing: str) -> Image.Image:
    """A drawing in pixels."""
    made: Image.Image = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=WIDTH))))
    return made.convert("RGBA")


def faces() -> str:
    """The style sheet of the faces of cards."""
    return "\n".join(
        (
            "/* What the faces of cards show, as drawings have it, by python -m tests.card_styles. */\n",
            ":root {",
            *(f"  --{name}: {_address(drawing)};" for name, drawing in drawings().items()),
            f"  --star: {_address(_drawn(STAR, MARK))};",
            "}",
            *_jokers(),
            "",
            "@media (prefers-color-scheme: dark) {",
            "  :root {",
            *(f"    --{name}-light: {_address(_drawn(sign, _listed(ink)))};" for name, (sign, ink) in SUITS.items()),
            "  }",
            "}\n",
        )
    )


def _listed(ink: str) -> str:
    """The colour of a suit in the lists of dark pages, where it lies on no card."""
    value = DARK.get("listed-" + ink, DARK["ink"])
    return DARK[value[6:-1]] if value.startswith("var(--") else value


def _jokers() -> Iterator[str]:
    for number, kind in enumerate(JOKER_KINDS):
        look = LOOKS[Paint.SIGN if number % 2 else Paint.HOLLOW_SIGN]
        line = f" stroke='{look.stroke}' stroke-width='{look.width}' stroke-linejoin='round'" if look.stroke else ""
        drawn = _address(_drawn(kind.sign, look.fill or "none", line))
        yield f".{kind.name} {{ --joker: var(--card-{'red' if number % 2 else 'ink'}); --suit: {drawn}; }}"
    for language, selector in _SELECTORS.items():
        for red in (False, True):
            with speaking(language):
                word = joker_word(red=red)
            kinds = ", ".join(selector + "." + kind.name for kind in JOKER_KINDS[red::2])
            yield f'{kinds} {{ --word: "{word}"; --lettered: {_address(_lettered(word))}; }}'


def suits() -> str:
    """The style sheet of the suits of the table in pixels."""
    lines = "".join(f'  --{name}: url("{_pixels(drawing)}");\n' for name, drawing in drawings().items())
    return f"/* The suits of faces.css in pixels, by python -m tests.card_styles. */\n\n:where(.felt) {{\n{lines}}}\n"


def _drawn(sign: str, fill: str, line: str = "") -> str:
    """A sign as SVG.  Lines are half outside of what they go around."""
    box = "-6 -6 112 112" if line else "0 0 100 100"
    return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{box}'><path fill='{fill}'{line} d='{sign}'/></svg>"


def _lettered(word: str) -> str:
    """A word across the top of a card as SVG."""
    look = LOOKS[Paint.LETTERS]
    line = f"fill='none' stroke='{look.stroke}' stroke-width='{look.width}'"
    line += " stroke-linecap='round' stroke-linejoin='round'"
    box = f"0 0 {CARD_WIDTH} {STRIP}"
    return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{box}'><path {line} d='{word_path(word)}'/></svg>"


def _address(drawing: str) -> str:
    safe = " '/:=-"
    return f'url("data:image/svg+xml,{quote(drawing, safe=safe)}")'


def _pixels(drawing: str) -> str:
    file = BytesIO()
    painted(drawing).quantize(_PIXEL_COLOURS, method=Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return f"data:image/png;base64,{b64encode(file.getvalue()).decode()}"


if __name__ == "__main__":
    (SHEETS / "faces.css").write_text(faces())
    (SHEETS / "replay" / "suits.css").write_text(suits())
    drawn = SHEETS / "drawings.css"
    head, between, _ = drawn.read_text().partition("*/\n\n")
    drawn.write_text(head + between + style_sheet())
