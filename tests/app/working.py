"""Does jobs in the process of a test."""

from app.cli.serving.job_worker import do
from app.matches import jobs
from app.matches.installation import Installation


def do_any(fupan: Installation) -> bool:
    """Does the next job, of a review one hand, after all others.  Returns whether there was one."""
    row = jobs.claim(fupan.sessions) or jobs.claim(fupan.sessions, slow=True)
    if row is not None:
        do(fupan, row)
    return row is not None
