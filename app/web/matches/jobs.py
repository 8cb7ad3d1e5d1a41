"""Queued uploads: their progress, and the matches in them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from flask import render_template

from app.database.tables.jobs import Job
from app.matches import jobs, store, uploading
from app.matches.installation import this_installation
from app.matches.jobs import JobState
from app.matches.uploads.refusals import refusal
from app.text.language import _, marked, said
from app.text.language.keeping import text_kept
from app.text.verdict_names import VERDICT_NAMES
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages

BLUEPRINT: Final = Pages("jobs", __name__)

STATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        JobState.ARRIVING: marked("arriving"),
        JobState.WAITING: marked("waiting"),
        JobState.RUNNING: marked("running"),
        JobState.DONE: marked("done"),
        JobState.FAILED: marked("refused"),
    }
)
"""The states of a job in words."""
REFRESH_SECONDS: Final = 5
"""How often the page of a job that is not done is renewed, in seconds."""


@BLUEPRINT.get("/upload/jobs/<int:identity>", may=May.TAKE_PART, of=Of.JOB)
def job(identity: int) -> str:
    """Shows a queued upload: its place in the queue, its progress, or its matches."""
    fupan = this_installation()
    with fupan.sessions() as session:
        found = _job(uploading.queued_upload(session, identity), identity)
        progress = uploading.progress_of(found)
        ahead = jobs.ahead_of(session, found) if found.state == JobState.WAITING else 0
        matches = [each for number in progress.first if (each := store.match(session, number)) is not None]
        unread = [row for number in progress.first_refusals if (row := refusal(session, number)) is not None]
    return render_template(
        "matches/uploads/job.html",
        job=found,
        progress=progress,
        ahead=ahead,
        matches=matches,
        unread=unread,
        states=STATES,
        bound=said(text_kept(found.bound)),
        reason=said(text_kept(found.reason or "")),
        verdicts=[(name, progress.verdicts[name]) for name in VERDICT_NAMES if progress.verdicts.get(name)],
        refresh=REFRESH_SECONDS if is_open(found) else None,
    )


def is_open(found: Job) -> bool:
    """Whether a job still waits or runs."""
    return found.state not in (JobState.DONE, JobState.FAILED)


def _job(found: Job | None, identity: int) -> Job:
    if found is None:
        raise Refusal(404, _("There is no queued upload {identity}.", identity=identity))
    return found
