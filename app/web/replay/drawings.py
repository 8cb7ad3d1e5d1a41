"""The table of a hand at a step as a drawing, in files that stand alone: SVG and PNG."""

from collections.abc import Sequence
from typing import Final

from flask import Response, request

from app.drawing.files.fonts import Font, NoFont, font_of
from app.drawing.files.png import png_of
from app.drawing.table.drawn import drawing_of
from app.drawing.table.places import Layout
from app.drawing.table.shapes import Drawing
from app.drawing.table.sight import Sight, team_numbers
from app.drawing.table.svg import SVG, alone
from app.text.language import _
from app.web.http.compression import without_secrets
from app.web.http.errors import Refusal
from app.web.http.language import varied_response
from app.web.http.pages import May, Of, Pages
from app.web.parts.open_hand import OpenHand, open_hand, step_asked
from engine.replay.fold import frame
from engine.replay.frames import Frame
from engine.replay.views import seen_frame
from engine.verdict.stored_report import StoredFinding

BLUEPRINT: Final = Pages("drawings", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>")

_FOUR: Final = "four"


@BLUEPRINT.get("/table.svg", may=May.READ, of=Of.MATCH)
@without_secrets
def svg(identity: int, number: int) -> Response:
    """The table at ``?step=`` (0, the deal) as ``?view=`` saw it; nothing of a hand that it hides is in the file.

    ``?layout=`` is ``wide`` or ``tall``; ``?below=`` names the seat at the bottom; with ``?colours=four`` each suit has
    a colour of its own.
    """
    text = alone(drawing_asked(identity, number), four_colours=_four_colours())
    return varied_response(Response(text, content_type=SVG))


@BLUEPRINT.get("/table.png", may=May.READ, of=Of.MATCH)
@without_secrets
def png(identity: int, number: int) -> Response:
    """The same as PNG.  Without a font for names, 503 with a sentence that says how to get one."""
    drawing = drawing_asked(identity, number)
    font = font_here()
    return varied_response(Response(png_of(drawing, font, four_colours=_four_colours()), content_type="image/png"))


def font_here() -> Font:
    """The font for pictures.  Raises Refusal with a sentence that says how to get one if there is none."""
    try:
        return font_of()
    except NoFont as reason:
        raise Refusal(503, str(reason)) from None


def _four_colours() -> bool:
    return request.args.get("colours") == _FOUR


def drawing_asked(identity: int, number: int) -> Drawing:
    """The drawing that the address asks for.  Raises Refusal."""
    opened = open_hand(identity, number)
    step = step_asked(opened)
    layout = request.args.get("layout", Layout.WIDE)
    if layout not in tuple(Layout):
        raise Refusal(
            404, _("There is no layout {name}; there are: {names}.", name=layout[:20], names=", ".join(Layout))
        )
    below = below_asked(opened)
    shown = seen_frame(
        frame(opened.judge, opened.match, number - 1, step, before=opened.before()),
        opened.view,
    )
    return drawing_of(shown, sight_of(opened, shown, Layout(layout), below))


def below_asked(opened: OpenHand) -> str | None:
    """The seat at the bottom: that of ``?below=``, or else of the view; None for the first.  Raises Refusal."""
    below = request.args.get("below") or opened.view.seat
    if below is not None and below not in opened.match.seats:
        seats = ", ".join(opened.match.seats)
        raise Refusal(404, _("There is no seat {name}; there are: {names}.", name=below[:20], names=seats))
    return below


def sight_of(opened: OpenHand, shown: Frame, layout: Layout, below: str | None) -> Sight:
    """The view of a hand for a drawing.  It has the note on an illegal play only if all hands are shown."""
    findings: Sequence[StoredFinding] = (
        opened.said.get(shown.step, ()) if opened.view.whole and shown.illegal is not None else ()
    )
    return Sight(
        names=opened.names,
        levels=opened.levels(),
        game=opened.match.game,
        teams=team_numbers(opened.match.game, opened.match.seats),
        below=below,
        layout=layout,
        sentence=next((finding.message for finding in findings if finding.severity == "error"), ""),
    )
