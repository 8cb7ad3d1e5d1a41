"""The replay of a hand, at any step by its address."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from flask import Blueprint, g, render_template, request

from app.basis_words import basis_words
from app.compression import without_secrets
from app.errors import Refusal
from app.fupan import this_fupan
from app.score_proofs import stored_proof
from app.score_words import steps_of
from app.store import StoredMatch
from app.views.choosing import Tried
from app.views.faces import special
from app.views.in_turn import asked_seat
from app.views.losses import loss_lines
from app.views.numbers import Slice, page_of, whole
from app.views.open_match import keep_rules, open_match
from app.views.recorded import Part, written_of
from app.views.scene import Scene, called, scene_of, teams
from app.views.steps import Facts, Step, by_step, step_of, unsaid
from engine.games import GAMES
from engine.record.match import Match, given, setup_of
from engine.recorded.basis import Basis
from engine.replay.fold import frame, frames
from engine.replay.game import Judge, MatchReplay
from engine.replay.grounds import ProvedLine
from engine.replay.views import ALL, View, seen, seen_action, view_named, views
from engine.rulebook.options import RuleSet
from engine.verdict.written.outcomes import basis_of
from engine.verdict.written.sheet import sheet_of

PROOF: Final = "proof"
"""Names in an address the line of the score, from 1, whose steps are marked."""

BLUEPRINT: Final = Blueprint("replay", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>")

SCENES: Final = 40
"""Scenes of one answer."""
LISTED: Final = 500
"""Steps of one page of the list of actions."""
_PLACES: Final = ("step", "view", "count", "start", "layout", "colours", "below", "seat", PROOF)
"""What addresses name beside rules."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A line of the score of a hand whose steps are marked."""

    number: int
    """The number of the line, from 1."""
    line: ProvedLine
    steps: Mapping[int, tuple[str, ...]]
    """By step, what the step shows."""


@dataclass(frozen=True)
class OpenHand:
    """A hand (``number`` from 1) of a stored match, ready to be replayed."""

    stored: StoredMatch
    match: Match
    rules: RuleSet
    judge: Judge
    number: int
    view: View
    """Who looks at it."""
    trial: Tried | None = None
    """The match under the rules that the address names in place of its own."""

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

    @property
    def asked(self) -> str | None:
        """The view as addresses name it; None for all hands, which they need not name."""
        return None if self.view.whole else self.view.name

    def before(self) -> MatchReplay:
        """The match as it stands before the hand."""
        return this_fupan().decoded.before(self.stored, self.judge, self.rules, self.number - 1)

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


BLUEPRINT.url_defaults(keep_rules)


@BLUEPRINT.url_defaults
def keep_proof(_endpoint: str, values: dict[str, Any]) -> None:
    """Has the links to steps of a hand of which a line of the score is followed lead to steps with the same marks."""
    number, line = g.get("line_followed", (None, None))
    if values.get("number") == number and number is not None:
        values.setdefault(PROOF, line)


def _followed(opened: OpenHand) -> Followed | None:
    """The line of the score that the address names, whose steps are marked; None if it names none.

    It is followed only where all hands are shown, because a score may tell what a view does not.
    """
    text = request.args.get(PROOF)
    if text is None or not opened.view.whole:
        return None
    lines = stored_proof(this_fupan(), opened.stored, opened.match, opened.rules, opened.judge, opened.number - 1).lines
    number = whole(text)
    if number is None or not 1 <= number <= len(lines):
        count = "1 line" if len(lines) == 1 else f"{len(lines)} lines"
        raise Refusal(404, f"The score of hand {opened.number} has {count}; there is no line {text[:20]}.")
    g.line_followed = (opened.number, number)
    return Followed(number, lines[number - 1], steps_of(lines[number - 1]))


@BLUEPRINT.get("", strict_slashes=False)
@without_secrets
def hand(identity: int, number: int) -> str:
    """The hand at the step of ``?step=`` (0, the deal, without one), as ``?view=`` saw it: all, table, or a seat.

    With ``?rules=`` and options it is replayed under these rules, as the page of the match is shown with them.  With
    ``?proof=`` the steps that this line of the score rests on are marked.
    """
    opened = open_hand(identity, number)
    step = step_asked(opened)
    followed = _followed(opened)
    scene = _scene(opened, step)
    outcome = opened.stored.report["hands"][number - 1]
    basis = basis_words(opened.match, number - 1, outcome)
    return render_template(
        "replay/hand.html",
        match=opened.stored.row,
        number=number,
        hands=len(opened.match.hands),
        outcome=outcome,
        basis=basis,
        settlement=opened.trial is None
        and GAMES[opened.match.game].settlement
        and basis_of(outcome) in (Basis.PLAY, Basis.RESULT),
        trial=opened.trial,
        written=written_of(sheet_of(opened.match, opened.stored.report), number)
        if basis and opened.view.whole
        else None,
        names=opened.names,
        scene=scene,
        followed=followed,
        listed=_listed(opened, step),
        at_deal=opened.said().get(0, ()),
        view=opened.asked,
        views=[(view, _viewer(view, opened.names)) for view in views(opened.match.seats)],
        losses=loss_lines(opened.judge, opened.rules, opened.match, number - 1, opened.names)
        if opened.view.whole
        else [],
    )


