"""Readers of other platforms' records, a module and a line each."""

from typing import Final

from engine.logs.foreign import (
    arena_games,
    canonical_replays,
    guandan_world,
    mobilegd_converted,
    mobilegd_hands,
    njupt,
    njupt_condensed,
    pineapple_boards,
    poker_arena,
)
from engine.logs.formats import LogFormat

FORMATS: Final[tuple[LogFormat, ...]] = (
    njupt.WRAPPED_FORMAT,
    njupt.MESSAGES_FORMAT,
    njupt_condensed.FORMAT,
    guandan_world.FORMAT,
    mobilegd_hands.FORMAT,
    mobilegd_converted.FORMAT,
    canonical_replays.FORMAT,
    arena_games.FORMAT,
    pineapple_boards.FORMAT,
    *poker_arena.FORMATS,
)
