"""The games, one line each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.game import Game
from engine.games.chinese_poker import CHINESE_POKER
from engine.games.guandan import GUANDAN

GAMES: Final[Mapping[str, Game]] = MappingProxyType({game.name: game for game in (GUANDAN, CHINESE_POKER)})
