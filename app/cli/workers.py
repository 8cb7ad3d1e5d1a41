"""Processes that work on pieces of a task side by side, and that can be stopped at any moment."""

import logging
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from app.text.language import _

_AHEAD: Final = 2
"""The number of pieces for each process that are taken and not answered yet."""
_SECONDS_TO_END: Final = 5.0
_CAN_HOLD: Final = hasattr(signal, "pthread_sigmask")

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")


class WorkerStopped(Exception):
    """A process ended before it had answered."""

    def __init__(self) -> None:
        super().__init__(_("a process that was judging has been stopped; memory may have run out"))


class Workplace(Protocol):
    """Where the pieces of a task are worked on: ``processes(1)`` is this process, ``processes(N)`` are N others, and
    `app.cli.cluster.workers_at` gives the workers of a scheduler of Dask.

    A task that is written for one place runs at each.  Its work is a function of a module, or a ``partial`` of one.  A
    piece is small and names what the work reads, such as a range of a file; its answer is small too.  A piece may be
    worked on twice if a worker is lost, so the work only depends on its piece, and what it writes appears as a whole.
    """

    def __call__(self, work: Callable[[Piece], Answer], pieces: Iterable[Piece]) -> Generator[Answer, None, None]:
        """The answer of the work to each piece, in their order.

        Pieces are taken as they are needed, so few answers exist at a time.  The caller has to close it if it is not
        read to its end.  Raises what the work raises.
        """


def processes(number: int) -> Workplace:
    """A number of processes as a place; 1 is this process."""
    return partial(answers, number=number)


def answers(work: Callable[[Piece], Answer], pieces: Iterable[Piece], number: int) -> Generator[Answer, None, None]:
    """The answer of the work to each piece, in their order, from ``number`` processes; 1 is this process.

    Pieces are taken as they are needed, two for each process ahead of the answers.  The caller has to close it if it is
    not read to its end, so that the processes end.  Raises what the work raises, and Stopped if a process was ended.
    """
    if number == 1:
        yield from map(work, pieces)
        return
    waiting: deque[Future[Answer]] = deque()
    with closing(Workers(work, number)) as workers:
        for piece in pieces:
            waiting.append(workers.submit(piece))
            if len(waiting) >= number * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


class _Worker(NamedTuple):
    process: SpawnProcess
    pipe: "Connection[Any, Any]"


class Workers(Generic[Piece, Answer]):
    """Processes that do the same work on one piece after another.

    Each process has its own pipe, whose other end no other process holds, and a thread here waits for it.  So a process
    that is stopped in the middle of an answer breaks only that pipe.  (An executor of processes shares one queue, and
    waits without end for the rest of an answer that was begun.)
    """

    def __init__(self, work: Callable[[Piece], Answer], number: int) -> None:
        """``work`` is done in at most ``number`` other processes; they start when pieces come."""
        self._work: Final = work
        self._number: Final = number
        self._context: Final = multiprocessing.get_context("spawn")
        self._threads: Final = ThreadPoolExecutor(number, "worker")
        self._all: Final[list[_Worker]] = []
        self._free: Final[SimpleQueue[_Worker]] = SimpleQueue()
        if _CAN_HOLD:
            # The first start of a process would start the resource tracker, which would let interrupts through again.
            resource_tracker.ensure_running()

    def submit(self, piece: Piece) -> "Future[Answer]":
        """Gives a piece to a process.  The future raises what the work raised, or Stopped if its process was ended."""
        with _interrupts_held():
            if len(self._all) < self._number:
                self._start()
            return self._threads.submit(self._ask, piece)

    def close(self) -> None:
        """Ends the processes, whatever they are doing, and drops the remaining pieces.  It takes seconds at most."""
        with _interrupts_held():
            self._threads.shutdown(wait=False, cancel_futures=True)
            for worker in self._all:
                worker.process.terminate()
            for worker in self._all:
                worker.process.join(_SECONDS_TO_END)
                if worker.process.exitcode is None:
                    worker.process.kill()
                    worker.process.join()
            self._threads.shutdown()
            for worker in self._all:
                worker.pipe.close()

    def _start(self) -> None:
        here, there = self._context.Pipe()
        with there:
            process = self._context.Process(target=_serve, args=(there, self._work), daemon=True)
            process.start()
        worker = _Worker(process, here)
        self._all.append(worker)
        self._free.put(worker)

    def _ask(self, piece: Piece) -> Answer:
        worker = self._free.get()
        try:
            worker.pipe.send(piece)
            answer, fault = worker.pipe.recv()
        except (EOFError, OSError):
            raise WorkerStopped from None
        finally:
            self._free.put(worker)
        if fault is not None:
            raise fault
        return answer  # type: ignore[no-any-return]


def _serve(pipe: "Connection[Any, Any]", work: Callable[[Any], Any]) -> None:
    """What a process does: it answers until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # As in the process that started this one, the answer reports what goes wrong.
    logging.getLogger("app").addHandler(logging.NullHandler())
    while True:
        try:
            piece = pipe.recv()
        except (EOFError, OSError):
            return
        answer, fault = None, None
        try:
            answer = work(piece)
        except Exception as raised:
            fault = raised
        try:
            pipe.send((answer, fault))
        except OSError:
            return


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits until the end of this block, and never reaches a process or thread that is started in it."""
    if not _CAN_HOLD:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
