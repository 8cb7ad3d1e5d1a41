"""The review of all matches of an event: asked for, paused and stopped on the page of the event."""

from typing import Final

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from app.matches.computed import event_reviews
from app.matches.installation import this_installation
from app.web.http.pages import May, Pages
from app.web.parts.event_review import ask_for, number_of

BLUEPRINT: Final = Pages("event_reviews", __name__, url_prefix="/events/review")


@BLUEPRINT.post("", may=May.TAKE_PART)
def ask() -> Response:
    """Has all matches of an event reviewed, or goes on with what was paused."""
    ask_for(number_of(request.form.get("event")))
    return _to_event()


@BLUEPRINT.post("/pause", may=May.TAKE_PART)
def pause() -> Response:
    """Pauses the review of an event."""
    event_reviews.pause(this_installation(), number_of(request.form.get("event")))
    return _to_event()


@BLUEPRINT.post("/stop", may=May.TAKE_PART)
def stop() -> Response:
    """Stops the review of an event."""
    event_reviews.stop(this_installation(), number_of(request.form.get("event")))
    return _to_event()


def _to_event() -> Response:
    event, game = request.form.get("event"), request.form.get("game")
    return redirect(url_for("events.show", event=event, game=game, _anchor="reviews"), 303)
