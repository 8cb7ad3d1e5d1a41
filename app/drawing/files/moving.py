"""Moving pictures of tables as GIF files.

GIF is the format that plays everywhere: in every browser, in mail, and in the chat programs that people share hands in.
Several of these show no more than the first picture of an APNG, and some do not take WebP.  A table is drawn in few
colours, so the 256 of a GIF are enough.
"""

from collections.abc import Sequence
from io import BytesIO
from itertools import groupby
from typing import Final

from PIL import Image

from app.drawing.files.fonts import Font
from app.drawing.files.png import png_of
from app.drawing.table.composed import stacked
from app.drawing.table.shapes import Drawing

WIDTH: Final = 720
"""The pixels across."""
MOST_PICTURES: Final = 20
"""The most pictures of one file."""
HELD: Final = 3_000
"""How long the first picture stays, in milliseconds."""
SHOWN: Final = 1_100
"""How long each of the others stays."""
_COLOURS: Final = 256


def gif_of(drawings: Sequence[Drawing], font: Font, *, four_colours: bool = False) -> bytes:
    """Drawings of one size as a GIF that plays again and again: the first `MOST_PICTURES` of them.

    The first one stays longest, because it is all that is seen where pictures do not move.  The same drawings and font
    give the same bytes.
    """
    chosen = drawings[:MOST_PICTURES]
    # The font is read once for each picture that is made, which takes longer than to make it, so all are made as one.
    sheet = Image.open(BytesIO(png_of(stacked(chosen), font, four_colours=four_colours, width=WIDTH)))
    colours = sheet.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
    high = colours.height // len(chosen)
    pictures = [colours.crop((0, number * high, WIDTH, (number + 1) * high)) for number in range(len(chosen))]
    times = [HELD, *[SHOWN] * (len(pictures) - 1)]
    # A writer of GIF files joins pictures that are the same, so their times are joined here.
    kept = [list(same) for _bytes, same in groupby(zip(pictures, times, strict=True), lambda each: each[0].tobytes())]
    made = BytesIO()
    kept[0][0][0].save(
        made,
        "GIF",
        save_all=True,
        append_images=[same[0][0] for same in kept[1:]],
        duration=[sum(time for _picture, time in same) for same in kept],
        loop=0,
        optimize=False,
        disposal=1,
    )
    return made.getvalue()
