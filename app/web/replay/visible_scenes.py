"""The steps of a hand that a request may see (spoilers hidden)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import g, request, url_for

from app.text.language import _, _c
from app.web.http.errors import Refusal
from app.web.replay.card_played import step_of_card
from app.web.replay.ending import Ending, ending_of
from app.web.replay.legal_seat import asked_seat
from app.web.replay.note_marks import HIDDEN, Noted, with_marks
from app.web.replay.open_hand import OpenHand, seat_below, step_asked
from app.web.replay.outline import Outline, outline_of
from app.web.replay.replay_choices import RESULTS_SHOWN, chosen
from app.web.replay.scene import Scene, scene_of
from engine.replay.frames import Frame
from engine.replay.views import View, seen
from engine.verdict.stored_report import StoredFinding

FIND: Final = "find"
"""Asks for the first step after that of the address that begins a trick, has findings, or plays a card."""
NEXT_TRICK: Final = "trick"
NEXT_FINDING: Final = "finding"
CARD: Final = "card"
"""Asks for the step at which the seat of ``?of=`` plays the card that ``?card=`` names as the page labels it."""
SCENES: Final = 40
"""Scenes of one answer."""
_PLACE: Final = 987_654_321
"""Stands for the step in an address."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The addresses of the steps of a hand, with all that the address of the page keeps."""

    before: str
    after: str

    def __call__(self, step: int) -> str:
        """The address of a step."""
        return f"{self.before}{step}{self.after}"

    def find(self, step: int, what: str) -> str:
        """The address of the first step after one that begins a trick, or has findings."""
        return f"{self(step)}&{FIND}={what}"


@dataclass(frozen=True, slots=True)
class Shown:
    """The scenes that a request asks for and may see."""

    scenes: Sequence[Scene]
    outline: Outline
    at: Steps
    ending: Ending | None
    ahead: bool
    """Whether later steps may be shown too."""


def scenes_asked(opened: OpenHand, endpoint: str, count: int = 1) -> Shown:
    """The scenes from the step of the address on, ``count`` at the most; one unless results are shown.

    ``endpoint`` is that of the page that the steps are on.
    """
    below = looked_from(opened)
    step, frames, outline = frames_asked(opened, step_asked(opened))
    ahead = may_show_later_steps(opened)
    last = min(step + min(count, SCENES), len(frames)) if ahead else step + 1
    return Shown(
        scenes=[scene_at(opened, each, outline, below) for each in frames[step:last]],
        outline=outline,
        at=step_addresses(opened, endpoint),
        ending=ending_of(opened) if last > opened.steps else None,
        ahead=ahead,
    )


def scene_without_later(opened: OpenHand, step: int, below: str) -> tuple[Scene, Ending | None]:
    """The scene of a step, and what the end of the hand shows; nothing of later steps.

    What the reader has chosen for replays plays no part.
    """
    said, frames = opened.said_at_end, opened.frames(step)
    outline = outline_of(frames, opened.match.game, said)
    shown = seen(frames[step], opened.view)
    scene = scene_of(shown, opened.match.game, opened.names, opened.levels(), said, outline, opened.view, None, below)
    return scene, ending_of(opened) if step == opened.steps else None


def may_show_later_steps(opened: OpenHand) -> bool:
    """Whether later steps may be shown: the reader asks for results, and all hands are shown."""
    return opened.view.whole and chosen("results") == RESULTS_SHOWN


def findings_shown(opened: OpenHand) -> Mapping[int, Sequence[StoredFinding]]:
    """The findings of the hand by step that the reader wants to see.

    Those about the whole hand may reveal how it ends: they are at the deal if results may be shown, else at the end.
    """
    return opened.said if may_show_later_steps(opened) else opened.said_at_end


def frames_asked(opened: OpenHand, step: int) -> tuple[int, Sequence[Frame], Outline]:
    """The step that is asked for, the frames as far as they may be seen yet, and their outline.

    It is ``step``, or the one that the address has found from there.  Raises Refusal.
    """
    said = findings_shown(opened)
    what = request.args.get(FIND)
    if what is not None:
        step = _found(opened, step, what)
    frames = opened.frames(opened.steps if may_show_later_steps(opened) else step)
    return step, frames, outline_of(frames, opened.match.game, said)


def _found(opened: OpenHand, step: int, what: str) -> int:
    """The first step after one that begins a trick, has findings or plays a card; the last or same if there is none."""
    said = findings_shown(opened)
    if what == NEXT_FINDING:
        return min((each for each in said if each > step), default=step)
    if what == CARD:
        seat, label = request.args.get("of", ""), request.args.get("card", "")
        return step_of_card(opened, step, seat, label) or step
    if what != NEXT_TRICK:
        raise Refusal(404, _("There is nothing to find by the name {name}.", name=what[:20]))
    return outline_of(opened.frames(opened.steps), opened.match.game, said).next_trick(step) or opened.steps


def looked_from(opened: OpenHand) -> str:
    """The seat that is looked from, which links keep if the address names it."""
    below = seat_below(opened)
    if request.args.get("seat"):
        g.seat_below = below
    return below


def scene_at(opened: OpenHand, frame: Frame, outline: Outline, below: str, noted: Noted = HIDDEN) -> Scene:
    asked = asked_seat(frame, opened.match.game, opened.actions, opened.view)
    shown = seen(frame, opened.view)
    scene = scene_of(
        shown,
        opened.match.game,
        opened.names,
        opened.levels(),
        findings_shown(opened),
        outline,
        opened.view,
        asked,
        below,
    )
    return with_marks(scene, noted.at(scene.step))


def step_addresses(opened: OpenHand, endpoint: str = "replay.hand") -> Steps:
    address = url_for(endpoint, identity=opened.stored.row.id, number=opened.number, step=_PLACE, view=opened.asked)
    before, _step, after = address.partition(str(_PLACE))
    return Steps(before, after)


def viewer(view: View, names: Mapping[str, str]) -> str:
    """Whose cards a view shows, in words."""
    if view.seat is not None:
        return names.get(view.seat, view.seat)
    return _c("replay", "All hands") if view.whole else _("The table")
