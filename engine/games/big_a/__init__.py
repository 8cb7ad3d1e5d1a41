"""Big A: two packs, five seats, and an ace that says who plays with whom."""

from typing import Final

from engine import climbing_codes, codes, role_codes
from engine.findings import Code
from engine.game import Game
from engine.games.big_a.course import BigAJudge
from engine.games.big_a.pages import PAGES
from engine.games.big_a.rules import RULES

BIG_A: Final = Game(
    name="big_a",
    title="Big A",
    players=range(5, 6),
    rules=RULES,
    pages=PAGES,
    codes=tuple(
        value
        for module in (codes, climbing_codes, role_codes)
        for value in vars(module).values()
        if isinstance(value, Code)
    ),
    teams=(),
    setup_fields=frozenset({"totals", "first"}),
    result_fields=frozenset({"finish", "scores", "roles"}),
    judge=BigAJudge,
)
