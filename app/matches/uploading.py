"""Uploads through the web: small ones are judged at once, larger ones are queued."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO, Final, cast

from app.database.bounded_stores import refuse_over
from app.database.tables.matches import storable
from app.judging.fault_barrier import guarded_limit_exceeded
from app.judging.rules_of_match.asked import NOTHING_ASKED, Asked
from app.matches import jobs
from app.matches.installation import Installation
from engine.logs import AT_ONCE, Limits, Meter

_MEMORY: Final = 512 * 1024


@dataclass(frozen=True, slots=True)
class Queued:
    """An upload that was queued."""

    name: str
    job: int
    bound: str
    """The bound that it exceeds, in words."""


class Budget:
    """The limit on what is judged while the sender of a request waits, for all files of the request together."""

    def __init__(self, limits: Limits = AT_ONCE) -> None:
        self.limits: Final = limits
        self.seen: dict[str, int] = {}
        """The count of the files that are judged at once."""


def queue_if_large(
    fupan: Installation,
    stream: BinaryIO,
    name: str,
    budget: Budget,
    asked: Asked = NOTHING_ASKED,
    visitor: str | None = None,
) -> Queued | None:
    """Queues a file of a visitor that would exceed a budget.  Returns None if the file is within it and can be judged
    at once.

    ``stream`` must be seekable; it is left at its beginning.  Raises `app.database.bounded_stores.StoreFull`, also
    where the database has no room for any file.
    """
    with fupan.sessions() as session:
        refuse_over(session, fupan.config.database_bytes)
    name = storable(name)
    meter = Meter(budget.limits, budget.seen)
    bound = guarded_limit_exceeded(stream, name, meter)
    stream.seek(0)
    if bound is None:
        budget.seen = meter.seen
        return None
    return Queued(name, jobs.queue(fupan.sessions, stream, name, bound, asked.arguments, visitor), bound)


@contextmanager
def spooled(stream: BinaryIO) -> Iterator[BinaryIO]:
    """The bytes of a stream as a seekable stream: in memory, or in a file if there are many."""
    with tempfile.SpooledTemporaryFile(max_size=_MEMORY) as held:
        while piece := stream.read(64 * 1024):
            held.write(piece)
        held.seek(0)
        yield cast(BinaryIO, held)
