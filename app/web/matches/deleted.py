"""Lists what was deleted, and restores it."""

from typing import Final

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.matches.installation import this_installation
from app.matches.uploads import acts
from app.matches.uploads.deletion import KEPT, deletions
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole

BLUEPRINT: Final = Pages("deleted", __name__, url_prefix="/deleted")


@BLUEPRINT.get("/", may=May.MANAGE)
def listed() -> str:
    """What was deleted and can be brought back, the newest first."""
    with this_installation().sessions() as session:
        rows = deletions(session)
    done = whole(request.args.get("done"))
    return render_template(
        "matches/deleted.html",
        deletions=rows,
        days=KEPT.days,
        done=next((row for row in rows if row.id == done), None),
    )


@BLUEPRINT.post("/<int:identity>/undo", may=May.MANAGE, of=Of.DELETION)
def undo(identity: int) -> Response:
    """Restores what a deletion removed."""
    if not acts.undo(this_installation().sessions, identity):
        raise Refusal(404, _("There is nothing to bring back: it was brought back already, or removed for good."))
    return redirect(url_for("matches.listed"), 303)
