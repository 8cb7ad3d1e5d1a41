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
        known_job = _job(uploading.queued_upload(session, identity), identity)
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
        states=STATES,
        bound=said(text_kept(known_job.bound)),
        reason=said(text_kept(known_job.reason or "")),
        verdicts=[(name, progress.verdicts[name]) for name in VERDICT_NAMES if progress.verdicts.get(name)],
        refresh=REFRESH_SECONDS if is_open(known_job) else None,
    )


def is_open(row: Job) -> bool:
    """Whether a job still waits or runs."""
    return row.state not in (JobState.DONE, JobState.FAILED)


def _job(row: Job | None, identity: int) -> Job:
    if row is None:
        raise Refusal(404, _("There is no queued upload {identity}.", identity=identity))
    return row
