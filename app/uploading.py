"""Uploads through the web: judged at once where they are little work, else queued."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO, Final, cast

from app import jobs
from app.fault_barrier import limit_exceeded_carefully
from app.fupan import Fupan
from app.models import storable
from app.rule_choice.asked import NOTHING_ASKED, Asked
from engine.logs import AT_ONCE, Limits, Meter

_MEMORY: Final = 512 * 1024
QUEUE_FULL: Final = "Too many uploads are waiting to be judged. Send this one later."


@dataclass(frozen=True, slots=True)
class Queued:
    """An upload that was queued."""

    name: str
    job: int
    bound: str
    """The bound that it is over, in words."""


class Budget:
    """What is judged while the sender of a request waits, all files of the request together."""

    def __init__(self, limits: Limits = AT_ONCE) -> None:
        self.limits: Final = limits
        self.seen: dict[str, int] = {}
        """What the files that are judged at once come to."""


def queue_if_large(
    fupan: Fupan, stream: BinaryIO, name: str, budget: Budget, asked: Asked = NOTHING_ASKED
) -> Queued | None:
    """Queues a file with which a budget would be exceeded.  None where it is within it, to be judged at once.

    ``stream`` can be read out of order; it is left at its beginning.  Raises `app.jobs.QueueFull`.
    """
    name = storable(name)
    meter = Meter(budget.limits, budget.seen)
    bound = limit_exceeded_carefully(stream, name, meter)
    stream.seek(0)
    if bound is None:
        budget.seen = meter.seen
        return None
    return Queued(name, jobs.queue(fupan.sessions, stream, name, bound, asked.arguments), bound)


@contextmanager
def spooled(stream: BinaryIO) -> Iterator[BinaryIO]:
    """The bytes of a stream, so that they can be read out of order: in memory, or if there are many in a file."""
    with tempfile.SpooledTemporaryFile(max_size=_MEMORY) as held:
        while piece := stream.read(64 * 1024):
            held.write(piece)
        held.seek(0)
        yield cast(BinaryIO, held)
