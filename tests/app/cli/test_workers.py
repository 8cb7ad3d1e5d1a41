"""Processes that are stopped at any moment, and what is left of them."""

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import closing

import pytest

from app.cli.workers import Workers, WorkerStopped

LARGE = 50_000_000
"""Bytes of an answer that does not go through a pipe at once."""


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    before = set(multiprocessing.active_children())
    yield
    assert set(multiprocessing.active_children()) <= before


def _deaf(seconds: float) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(seconds)


def test_every_piece_is_answered_in_its_place() -> None:
    with closing(Workers(bytes, 2)) as workers:
        futures = [workers.submit(number) for number in range(50)]
        assert [future.result(60) for future in futures] == [bytes(number) for number in range(50)]


def test_no_more_processes_start_than_there_are_pieces() -> None:
    before = len(multiprocessing.active_children())
    with closing(Workers(bytes, 200)) as workers:
        wait([workers.submit(1)])
        assert len(multiprocessing.active_children()) == before + 1


def test_what_the_work_raises_is_raised() -> None:
    with closing(Workers(int, 1)) as workers:
        with pytest.raises(ValueError, match="no number"):
            workers.submit("no number").result(60)
        assert workers.submit("5").result(60) == 5


@pytest.mark.parametrize("delay", [0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3])
def test_they_can_be_closed_while_they_start_work_or_answer(delay: float) -> None:
    workers = Workers(bytes, 2)
    futures = [workers.submit(LARGE) for _ in range(6)]
    time.sleep(delay)
    begun = time.monotonic()
    workers.close()
    assert time.monotonic() - begun < 20
    for future in futures:
        assert future.done()


def test_one_that_does_not_listen_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cli.workers._SECONDS_TO_END", 0.5)
    workers = Workers(_deaf, 1)
    future = workers.submit(3600)
    with pytest.raises(TimeoutError):
        future.result(1.5)
    workers.close()
    assert isinstance(future.exception(), WorkerStopped)


def test_one_that_is_killed_is_told_for_every_piece() -> None:
    before = set(multiprocessing.active_children())
    with closing(Workers(time.sleep, 2)) as workers:
        futures = [workers.submit(3600) for _ in range(6)]
        for process in set(multiprocessing.active_children()) - before:
            assert process.pid is not None
            os.kill(process.pid, signal.SIGKILL)
        for future in futures:
            assert isinstance(future.exception(60), WorkerStopped)
