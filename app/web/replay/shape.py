"""The page of the shape of a hand, and the numbers that the chart on a replay asks for as it is stepped through."""

from collections.abc import Sequence
from typing import Final

from flask import render_template, request, url_for
from markupsafe import Markup

from app.drawing.charts.courses import Course, figure_of_courses
from app.drawing.charts.figures import figure_json
from app.text.language import _
from app.text.seats import short_name
from app.web.http.compression import without_secrets
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.parts.open_hand import OpenHand, open_hand, step_asked
from app.web.parts.open_match import keep_rules
from app.web.replay.hand_shape import HEIGHT, WIDTH, Shape, has_course, shape_of
from app.web.replay.visible_scenes import may_show_later_steps, step_addresses
from engine.replay.frames import Frame
from engine.replay.views import seen_frame

BLUEPRINT: Final = Pages("shape", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>/shape")
BLUEPRINT.url_defaults(keep_rules)

ROWS: Final = 400
"""The most rows of the table: those up to the last step that may be shown."""


@BLUEPRINT.get("", may=May.READ, of=Of.MATCH)
@without_secrets
def page(identity: int, number: int) -> str:
    """The shape of a hand with the step of ``?step=`` (0, the deal) marked, as ``?view=`` saw it.

    It is a drawing whose parts lead to the steps, and a table of its numbers.  Unless all hands are looked at and
    ``?results=shown`` is or was asked for, both end at the step.
    """
    opened = open_hand(identity, number)
    frames, shape = _shape(opened)
    first = max(shape.shown + 1 - ROWS, 0)
    return render_template(
        "replay/shape.html",
        match=opened.stored.row,
        number=number,
        view=opened.asked,
        trial=opened.trial,
        shape=shape,
        size=(WIDTH, HEIGHT),
        figure=_figure(shape),
        needs=_script_needs(opened, shape),
        at=step_addresses(opened),
        first=first,
        actions=[seen_frame(frame, opened.view).action for frame in frames[first:]],
    )


@BLUEPRINT.get("/counts", may=May.READ, of=Of.MATCH)
@without_secrets
def counts(identity: int, number: int) -> dict[str, object]:
    """The numbers of the steps after ``?since=`` that may be shown at ``?step=``, by seat in the order of play.

    ``{"since": 4, "counts": [[27, 25], …], "actions": ["E play 9s 9h", "N pass"]}``.
    """
    opened = open_hand(identity, number)
    frames, shape = _shape(opened)
    since = whole(request.args.get("since"))
    first = 0 if since is None else min(since + 1, shape.shown + 1)
    return {
        "since": first - 1,
        "counts": [line.counts[first:] for line in shape.lines],
        "actions": [seen_frame(frame, opened.view).action or "" for frame in frames[first:]],
    }


def _shape(opened: OpenHand) -> tuple[Sequence[Frame], Shape]:
    """The frames as far as they may be seen yet, and the shape they give.  Raises Refusal if the hand has no course."""
    step = step_asked(opened)
    if not has_course(opened.frames(0)[0]):
        raise Refusal(
            404,
            _(
                "Hand {number} has no course to be drawn: its cards are laid down at once, or the play was not "
                "recorded.",
                number=opened.number,
            ),
        )
    frames = opened.frames(opened.steps if may_show_later_steps(opened) else step)
    names = [(seat.seat, opened.names.get(seat.seat, seat.seat)) for seat in frames[0].seats]
    return frames, shape_of([seen_frame(frame, opened.view) for frame in frames], names, step)


def _figure(shape: Shape) -> Markup:
    courses = [
        Course(f"{line.name} ≤", f"{short_name(line.name, 5)} ≤", line.counts)
        if line.at_most
        else Course(line.name, short_name(line.name, 5), line.counts)
        for line in shape.lines
    ]
    title = _("Cards laid") if shape.laid else _("Cards left")
    return figure_json(figure_of_courses(courses, shape.steps, _("Step"), title))


def _script_needs(opened: OpenHand, shape: Shape) -> dict[str, object]:
    """What the script of the chart needs besides the figure."""
    return {
        "step": shape.step,
        "steps": shape.steps,
        "most": shape.most,
        "replay": step_addresses(opened)(shape.step),
        "counts": url_for("shape.counts", identity=opened.stored.row.id, number=opened.number, view=opened.asked),
        "shows_later": may_show_later_steps(opened),
    }
