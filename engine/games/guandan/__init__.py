"""Guandan: two packs, four seats, two teams, levels from 2 to A."""

from typing import Final

from engine.climbing.codes import PLAY, RETURN, TRIBUTE
from engine.games.guandan.book import BOOK
from engine.games.guandan.branch import BRANCHING
from engine.games.guandan.codes import CODES
from engine.games.guandan.grounds import GROUNDS
from engine.games.guandan.legal import legal_plays
from engine.games.guandan.match_replay import GuandanJudge, dues, pack
from engine.games.guandan.pages import PAGES
from engine.games.guandan.reader import VERBS
from engine.games.guandan.recorded import LEVELS
from engine.games.guandan.rules import RULES
from engine.games.guandan.setup import SETUP_FIELDS
from engine.games.guandan.statistics import STATISTICS
from engine.games.guandan.strength import STRENGTH
from engine.games.guandan.terms import GLOSSARY
from engine.recorded.fields import FINISH, SCORES
from engine.replay.game import Game
from engine.rulebook.codes import EVERY_GAME, WITH_FINISH

GUANDAN: Final = Game(
    name="guandan",
    title="Guandan",
    players=range(4, 5),
    rules=RULES,
    glossary=GLOSSARY,
    pages=PAGES,
    book=BOOK,
    codes=(*EVERY_GAME, *WITH_FINISH, *PLAY, *TRIBUTE, *RETURN, *CODES),
    teams=((0, 2), (1, 3)),
    verbs=VERBS,
    setup_fields=SETUP_FIELDS,
    recorded=(FINISH, SCORES, LEVELS),
    judge=GuandanJudge,
    branching=BRANCHING,
    statistics=STATISTICS,
    grounds=GROUNDS,
    dues=dues,
    strength=STRENGTH,
    pack=pack,
    legal=legal_plays,
)
