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
"""The most pictures of a trick, and of those that are painted at once."""
MOST_OF_HAND: Final = 60
"""The most pictures of a hand."""
HELD: Final = 3_000
"""How long the first picture stays, in milliseconds."""
SHOWN: Final = 1_100
"""How long each of the others stays in a trick."""
PASSING: Final = 600
"""How long each of the others stays in a hand."""
_COLOURS: Final = 256


def gif_of(drawings: Sequence[Drawing], font: Font, *, shown: int = SHOWN, four_colours: bool = False) -> bytes:
    """Drawings of one size as a GIF that plays again and again: the first `MOST_OF_HAND` of them.

    Each stays ``shown`` milliseconds, and the first one longest, because it is all that is seen where pictures do not
    move.  The same drawings and font give the same bytes.
    """
    pictures: list[Image.Image] = []
    palette: Image.Image | None = None
    # The font is read once for each picture that is made, which takes longer than to make it, so many are made as one.
    for first in range(0, min(len(drawings), MOST_OF_HAND), MOST_PICTURES):
        some = drawings[first : min(first + MOST_PICTURES, MOST_OF_HAND)]
        sheet = Image.open(BytesIO(png_of(stacked(some), font, four_colours=four_colours, width=WIDTH))).convert("RGB")
        colours = sheet.quantize(_COLOURS, palette=palette, dither=Image.Dither.NONE)
        palette = palette or colours
        high = colours.height // len(some)
        pictures += [colours.crop((0, number * high, WIDTH, (number + 1) * high)) for number in range(len(some))]
    times = [HELD, *[shown] * (len(pictures) - 1)]
    # A writer of GIF files joins pictures that are the same, so their times are joined here.
    groups = [list(same) for _bytes, same in groupby(zip(pictures, times, strict=True), lambda pair: pair[0].tobytes())]
    made = BytesIO()
    groups[0][0][0].save(
        made,
        "GIF",
        save_all=True,
        append_images=[same[0][0] for same in groups[1:]],
        duration=[sum(time for _picture, time in same) for same in groups],
        loop=0,
        optimize=False,
        disposal=1,
    )
    return made.getvalue()
