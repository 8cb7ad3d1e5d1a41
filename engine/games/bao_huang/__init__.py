"""Bao Huang: four packs and eight jokers, five seats, an emperor and a hidden protector against the others."""

from typing import Final

from engine.climbing.codes import PLAY, TRIBUTE
from engine.games.bao_huang.book import BOOK
from engine.games.bao_huang.branch import BRANCHING
from engine.games.bao_huang.codes import CODES
from engine.games.bao_huang.grounds import GROUNDS
from engine.games.bao_huang.legal import legal_plays
from engine.games.bao_huang.match_replay import ROLES as ROLES_OF_HAND
from engine.games.bao_huang.match_replay import BaoHuangJudge, dues, pack
from engine.games.bao_huang.pages import PAGES
from engine.games.bao_huang.reader import VERBS
from engine.games.bao_huang.recorded import FACTOR
from engine.games.bao_huang.rules import RULES, SCALE
from engine.games.bao_huang.setup import SETUP_FIELDS
from engine.games.bao_huang.statistics import STATISTICS
from engine.games.bao_huang.strength import STRENGTH
from engine.games.bao_huang.terms import GLOSSARY
from engine.recorded.fields import FINISH, ROLES, SCORES
from engine.recorded.roles import ROLE_MISMATCH
from engine.replay.game import Game
from engine.rulebook.codes import EVERY_GAME, WITH_FINISH

BAO_HUANG: Final = Game(
    name="bao_huang",
    title="Bao Huang",
    players=range(5, 6),
    rules=RULES,
    scale=SCALE,
    glossary=GLOSSARY,
    pages=PAGES,
    book=BOOK,
    codes=(*EVERY_GAME, *WITH_FINISH, *PLAY, *TRIBUTE, *CODES, ROLE_MISMATCH),
    teams=(),
    verbs=VERBS,
    setup_fields=SETUP_FIELDS,
    recorded=(FINISH, SCORES, ROLES, FACTOR),
    judge=BaoHuangJudge,
    branching=BRANCHING,
    statistics=STATISTICS,
    grounds=GROUNDS,
    roles=tuple(ROLES_OF_HAND),
    dues=dues,
    strength=STRENGTH,
    bare_ranks=True,
    pack=pack,
    legal=legal_plays,
)
