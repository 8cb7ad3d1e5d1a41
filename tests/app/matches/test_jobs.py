"""Queued uploads: nothing is lost when a worker or the server ends, and a job that cannot be done says why."""

import gzip
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.exc import OperationalError

from app.cli.serving import job_worker
from app.cli.serving.job_worker import do, do_next
from app.database import bounded_stores
from app.database.bounded_stores import StoreFull
from app.database.opening import transact
from app.database.tables.jobs import Job
from app.database.tables.matches import Choice, JobPiece
from app.judging.rules_of_match.form import asked_in
from app.matches import jobs, store, uploading
from app.matches.installation import Installation
from app.matches.jobs import ENDS, FAILURES, LEASE, JobState
from app.matches.store import MatchFilter
from app.matches.uploading import Budget, queue_if_large
from app.text.language.keeping import text_kept
from app.web.installation import open_installation
from engine.logs import Limits

pytestmark = pytest.mark.databases_differ

Log = Callable[..., bytes]


def queued(fupan: Installation, data: bytes, name: str = "x.jsonl") -> int:
    return uploading.queue(fupan.sessions, BytesIO(data), name, "5 lines")


def found(fupan: Installation, identity: int) -> Job:
    with fupan.sessions() as session:
        job = uploading.queued_upload(session, identity)
    assert job is not None
    return job


def said_of(job: Job) -> str:
    """Why a job was refused."""
    return text_kept(job.reason or "")


def pieces(fupan: Installation) -> int:
    with fupan.sessions() as session:
        return session.scalar(select(func.count()).select_from(JobPiece)) or 0


def matches(fupan: Installation) -> int:
    with fupan.sessions() as session:
        return store.matches(session, MatchFilter()).total


def silent(fupan: Installation, identity: int) -> None:
    """The worker of a job has been silent for too long."""
    before = datetime.now(UTC) - LEASE - timedelta(seconds=1)
    transact(
        fupan.sessions, lambda session: session.execute(update(Job).where(Job.id == identity).values(seen_at=before))
    )


def test_a_job_is_done(fupan: Installation, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploading, "PIECE", 300)
    data = b"\n".join([log("a"), b"{", log("b"), log("a")])
    identity = queued(fupan, gzip.compress(data, mtime=0), "x.jsonl.gz")
    assert found(fupan, identity).state == JobState.WAITING
    assert found(fupan, identity).size == len(gzip.compress(data, mtime=0))
    assert pieces(fupan) > 0
    assert do_next(fupan)
    job = found(fupan, identity)
    assert (job.state, job.reason) == (JobState.DONE, None)
    assert uploading.progress_of(job) == jobs.JobProgress(3, 2, {"clean": 3}, [1, 2], 1, [1])
    assert (pieces(fupan), matches(fupan)) == (0, 2)
    assert job.finished_at is not None
    assert not do_next(fupan)


def test_a_job_is_judged_under_the_rules_that_its_sender_chose(fupan: Installation, log: Log) -> None:
    with fupan.sessions() as session:
        asked = asked_in(session, {"rules": "tournament", "a_failures": "2"})
    stream = BytesIO(log("a") + b"\n" + log("b"))
    over = queue_if_large(fupan, stream, "x.jsonl", Budget(Limits(lines=0)), asked)
    assert over is not None
    assert do_next(fupan)
    with fupan.sessions() as session:
        choices = session.scalars(select(Choice)).all()
    assert {(each.preset, each.options) for each in choices} == {("tournament", '{"a_failures": 2}')}
    assert all(each.current for each in choices)
    assert [each.log_id for each in choices] == [1, 2]


def test_a_job_whose_rules_are_gone_is_refused(fupan: Installation, log: Log) -> None:
    identity = uploading.queue(fupan.sessions, BytesIO(log("a")), "x.json", "5 lines", {"rules": "house:Friday@1"})
    assert do_next(fupan)
    job = found(fupan, identity)
    assert (job.state, matches(fupan)) == (JobState.FAILED, 0)
    assert "Friday" in said_of(job)


def test_jobs_are_done_in_order(fupan: Installation, log: Log) -> None:
    first, second = queued(fupan, log("a"), "a.json"), queued(fupan, log("b"), "b.json")
    with fupan.sessions() as session:
        assert [jobs.ahead_of(session, found(fupan, each)) for each in (first, second)] == [0, 1]
        assert [each.id for each in uploading.unfinished_uploads(session)] == [first, second]
    claimed = [jobs.claim(fupan.sessions) for _ in range(3)]
    assert [each and (each.id, each.name) for each in claimed] == [(first, "a.json"), (second, "b.json"), None]


def test_a_job_survives_a_restart(fupan: Installation, log: Log) -> None:
    identity = queued(fupan, log("a"), "a.json")
    again = open_installation(fupan.config)
    assert do_next(again)
    again.close()
    assert found(fupan, identity).state == JobState.DONE


