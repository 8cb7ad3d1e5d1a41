"""A small font for tests: every character that is asked for is a square, so that no font of the machine is needed."""

from collections.abc import Iterable
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

CHARACTERS = "".join(map(chr, range(32, 127))) + "“”·\u2212\u00d7…♠♥♦♣复盘掼蛋规则双方同意赵敏"


def write_font(path: Path, characters: Iterable[str] = CHARACTERS) -> Path:
    """Writes a TrueType font with these characters."""
    names = {ord(each): f"u{ord(each):04X}" for each in characters}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    pen = TTGlyphPen(None)
    pen.moveTo((80, 0))
    for point in ((80, 700), (520, 700), (520, 0)):
        pen.lineTo(point)
    pen.closePath()
    square = pen.glyph()
    glyphs = dict.fromkeys([".notdef", *names.values()], square)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(glyphs, (600, 80)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    builder.save(path)
    return path
