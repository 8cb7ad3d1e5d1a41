"""Chinese poker: thirteen cards in three rows, dealt closed or placed face up."""

from typing import Final

from engine.games.chinese_poker import codes as own_codes
from engine.games.chinese_poker.match_replay import ChinesePokerJudge
from engine.games.chinese_poker.pages import PAGES
from engine.games.chinese_poker.rules import RULES, seats_of
from engine.replay.game import Game
from engine.rulebook import codes as shared_codes
from engine.rulebook.findings import Code

_OF_OTHERS: Final = (shared_codes.MUST_LEAD, shared_codes.FINISH_MISMATCH)
"""Codes that stand among those of all games, and that a game of rows never raises."""

CHINESE_POKER: Final = Game(
    name="chinese_poker",
    title="Chinese poker",
    players=range(2, 5),
    rules=RULES,
    pages=PAGES,
    codes=tuple(
        value
        for module in (shared_codes, own_codes)
        for value in vars(module).values()
        if isinstance(value, Code) and value not in _OF_OTHERS
    ),
    teams=(),
    setup_fields=frozenset({"totals", "dealer", "fantasyland", "stakes"}),
    result_fields=frozenset({"scores", "units"}),
    judge=ChinesePokerJudge,
    seats_of=seats_of,
)
