"""Tricks, markers and role reveals of a hand up to a step."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from app.web.replay.steps import worst
from engine.games import GAMES
from engine.record.actions import parse_action
from engine.replay.frames import Frame
from engine.verdict.stored_report import StoredFinding

_PLAYS: Final = frozenset({"play", "capture"})
_TRIBUTE: Final = frozenset({"tribute", "return", "take", "resist"})
OUT: Final = "out"
BOMB: Final = "bomb"
TRIBUTE: Final = "tribute"
CAPTURE: Final = "capture"
FINDING: Final = "finding"


@dataclass(frozen=True, slots=True)
class Turn:
    """One action of a hand."""

    step: int
    trick: int
    """The trick that it belongs to, from 1; 0 before the first one.  In games without tricks: the round."""
    opens: bool
    """Whether it is the first action of its trick."""
    mark: str
    """What is marked at it: `FINDING`, `OUT`, `BOMB`, `CAPTURE`, `TRIBUTE`, or empty."""
    seat: str


@dataclass(frozen=True, slots=True)
class Outline:
    """The actions of a hand up to a step, in order."""

    turns: tuple[Turn, ...]
    known: Mapping[tuple[str, str], int]
    """By role and seat the step since which every seat knows it."""

    def trick_of(self, step: int) -> int:
        """The trick of a step."""
        return self.turns[step - 1].trick if 0 < step <= len(self.turns) else 0

    def previous_trick(self, step: int) -> int:
        """The first step of the trick of a step, or of the trick before if the step is that one; 0 before all."""
        return max((turn.step for turn in self.turns if turn.opens and turn.step < step), default=0)

    def next_trick(self, step: int) -> int | None:
        """The first step of the next trick; None if it is not known."""
        return min((turn.step for turn in self.turns if turn.opens and turn.step > step), default=None)


def outline_of(frames: Sequence[Frame], game: str, said: Mapping[int, Sequence[StoredFinding]]) -> Outline:
    """The outline of the frames from the deal on.  ``said`` has the findings of the hand by step."""
    bombs = tuple(GAMES[game].statistics.bombs.values())
    known: dict[tuple[str, str], int] = {}
    for frame in frames:
        for role in frame.public_roles:
            known.setdefault(role, frame.step)
    return Outline(tuple(_turns(frames, bombs, said)), known)


def _turns(
    frames: Sequence[Frame], bombs: tuple[str, ...], said: Mapping[int, Sequence[StoredFinding]]
) -> Iterator[Turn]:
    trick, acted = 0, set[str]()
    rows = bool(frames) and any(seat.rows for seat in frames[0].seats)
    for before, frame in pairwise(frames):
        action = parse_action(frame.action or "")
        if rows:
            opens = before.stage != frame.stage or action.seat in acted or not acted
            acted = {action.seat} if opens else acted | {action.seat}
        else:
            opens = action.verb in _PLAYS and before.table is None
        trick += opens
        yield Turn(frame.step, trick, opens, _mark(before, frame, action.verb, bombs, said), action.seat)


def _mark(
    before: Frame, frame: Frame, verb: str, bombs: tuple[str, ...], said: Mapping[int, Sequence[StoredFinding]]
) -> str:
    if worst(said.get(frame.step, ())) in ("error", "warning"):
        return FINDING
    if len(frame.finish) > len(before.finish):
        return OUT
    if frame.captured:
        return CAPTURE
    play = frame.table
    if verb in _PLAYS and play is not None and play.step == frame.step and play.reading.startswith(bombs):
        return BOMB
    return TRIBUTE if verb in _TRIBUTE else ""
