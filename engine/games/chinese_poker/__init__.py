"""Chinese poker: thirteen cards in three rows, dealt closed or placed face up."""

from typing import Final

from engine.games.chinese_poker.analysis import ANALYSIS
from engine.games.chinese_poker.book import BOOK
from engine.games.chinese_poker.branch import BRANCHING
from engine.games.chinese_poker.codes import CODES
from engine.games.chinese_poker.grounds import GROUNDS
from engine.games.chinese_poker.ledger import hand_ledger
from engine.games.chinese_poker.match_replay import ChinesePokerJudge, pack
from engine.games.chinese_poker.pages import PAGES
from engine.games.chinese_poker.reader import VERBS
from engine.games.chinese_poker.recorded import UNITS
from engine.games.chinese_poker.rules import RULES, SCALE, seats_of
from engine.games.chinese_poker.setup import SETUP_FIELDS
from engine.games.chinese_poker.statistics import STATISTICS
from engine.games.chinese_poker.strength import STRENGTH
from engine.games.chinese_poker.terms import GLOSSARY
from engine.recorded.fields import SCORES
from engine.replay.game import Game
from engine.rulebook.codes import EVERY_GAME

CHINESE_POKER: Final = Game(
    name="chinese_poker",
    title="Chinese poker",
    players=range(2, 5),
    rules=RULES,
    scale=SCALE,
    glossary=GLOSSARY,
    pages=PAGES,
    book=BOOK,
    codes=(*EVERY_GAME, *CODES),
    teams=(),
    verbs=VERBS,
    setup_fields=SETUP_FIELDS,
    recorded=(SCORES, UNITS),
    judge=ChinesePokerJudge,
    branching=BRANCHING,
    statistics=STATISTICS,
    grounds=GROUNDS,
    settlement=hand_ledger,
    analysis=ANALYSIS,
    seats_of=seats_of,
    strength=STRENGTH,
    pack=pack,
)
