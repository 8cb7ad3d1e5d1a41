"""Big A: two packs, five seats, and an ace that says who plays with whom."""

from typing import Final

from engine.climbing import codes as climbing_codes
from engine.games.big_a.codes import ROLE_NOT_ALLOWED
from engine.games.big_a.match_replay import BigAJudge
from engine.games.big_a.pages import PAGES
from engine.games.big_a.rules import RULES
from engine.recorded.roles import ROLE_MISMATCH
from engine.replay.game import Game
from engine.rulebook import codes as shared_codes
from engine.rulebook.findings import Code

BIG_A: Final = Game(
    name="big_a",
    title="Big A",
    players=range(5, 6),
    rules=RULES,
    pages=PAGES,
    codes=(
        *(value for value in vars(shared_codes).values() if isinstance(value, Code)),
        climbing_codes.WRONG_LEADER,
        climbing_codes.NOT_A_COMBINATION,
        climbing_codes.DOES_NOT_BEAT,
        ROLE_NOT_ALLOWED,
        ROLE_MISMATCH,
    ),
    teams=(),
    setup_fields=frozenset({"totals", "first"}),
    result_fields=frozenset({"finish", "scores", "roles", "exposed"}),
    judge=BigAJudge,
)
