"""`fupan worker`: the jobs of the database, apart from the server."""

import signal

from app.cli.commands import command
from app.cli.unusable import refusals_said


@command()
def worker() -> int:
    """Do the jobs of the database until stopped: judge large uploads, compute what takes long, rate and count.

    It is for a server that runs with --no-jobs, also on another machine with the same PostgreSQL. Ctrl-C and SIGTERM
    stop it; the job in work waits for another worker, and the matches stored so far are kept.

    Exit status: 0 it was stopped; 2 the database cannot be used.
    """
    from app.cli.serving.job_worker import work
    from app.database.config import Config

    with refusals_said():
        work(Config.from_environment(kept_key=False), (signal.SIGTERM, signal.SIGINT), noted=True)
    return 0
