"""Pictures of a hand to share: the table as a link preview and as a card for chats, and moving pictures of the play."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final, TypeVar

from flask import Response, request

from app.drawing.files.chat_card import chat_card
from app.drawing.files.moving import MOST_OF_HAND, MOST_PICTURES, PASSING, gif_of
from app.drawing.files.png import png_of
from app.drawing.table.composed import beside_link as framed
from app.drawing.table.drawn import drawing_of
from app.drawing.table.places import Layout
from app.drawing.table.shapes import Drawing
from app.drawing.table.svg import alone
from app.matches.listing import title_of
from app.text.language import _, current
from app.web.http.compression import without_secrets
from app.web.http.computing import computes_in_turn
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.language import varied_response
from app.web.http.pages import May, Of, Pages
from app.web.parts.open_hand import OpenHand, open_hand, step_asked
from app.web.parts.outline import outline_of
from app.web.parts.previews import absolute, sight_arguments
from app.web.parts.scene import sentence_of
from app.web.replay.drawings import below_asked, drawing_asked, font_here, sight_of
from app.web.replay.visible_scenes import scenes_asked
from engine.replay.frames import Frame
from engine.replay.views import seen_frame

T = TypeVar("T")
BLUEPRINT: Final = Pages("pictures", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>")
_WIDTH: Final = 1200
"""The width in pixels of a link preview."""
_CARD: Final = 1080
"""The width in pixels of a card for chats."""


@BLUEPRINT.get("/preview.png", may=May.READ, of=Of.MATCH)
@without_secrets
def beside_link(identity: int, number: int) -> Response:
    """The table at ``?step=`` as a link preview: a PNG of 1200 × 630.

    Its arguments are those of the PNG of the table.
    """
    drawing = framed(drawing_asked(identity, number))
    return _once([drawing], "image/png", lambda: png_of(drawing, font_here(), width=_WIDTH))


@BLUEPRINT.get("/card.png", may=May.READ, of=Of.MATCH)
@without_secrets
def card(identity: int, number: int) -> Response:
    """The table at ``?step=`` as a card for chat programs: a PNG 1080 wide, with the match, what happens and a QR code.

    The code leads to the step, seen as on the card and in its language.  ``?below=`` names the seat at the bottom.
    """
    drawing = card_asked(identity, number)
    return _once([drawing], "image/png", lambda: png_of(drawing, font_here(), width=_CARD))


def card_asked(identity: int, number: int) -> Drawing:
    """The card that the address asks for.  Raises Refusal."""
    opened = open_hand(identity, number)
    scene = scenes_asked(opened, "share.page").scenes[0]
    below = below_asked(opened)
    shown = seen_frame(opened.frames(scene.step)[-1], opened.view)
    sight = {LANGUAGE: current().value, **sight_arguments(opened)}
    seat = {"seat": below} if request.args.get("below") else {}
    return chat_card(
        drawing_of(shown, sight_of(opened, shown, Layout.TALL, below)),
        title=title_of(opened.stored.row),
        place=_("Hand {number}, step {step} of {steps}", number=number, step=scene.step, steps=scene.steps),
        sentence=sentence_of(scene, opened.names),
        source=_("Fupan · scan to replay"),
        address=absolute("replay.hand", identity=identity, number=number, step=scene.step, **sight, **seat),
    )


@BLUEPRINT.get("/trick.gif", may=May.READ, of=Of.MATCH)
@without_secrets
@computes_in_turn
def trick(identity: int, number: int) -> Response:
    """The last trick up to ``?step=`` as ``?view=`` saw it, as a GIF.  ``?below=`` names the seat at the bottom.

    It begins with the table at the step, which stays longest; then come the table before the trick and each action of
    it, the last ones if there are very many.
    """
    opened = open_hand(identity, number)
    below = below_asked(opened)
    drawings = [
        drawing_of(shown, sight_of(opened, shown, Layout.WIDE, below))
        for shown in (seen_frame(frame, opened.view) for frame in _frames(opened))
    ]
    return _once(drawings, "image/gif", lambda: gif_of(drawings, font_here()))


@BLUEPRINT.get("/hand.gif", may=May.READ, of=Of.MATCH)
@without_secrets
@computes_in_turn
def whole(identity: int, number: int) -> Response:
    """The hand up to ``?step=`` as ``?view=`` saw it, as a GIF, which begins with the table at the step.

    Then come the tables from the deal on: after each action, or after every second or third, so that there are no more
    than `MOST_OF_HAND` pictures.  ``?below=`` is as for the last trick.
    """
    opened = open_hand(identity, number)
    below = below_asked(opened)
    frames = opened.frames(step_asked(opened))
    drawings = [
        drawing_of(shown, sight_of(opened, shown, Layout.WIDE, below))
        for shown in (seen_frame(frame, opened.view) for frame in [frames[-1], *thinned(frames, MOST_OF_HAND - 1)])
    ]
    return _once(drawings, "image/gif", lambda: gif_of(drawings, font_here(), shown=PASSING))


def thinned(frames: Sequence[T], most: int) -> Sequence[T]:
    """Frames from the first to the last, with the same number left out between each two: ``most`` of them, or fewer."""
    apart = -(-(len(frames) - 1) // (most - 1)) or 1
    return frames[(len(frames) - 1) % apart :: apart]


def _frames(opened: OpenHand) -> Sequence[Frame]:
    """The frame of the step, then those from before its trick up to it."""
    frames = opened.frames(step_asked(opened))
    outline = outline_of(frames, opened.match.game, {})
    lead = max((turn.step for turn in outline.turns if turn.opens), default=1)
    before = frames[max(lead - 1, 0) : -1]
    return [frames[-1], *before[-(MOST_PICTURES - 1) :]]


def _once(drawings: Sequence[Drawing], kind: str, made: Callable[[], bytes]) -> Response:
    """An answer with a picture, which is not made again for a browser that has it."""
    whole = sha256("".join(alone(drawing) for drawing in drawings).encode()).hexdigest()
    known = request.if_none_match.contains(whole)
    answer = Response(status=304) if known else Response(made(), content_type=kind)
    answer.set_etag(whole)
    return varied_response(answer)
