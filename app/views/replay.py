"""The replay of a hand, at any step by its address."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, Response, g, render_template, request, url_for

from app.basis_words import basis_words
from app.compression import without_secrets
from app.errors import Refusal
from app.framing import framable
from app.fupan import this_fupan
from app.language import _, _c, _n
from app.offline import may_be_kept
from app.score_proofs import stored_proof
from app.score_words import steps_of
from app.views.card_played import step_of_card
from app.views.hand_shape import has_course
from app.views.in_turn import asked_seat
from app.views.losses import LossLine, loss_lines
from app.views.noted import HIDDEN, Noted, arrows_of, noted_of, with_marks
from app.views.numbers import whole
from app.views.open_hand import OpenHand, open_hand, seat_below, step_asked
from app.views.open_match import keep_rules
from app.views.outline import Outline, outline_of
from app.views.pair_points import PairPoints, pair_points
from app.views.recorded import Part, written_of
from app.views.scene import Scene, scene_of
from app.views.steps import Facts
from app.views.trick_list import tricks_of, tricks_since
from engine.games import GAMES
from engine.recorded.basis import Basis
from engine.replay.frames import Frame
from engine.replay.grounds import ProvedLine
from engine.replay.views import View, seen, views
from engine.verdict.written.outcomes import basis_of
from engine.verdict.written.sheet import sheet_of

__all__ = ["BLUEPRINT", "OpenHand", "open_hand", "step_asked"]

PROOF: Final = "proof"
"""Names in an address the line of the score, from 1, whose steps are marked."""
FIND: Final = "find"
"""Asks for the first step after that of the address that begins a trick, or has findings."""
NEXT_TRICK: Final = "trick"
NEXT_FINDING: Final = "finding"
CARD: Final = "card"
"""Asks for the step at which the seat of ``?of=`` plays the card that ``?card=`` names as the page labels it."""
SCENES: Final = 40
"""Scenes of one answer."""
_SHOWN: Final = "shown"
_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {"results": (_SHOWN, "hidden"), "colours": ("four", "two")}
"""What readers choose once for all replays, kept in a cookie of the same name."""
_YEAR: Final = 365 * 24 * 3600
_PLACE: Final = 987_654_321
"""Stands for the step in an address."""

BLUEPRINT: Final = Blueprint("replay", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>")
BLUEPRINT.url_defaults(keep_rules)


@dataclass(frozen=True, slots=True)
class Followed:
    """A line of the score of a hand whose steps are marked."""

    number: int
    """The number of the line, from 1."""
    line: ProvedLine
    steps: Mapping[int, tuple[str, ...]]
    """By step, what the step shows."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What is told once a hand is over."""

    outcome: Mapping[str, Any]
    basis: str
    settlement: bool
    """Whether the hand has a page on who won what of whom."""
    written: Part | None
    losses: Sequence[LossLine]
    pairs: Sequence[PairPoints]


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


@BLUEPRINT.url_defaults
def keep_places(_endpoint: str, values: dict[str, Any]) -> None:
    """Has the links to steps of a hand keep the line of the score that is followed, and the seat looked from."""
    number, line = g.get("line_followed", (None, None))
    if values.get("number") == number and number is not None:
        values.setdefault(PROOF, line)
    if "seat_below" in g:
        values.setdefault("seat", g.seat_below)


@BLUEPRINT.after_request
def keep_choices(answer: Response) -> Response:
    """Keeps in a cookie what an address chooses for all replays."""
    for name, known in _CHOICES.items():
        chosen = request.args.get(name)
        if chosen in known and answer.status_code == 200:
            answer.set_cookie(name, str(chosen), max_age=_YEAR, samesite="Lax", httponly=True, secure=request.is_secure)
    return answer


def chosen(name: str) -> str:
    """What is chosen for replays: by the address, else earlier, else the default."""
    known = _CHOICES[name]
    for text in (request.args.get(name), None if framable() else request.cookies.get(name)):
        if text in known:
            return str(text)
    return known[-1]


