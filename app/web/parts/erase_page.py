"""What can be erased of a match that is not deleted."""

from flask import render_template, request

from app.disputes.audit_log.actors import NAME, ActorRole
from app.disputes.cases.erasure import erasable
from app.matches.installation import this_installation
from app.matches.uploads.deletion import is_proven
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.paging import whole
from app.web.parts.acting_as import acting_before
from app.web.parts.open_match import stored_match


def erase_page(identity: int, *, refused: str = "", not_deleted: str = "") -> str:
    """The page.  ``refused`` says why nothing was erased, ``not_deleted`` why the match was not deleted.

    Raises Refusal if there is no such match, or nothing in it is in the record of disputes.
    """
    stored = stored_match(identity)
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
