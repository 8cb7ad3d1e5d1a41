"""Limits on requests that write, and on those that compute: they wait for one another, so that threads remain."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any, Final, TypeVar

from flask import Flask, g, request
from werkzeug.exceptions import ServiceUnavailable

WRITERS: Final = 4
"""The most requests that may write at the same time in one process, which has 8 threads."""
COMPUTING: Final = 2
"""The most requests that may compute what is not kept at the same time in one process."""
PATIENCE_SECONDS: Final = 2.0
"""How long a request waits for others that write, or compute, before it is refused."""
CHECKS: Final = 4
"""The most requests with a password that one process answers at the same time."""
CHECK_PATIENCE_SECONDS: Final = 30.0
"""How long a request with a password waits for others: many people may log in at the same moment."""
RETRY_SECONDS: Final = 5
READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods of requests that write nothing."""
_HELD: Final = "writers_turn"
_CHECKS: Final = "checks_password"
View = TypeVar("View", bound=Callable[..., Any])


def checks_password(view: View) -> View:
    """Marks a view that hashes a password, so that its requests wait for one another and keep no writer waiting."""
    setattr(view, _CHECKS, True)
    return view


def share_threads(app: Flask, writers: int = WRITERS, patience: float = PATIENCE_SECONDS) -> None:
    """Limits the number of requests that may write and that an application answers at the same time.

    The database has one writer at a time, so requests that wait for it could otherwise hold every thread.  A request
    that waits too long is answered with 503 and the time after which to try again.
    """
    of_writers, of_checks = BoundedSemaphore(writers), BoundedSemaphore(CHECKS)

    @app.before_request
    def take_turn() -> None:
        if request.method in READS:
            return
        checks = getattr(app.view_functions.get(request.endpoint or ""), _CHECKS, False)
        turns = of_checks if checks else of_writers
        if not turns.acquire(timeout=CHECK_PATIENCE_SECONDS if checks else patience):
            raise ServiceUnavailable(retry_after=RETRY_SECONDS)
        setattr(g, _HELD, turns)

    @app.teardown_request
    def give_turn_back(_fault: BaseException | None) -> None:
        held: BoundedSemaphore | None = g.pop(_HELD, None)
        if held is not None:
            held.release()


class Busy(ServiceUnavailable):
    """Too many requests compute: the request is to be sent again later."""

    def __init__(self) -> None:
        super().__init__(retry_after=RETRY_SECONDS)


class ComputingTurns:
    """The turns of requests that compute what is not kept.  Safe to use from several threads."""

    def __init__(self, most: int = COMPUTING, patience: float = PATIENCE_SECONDS) -> None:
        """``most`` requests compute at the same time; others wait ``patience`` seconds."""
        self._turns: Final = BoundedSemaphore(most)
        self._patience: Final = patience

    @contextmanager
    def taken(self, patience: float | None = None) -> Iterator[None]:
        """A turn, given back at the end.  Raises Busy if none is free within ``patience`` seconds."""
        if not self._turns.acquire(timeout=self._patience if patience is None else patience):
            raise Busy
        try:
            yield
        finally:
            self._turns.release()
