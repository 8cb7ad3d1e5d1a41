"""Files that could not be read: the list of them, and the page of each."""

from typing import Final

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.matches.installation import this_installation
from app.matches.uploads import acts
from app.matches.uploads.refusals import COUNTED, refusal, refusals
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole

BLUEPRINT: Final = Pages("refusals", __name__, url_prefix="/refusals")


@BLUEPRINT.get("/", may=May.RECORD)
def listed() -> str:
    """The files that could not be read, the newest first."""
    before, after = (whole(request.args.get(name)) for name in ("before", "after"))
    with this_installation().sessions() as session:
        refusal_page = refusals(session, before=before, after=after)
    return render_template("matches/refusals/list.html", page=refusal_page, counted=COUNTED)


@BLUEPRINT.get("/<int:identity>", may=May.TAKE_PART, of=Of.REFUSAL)
def page(identity: int) -> str:
    """A file that could not be read: why, and where it came from."""
    with this_installation().sessions() as session:
        stored = refusal(session, identity)
    if stored is None:
        raise _not_there(identity)
    return render_template(
        "matches/refusals/refusal.html", stored=stored, row=stored.row, findings=stored.report.findings
    )


@BLUEPRINT.post("/<int:identity>/delete", may=May.MANAGE, of=Of.REFUSAL)
def delete(identity: int) -> Response:
    """Deletes it, and shows what was deleted."""
    deleted = acts.delete_refusal(this_installation().sessions, identity)
    if deleted is None:
        raise _not_there(identity)
    return redirect(url_for("deleted.listed", done=deleted.deletion), 303)


def _not_there(identity: int) -> Refusal:
    return Refusal(
        404, _("There is no file {number} that could not be read. It may have been deleted.", number=identity)
    )
