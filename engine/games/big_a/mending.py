"""What Big A says so that its logs can be mended."""

from typing import Final

from engine.climbing.mending import mending
from engine.games.big_a.legal import acts
from engine.replay.mending import Mending

MENDING: Final[Mending] = mending(acts)
