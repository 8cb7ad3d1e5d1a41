"""The table as a hall sees it: a hand of a presented match at the step that its presenter has chosen."""

from dataclasses import dataclass, replace
from typing import Final

from flask import Blueprint

from app.matches.installation import this_installation
from app.replay.presentations.presentations import Place
from app.web.replay.ending import Ending
from app.web.replay.open_hand import OpenHand
from app.web.replay.outline import outline_of
from app.web.replay.scene import Scene
from app.web.replay.visible_scenes import Steps, scene_without_later
from engine.replay.views import TABLE, view_named
from engine.rulebook.options import RulesUnknown

BLUEPRINT: Final = Blueprint("hall_table", __name__)
MOVES: Final = (
    "first",
    "previous-trick",
    "previous",
    "next",
    "next-trick",
    "last",
    "previous-hand",
    "next-hand",
)
"""What a presenter's buttons do."""


@dataclass(frozen=True, slots=True)
class HallTable:
    """What is drawn."""

    opened: OpenHand
    place: Place
    scene: Scene
    ending: Ending | None
    view: str | None
    """The view as the parts of the replay take it: None for all hands."""

    @property
    def at(self) -> Steps:
        """The addresses of steps that the parts of the replay link to; the links are taken out."""
        return Steps("", "")

    @property
    def number(self) -> int:
        """The number of the hand."""
        return self.opened.number

    @property
    def hands(self) -> int:
        """How many hands the match has."""
        return len(self.opened.match.hands)

    @property
    def rows(self) -> bool:
        """Whether seats lay rows of cards."""
        return any(seat.rows for seat in self.scene.seats)

    @property
    def whole(self) -> bool:
        """Whether all hands are open."""
        return self.opened.view.whole


def hand_shown(log_id: int, place: Place) -> OpenHand | None:
    """The hand of a place under the rules of its match; None if it cannot be replayed, or there is no such place."""
    fupan = this_installation()
    stored = fupan.match(log_id)
    match = None if stored is None else fupan.replayable(stored)
    if stored is None or match is None or not 1 <= place.hand <= len(match.hands):
        return None
    view = view_named(place.view, match.seats)
    try:
        rules = fupan.rules(stored, match)
    except RulesUnknown:
        return None
    if view is None:
        return None
    opened = OpenHand(stored, match, rules, fupan.checker.judge(rules), place.hand, view)
    return opened if 0 <= place.step <= opened.steps else None


def table_shown(opened: OpenHand, place: Place, *, hidden: bool) -> HallTable:
    """The table of a place; with ``hidden`` it shows the hand of no seat, whatever the presenter shows."""
    shown = replace(opened, view=TABLE) if hidden else opened
    below = opened.view.seat or opened.match.seats[0]
    scene, ending = scene_without_later(shown, place.step, below)
    return HallTable(shown, place, scene, ending, shown.asked)


def moved(opened: OpenHand, place: Place, move: str) -> Place:
    """The place that a move of `MOVES` leads to, the nearest there is."""
    step, last = place.step, opened.steps
    if move in ("previous-hand", "next-hand"):
        number = place.hand + (1 if move == "next-hand" else -1)
        number = min(max(number, 1), len(opened.match.hands))
        return place if number == place.hand else replace(place, hand=number, step=0)
    if move in ("previous-trick", "next-trick"):
        outline = outline_of(opened.frames(last), opened.match.game, {})
        found = outline.previous_trick(step) if move == "previous-trick" else outline.next_trick(step)
        return replace(place, step=last if found is None else found)
    steps = {"first": 0, "previous": max(step - 1, 0), "next": min(step + 1, last), "last": last}
    return replace(place, step=steps[move])