@BLUEPRINT.get("", strict_slashes=False)
@without_secrets
@may_be_kept
def hand(identity: int, number: int) -> str:
    """The hand at the step of ``?step=`` (0, the deal, without one), as ``?view=`` saw it: all, table, or a seat.

    ``?seat=`` is looked from.  With ``?rules=`` and options it is replayed under these rules, as the page of the match
    is shown with them.  With ``?proof=`` the steps that this line of the score rests on are marked.  Unless
    ``?results=shown`` is or was asked for, nothing of what happens after the step is in the answer.
    """
    opened = open_hand(identity, number)
    followed = _followed(opened)
    below = _below(opened)
    step, frames, outline = _asked(opened)
    tricks, part = tricks_of(opened, frames, outline, step, _said(opened))
    noted = noted_of(opened, opened.steps if _told(opened) else step)
    return render_template(
        "replay/hand.html",
        opened=opened,
        match=opened.stored.row,
        number=number,
        hands=len(opened.match.hands),
        trial=opened.trial,
        names=opened.names,
        scene=_scene(opened, frames[step], outline, below, noted),
        noted=noted,
        arrows_of=arrows_of,
        outline=outline,
        at=_addresses(opened),
        followed=followed,
        tricks=tricks,
        part=part,
        at_deal=_said(opened).get(0, ()) if opened.view.whole else (),
        view=opened.asked,
        views=[(view, viewer(view, opened.names)) for view in views(opened.match.seats)],
        below=below,
        results=chosen("results") == _SHOWN,
        four_colours=chosen("colours") == "four",
        ending=_ending(opened) if len(frames) > opened.steps else None,
        paced=any(" @" in action for action in opened.actions),
        rows=bool(frames[0].seats[0].rows) if frames[0].seats else False,
        course=has_course(frames[0]),
    )


@BLUEPRINT.get("/table")
@without_secrets
@may_be_kept
def table(identity: int, number: int) -> str:
    """The table alone, as the page of the hand has it: from ``?step=`` on, ``?count=`` scenes (1) at the most.

    The first scene is whole; each later one has only those of its parts that differ from the scene before.  Unless
    results are shown, there is one scene.  With ``?since=`` the tricks follow that have actions after this step.
    """
    opened = open_hand(identity, number)
    count = min(max(whole(request.args.get("count")) or 1, 1), SCENES)
    followed = _followed(opened)
    below = _below(opened)
    step, frames, outline = _asked(opened)
    since = whole(request.args.get("since"))
    last = min(step + count, len(frames))
    if not _told(opened):
        last = step + 1
    noted = noted_of(opened, opened.steps if _told(opened) else step)
    return render_template(
        "replay/scenes.html",
        match=opened.stored.row,
        number=number,
        hands=len(opened.match.hands),
        names=opened.names,
        view=opened.asked,
        followed=followed,
        outline=outline,
        at=_addresses(opened),
        scenes=[_scene(opened, each, outline, below, noted) for each in frames[step:last]],
        noted=noted,
        arrows_of=arrows_of,
        tricks=[] if since is None else tricks_since(opened, frames, outline, since, _said(opened)),
        ending=_ending(opened) if len(frames) > opened.steps and last > opened.steps else None,
        rows=bool(frames[0].seats[0].rows) if frames[0].seats else False,
    )


@dataclass(frozen=True, slots=True)
class Shown:
    """The scenes of a hand that an address asks for, as far as they may be told."""

    scenes: Sequence[Scene]
    outline: Outline
    at: Steps
    ending: Ending | None
    told: bool
    """Whether what happens after them may be told too."""


def scenes_asked(opened: OpenHand, endpoint: str, count: int = 1) -> Shown:
    """The scenes from the step of the address on, ``count`` at the most; one unless results are shown.

    ``endpoint`` is that of the page that the steps are on.
    """
    below = _below(opened)
    step, frames, outline = _asked(opened)
    told = _told(opened)
    last = min(step + min(count, SCENES), len(frames)) if told else step + 1
    return Shown(
        scenes=[_scene(opened, each, outline, below) for each in frames[step:last]],
        outline=outline,
        at=_addresses(opened, endpoint),
        ending=_ending(opened) if last > opened.steps else None,
        told=told,
    )


def scene_untold(opened: OpenHand, step: int, below: str) -> tuple[Scene, Ending | None]:
    """The scene of a step, and what is told at the end, with nothing of what happens after the step.

    What the reader has chosen for replays plays no part.
    """
    said = _by_step(opened, told=False)
    frames = opened.frames(step)
    outline = outline_of(frames, opened.match.game, said)
    shown = seen(frames[step], opened.view)
    scene = scene_of(shown, opened.match.game, opened.names, opened.levels(), said, outline, opened.view, None, below)
    return scene, _ending(opened) if step == opened.steps else None


