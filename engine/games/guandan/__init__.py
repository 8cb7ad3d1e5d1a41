"""Guandan: two packs, four seats, two teams, levels from 2 to A."""

from typing import Final

from engine.climbing.codes import PLAY, RETURN, TRIBUTE
from engine.games.guandan.codes import CODES
from engine.games.guandan.match_replay import GuandanJudge
from engine.games.guandan.pages import PAGES
from engine.games.guandan.recorded import LEVELS
from engine.games.guandan.rules import RULES
from engine.recorded.fields import FINISH, SCORES
from engine.replay.game import Game
from engine.rulebook.codes import EVERY_GAME, WITH_FINISH

GUANDAN: Final = Game(
    name="guandan",
    title="Guandan",
    players=range(4, 5),
    rules=RULES,
    pages=PAGES,
    codes=(*EVERY_GAME, *WITH_FINISH, *PLAY, *TRIBUTE, *RETURN, *CODES),
    teams=((0, 2), (1, 3)),
    setup_fields=frozenset({"totals", "first", "level", "levels", "previous", "failures"}),
    recorded=(FINISH, SCORES, LEVELS),
    judge=GuandanJudge,
)
