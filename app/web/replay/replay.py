"""The replay of a hand, at any step by its address."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, g, render_template, request

from app.judging.score_words import steps_of
from app.matches.installation import this_installation
from app.matches.score_proofs import stored_proof
from app.text.language import _n
from app.web.http.compression import without_secrets
from app.web.http.errors import Refusal
from app.web.http.offline import may_be_kept
from app.web.http.paging import whole
from app.web.matches.open_match import keep_rules
from app.web.replay.ending import ending_of
from app.web.replay.hand_shape import has_course
from app.web.replay.note_marks import arrows_of, noted_of
from app.web.replay.open_hand import OpenHand, open_hand, step_asked, step_beyond
from app.web.replay.outline import tricks_of, tricks_since
from app.web.replay.visible_scenes import (
    RESULTS_SHOWN,
    SCENES,
    chosen,
    findings_shown,
    frames_asked,
    keep_choices,
    looked_from,
    may_show_later_steps,
    scene_at,
    step_addresses,
    viewer,
)
from engine.replay.grounds import ProvedLine
from engine.replay.views import views

BLUEPRINT: Final = Blueprint("replay", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>")
BLUEPRINT.url_defaults(keep_rules)
BLUEPRINT.after_request(keep_choices)
PROOF: Final = "proof"
"""Names in an address the line of the score, from 1, whose steps are marked."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A line of the score of a hand whose steps are marked."""

    number: int
    """The number of the line, from 1."""
    line: ProvedLine
    steps: Mapping[int, tuple[str, ...]]
    """By step, what the step shows."""


@BLUEPRINT.url_defaults
def keep_places(_endpoint: str, values: dict[str, object]) -> None:
    """Keeps ``?proof=`` and ``?seat=`` in step links."""
    number, line = g.get("line_followed", (None, None))
    if values.get("number") == number and number is not None:
        values.setdefault(PROOF, line)
    if "seat_below" in g:
        values.setdefault("seat", g.seat_below)


@BLUEPRINT.get("", strict_slashes=False)
@without_secrets
@may_be_kept
def hand(identity: int, number: int) -> str:
    """The hand at the step of ``?step=`` (0, the deal, without one), as ``?view=`` saw it: all, table, or a seat.

    Of a number past the end it shows the last step, and says so.

    ``?seat=`` is looked from.  With ``?rules=`` and options it is replayed under these rules, as the page of the match
    is shown with them.  With ``?proof=`` the steps that this line of the score rests on are marked.  Unless
    ``?results=shown`` is or was asked for, nothing of what happens after the step is in the answer.
    """
    opened = open_hand(identity, number)
    followed = _line_followed(opened)
    below = looked_from(opened)
    beyond = step_beyond(opened)
    step, frames, outline = frames_asked(opened, opened.steps if beyond else step_asked(opened))
    tricks, part = tricks_of(opened, frames, outline, step, findings_shown(opened))
    noted = noted_of(opened, opened.steps if may_show_later_steps(opened) else step)
    return render_template(
        "replay/hand.html",
        opened=opened,
        match=opened.stored.row,
        number=number,
        hands=len(opened.match.hands),
        trial=opened.trial,
        names=opened.names,
        scene=scene_at(opened, frames[step], outline, below, noted),
        beyond=beyond,
        noted=noted,
        arrows_of=arrows_of,
        outline=outline,
        at=step_addresses(opened),
        followed=followed,
        tricks=tricks,
        part=part,
        at_deal=findings_shown(opened).get(0, ()) if opened.view.whole else (),
        view=opened.asked,
        views=[(view, viewer(view, opened.names)) for view in views(opened.match.seats)],
        below=below,
        results=chosen("results") == RESULTS_SHOWN,
        four_colours=chosen("colours") == "four",
        ending=ending_of(opened) if len(frames) > opened.steps else None,
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
    followed = _line_followed(opened)
    below = looked_from(opened)
    step, frames, outline = frames_asked(opened, step_asked(opened))
    since = whole(request.args.get("since"))
    last = min(step + count, len(frames))
    if not may_show_later_steps(opened):
        last = step + 1
    noted = noted_of(opened, opened.steps if may_show_later_steps(opened) else step)
    return render_template(
        "replay/scenes.html",
        match=opened.stored.row,
        number=number,
        hands=len(opened.match.hands),
        names=opened.names,
        view=opened.asked,
        followed=followed,
        outline=outline,
        at=step_addresses(opened),
        scenes=[scene_at(opened, each, outline, below, noted) for each in frames[step:last]],
        noted=noted,
        arrows_of=arrows_of,
        tricks=[] if since is None else tricks_since(opened, frames, outline, since, findings_shown(opened)),
        ending=ending_of(opened) if len(frames) > opened.steps and last > opened.steps else None,
        rows=bool(frames[0].seats[0].rows) if frames[0].seats else False,
    )


def _line_followed(opened: OpenHand) -> Followed | None:
    """The line of the score that the address names, whose steps are marked; None if it names none.

    It is followed only where all hands are shown, because a score may tell what a view does not.
    """
    text = request.args.get(PROOF)
    if text is None or not opened.view.whole:
        return None
    lines = stored_proof(
        this_installation(), opened.stored, opened.match, opened.rules, opened.judge, opened.number - 1
    ).lines
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
