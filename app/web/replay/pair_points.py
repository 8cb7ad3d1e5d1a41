"""What each two seats won of each other in a hand, where every two seats settle."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.web.replay.played_hand import PlayedHand
from engine.games import GAMES
from engine.replay.game import MatchReplay


@dataclass(frozen=True, slots=True)
class PairPoints:
    """What the first of two players won of the second."""

    one: str
    other: str
    points: int


def pair_points(opened: PlayedHand, before: MatchReplay | None = None) -> Sequence[PairPoints]:
    """The points between each two seats, the winner first; none where seats do not settle with each other.

    ``before`` is the match as it stands before the hand; without it, the hands before are replayed.
    """
    settle = GAMES[opened.match.game].settlement
    ledger = None if settle is None else settle(opened.judge, opened.match, opened.number - 1, before)
    if ledger is None:
        return ()
    names = [opened.names.get(seat, seat) for seat in opened.match.seats]
    found = []
    for (one, other), points in sorted(ledger.points.items()):
        if one < other and points is not None:
            winner, loser = (one, other) if points >= 0 else (other, one)
            found.append(PairPoints(names[winner], names[loser], abs(points)))
    return found
