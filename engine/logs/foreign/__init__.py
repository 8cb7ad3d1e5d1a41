"""Readers of the records of other platforms, one module and one line each."""

from dataclasses import replace
from typing import Final

from engine.logs.foreign.chinese_poker import pineapple_boards, poker_arena
from engine.logs.foreign.guandan import (
    arena_games,
    canonical_replays,
    guandan_world,
    mobilegd_converted,
    mobilegd_hands,
    njupt,
    njupt_condensed,
)
from engine.logs.formats import LogFormat
from engine.logs.input.encodings import read_encoded

_IN_UTF_8: Final[tuple[LogFormat, ...]] = (
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


def _in_any_encoding(each: LogFormat) -> LogFormat:
    return replace(each, read=lambda raw, source: read_encoded(raw, source, each.read))


FORMATS: Final[tuple[LogFormat, ...]] = tuple(map(_in_any_encoding, _IN_UTF_8))
"""The formats, in the order in which an input is tested for them."""
