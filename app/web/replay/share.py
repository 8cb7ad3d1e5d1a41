"""What there is to share of a hand at a step: links, a frame for other sites, a file, pictures."""

from typing import Final

from flask import Response, render_template, request

from app.drawing.files.fonts import NoFont, font_of
from app.drawing.files.moving import MOST_OF_HAND
from app.matches.listing import title_of
from app.text.language import current
from app.web.http.addresses import Arguments, address_of
from app.web.http.compression import without_secrets
from app.web.http.computing import computes_in_turn
from app.web.http.errors import Refusal
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.pages import May, Of, Pages
from app.web.parts.open_hand import OpenHand, open_hand, seat_below, step_asked
from app.web.parts.open_match import keep_rules
from app.web.parts.previews import absolute, picture_sight, sight_arguments
from app.web.parts.scene import sentence_of
from app.web.replay.replay import keep_places
from app.web.replay.standalone_html import HandTooLong, SharedHand, file_of, name_of_file, refuse_long
from app.web.replay.visible_scenes import scenes_asked, viewer
from engine.replay.views import views

BLUEPRINT: Final = Pages("share", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>")
BLUEPRINT.url_defaults(keep_rules)
BLUEPRINT.url_defaults(keep_places)


@BLUEPRINT.get("/share", may=May.READ, of=Of.MATCH)
@without_secrets
def page(identity: int, number: int) -> str:
    """Everything that shares the hand at ``?step=``, as ``?view=`` saw it and looked at from ``?seat=``."""
    opened = open_hand(identity, number)
    shown = scenes_asked(opened, "share.page")
    scene = shown.scenes[0]
    sight = {LANGUAGE: current().value, **sight_arguments(opened)}
    here: Arguments = {"identity": identity, "number": number, "step": scene.step}
    return render_template(
        "replay/share.html",
        match=opened.stored.row,
        number=number,
        scene=scene,
        view=opened.asked,
        views=[(view, viewer(view, opened.names)) for view in views(opened.match.seats)],
        sentence=sentence_of(scene, opened.names),
        trial=opened.trial,
        link=absolute("replay.hand", **here, **sight),
        frame=absolute("embed.hand", **here, **sight),
        alone=address_of("share.alone", {**here, **sight}),
        still=address_of("drawings.png", {**here, **picture_sight(sight)}),
        drawing=address_of("drawings.svg", {**here, **picture_sight(sight)}),
        card=address_of("pictures.card", {**here, **picture_sight(sight)}),
        moving=address_of("pictures.trick", {**here, **picture_sight(sight)}),
        whole_hand=address_of("pictures.whole", {**here, **picture_sight(sight)}),
        most_of_hand=MOST_OF_HAND,
        no_font=_no_font(),
    )


@BLUEPRINT.get("/alone.html", may=May.READ, of=Of.MATCH)
@without_secrets
@computes_in_turn
def alone(identity: int, number: int) -> Response:
    """The hand as one HTML file that replays without a server, as ``?view=`` saw it; it opens at ``?step=``."""
    opened = open_hand(identity, number)
    step = step_asked(opened)
    try:
        refuse_long(opened.steps)
        data = file_of(_shared(opened), step)
    except HandTooLong as reason:
        raise Refusal(422, str(reason)) from None
    answer = Response(data, content_type="text/html; charset=utf-8")
    name = name_of_file(f"fupan-{identity}", number, opened.view)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _shared(opened: OpenHand) -> SharedHand:
    return SharedHand(
        title=title_of(opened.stored.row),
        match=opened.match,
        rules=opened.rules,
        judge=opened.judge,
        report=opened.report,
        number=opened.number,
        view=opened.view,
        below=seat_below(opened),
        frames=opened.frames(opened.steps),
        four_colours=request.args.get("colours") == "four",
        before=opened.before,
    )


def _no_font() -> str:
    """Why no pictures of pixels can be made here; empty if they can."""
    try:
        font_of()
    except NoFont as reason:
        return str(reason)
    return ""
