"""Erases names and texts of people from the disputes and verdicts of a match."""

from typing import Final

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.disputes.audit_log.actors import NAME, ActorRole
from app.disputes.cases.erasure import Erasing, erasable, erase_of_match
from app.disputes.cases.states import CannotAct
from app.matches.installation import this_installation
from app.matches.uploads.deletion import is_proven
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.parts.acting_as import acting_before, acting_now

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


def erase_page(identity: int, *, refused: str = "", not_deleted: str = "") -> str:
    """The page.  ``refused`` says why nothing was erased, ``not_deleted`` why the match was not deleted.

    Raises Refusal if there is no such match, or nothing in it is in the record of disputes.
    """
    stored = this_installation().match(identity)
    if stored is None:
        raise Refusal(404, _("There is no match {number}.", number=identity))
    with this_installation().sessions() as session:
        names_and_texts = erasable(session, identity)
        if not is_proven(session, identity):
            raise Refusal(404, _("This match has no disputes and no verdicts: it can be deleted as a whole."))
    return render_template(
        "disputes/erasing.html",
        match=stored.row,
        erasable=names_and_texts,
        names={seat: name for seat, name in names_and_texts.players if name != seat},
        acting=acting_before(),
        roles=[ActorRole.ARBITER],
        longest={"name": NAME},
        refused=refused,
        not_deleted=not_deleted,
        chosen=request.form if refused else None,
        done=whole(request.args.get("done")),
    )
