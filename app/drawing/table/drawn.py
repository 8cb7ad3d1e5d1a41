"""The drawing of a frame, whatever the game."""

from app.drawing.table.rows import rows
from app.drawing.table.shapes import Drawing
from app.drawing.table.sight import Sight
from app.drawing.table.table import table
from engine.replay.frames import Frame


def drawing_of(frame: Frame, sight: Sight | None = None) -> Drawing:
    """The drawing of a frame, which has what the view shows: nothing of a hidden hand is in it."""
    sight = sight or Sight()
    return rows(frame, sight) if frame.in_rows else table(frame, sight)
