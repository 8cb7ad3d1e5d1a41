"""The replay of a hand, at any step by its address."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from flask import Blueprint, render_template, request

from app.errors import Refusal
from app.fupan import this_fupan
from app.store import StoredMatch
from app.views.losses import loss_lines
from app.views.numbers import Slice, page_of, whole
from app.views.scene import Scene, called, scene_of, teams
from app.views.steps import Facts, Step, by_step, step_of
from engine.game import Judge
from engine.match import Match, given, setup_of
from engine.replay import frame, frames
from engine.rules import RulesUnknown

BLUEPRINT: Final = Blueprint("replay", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>")

SCENES: Final = 40
"""Scenes of one answer."""
LISTED: Final = 500
"""Steps of one page of the list of actions."""


@dataclass(frozen=True)
class OpenHand:
    """A hand (``number`` from 1) of a stored match, ready to be replayed."""

    stored: StoredMatch
    match: Match
    judge: Judge
    number: int

    @property
    def steps(self) -> int:
        """How many actions the hand has."""
        return len(self.actions)

    @property
    def actions(self) -> Sequence[str]:
        """The actions, as the log has them."""
        return self.match.hands[self.number - 1].actions

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat, as pages show them; the seat where the log names nobody."""
        return {player.seat: called(given(player.name) or player.seat) for player in self.match.players}

    def said(self) -> dict[int, list[Facts]]:
        """The findings of the hand by step."""
        return by_step(self.stored.report["findings"], self.number - 1)

    def levels(self) -> dict[str, str]:
        """Each team's level before the hand, by seat, as far as the log or the report says it."""
        recorded: Mapping[str, str] | None = given(setup_of(self.match.hands[self.number - 1]).levels)
        before: Any = self.stored.report["hands"][self.number - 2].get("levels") if self.number > 1 else None
        known = {seat: level for seat, level in (recorded or before or {}).items() if level}
        return {
            seat: known[named]
            for party in teams(self.match.game, self.match.seats)
            for named in party
            if named in known
            for seat in party
        }


@BLUEPRINT.get("", strict_slashes=False)
def hand(identity: int, number: int) -> str:
    """The hand at the step of ``?step=`` (0, the deal, without one)."""
    opened = _opened(identity, number)
    step = _step(opened)
    scene = _scene(opened, step)
    return render_template(
        "replay/hand.html",
        match=opened.stored.row,
        number=number,
        hands=len(opened.match.hands),
        outcome=opened.stored.report["hands"][number - 1],
        names=opened.names,
        scene=scene,
        listed=_listed(opened, step),
        at_deal=opened.said().get(0, ()),
        losses=loss_lines(opened.judge, opened.match, number - 1, opened.names),
    )


@BLUEPRINT.get("/table")
def table(identity: int, number: int) -> str:
    """The table alone, as the page of the hand has it: from ``?step=`` on, ``?count=`` scenes (1) at the most."""
    opened = _opened(identity, number)
    step = _step(opened)
    count = min(max(whole(request.args.get("count")) or 1, 1), SCENES)
    said, names, levels = opened.said(), opened.names, opened.levels()
    shown = islice(frames(opened.judge, opened.match, number - 1, step), count)
    return render_template(
        "replay/scenes.html",
        match=opened.stored.row,
        number=number,
        names=names,
        scenes=[scene_of(each, opened.match.game, names, levels, said) for each in shown],
    )


def _opened(identity: int, number: int) -> OpenHand:
    fupan = this_fupan()
    stored = fupan.match(identity)
    if stored is None:
        raise Refusal(404, f"There is no match {identity}.")
    match = fupan.decoded.get(stored)
    if match is None:
        raise Refusal(404, "This match could not be read, or its log is not kept: there is nothing to replay.")
    try:
        judge = fupan.checker.judge(fupan.checker.rules(match))
    except RulesUnknown:
        raise Refusal(404, "This match claims rules that do not exist: it cannot be replayed.") from None
    if not 1 <= number <= len(match.hands):
        held = f"the hands 1 to {len(match.hands)}" if match.hands else "no hands"
        raise Refusal(404, f"This match has {held}; there is no hand {number}.")
    return OpenHand(stored, match, judge, number)


def _step(opened: OpenHand) -> int:
    text = request.args.get("step", "0")
    step = whole(text)
    if step is None or step > opened.steps:
        last = f" to {opened.steps}" if opened.steps else ""
        raise Refusal(404, f"Hand {opened.number} has the steps 0 (the deal){last}; there is no step {text[:20]}.")
    return step


def _scene(opened: OpenHand, step: int) -> Scene:
    found = frame(opened.judge, opened.match, opened.number - 1, step)
    return scene_of(found, opened.match.game, opened.names, opened.levels(), opened.said())


def _listed(opened: OpenHand, step: int) -> Slice[Step]:
    said = opened.said()
    deal = frame(opened.judge, opened.match, opened.number - 1, 0)
    wild = frozenset(deal.wild)
    part = page_of(opened.actions, max(step - 1, 0) // LISTED + 1, LISTED)
    lines = [
        step_of(number, text, opened.match.seats, wild, said.get(number, ()))
        for number, text in enumerate(part.items, part.first + 1)
    ]
    return Slice(lines, part.number, part.pages, part.total, part.first)
