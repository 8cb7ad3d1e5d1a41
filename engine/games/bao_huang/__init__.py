"""Bao Huang: four packs and eight jokers, five seats, an emperor and a hidden protector against the rest."""

from typing import Final

from engine.climbing import codes as climbing_codes
from engine.games.bao_huang.codes import LOWEST_TOO_EARLY, ROLE_NOT_ALLOWED
from engine.games.bao_huang.match_replay import BaoHuangJudge
from engine.games.bao_huang.pages import PAGES
from engine.games.bao_huang.rules import RULES
from engine.recorded.roles import ROLE_MISMATCH
from engine.replay.game import Game
from engine.rulebook import codes as shared_codes
from engine.rulebook.findings import Code

BAO_HUANG: Final = Game(
    name="bao_huang",
    title="Bao Huang",
    players=range(5, 6),
    rules=RULES,
    pages=PAGES,
    codes=(
        *(value for value in vars(shared_codes).values() if isinstance(value, Code)),
        climbing_codes.WRONG_LEADER,
        climbing_codes.NOT_A_COMBINATION,
        climbing_codes.DOES_NOT_BEAT,
        climbing_codes.TRIBUTE_MISSING,
        climbing_codes.TRIBUTE_NOT_DUE,
        climbing_codes.TRIBUTE_WRONG_CARD,
        climbing_codes.TRIBUTE_WRONG_SEAT,
        LOWEST_TOO_EARLY,
        ROLE_NOT_ALLOWED,
        ROLE_MISMATCH,
    ),
    teams=(),
    setup_fields=frozenset({"totals", "first", "previous"}),
    result_fields=frozenset({"finish", "scores", "roles", "factor"}),
    judge=BaoHuangJudge,
)