def _told(opened: OpenHand) -> bool:
    """Whether what happens after the step may be told: where results are asked for, with all hands shown."""
    return opened.view.whole and chosen("results") == _SHOWN


def _said(opened: OpenHand) -> dict[int, list[Facts]]:
    """The findings of the hand by step, as far as the reader wants them told."""
    return _by_step(opened, _told(opened))


def _by_step(opened: OpenHand, told: bool) -> dict[int, list[Facts]]:
    """The findings of the hand by step.

    Those about the whole hand may tell how it ends.  They stand at the deal where results may be told, else at the end.
    """
    said = opened.said()
    if 0 in said and opened.steps and not told:
        said[opened.steps] = [*said.get(opened.steps, ()), *said.pop(0)]
    return said


def _asked(opened: OpenHand) -> tuple[int, Sequence[Frame], Outline]:
    """The step that is asked for, the frames as far as they may be told, and their outline."""
    said = _said(opened)
    step = step_asked(opened)
    what = request.args.get(FIND)
    if what is not None:
        step = _found(opened, step, what)
    frames = opened.frames(opened.steps if _told(opened) else step)
    return step, frames, outline_of(frames, opened.match.game, said)


def _found(opened: OpenHand, step: int, what: str) -> int:
    """The first step after one that begins a trick, has findings or plays a card; the last or same if there is none."""
    said = _said(opened)
    if what == NEXT_FINDING:
        return min((each for each in said if each > step), default=step)
    if what == CARD:
        seat, label = request.args.get("of", ""), request.args.get("card", "")
        return step_of_card(opened, step, seat, label) or step
    if what != NEXT_TRICK:
        raise Refusal(404, _("There is nothing to find by the name {name}.", name=what[:20]))
    return outline_of(opened.frames(opened.steps), opened.match.game, said).next_trick(step) or opened.steps


def _below(opened: OpenHand) -> str:
    """The seat that is looked from, which links keep if the address names it."""
    below = seat_below(opened)
    if request.args.get("seat"):
        g.seat_below = below
    return below


def _scene(opened: OpenHand, frame: Frame, outline: Outline, below: str, noted: Noted = HIDDEN) -> Scene:
    asked = asked_seat(frame, opened.match.game, opened.actions, opened.view)
    shown = seen(frame, opened.view)
    scene = scene_of(
        shown, opened.match.game, opened.names, opened.levels(), _said(opened), outline, opened.view, asked, below
    )
    return with_marks(scene, noted.at(scene.step))


def _addresses(opened: OpenHand, endpoint: str = "replay.hand") -> Steps:
    address = url_for(endpoint, identity=opened.stored.row.id, number=opened.number, step=_PLACE, view=opened.asked)
    before, _step, after = address.partition(str(_PLACE))
    return Steps(before, after)


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
        raise Refusal(
            404,
            _n(
                "The score of hand {number} has {count} line; there is no line {line}.",
                "The score of hand {number} has {count} lines; there is no line {line}.",
                len(lines),
                number=opened.number,
                line=text[:20],
            ),
        )
    g.line_followed = (opened.number, number)
    return Followed(number, lines[number - 1], steps_of(lines[number - 1]))


def _ending(opened: OpenHand) -> Ending | None:
    """What is told at the end; None where not all hands are shown, because it may tell what a view does not."""
    if not opened.view.whole:
        return None
    index = opened.number - 1
    outcome = opened.stored.report["hands"][index]
    basis = basis_words(opened.match, index, outcome)
    settled = opened.trial is None and GAMES[opened.match.game].settlement is not None
    return Ending(
        outcome=outcome,
        basis=basis,
        settlement=settled and basis_of(outcome) in (Basis.PLAY, Basis.RESULT),
        written=written_of(sheet_of(opened.match, opened.stored.report), opened.number) if basis else None,
        losses=loss_lines(opened.judge, opened.rules, opened.match, index, opened.names),
        pairs=pair_points(opened),
    )


def viewer(view: View, names: Mapping[str, str]) -> str:
    """Whose cards a view shows, in words."""
    if view.seat is not None:
        return names.get(view.seat, view.seat)
    return _c("replay", "All hands") if view.whole else _("The table")
