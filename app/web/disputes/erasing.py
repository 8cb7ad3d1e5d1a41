"""Erases names and texts of people from the disputes and verdicts of a match."""

from typing import Final

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from app.disputes.cases.erasure import Erasing, erase_of_match
from app.disputes.cases.states import CannotAct
from app.matches.installation import this_installation
from app.text.language import _
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.parts.acting_as import acting_now
from app.web.parts.erase_page import erase_page

BLUEPRINT: Final = Pages("erasing", __name__, url_prefix="/matches/<int:identity>/erase")


@BLUEPRINT.get("", may=May.MANAGE, of=Of.MATCH, strict_slashes=False)
def page(identity: int) -> str:
    """What can be erased of a match, and what remains."""
    return erase_page(identity)


@BLUEPRINT.post("", may=May.MANAGE, of=Of.MATCH)
def erase(identity: int) -> Response | tuple[str, int]:
    """Erases the names ``name``, the texts of the disputes ``dispute``, and what ``players`` and ``notes`` ask for.

    With ``players`` these are the names of the players, with ``notes`` the notes at steps of the hands.

    The field ``confirm`` must be the number of the match.
    """
    fields = request.form
    wanted = Erasing(
        names=fields.getlist("name"),
        disputes=[whole(number) or 0 for number in fields.getlist("dispute")],
        players="players" in fields,
        notes="notes" in fields,
    )
    try:
        acting = acting_now()
        if fields.get("confirm", "").strip() != str(identity):
            raise CannotAct(
                _("Type the number of the match, {number}, to confirm that this is erased for good.", number=identity)
            )
        done = erase_of_match(this_installation(), identity, acting, wanted)
    except CannotAct as reason:
        return erase_page(identity, refused=str(reason)), 422
    return redirect(url_for("erasing.page", identity=identity, done=done), 303)
