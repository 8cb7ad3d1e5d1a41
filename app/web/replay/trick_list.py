"""The list of tricks of a hand: every action that may be shown, by its trick."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from app.web.http.paging import Slice, page_of
from app.web.replay.faces import special
from app.web.replay.outline import Outline, Turn
from app.web.replay.played_hand import PlayedHand
from app.web.replay.steps import Step, step_of
from engine.replay.frames import Frame
from engine.replay.views import seen_action
from engine.verdict.stored_report import StoredFinding

LISTED: Final = 500
"""Steps of one page of the list of tricks."""


@dataclass(frozen=True, slots=True)
class Line:
    """One action of the list."""

    step: Step
    mark: str
    """What is marked at it, as the outline has it."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick of the list, as far as it may be shown."""

    number: int
    """From 1; 0 for what came before the first."""
    lines: tuple[Line, ...]


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


def tricks_since(
    opened: PlayedHand,
    frames: Sequence[Frame],
    outline: Outline,
    since: int,
    said: Mapping[int, Sequence[StoredFinding]],
) -> list[Trick]:
    """The tricks that have actions after a step, whole, up to the last step that may be shown."""
    first = outline.trick_of(since + 1) if since < len(outline.turns) else None
    turns = [] if first is None else [turn for turn in outline.turns if turn.trick >= first]
    return _tricks(opened, frames[-1], turns[-LISTED:], said)


def _tricks(
    opened: PlayedHand, last: Frame, turns: Sequence[Turn], said: Mapping[int, Sequence[StoredFinding]]
) -> list[Trick]:
    seats, view = opened.match.seats, opened.view
    level = next((value for name, value in last.facts if name == "level"), "")
    cards = special(last.wild, last.marked, level)
    return [
        Trick(
            number,
            tuple(
                Line(
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
