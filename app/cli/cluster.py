"""The workers of a scheduler of Dask, on this and other machines, as the place where the pieces of a task go.

It connects to the address that it is given and to no other, and starts nothing there.
"""

import asyncio
import logging
import re
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from app.cli.inputs import WrongUsage, reason_of
from app.cli.workers import Workplace
from app.text.language import _
from engine import __version__
from engine.fast.library import library

if TYPE_CHECKING:
    from distributed import Client, Future

Piece = TypeVar("Piece")
Answer = TypeVar("Answer")

_ADDRESS: Final = re.compile(r"(?:(?:tcp|tls)://)?[^\s/]+:\d+")
_SECONDS_TO_CONNECT: Final = 10.0
_SECONDS_WITHOUT_WORKERS: Final = 30.0
"""So long a scheduler may have no worker, at the beginning and later."""
_SECONDS_BETWEEN_LOOKS: Final = 5.0
_AHEAD: Final = 2
"""The number of pieces for each thread of a worker that are sent and not answered yet."""


class Version(NamedTuple):
    """A version of Fupan, and whether it has the compiled lane, which counts more for the facts."""

    number: str
    compiled: bool

    def __str__(self) -> str:
        """As it is shown."""
        lane = _("with the compiled lane") if self.compiled else _("pure Python")
        return f"Fupan {self.number} ({lane})" if self.number else _("no Fupan")


class WorkerDiffers(Exception):
    """A worker that came later has another version of Fupan, and its results could be others."""

    def __init__(self, worker: str, version: Version) -> None:
        super().__init__(worker, version)
        self.worker: Final = worker
        self.version: Final = version


@contextmanager
def workers_at(address: str) -> Iterator[Workplace]:
    """The workers of the scheduler at an address.  What is left of a task at the end is cancelled.

    Raises WrongUsage if Dask is not installed, if the scheduler cannot be reached or has no worker, or if a worker runs
    other versions; so does the place if the scheduler, all workers or a worker with the same piece again and again are
    lost.
    """
    try:
        from distributed import Client
    except ImportError:
        raise WrongUsage(_("--dask needs the library Dask: pip install 'fupan[dask]'")) from None
    if not _ADDRESS.fullmatch(address):
        raise WrongUsage(_("{address} is not the address of a scheduler, such as tcp://10.0.0.5:8786", address=address))
    # What goes wrong is said here.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        asyncio.run(_meet(address))
        client = Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False, direct_to_workers=False)
    except Exception as error:
        raise _unreachable(address, error) from None
    try:
        try:
            client.wait_for_workers(1, timeout=_SECONDS_WITHOUT_WORKERS)
            _check_versions(client)
        except TimeoutError:
            raise _without_workers(address) from None
        except OSError as error:
            raise _unreachable(address, error) from None
        yield partial(_answers, client, address)
    finally:
        client.close(timeout=_SECONDS_TO_CONNECT)


async def _meet(address: str) -> None:
    """Raises an exception if no scheduler answers at an address, for whose first word a client waits without end."""
    from distributed.comm import connect
    from distributed.security import Security

    arguments = Security().get_connection_args("client")
    comm = await asyncio.wait_for(connect(address, _SECONDS_TO_CONNECT, **arguments), _SECONDS_TO_CONNECT)
    await comm.close()


def _unreachable(address: str, error: Exception) -> WrongUsage:
    reason = reason_of(error) or (_("no answer") if isinstance(error, TimeoutError) else type(error).__name__)
    return WrongUsage(_("the scheduler {address} cannot be reached: {reason}", address=address, reason=reason))


def _without_workers(address: str) -> WrongUsage:
    return WrongUsage(
        _(
            "the scheduler {address} has no worker; start one on each machine: dask worker {address}",
            address=address,
        )
    )


def _check_versions(client: "Client") -> None:
    """Raises WrongUsage if a worker has another Python or Dask, whose messages differ, or another Fupan.

    The first two are compared without running anything there.
    """
    by_process = client.get_versions()
    here = _versions(by_process["client"])
    for worker, versions in by_process["workers"].items():
        for name, there in _versions(versions).items():
            if there != here[name]:
                raise _differs(worker, f"{name} {there}", f"{name} {here[name]}")
    for worker, version in client.run(_version_asked()).items():
        if version != _version():
            raise _differs(worker, str(Version(*version)), str(_version()))


def _versions(process: Mapping[str, Any]) -> Mapping[str, str]:
    python = ".".join(str(process["host"]["python"]).split(".")[:2])
    return {"Python": python, "Dask": str(process["packages"]["distributed"])}


def _version() -> Version:
    return Version(__version__, library() is not None)


def _version_asked() -> Callable[[], tuple[str, bool]]:
    """A function that is sent with its code, since a worker may not have this module."""

    def version() -> tuple[str, bool]:
        try:
            from engine import __version__
        except ImportError:
            return "", False
        try:
            from engine.fast.library import library
        except ImportError:
            return __version__, False
        return __version__, library() is not None

    return version


def _differs(worker: str, there: str, here: str) -> WrongUsage:
    return WrongUsage(
        _(
            "the worker {worker} has {there}, this machine has {here}: install the same",
            worker=worker,
            there=there,
            here=here,
        )
    )


def _answers(
    client: "Client", address: str, work: Callable[[Piece], Answer], pieces: Iterable[Piece]
) -> Generator[Answer, None, None]:
    waiting: deque[Future[Any]] = deque()
    threads, looked = 0, 0.0
    try:
        for piece in pieces:
            if monotonic() - looked >= _SECONDS_BETWEEN_LOOKS:
                threads, looked = _threads(client, address), monotonic()
            # Without "pure", equal pieces are not taken for one, and nothing of them is hashed.
            waiting.append(client.submit(_worked, _version(), work, piece, pure=False))
            if len(waiting) >= max(1, threads) * _AHEAD:
                yield _answer(client, address, waiting.popleft())
        while waiting:
            yield _answer(client, address, waiting.popleft())
    finally:
        if waiting and client.status == "running":
            client.cancel(list(waiting))


def _worked(version: Version, work: Callable[[Piece], Answer], piece: Piece) -> Answer:
    if version != _version():
        from distributed import get_worker

        raise WorkerDiffers(get_worker().address, _version())
    return work(piece)


def _threads(client: "Client", address: str) -> int:
    """How many pieces the workers can work on at once.  Raises WrongUsage if the scheduler is lost."""
    try:
        if client.status == "running":
            return sum(client.nthreads().values())
    except OSError:
        pass
    raise _lost(address)


def _lost(address: str) -> WrongUsage:
    return WrongUsage(_("the connection to the scheduler {address} was lost", address=address))


def _answer(client: "Client", address: str, future: "Future[Any]") -> Any:
    """The answer to a piece.  Scheduler and workers are looked at while it is waited for."""
    from distributed import CancelledError, KilledWorker

    seen = monotonic()
    while True:
        try:
            return future.result(timeout=_SECONDS_BETWEEN_LOOKS)
        except TimeoutError:
            if future.status == "error":
                raise
            if _threads(client, address):
                seen = monotonic()
            elif monotonic() - seen > _SECONDS_WITHOUT_WORKERS:
                raise _without_workers(address) from None
        except CancelledError:
            raise _lost(address) from None
        except KilledWorker:
            raise WrongUsage(
                _("every worker that was given the same part of a file was lost; memory may have run out")
            ) from None
        except ImportError as error:
            raise WrongUsage(_("a worker lacks something of Fupan: {reason}", reason=reason_of(error))) from None
        except WorkerDiffers as error:
            raise _differs(error.worker, str(error.version), str(_version())) from None
