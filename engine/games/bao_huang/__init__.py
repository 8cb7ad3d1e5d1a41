"""Bao Huang: four packs and eight jokers, five seats, an emperor and a hidden protector against the others."""

from typing import Final

from engine.climbing.codes import PLAY, TRIBUTE
from engine.games.bao_huang.match_replay import ROLES as ROLES_OF_HAND
from engine.games.bao_huang.match_replay import BaoHuangJudge, dues, pack
from engine.games.bao_huang.reader import VERBS
from engine.games.bao_huang.roles import SETUP_FIELDS
from engine.games.bao_huang.rules import CODES, FACTOR, RULES, SCALE
from engine.imported import ImportedValues
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
    codes=(*EVERY_GAME, *WITH_FINISH, *PLAY, *TRIBUTE, *CODES, ROLE_MISMATCH),
    teams=(),
    verbs=VERBS,
    setup_fields=SETUP_FIELDS,
    recorded=(FINISH, SCORES, ROLES, FACTOR),
    leaves_out_seats=True,
    judge=BaoHuangJudge,
    roles=tuple(ROLES_OF_HAND),
    dues=dues,
    bare_ranks=True,
    pack=pack,
    parts=ImportedValues(
        {
            "glossary": "engine.games.bao_huang.terms:GLOSSARY",
            "pages": "engine.games.bao_huang.pages:PAGES",
            "book": "engine.games.bao_huang.pages:BOOK",
            "branching": "engine.games.bao_huang.legal:BRANCHING",
            "mending": "engine.games.bao_huang.mending:MENDING",
            "statistics": "engine.games.bao_huang.statistics:STATISTICS",
            "grounds": "engine.games.bao_huang.grounds:GROUNDS",
            "strength": "engine.games.bao_huang.statistics:STRENGTH",
            "lane": "engine.games.bao_huang.lane:lane",
            "legal": "engine.games.bao_huang.legal:legal_plays",
            "endgames": "engine.games.bao_huang.legal:ENDGAMES",
            "sight": "engine.games.bao_huang.legal:BaoHuangSight",
        }
    ),
)