def test_a_job_whose_worker_is_gone_is_begun_again_and_in_the_end_given_up(fupan: Installation, log: Log) -> None:
    identity = queued(fupan, log("a"), "a.json")
    for ends in range(ENDS):
        claimed = jobs.claim(fupan.sessions)
        assert claimed is not None
        assert (claimed.id, claimed.ends, claimed.failures) == (identity, ends, 0)
        assert jobs.claim(fupan.sessions) is None
        silent(fupan, identity)
    assert jobs.claim(fupan.sessions) is None
    job = found(fupan, identity)
    assert job.state == JobState.FAILED
    assert said_of(job) == "The worker ended 5 times while it was at work on this. It is not tried again."
    assert pieces(fupan) == 0


def test_a_worker_that_was_given_up_does_not_speak_for_the_job(fupan: Installation, log: Log) -> None:
    identity = queued(fupan, log("a"), "a.json")
    first = jobs.claim(fupan.sessions)
    assert first is not None
    assert jobs.keep_on(fupan.sessions, first)
    silent(fupan, identity)
    assert jobs.claim(fupan.sessions) is not None
    assert not jobs.keep_on(fupan.sessions, first)
    jobs.put_back(fupan.sessions, first)
    assert found(fupan, identity).state == JobState.RUNNING


def test_a_failure_of_the_program_is_a_reason(fupan: Installation, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(job_worker, "ingest", fail)
    identity = queued(fupan, log("a"), "a.json")
    for _ in range(FAILURES):
        assert (found(fupan, identity).state, found(fupan, identity).reason) == (JobState.WAITING, None)
        assert do_next(fupan)
    job = found(fupan, identity)
    assert job.state == JobState.FAILED
    assert "Fupan failed on this (ZeroDivisionError)" in said_of(job)


def test_a_worker_that_is_stopped_puts_its_job_back(
    fupan: Installation, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise SystemExit(0)

    with monkeypatch.context() as patched:
        patched.setattr(job_worker, "ingest", stop)
        identity = queued(fupan, log("a"), "a.json")
        with pytest.raises(SystemExit):
            do_next(fupan)
    assert (found(fupan, identity).state, found(fupan, identity).ends) == (JobState.WAITING, 0)
    assert do_next(fupan)
    assert found(fupan, identity).state == JobState.DONE


def test_where_the_database_fails_the_job_is_begun_again(
    fupan: Installation, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError("INSERT", {}, Exception("database is locked"))

    identity = queued(fupan, log("a"), "a.json")
    with monkeypatch.context() as patched:
        patched.setattr(job_worker, "ingest", fail)
        assert do_next(fupan)
    assert found(fupan, identity).state == JobState.RUNNING
    silent(fupan, identity)
    assert do_next(fupan)
    assert found(fupan, identity).state == JobState.DONE


def test_a_worker_says_that_it_is_still_there(fupan: Installation, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_worker, "BEAT_SECONDS", 0.01)
    identity = queued(fupan, log("a"), "a.json")
    claimed = jobs.claim(fupan.sessions)
    assert claimed is not None
    begun = found(fupan, identity).seen_at
    seen: list[datetime | None] = []
    ingest = job_worker.ingest

    def slow(*arguments: object, **named: object) -> object:
        while not seen or seen[-1] == begun:
            seen.append(found(fupan, identity).seen_at)
        return ingest(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(job_worker, "ingest", slow)
    do(fupan, claimed)
    assert seen[-1] is not None
    assert begun is not None
    assert seen[-1] > begun


def test_the_queue_has_an_end(fupan: Installation, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_stores, "JOBS", replace(bounded_stores.JOBS, most=1))
    queued(fupan, log("a"))
    with pytest.raises(StoreFull):
        queued(fupan, log("b"))


def test_an_upload_that_broke_off_is_refused_later(fupan: Installation) -> None:
    class Broken(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        uploading.queue(fupan.sessions, Broken(), "x", "5 lines")
    assert jobs.claim(fupan.sessions) is None
    before = datetime.now(UTC) - jobs.ARRIVING - timedelta(seconds=1)
    transact(fupan.sessions, lambda session: session.execute(update(Job).values(seen_at=before)))
    assert jobs.claim(fupan.sessions) is None
    assert found(fupan, 1).state == JobState.FAILED
    assert said_of(found(fupan, 1)) == "The upload broke off before all of it had arrived."


def test_what_is_little_work_is_not_queued(fupan: Installation, log: Log) -> None:
    stream = BytesIO(log("a") + b"\n" + log("b"))
    assert queue_if_large(fupan, stream, "x.jsonl", Budget(Limits(lines=1))) is None
    assert stream.tell() == 0
    over = queue_if_large(fupan, stream, "x.jsonl", Budget(Limits(matches=1, lines=0)))
    assert over is not None
    assert (over.bound, text_kept(found(fupan, over.job).bound)) == ("0 lines", "0 lines")
