"""The games, one line each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.games.bao_huang import BAO_HUANG
from engine.games.big_a import BIG_A
from engine.games.chinese_poker import CHINESE_POKER
from engine.games.guandan import GUANDAN
from engine.replay.game import Game

GAMES: Final[Mapping[str, Game]] = MappingProxyType(
    {game.name: game for game in (GUANDAN, BAO_HUANG, BIG_A, CHINESE_POKER)}
)
