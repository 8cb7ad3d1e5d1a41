"""Files: what was uploaded, what waits, what could not be read and what was deleted, in one list; unread files."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from flask import redirect, render_template, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from app.database.row_pages import RowPage
from app.matches.installation import this_installation
from app.matches.jobs import JobState
from app.matches.uploading import unfinished_uploads
from app.matches.uploads import acts
from app.matches.uploads.deletion import KEPT, CannotDelete, deletion_row, deletions
from app.matches.uploads.refusals import COUNTED, refusal, refusals, refusals_there
from app.matches.uploads.uploads import uploads
from app.text.language import _, _n
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.http.permissions import may, who_may

BLUEPRINT: Final = Pages("files", __name__, url_prefix="/files")

PER_PAGE: Final = 20


class Show(StrEnum):
    """Which files are shown."""

    ALL = "all"
    """What brought something that is still there, and what waits."""
    WAITING = "waiting"
    UNREAD = "unread"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class FileRow:
    """A line of the list."""

    id: int
    name: str
    address: str
    """Of what it brought, or of its page; empty where there is nothing to see."""
    about: str
    """What is said under its name."""
    moment: datetime
    """When it came, or was deleted."""
    result: str
    """What became of it."""
    act: str
    """The address to which its button is sent; empty without a button."""


@BLUEPRINT.get("/", may=May.RECORD)
def listed() -> str:
    """The files that ``?show=`` names, the newest first; ``?done=`` is a deletion that was just made."""
    show = next((view for view in Show if view == request.args.get("show")), Show.ALL)
    if show is Show.DELETED and not may("files.undo"):
        raise Refusal(403, who_may("files.undo"))
    done = whole(request.args.get("done")) if show is Show.DELETED else None
    with this_installation().sessions() as session:
        page = _page(session, show)
        return render_template(
            "matches/files/list.html",
            show=show,
            page=page,
            unread=refusals_there(session) if show is Show.UNREAD else 0,
            counted=COUNTED,
            days=KEPT.days,
            done=None if done is None else deletion_row(session, done),
        )


def _page(session: Session, show: Show) -> RowPage[FileRow]:
    before, after = (whole(request.args.get(name)) for name in ("before", "after"))
    if show is Show.WAITING:
        return RowPage(_waiting(session), None, None)
    if show is Show.UNREAD:
        refused = refusals(session, before=before, after=after, size=PER_PAGE)
        rows = [
            FileRow(
                row.id,
                row.source,
                url_for("files.unread", identity=row.id),
                "",
                row.uploaded_at,
                row.reason,
                url_for("files.delete_unread", identity=row.id),
            )
            for row in refused.items
        ]
        return RowPage(rows, refused.newer, refused.older)
    if show is Show.DELETED:
        removed = deletions(session, before, after, PER_PAGE)
        rows = [
            FileRow(
                row.id,
                row.what,
                "",
                _brought(row.matches, row.refusals),
                row.deleted_at,
                _("until {when} UTC", when=f"{row.gone_at:%Y-%m-%d %H:%M}"),
                url_for("files.undo", identity=row.id),
            )
            for row in removed.items
        ]
        return RowPage(rows, removed.newer, removed.older)
    brought = uploads(session, before, after, PER_PAGE)
    rows = [
        FileRow(
            row.id,
            row.name,
            url_for("matches.listed", text=row.name) if row.matches else url_for("files.listed", show=Show.UNREAD),
            _("upload {number}", number=row.id),
            row.uploaded_at,
            _brought(row.matches, row.refusals),
            url_for("files.delete", identity=row.id),
        )
        for row in brought.items
    ]
    return RowPage([*([] if brought.newer else _waiting(session)), *rows], brought.newer, brought.older)


def _waiting(session: Session) -> Sequence[FileRow]:
    return [
        FileRow(
            job.id,
            job.name,
            url_for("jobs.job", identity=job.id),
            "",
            job.queued_at,
            _("being judged") if job.state == JobState.RUNNING else _("waiting"),
            "",
        )
        for job in unfinished_uploads(session)
        if job.id is not None
    ]


def _brought(matches: int, unread: int) -> str:
    counted = (
        _n("{count} match", "{count} matches", matches) if matches else "",
        _n("{count} file that was not read", "{count} files that were not read", unread) if unread else "",
    )
    return _(", ").join(filter(None, counted))


@BLUEPRINT.post("/<int:identity>/delete", may=May.MANAGE, of=Of.UPLOAD)
def delete(identity: int) -> Response:
    """Deletes all that an upload brought, and shows what was deleted."""
    try:
        deleted = acts.delete_upload(this_installation().sessions, identity)
    except CannotDelete as reason:
        raise Refusal(409, str(reason)) from None
    if deleted is None:
        raise Refusal(
            404, _("There is no upload {identity}. What it brought may have been deleted.", identity=identity)
        )
    return shown_deleted(deleted)


@BLUEPRINT.get("/unread/<int:identity>", may=May.TAKE_PART, of=Of.REFUSAL)
def unread(identity: int) -> str:
    """A file that could not be read: why, and where it came from."""
    with this_installation().sessions() as session:
        stored = refusal(session, identity)
    if stored is None:
        raise _not_there(identity)
    return render_template("matches/files/unread.html", stored=stored, row=stored.row, findings=stored.report.findings)


@BLUEPRINT.post("/unread/<int:identity>/delete", may=May.MANAGE, of=Of.REFUSAL)
def delete_unread(identity: int) -> Response:
    """Deletes a file that could not be read, and shows what was deleted."""
    deleted = acts.delete_refusal(this_installation().sessions, identity)
    if deleted is None:
        raise _not_there(identity)
    return shown_deleted(deleted)


@BLUEPRINT.post("/deleted/<int:identity>/undo", may=May.MANAGE, of=Of.DELETION)
def undo(identity: int) -> Response:
    """Restores what a deletion removed."""
    if not acts.undo(this_installation().sessions, identity):
        raise Refusal(404, _("There is nothing to bring back: it was brought back already, or removed for good."))
    return redirect(url_for("matches.listed"), 303)


def shown_deleted(deleted: acts.DeletedThings) -> Response:
    """Leads to the list of what was deleted, with a button that undoes this deletion."""
    return redirect(url_for("files.listed", show=Show.DELETED, done=deleted.deletion), 303)


def _not_there(identity: int) -> Refusal:
    return Refusal(
        404, _("There is no file {number} that could not be read. It may have been deleted.", number=identity)
    )
