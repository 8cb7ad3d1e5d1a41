"""Joining two matches, splitting one, and taking apart what was joined or split."""

from typing import Final

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from app.matches.installation import this_installation
from app.matches.uploads import join_split as parts
from app.text.language import _, said
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from engine.record.composing import CannotCompose

BLUEPRINT: Final = Pages("join_split", __name__)


@BLUEPRINT.post("/matches/<int:identity>/join", may=May.RECORD, of=Of.MATCH)
def join(identity: int) -> Response:
    """Joins a match with the one whose number is in the field ``with``, and leads to what they make."""
    other = whole(request.form.get("with"))
    if other is None:
        raise Refusal(400, _("The number of the other match is missing."))
    try:
        made = parts.join(this_installation(), identity, other)
    except CannotCompose as reason:
        raise Refusal(400, said(reason.reason)) from None
    return _to(made)


@BLUEPRINT.post("/matches/<int:identity>/split", may=May.RECORD, of=Of.MATCH)
def split(identity: int) -> Response:
    """Splits a match behind the hand in the field ``after``, and leads to the first of the two."""
    after = whole(request.form.get("after"))
    if after is None:
        raise Refusal(400, _("The number of the hand is missing."))
    try:
        first, *_others = parts.split(this_installation(), identity, after)
    except CannotCompose as reason:
        raise Refusal(400, said(reason.reason)) from None
    return _to(first)


@BLUEPRINT.post("/matches/<int:identity>/apart", may=May.RECORD, of=Of.MATCH)
def apart(identity: int) -> Response:
    """Takes a match apart, and leads to the first of the matches that are listed again."""
    try:
        first, *_ = parts.take_apart(this_installation(), identity)
    except CannotCompose as reason:
        raise Refusal(400, said(reason.reason)) from None
    return _to(first)


def _to(match: int) -> Response:
    return redirect(url_for("matches.match", identity=match), 303)
