"""Files that could not be read: the list of them, and the page of each."""

from typing import Final

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.errors import Refusal
from app.fupan import this_fupan
from app.kept import acts
from app.kept.refusals import PER_PAGE, refusal, refusals
from app.views.numbers import Slice, whole

BLUEPRINT: Final = Blueprint("refusals", __name__, url_prefix="/refusals")


@BLUEPRINT.get("/")
def listed() -> str:
    """The files that could not be read, the newest first."""
    asked = max(1, whole(request.args.get("page")) or 1)
    with this_fupan().sessions() as session:
        _, total = refusals(session)
        pages = max(1, -(-total // PER_PAGE))
        number = min(asked, pages)
        found, _ = refusals(session, number)
    part = Slice(found, number, pages, total, (number - 1) * PER_PAGE)
    return render_template("refusals/list.html", page=part)


@BLUEPRINT.get("/<int:identity>")
def page(identity: int) -> str:
    """A file that could not be read: why, and where it came from."""
    with this_fupan().sessions() as session:
        stored = refusal(session, identity)
    if stored is None:
        raise Refusal(404, f"There is no file {identity} that could not be read. It may have been deleted.")
    return render_template("refusals/refusal.html", stored=stored, row=stored.row, findings=stored.report["findings"])


@BLUEPRINT.post("/<int:identity>/delete")
def delete(identity: int) -> Response:
    """Deletes it, and shows what was deleted."""
    deleted = acts.delete_refusal(this_fupan().sessions, identity)
    if deleted is None:
        raise Refusal(404, f"There is no file {identity} that could not be read. It may have been deleted.")
    return redirect(url_for("deleted.listed", done=deleted.deletion), 303)
