"""Processes that work at pieces of a task side by side, and can be stopped at any moment."""

import logging
import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from queue import SimpleQueue
from typing import Any, Final, Generic, NamedTuple, TypeVar

_AHEAD: Final = 2
"""Pieces for each process that are taken and not yet answered."""
_SECONDS_TO_END: Final = 5.0
_CAN_HOLD: Final = hasattr(signal, "pthread_sigmask")

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")


class Stopped(Exception):
    """A process ended before it had answered."""

    def __init__(self) -> None:
        super().__init__("a process that was judging has been stopped; memory may have run out")


def answers(work: Callable[[Piece], Answer], pieces: Iterable[Piece], number: int) -> Generator[Answer, None, None]:
    """What the work makes of each piece, in their order, with ``number`` processes.

    Pieces are taken as they are needed, two for each process ahead of the answers.  To be closed when it is not read to
    its end, so that the processes end with it.  Raises what the work raises, and Stopped where a process was ended.
    """
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
    """Some processes that do the same work on one piece after another.

    A process has a pipe to itself, whose other end nobody else holds, and a thread here waits at it.  So whoever is
    stopped in the middle of an answer breaks off that pipe and nothing more.  (An executor of processes shares a queue
    between them, and waits for ever for the rest of an answer that was begun.)
    """

    def __init__(self, work: Callable[[Piece], Answer], number: int) -> None:
        """``work`` is done in the other processes, ``number`` at the most; they start as pieces come."""
        self._work: Final = work
        self._number: Final = number
        self._context: Final = multiprocessing.get_context("spawn")
        self._threads: Final = ThreadPoolExecutor(number, "worker")
        self._all: Final[list[_Worker]] = []
        self._free: Final[SimpleQueue[_Worker]] = SimpleQueue()
        if _CAN_HOLD:
            # The first start of a process would start it, and in doing so let interrupts through again.
            resource_tracker.ensure_running()

    def submit(self, piece: Piece) -> "Future[Answer]":
        """Has a piece worked at.  The future raises what the work raised, or Stopped where its process was ended."""
        with _interrupts_held():
            if len(self._all) < self._number:
                self._start()
            return self._threads.submit(self._ask, piece)

    def close(self) -> None:
        """Ends the processes, whatever they are at, and forgets the pieces that are left.  It takes seconds at most."""
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
            raise Stopped from None
        finally:
            self._free.put(worker)
        if fault is not None:
            raise fault
        return answer  # type: ignore[no-any-return]


def _serve(pipe: "Connection[Any, Any]", work: Callable[[Any], Any]) -> None:
    """What a process does: answers until nobody is at the other end of the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # As in the process that started this one: what goes wrong is said in the answer.
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
    """Ctrl-C waits meanwhile, and never reaches a process or thread that is started here: it ends with this one."""
    if not _CAN_HOLD:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
