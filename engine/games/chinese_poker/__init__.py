"""Chinese poker: thirteen cards in three rows, dealt closed or placed face up."""

from typing import Final

from engine.games.chinese_poker.deal import SETUP_FIELDS
from engine.games.chinese_poker.match_replay import ChinesePokerJudge, pack
from engine.games.chinese_poker.reader import VERBS
from engine.games.chinese_poker.rules import CODES, RULES, SCALE, UNITS, seats_of
from engine.imported import ImportedValues
from engine.recorded.fields import SCORES
from engine.replay.game import Game
from engine.rulebook.codes import EVERY_GAME

CHINESE_POKER: Final = Game(
    name="chinese_poker",
    title="Chinese poker",
    players=range(2, 5),
    rules=RULES,
    scale=SCALE,
    codes=(*EVERY_GAME, *CODES),
    teams=(),
    verbs=VERBS,
    setup_fields=SETUP_FIELDS,
    recorded=(SCORES, UNITS),
    judge=ChinesePokerJudge,
    seats_of=seats_of,
    pack=pack,
    parts=ImportedValues(
        {
            "glossary": "engine.games.chinese_poker.terms:GLOSSARY",
            "pages": "engine.games.chinese_poker.pages:PAGES",
            "book": "engine.games.chinese_poker.pages:BOOK",
            "branching": "engine.games.chinese_poker.match_replay:BRANCHING",
            "mending": "engine.games.chinese_poker.mending:MENDING",
            "statistics": "engine.games.chinese_poker.statistics:STATISTICS",
            "grounds": "engine.games.chinese_poker.grounds:GROUNDS",
            "strength": "engine.games.chinese_poker.statistics:STRENGTH",
            "settlement": "engine.games.chinese_poker.match_replay:hand_ledger",
            "analysis": "engine.games.chinese_poker.analysis:ANALYSIS",
            "arranged": "engine.games.chinese_poker.solver.choices:hand_arranged",
            "placements": "engine.games.chinese_poker.solver.placing:PLACEMENTS",
            "lane": "engine.games.chinese_poker.lane:lane",
        }
    ),
)
