"""What Bao Huang says so that its logs can be mended."""

from typing import Final

from engine.climbing.mending import mending
from engine.games.bao_huang.legal import acts
from engine.games.bao_huang.reader import DECLARATIONS
from engine.replay.mending import Mending

MENDING: Final[Mending] = mending(acts, names={"declare": DECLARATIONS})
