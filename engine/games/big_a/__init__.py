"""Big A: two packs, five seats, and an ace that decides who are partners."""

from typing import Final

from engine.climbing.codes import PLAY
from engine.games.big_a.book import BOOK
from engine.games.big_a.branch import BRANCHING
from engine.games.big_a.codes import CODES
from engine.games.big_a.grounds import GROUNDS
from engine.games.big_a.legal import legal_plays
from engine.games.big_a.match_replay import ROLES as ROLES_OF_HAND
from engine.games.big_a.match_replay import SETUP_FIELDS, BigAJudge, pack
from engine.games.big_a.pages import PAGES
from engine.games.big_a.reader import VERBS
from engine.games.big_a.recorded import EXPOSED
from engine.games.big_a.rules import RULES, SCALE
from engine.games.big_a.statistics import STATISTICS
from engine.games.big_a.strength import STRENGTH
from engine.games.big_a.terms import GLOSSARY
from engine.recorded.fields import FINISH, ROLES, SCORES
from engine.recorded.roles import ROLE_MISMATCH
from engine.replay.game import Game
from engine.rulebook.codes import EVERY_GAME, WITH_FINISH

BIG_A: Final = Game(
    name="big_a",
    title="Big A",
    players=range(5, 6),
    rules=RULES,
    scale=SCALE,
    glossary=GLOSSARY,
    pages=PAGES,
    book=BOOK,
    codes=(*EVERY_GAME, *WITH_FINISH, *PLAY, *CODES, ROLE_MISMATCH),
    teams=(),
    verbs=VERBS,
    setup_fields=SETUP_FIELDS,
    recorded=(FINISH, SCORES, ROLES, EXPOSED),
    judge=BigAJudge,
    branching=BRANCHING,
    statistics=STATISTICS,
    grounds=GROUNDS,
    roles=ROLES_OF_HAND,
    strength=STRENGTH,
    pack=pack,
    legal=legal_plays,
)