@BLUEPRINT.get("/table")
@without_secrets
def table(identity: int, number: int) -> str:
    """The table alone, as the page of the hand has it: from ``?step=`` on, ``?count=`` scenes (1) at the most.

    The first scene is whole; each later one has only those of its parts that differ from the scene before.
    """
    opened = open_hand(identity, number)
    step = step_asked(opened)
    count = min(max(whole(request.args.get("count")) or 1, 1), SCENES)
    followed = _followed(opened)
    return render_template(
        "replay/scenes.html",
        match=opened.stored.row,
        number=number,
        names=opened.names,
        view=opened.asked,
        followed=followed,
        scenes=list(islice(_scenes(opened, step), count)),
    )


def open_hand(identity: int, number: int) -> OpenHand:
    """A hand of a match as the address of the request asks for it: its view, and the rules it is tried under.

    Raises Refusal.
    """
    opened = open_match(identity, _PLACES, what="The hand cannot be replayed", otherwise="there is nothing to replay")
    match = opened.match
    if not 1 <= number <= len(match.hands):
        held = f"the hands 1 to {len(match.hands)}" if match.hands else "no hands"
        raise Refusal(404, f"This match has {held}; there is no hand {number}.")
    named = request.args.get("view", ALL.name)
    view = view_named(named, match.seats)
    if view is None:
        known = ", ".join(view.name for view in views(match.seats))
        raise Refusal(404, f"There is no view {named[:20]}; there are: {known}.")
    judge = this_fupan().checker.judge(opened.rules)
    return OpenHand(opened.stored, match, opened.rules, judge, number, view, opened.trial)


def step_asked(opened: OpenHand) -> int:
    """The step that an address names.  Raises Refusal if the hand has no such step."""
    text = request.args.get("step", "0")
    step = whole(text)
    if step is None or step > opened.steps:
        last = f" to {opened.steps}" if opened.steps else ""
        raise Refusal(404, f"Hand {opened.number} has the steps 0 (the deal){last}; there is no step {text[:20]}.")
    return step


def _scene(opened: OpenHand, step: int) -> Scene:
    return next(_scenes(opened, step))


def _scenes(opened: OpenHand, step: int) -> Iterator[Scene]:
    """The scenes from a step on."""
    said, names, levels = opened.said(), opened.names, opened.levels()
    for each in frames(opened.judge, opened.match, opened.number - 1, step, before=opened.before()):
        asked = asked_seat(each, opened.match.game, opened.actions, opened.view)
        yield scene_of(seen(each, opened.view), opened.match.game, names, levels, said, opened.view, asked)


def _listed(opened: OpenHand, step: int) -> Slice[Step]:
    """A page of the actions.  Where not all hands are shown, those after the step are left unsaid.

    Its cards are special as they are after the last action that it tells.
    """
    said, seats, view = opened.said(), opened.match.seats, opened.view
    shown = opened.steps if view.whole else step
    last = frame(opened.judge, opened.match, opened.number - 1, shown, before=opened.before())
    cards = special(last.wild, last.marked)
    part = page_of(opened.actions, max(step - 1, 0) // LISTED + 1, LISTED)
    lines = [
        step_of(number, seen_action(text, view, seats, last.laid_open), seats, cards, said.get(number, ()))
        if view.whole or number <= step
        else unsaid(number, said.get(number, ()))
        for number, text in enumerate(part.items, part.first + 1)
    ]
    return Slice(lines, part.number, part.pages, part.total, part.first)


def _written(opened: OpenHand) -> Part | None:
    """What was recorded of the hand, the totals before it too."""
    return written_of(sheet_of(opened.match, opened.stored.report), opened.number)


def _viewer(view: View, names: Mapping[str, str]) -> str:
    """Whose cards a view shows, in words."""
    if view.seat is not None:
        return names.get(view.seat, view.seat)
    return "All hands" if view.whole else "The table"
