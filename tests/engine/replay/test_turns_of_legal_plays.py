"""Whose legal plays are listed: those of the seat in turn, and of every seat where any seat may act."""

from collections.abc import Callable
from typing import Any

import bao_huang_builders
import builders

from engine.games import GAMES
from engine.replay.fold import hand_at
from engine.verdict.check import Checker
from tests.offenders import for_every

Judge = Callable[..., builders.Judged]
UNPAID: dict[str, tuple[Judge, Any]] = {
    "guandan": (builders.judge, builders.hand("N pass", level="2", previous=["E", "N", "W", "S"])),
    "bao_huang": (
        bao_huang_builders.judge,
        bao_huang_builders.hand("B pass", previous={"finish": list("AC"), "emperor": "A", "protector": "C"}),
    ),
}
"""Of games with tribute, a hand in which a seat passes before the tribute due is paid."""


def listed(judged: builders.Judged) -> list[str]:
    """The seats whose legal plays are listed after the actions of the first hand."""
    match, rules = judged.record.match, judged.report.rules
    assert match is not None
    assert rules is not None
    judge, game = Checker().judge(rules), GAMES[match.game]
    assert game.legal is not None
    replay = hand_at(judge, match, 0, len(match.hands[0].actions))
    return [seat for number, seat in enumerate(match.seats) if game.legal(replay, number) is not None]


def test_only_the_seat_in_turn_has_legal_plays() -> None:
    assert listed(builders.judge(builders.hand("E play 3s"))) == ["N"]


@for_every("game", UNPAID)
def test_after_a_pass_before_the_tribute_due_every_seat_may_lead(game: str) -> None:
    judge, hand = UNPAID[game]
    passed = judge(hand)
    assert [each.partition(" ")[0] for each in passed.said] == ["tribute-missing"]
    seats = listed(passed)
    assert seats == [player.seat for player in passed.record.match.players]
    for seat in seats:
        lead = next(card for card in hand["deal"][seat].split() if card[0] not in "36")
        again = judge({**hand, "actions": [*hand["actions"], f"{seat} play {lead}"]})
        assert again.said == passed.said
