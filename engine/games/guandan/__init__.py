"""Guandan: two packs, four seats, two teams, levels from 2 to A."""

from typing import Final

from engine.climbing import codes as climbing_codes
from engine.games.guandan import codes as own_codes
from engine.games.guandan.match_replay import GuandanJudge
from engine.games.guandan.pages import PAGES
from engine.games.guandan.rules import RULES
from engine.replay.game import Game
from engine.rulebook import codes
from engine.rulebook.findings import Code

GUANDAN: Final = Game(
    name="guandan",
    title="Guandan",
    players=range(4, 5),
    rules=RULES,
    pages=PAGES,
    codes=tuple(
        value
        for module in (codes, climbing_codes, own_codes)
        for value in vars(module).values()
        if isinstance(value, Code)
    ),
    teams=((0, 2), (1, 3)),
    setup_fields=frozenset({"totals", "first", "level", "levels", "previous", "failures"}),
    result_fields=frozenset({"finish", "scores", "levels"}),
    judge=GuandanJudge,
)
