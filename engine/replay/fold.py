"""The fold over the actions of a match, the same for every game."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.record.match import Hand, Match, MatchResult
from engine.replay.frames import Frame
from engine.replay.game import HandReplay, Judge, MatchReplay
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Finding


@dataclass(slots=True)
class Replay:
    """The result of replaying a match.  ``findings`` are in the order of the report."""

    findings: list[Finding]
    hands: list[HandOutcome]
    totals: dict[str, int | None]
    winner: list[str] | None
    undecided: bool


Watch = Callable[[HandReplay, Hand, HandOutcome], None]
"""Called with each hand of a match that is replayed, in order, once its outcome is known.  The hand has noted its play
for statistics."""


def replay(judge: Judge, match: Match, watch: Watch | None = None) -> Replay:
    """Replays every hand of a match, then compares its recorded result.

    The match must have as many players as the rules of the judge allow.  ``watch`` is called with each hand.
    """
    match_replay = judge.match_replay(match)
    findings: list[Finding] = []
    outcomes: list[HandOutcome] = []
    for index, hand in enumerate(match.hands):
        hand_replay = match_replay.open(index, hand)
        if watch is not None:
            hand_replay.note_play()
        hand_replay.run(hand.actions)
        outcomes.append(match_replay.close(hand_replay, hand))
        if watch is not None:
            watch(hand_replay, hand, outcomes[-1])
        findings += hand_replay.findings
    totals, winner, undecided = match_replay.conclude(match.result if isinstance(match.result, MatchResult) else None)
    return Replay(findings + match_replay.findings, outcomes, totals, winner, undecided)


def openings(judge: Judge, match: Match, hand_index: int = 0) -> Iterator[HandReplay]:
    """The replays of a hand and of each hand after it, each before its first action.

    A hand is replayed once the next one is asked for.  ``hand_index`` counts from 0; hands before it are replayed
    first.  Yields nothing if the match has no such hand.
    """
    match_replay = judge.match_replay(match)
    for index, hand in enumerate(match.hands):
        hand_replay = match_replay.open(index, hand)
        if index >= hand_index:
            yield hand_replay
        hand_replay.run(hand.actions)
        match_replay.close(hand_replay, hand)


class HandStarts:
    """A match as it stands before each of its hands, so that a hand is replayed without those before it.

    What stands before a hand is worked out when it is first asked for, and kept.  Not for several threads at once.
    """

    def __init__(self, judge: Judge, match: Match) -> None:
        """The match must have as many players as the rules of the judge allow."""
        self.match: Final = match
        self._judge: Final = judge
        self._left: Final[list[Hashable]] = [judge.match_replay(match).carried]
        """By hand, what those before it have left."""

    def before(self, hand_index: int) -> MatchReplay:
        """The match as it stands before a hand, counted from 0; the caller may go on with it.

        Raises IndexError if the match has no such hand.
        """
        if not 0 <= hand_index < len(self.match.hands):
            raise IndexError(hand_index)
        while len(self._left) <= hand_index:
            index = len(self._left) - 1
            self._left.append(_played(self._standing(index), self.match, index).carried)
        return self._standing(hand_index)

    def _standing(self, index: int) -> MatchReplay:
        standing = self._judge.match_replay(self.match)
        standing.carry(self._left[index])
        return standing


def _played(match_replay: MatchReplay, match: Match, index: int) -> MatchReplay:
    """A match replay after a hand."""
    hand = match.hands[index]
    hand_replay = match_replay.open(index, hand)
    hand_replay.run(hand.actions)
    match_replay.close(hand_replay, hand)
    return match_replay


def frames(
    judge: Judge, match: Match, hand_index: int, start: int = 0, *, before: MatchReplay | None = None
) -> Iterator[Frame]:
    """The frames of a hand from step ``start`` (0: the deal) to the last action.

    ``hand_index`` counts from 0.  ``before`` is the match as it stands before the hand; without it, the hands before
    are replayed.  Yields nothing if the hand has fewer steps than ``start``.  Raises IndexError if the match has no
    such hand.
    """
    if not 0 <= hand_index < len(match.hands):
        raise IndexError(hand_index)
    if before is None:
        before = judge.match_replay(match)
        for index in range(hand_index):
            _played(before, match, index)
    hand = match.hands[hand_index]
    steps = len(hand.actions)
    hand_replay = before.open(hand_index, hand)
    if start <= 0:
        yield hand_replay.frame(0, steps, None)
    for step, action in enumerate(hand.actions, 1):
        hand_replay.run([action])
        hand_replay.follow(action)
        if step >= start:
            yield hand_replay.frame(step, steps, action)


def frame(judge: Judge, match: Match, hand_index: int, step: int, *, before: MatchReplay | None = None) -> Frame:
    """The frame after ``step`` actions of a hand (0: the deal).  Raises IndexError if there is no such hand or step."""
    wanted_frame = next(frames(judge, match, hand_index, step, before=before), None) if step >= 0 else None
    if wanted_frame is None:
        raise IndexError(step)
    return wanted_frame


def hand_at(judge: Judge, match: Match, hand_index: int, step: int, *, before: MatchReplay | None = None) -> HandReplay:
    """The replay of a hand after ``step`` actions (0: the deal).

    ``before`` is the match as it stands before the hand; without it, the hands before are replayed.  Raises IndexError
    if there is no such hand or step.
    """
    if not 0 <= hand_index < len(match.hands) or not 0 <= step <= len(match.hands[hand_index].actions):
        raise IndexError(step)
    if before is None:
        before = HandStarts(judge, match).before(hand_index)
    hand = match.hands[hand_index]
    hand_replay = before.open(hand_index, hand)
    hand_replay.run(hand.actions[:step])
    return hand_replay
