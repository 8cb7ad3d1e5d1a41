"""The games, one line each.  A game is imported when it is first asked for."""

from collections.abc import Mapping
from typing import Final

from engine.imported import ImportedValues
from engine.replay.game import Game

GAMES: Final[Mapping[str, Game]] = ImportedValues(
    {
        "guandan": "engine.games.guandan:GUANDAN",
        "bao_huang": "engine.games.bao_huang:BAO_HUANG",
        "big_a": "engine.games.big_a:BIG_A",
        "chinese_poker": "engine.games.chinese_poker:CHINESE_POKER",
    }
)
