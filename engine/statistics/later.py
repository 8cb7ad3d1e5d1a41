"""What takes longer to count than the other figures: it is counted after the match is judged, in one more replay."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.record.match import Hand, Match
from engine.recorded.basis import Basis
from engine.replay.game import CleanMatch, Game, HandReplay, Judge
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import Figure
from engine.replay.strength import HandStrength
from engine.statistics.counted import CountedHands

MOST_LOST: Final = 2**62
"""The largest number of points lost that is kept: more counts as this."""
MOST: Final = 10**9
"""The largest strength or result, in thousandths, that is kept: sums of squares of smaller numbers stay whole."""


class LaterCounts(NamedTuple):
    """What a counted hand counts in addition."""

    passes_able: Sequence[int] | None
    """By seat in order of play; None for a hand that was not played to its end, or a game in which nobody passes."""
    lost: Sequence[tuple[int, int]] | None
    """By seat in order of play, its settings that were compared with the best ones, and the points that they lost; None
    for a hand that was not played to its end, or a game in which no cards are set."""
    strength: HandStrength | None
    """None if no cards are known, or the game does not measure their strength."""

    def of_seat(self, seat: int) -> dict[str, int]:
        """The figures of a seat by their names, those that the game counts in this hand."""
        counts = {}
        if self.passes_able is not None:
            counts["passes_able"] = self.passes_able[seat]
        if self.lost is not None:
            counts["settings_compared"], counts["points_lost"] = self.lost[seat]
        return counts


def takes_longer(game: Game) -> bool:
    """Whether a game has anything that is counted later."""
    return bool(later_figures(game)) or game.strength is not None


def later_figures(game: Game) -> tuple[Figure, ...]:
    """The figures of a game that are counted later."""
    return tuple(figure for figure in game.statistics.figures if figure.later)


def later_counts(game: Game, judge: Judge, match: Match) -> dict[int, LaterCounts]:
    """By hand, for those that count, what is counted later.  ``judge`` is a judge under the rules of the match."""
    replayed = judge.match_replay(match)
    counted = CountedHands()
    counts: dict[int, LaterCounts] = {}
    able = game.statistics.passes_able
    for number, hand in enumerate(match.hands):
        replay = replayed.open(number, hand)
        if able is None:
            replay.run(hand.actions)
            passes = None
        else:
            passes = able(replay, hand)
        outcome = replayed.close(replay, hand)
        if counted.include(replay, outcome):
            played = outcome.basis is Basis.PLAY
            lost = _lost(game, judge, match, number) if played else None
            counts[number] = LaterCounts(passes if played else None, lost, _strength(game, replay, hand, outcome))
    return counts


def later_counts_of(clean: CleanMatch) -> dict[int, LaterCounts] | None:
    """The same of a clean match that the compiled lane counted, without a replay; None if it left that for later."""
    able, strengths = clean.passes_able(), clean.strengths()
    if able is None or strengths is None:
        return None
    pairs = enumerate(zip(able, strengths, strict=True))
    return {
        hand: LaterCounts(passes, None, _kept(strength)) for hand, (passes, strength) in pairs if passes is not None
    }


def _lost(game: Game, judge: Judge, match: Match, number: int) -> list[tuple[int, int]] | None:
    if game.analysis is None or not game.analysis.covers(judge):
        return None
    counts = [(0, 0) for _ in match.seats]
    for loss in game.analysis.losses(judge, match, number):
        compared, lost = counts[loss.seat]
        counts[loss.seat] = (compared + 1, min(lost + loss.lost, MOST_LOST))
    return counts


def _strength(game: Game, replay: HandReplay, hand: Hand, outcome: HandOutcome) -> HandStrength | None:
    return _kept(None if game.strength is None else game.strength.measure(replay, hand, outcome))


def _kept(strength: HandStrength | None) -> HandStrength | None:
    if strength is None:
        return None
    numbers = (*strength.seats, *(strength.expected or ()), *(strength.result or ()))
    return strength if all(number is None or abs(number) <= MOST for number in numbers) else None
