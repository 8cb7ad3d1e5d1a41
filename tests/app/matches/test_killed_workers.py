"""A worker that is killed: its work is tried again, and a hand that kills every worker is given up alone."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlmodel import col

from app.database.opening import transact
from app.database.tables.jobs import Job
from app.matches import jobs
from app.matches.computed import reviews
from app.matches.installation import Installation
from app.matches.jobs import ENDS, LEASE, JobRow, JobState
from app.text.language.keeping import text_kept
from tests.app.matches.test_reviews_kept import Take, again, hands, two_hands

RUN = "from app.cli import main; main()"
"""The command, as it is shipped."""
SLOW = """
import time
from app.matches.computed import reviews
review_match = reviews.review_match
reviews.review_match = lambda *given: (time.sleep(3), review_match(*given))[1]
"""
"""Has each hand take some seconds, so that a worker can be killed at it."""
DEADLY = """
import os, signal
from app.matches.computed import reviews
review_match = reviews.review_match
reviews.review_match = lambda *given: os.kill(os.getpid(), signal.SIGKILL) if given[-1] == [0] else review_match(*given)
"""
"""Has the first hand of a match end the program."""
PATIENCE = 120


def worker(fupan: Installation, folder: Path, before: str = "") -> "subprocess.Popen[bytes]":
    """``fupan worker``, with something done before."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FUPAN_")}
    environment |= {"FUPAN_DATABASE_URL": fupan.config.database_url, "FUPAN_DATA": str(folder)}
    return subprocess.Popen([sys.executable, "-c", before + RUN, "worker"], env=environment)


def wait_until(done: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until
        time.sleep(0.05)


def row_of(fupan: Installation, identity: int) -> JobRow:
    with fupan.sessions() as session:
        return jobs.row_of(session.execute(jobs.ROWS.where(col(Job.id) == identity)).one())


def lose_lease(fupan: Installation) -> None:
    """Lets as much time pass as a worker may be silent."""
    silent = update(Job).values(seen_at=jobs.now() - LEASE - timedelta(seconds=1))
    transact(fupan.sessions, lambda session: session.execute(silent))


def work_until(done: Callable[[], bool], fupan: Installation, folder: Path, before: str = "") -> None:
    """Has the worker run until something is so, and kills it then."""
    process = worker(fupan, folder, before)
    try:
        wait_until(done)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()


@pytest.mark.databases_differ
def test_what_a_killed_worker_computed_is_tried_again_and_done(fupan: Installation, take: Take, tmp_path: Path) -> None:
    (kept,) = take(two_hands())
    reviewing = again(fupan, kept.id)
    identity = reviews.ask(fupan, reviewing, "one").id
    for ends in range(2):
        work_until(lambda claims=ends + 1: row_of(fupan, identity).claims == claims, fupan, tmp_path, SLOW)
        assert (row_of(fupan, identity).state, row_of(fupan, identity).ends) == (JobState.RUNNING, ends)
        lose_lease(fupan)
    work_until(lambda: row_of(fupan, identity).state is JobState.DONE, fupan, tmp_path)
    assert len(hands(fupan, reviewing)) == reviewing.hands


def test_a_hand_that_kills_every_worker_is_given_up_alone(fupan: Installation, take: Take, tmp_path: Path) -> None:
    (kept,) = take(two_hands())
    reviewing = again(fupan, kept.id)
    identity = reviews.ask(fupan, reviewing, "one").id
    for ends in range(ENDS):
        process = worker(fupan, tmp_path, DEADLY)
        assert process.wait(PATIENCE) == -signal.SIGKILL
        found = row_of(fupan, identity)
        assert (found.state, found.ends, found.failures) == (JobState.RUNNING, ends, 0)
        lose_lease(fupan)
    work_until(lambda: row_of(fupan, identity).state is JobState.DONE, fupan, tmp_path, DEADLY)
    assert [(each.hand, each.state) for each in hands(fupan, reviewing)] == [(0, "failed"), (1, "no-play")]
    found = row_of(fupan, identity)
    assert (found.claims, text_kept(found.reason or "")) == (
        ENDS + 2,
        "Fupan failed on these hands of the match: 1 (the worker ended 5 times). This is a bug in Fupan; please "
        "report it.",
    )


def test_what_kills_every_worker_before_a_hand_is_begun_is_given_up_in_plain_words(
    fupan: Installation, take: Take, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (kept,) = take(two_hands())
    identity = reviews.ask(fupan, again(fupan, kept.id), "one").id
    monkeypatch.setattr(jobs, "LEASE", timedelta(0))
    for ends in range(ENDS):
        found = jobs.claim(fupan.sessions, slow=True)
        assert found is not None
        assert (found.id, found.ends) == (identity, ends)
    assert jobs.claim(fupan.sessions, slow=True) is None
    found = row_of(fupan, identity)
    assert (found.state, found.claims, text_kept(found.reason or "")) == (
        JobState.FAILED,
        ENDS,
        "The worker ended 5 times while it was at work on this. It is not tried again.",
    )
