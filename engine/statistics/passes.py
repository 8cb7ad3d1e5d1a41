"""Passes when the seat could have beaten the table; they take longer to count than the other figures."""

from collections.abc import Sequence
from typing import Final

from engine.record.match import Match
from engine.recorded.basis import Basis
from engine.replay.game import Game, Judge
from engine.replay.statistics import Figure
from engine.statistics.counted import CountedHands

PASSES_ABLE: Final = Figure(
    "passes_able",
    "Passes when a play, or a capture, of cards that the seat is known to hold would have beaten the table.",
    of_play=True,
    per="passes",
    share=True,
    words="passes when able",
)


def passes_able(game: Game, judge: Judge, match: Match) -> dict[int, Sequence[int]]:
    """By hand, the count of ``PASSES_ABLE`` for each seat in order of play.

    It has the hands that count and were played to their end; empty for a game in which nobody passes.  ``judge`` is a
    judge of the game under the rules of the match.
    """
    count = game.statistics.passes_able
    if count is None:
        return {}
    replayed = judge.match_replay(match)
    counted = CountedHands()
    able: dict[int, Sequence[int]] = {}
    for number, hand in enumerate(match.hands):
        replay = replayed.open(number, hand)
        found = count(replay, hand)
        outcome = replayed.close(replay, hand)
        if counted.include(replay, outcome) and outcome.basis is Basis.PLAY:
            able[number] = found
    return able
