"""The tricks of a hand up to a step: its actions in order with what is marked at them, and their list on a page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final

from app.drawing.table.sight import marked_of
from app.web.http.paging import Slice, page_of
from app.web.parts.open_hand import PlayedHand
from app.web.parts.steps import Step, step_of, worst
from engine.games import GAMES
from engine.record.actions import parse_action
from engine.replay.frames import Frame
from engine.replay.views import seen_action
from engine.verdict.stored_report import StoredFinding

_PLAYS: Final = frozenset({"play", "capture"})
_TRIBUTE: Final = frozenset({"tribute", "return", "take", "resist"})
_OVER: Final = "over"
OUT: Final = "out"
BOMB: Final = "bomb"
TRIBUTE: Final = "tribute"
CAPTURE: Final = "capture"
FINDING: Final = "finding"
LISTED: Final = 500
"""Steps of one page of the list of tricks."""


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

    def up_to(self, step: int) -> "Outline":
        """What of it may be seen at a step."""
        known = {role: since for role, since in self.known.items() if since <= step}
        return Outline(self.turns[:step], known)

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
    rows = bool(frames) and frames[0].in_rows
    for before, frame in pairwise(frames):
        action = parse_action(frame.action or "")
        if rows:
            moved_on = before.stage != frame.stage and frame.stage != _OVER
            opens = moved_on or action.seat in acted or not acted
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


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """One action of the list."""

    step: Step
    mark: str
    """What is marked at it, as the outline has it."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick of the list, as far as it may be shown."""

    number: int
    """From 1; 0 for what came before the first."""
    lines: tuple[OutlineLine, ...]


def tricks_of(
    opened: PlayedHand,
    frames: Sequence[Frame],
    outline: Outline,
    step: int,
    said: Mapping[int, Sequence[StoredFinding]],
) -> tuple[list[Trick], Slice[Turn]]:
    """The tricks of the page of the list that has a step, and the page.

    ``said`` has the findings by step.  ``frames`` and ``outline`` end at the last step that may be shown.  Cards are
    special as they are at that end.
    """
    part = page_of(outline.turns, max(step - 1, 0) // LISTED + 1, LISTED)
    return _tricks(opened, frames[-1], part.items, said), part


def tricks_from(
    opened: PlayedHand,
    frames: Sequence[Frame],
    outline: Outline,
    step: int,
    said: Mapping[int, Sequence[StoredFinding]],
) -> list[Trick]:
    """The tricks with their actions from a step on, up to the end of ``frames``."""
    return _tricks(opened, frames[-1], outline.turns[max(step - 1, 0) :], said)


def _tricks(
    opened: PlayedHand, last: Frame, turns: Sequence[Turn], said: Mapping[int, Sequence[StoredFinding]]
) -> list[Trick]:
    seats, view = opened.match.seats, opened.view
    cards = marked_of(last)
    return [
        Trick(
            number,
            tuple(
                OutlineLine(
                    step_of(
                        turn.step,
                        seen_action(opened.actions[turn.step - 1], view, seats, last.laid_open),
                        seats,
                        cards,
                        said.get(turn.step, ()),
                    ),
                    turn.mark,
                )
                for turn in group
            ),
        )
        for number, group in groupby(turns, key=lambda turn: turn.trick)
    ]
