"""Guandan: two packs, four seats, two teams, levels from 2 to A."""

from typing import Final

from engine.climbing.codes import PLAY, RETURN, TRIBUTE
from engine.games.guandan.hand_setup import SETUP_FIELDS
from engine.games.guandan.match_replay import GuandanJudge, dues, pack
from engine.games.guandan.reader import VERBS
from engine.games.guandan.rules import CODES, RULES
from engine.games.guandan.scoring import LEVELS
from engine.imported import ImportedValues
from engine.recorded.fields import FINISH, SCORES
from engine.replay.game import Game
from engine.rulebook.codes import EVERY_GAME, WITH_FINISH

GUANDAN: Final = Game(
    name="guandan",
    title="Guandan",
    players=range(4, 5),
    rules=RULES,
    codes=(*EVERY_GAME, *WITH_FINISH, *PLAY, *TRIBUTE, *RETURN, *CODES),
    teams=((0, 2), (1, 3)),
    verbs=VERBS,
    setup_fields=SETUP_FIELDS,
    recorded=(FINISH, SCORES, LEVELS),
    leaves_out_seats=True,
    bare_plays=True,
    judge=GuandanJudge,
    dues=dues,
    pack=pack,
    parts=ImportedValues(
        {
            "glossary": "engine.games.guandan.terms:GLOSSARY",
            "pages": "engine.games.guandan.pages:PAGES",
            "book": "engine.games.guandan.pages:BOOK",
            "branching": "engine.games.guandan.branch:BRANCHING",
            "mending": "engine.games.guandan.mending:MENDING",
            "statistics": "engine.games.guandan.statistics:STATISTICS",
            "grounds": "engine.games.guandan.grounds:GROUNDS",
            "strength": "engine.games.guandan.statistics:STRENGTH",
            "legal": "engine.games.guandan.legal:legal_plays",
            "endgames": "engine.games.guandan.legal:ENDGAMES",
            "sight": "engine.games.guandan.play:GuandanSight",
            "lane": "engine.games.guandan.lane:lane",
        }
    ),
)
