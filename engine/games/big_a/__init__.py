"""Big A: two packs, five seats, and an ace that decides who are partners."""

from typing import Final

from engine.climbing.codes import PLAY
from engine.games.big_a.match_replay import ROLES as ROLES_OF_HAND
from engine.games.big_a.match_replay import SETUP_FIELDS, BigAJudge, pack
from engine.games.big_a.reader import VERBS
from engine.games.big_a.rules import CODES, EXPOSED, RULES, SCALE
from engine.imported import ImportedValues
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
    codes=(*EVERY_GAME, *WITH_FINISH, *PLAY, *CODES, ROLE_MISMATCH),
    teams=(),
    verbs=VERBS,
    setup_fields=SETUP_FIELDS,
    recorded=(FINISH, SCORES, ROLES, EXPOSED),
    leaves_out_seats=True,
    judge=BigAJudge,
    roles=ROLES_OF_HAND,
    pack=pack,
    parts=ImportedValues(
        {
            "glossary": "engine.games.big_a.terms:GLOSSARY",
            "pages": "engine.games.big_a.pages:PAGES",
            "book": "engine.games.big_a.pages:BOOK",
            "branching": "engine.games.big_a.legal:BRANCHING",
            "mending": "engine.games.big_a.mending:MENDING",
            "statistics": "engine.games.big_a.statistics:STATISTICS",
            "grounds": "engine.games.big_a.grounds:GROUNDS",
            "strength": "engine.games.big_a.statistics:STRENGTH",
            "legal": "engine.games.big_a.legal:legal_plays",
            "endgames": "engine.games.big_a.legal:ENDGAMES",
            "sight": "engine.games.big_a.legal:BigASight",
            "lane": "engine.games.big_a.lane:lane",
        }
    ),
)
