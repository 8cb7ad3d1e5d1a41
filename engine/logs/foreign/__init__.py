"""Readers of the records of other platforms, one module and one line for each format."""

from typing import Final

from engine.imported import ImportedValues
from engine.logs.formats import LogFormat

FORMATS: Final[ImportedValues[LogFormat]] = ImportedValues(
    {
        "njupt": "engine.logs.foreign.guandan.njupt:WRAPPED_FORMAT",
        "njupt-messages": "engine.logs.foreign.guandan.njupt:MESSAGES_FORMAT",
        "njupt-client": "engine.logs.foreign.guandan.njupt_client:FORMAT",
        "njupt-archive": "engine.logs.foreign.guandan.njupt_archive:FORMAT",
        "guandan-world": "engine.logs.foreign.guandan.guandan_world:FORMAT",
        "mobilegd-converted": "engine.logs.foreign.guandan.mobilegd_converted:FORMAT",
        "canonical-replays": "engine.logs.foreign.guandan.canonical_replays:FORMAT",
        "arena-games": "engine.logs.foreign.guandan.arena_games:FORMAT",
        "guandan-coach": "engine.logs.foreign.guandan.coach_exports:FORMAT",
        "botzone": "engine.logs.foreign.guandan.botzone:FORMAT",
        "pineapple-boards": "engine.logs.foreign.chinese_poker.pineapple_boards:FORMAT",
        "poker-arena": "engine.logs.foreign.chinese_poker.poker_arena:FORMAT",
        "poker-arena-deuce-to-seven": "engine.logs.foreign.chinese_poker.poker_arena:DEUCE_TO_SEVEN",
        "poker-arena-progressive": "engine.logs.foreign.chinese_poker.poker_arena:PROGRESSIVE",
        "poker-arena-pineapple": "engine.logs.foreign.chinese_poker.poker_arena:PINEAPPLE",
        "poker-arena-open-face": "engine.logs.foreign.chinese_poker.poker_arena:OPEN_FACE",
    }
)
"""The formats by name, in the order in which an input is tested for them."""
