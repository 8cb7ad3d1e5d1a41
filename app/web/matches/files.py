"""Files: what was uploaded, what waits, what could not be read and what was deleted, in one list; the pages of some."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from flask import redirect, render_template, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from app.database.row_pages import PER_PAGE, RowPage
from app.matches import jobs, store, uploading
from app.matches.installation import this_installation
from app.matches.jobs import JobState
from app.matches.uploads import acts
from app.matches.uploads.deletion import KEPT, CannotDelete, DeletionRow, deletions
from app.matches.uploads.refusals import COUNTED, RefusalRow, refusal, refusals, refusals_there
from app.matches.uploads.uploads import UploadRow, uploads
from app.text.language import _, _n, said
from app.text.language.keeping import text_kept
from app.text.verdict_names import VERDICT_NAMES
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.http.permissions import may, who_may

BLUEPRINT: Final = Pages("files", __name__, url_prefix="/files")

REFRESH_SECONDS: Final = 5
"""How often the page of a job that is not done is renewed, in seconds."""


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

    name: str
    about: str
    """What is said under its name, beside the moment."""
    moment: datetime
    """When it came, or was deleted."""
    result: str
    """What became of it."""
    address: str = ""
    """Of what it brought, or of its page; empty where there is nothing to see."""
    act: str = ""
    """The address to which its button is sent; empty without a button."""


@BLUEPRINT.get("/", may=May.RECORD)
def listed() -> str:
    """The files that ``?show=`` names, the newest first; ``?done=`` is a deletion that was just made."""
    show = next((view for view in Show if view == request.args.get("show")), Show.ALL)
    if show is Show.DELETED and not may("files.undo"):
        raise Refusal(403, who_may("files.undo"))
    with this_installation().sessions() as session:
        page, rows = _listed(session, show)
        return render_template(
            "matches/files/list.html",
            show=show,
            page=page,
            rows=rows,
            unread=refusals_there(session) if show is Show.UNREAD else 0,
            counted=COUNTED,
            days=KEPT.days,
            done=whole(request.args.get("done")),
        )


def _listed(session: Session, show: Show) -> tuple[RowPage[Any], list[FileRow]]:
    before, after = (whole(request.args.get(name)) for name in ("before", "after"))
    if show is Show.WAITING:
        return RowPage(()), _waiting(session)
    if show is Show.UNREAD:
        refused = refusals(session, before=before, after=after, size=PER_PAGE)
        return refused, [_unread(row) for row in refused.items]
    if show is Show.DELETED:
        removed = deletions(session, before, after, PER_PAGE)
        return removed, [_deleted(row) for row in removed.items]
    brought = uploads(session, before, after, PER_PAGE)
    return brought, [*(() if brought.newer else _waiting(session)), *map(_upload, brought.items)]


def _waiting(session: Session) -> list[FileRow]:
    return [
        FileRow(
            waiting.name,
            "",
            waiting.queued_at,
            _("being judged") if waiting.state == JobState.RUNNING else _("waiting"),
            url_for("files.job", identity=waiting.id),
        )
        for waiting in uploading.unfinished_uploads(session)
    ]


def _upload(row: UploadRow) -> FileRow:
    unread = url_for("files.listed", show=Show.UNREAD)
    there = url_for("matches.listed", text=row.name) if row.matches else unread
    act = url_for("files.delete", identity=row.id)
    about = _("upload {number}", number=row.id)
    return FileRow(row.name, about, row.uploaded_at, _brought(row.matches, row.refusals), there, act)


def _unread(row: RefusalRow) -> FileRow:
    there, act = (url_for(endpoint, identity=row.id) for endpoint in ("files.unread", "files.delete_unread"))
    return FileRow(row.source, "", row.uploaded_at, row.reason, there, act)


def _deleted(row: DeletionRow) -> FileRow:
    until = _("until {when} UTC", when=f"{row.gone_at:%Y-%m-%d %H:%M}")
    act = url_for("files.undo", identity=row.id)
    return FileRow(row.what, _brought(row.matches, row.refusals), row.deleted_at, until, act=act)


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


@BLUEPRINT.get("/jobs/<int:identity>", may=May.TAKE_PART, of=Of.JOB)
def job(identity: int) -> str:
    """Shows a queued upload: its place in the queue, its progress, or its matches."""
    fupan = this_installation()
    with fupan.sessions() as session:
        known_job = uploading.queued_upload(session, identity)
        if known_job is None:
            raise Refusal(404, _("There is no queued upload {identity}.", identity=identity))
        progress = uploading.progress_of(known_job)
        ahead = jobs.ahead_of(session, known_job) if known_job.state == JobState.WAITING else 0
        matches = [
            stored_match for number in progress.first if (stored_match := store.match(session, number)) is not None
        ]
        unread = [row for number in progress.first_refusals if (row := refusal(session, number)) is not None]
    return render_template(
        "matches/uploads/job.html",
        job=known_job,
        progress=progress,
        ahead=ahead,
        matches=matches,
        unread=unread,
        bound=said(text_kept(known_job.bound)),
        reason=said(text_kept(known_job.reason or "")),
        verdicts=[(name, progress.verdicts[name]) for name in VERDICT_NAMES if progress.verdicts.get(name)],
        refresh=REFRESH_SECONDS if known_job.state not in (JobState.DONE, JobState.FAILED) else None,
    )


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
