"""A limit on requests that write: they wait for one another, so that threads remain for requests that read."""

from threading import BoundedSemaphore
from typing import Final

from flask import Flask, g, request
from werkzeug.exceptions import ServiceUnavailable

WRITERS: Final = 4
"""The most requests that may write at the same time in one process, which has 8 threads."""
PATIENCE_SECONDS: Final = 2.0
"""How long a request waits for others that write before it is refused."""
RETRY_SECONDS: Final = 5
_READS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_HELD: Final = "writers_turn"


def share_threads(app: Flask, writers: int = WRITERS, patience: float = PATIENCE_SECONDS) -> None:
    """Limits the number of requests that may write and that an application answers at the same time.

    The database has one writer at a time, so requests that wait for it could otherwise hold every thread.  A request
    that waits too long is answered with 503 and the time after which to try again.
    """
    turns = BoundedSemaphore(writers)

    @app.before_request
    def take_turn() -> None:
        if request.method in _READS:
            return
        if not turns.acquire(timeout=patience):
            raise ServiceUnavailable(retry_after=RETRY_SECONDS)
        setattr(g, _HELD, True)

    @app.teardown_request
    def give_turn_back(_fault: BaseException | None) -> None:
        if g.pop(_HELD, False):
            turns.release()
