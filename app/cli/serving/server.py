"""The server: waitress, or several processes.  It imports files before it listens."""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from flask import Flask

from app.accounts.members import has_admin
from app.cli.serving.job_worker import STOP_SECONDS, Worker, end_quickly
from app.database.config import Config, ConfigError, Mode
from app.matches.ingest import IngestResult, ingest
from app.matches.installation import Installation
from app.text.language import _
from app.web.create_app import create_app
from app.web.health import WORKER, watch_workers
from app.web.http.answering import Answering
from app.web.http.hosts import trusted_at
from app.web.http.request_log import metrics_of, write_lines
from engine.logs import Limits

THREADS: Final = 8


def serve(
    host: str,
    port: int,
    files: Iterable[Path] = (),
    config: Config | None = None,
    metrics_port: int | None = None,
    *,
    processes: int | None = None,
    jobs: bool = True,
    say: Callable[[], object] = lambda: None,
) -> int:
    """Stores the matches of some files, then serves the application until it is stopped.

    On a loopback address it answers only to the names of this machine, unless others are configured.  If the settings
    say that it only reads, nothing is written, and no worker runs; see `app.web.http.only_reading`.  Unless it is for
    one person alone, a line about each request goes to the standard error, and what is counted of them is answered at
    ``metrics_port`` of this machine.

    With a number of ``processes`` these answer at the same socket.  Without ``jobs`` another program does them.
    ``say`` is called once the address takes connections.

    Returns the exit status.  Raises OSError for a file that cannot be read or an address that is not available,
    HostRefused as `trusted_at` does, and ConfigError for a club without an admin, for metrics that cannot be counted,
    and for a library that is missing.
    """
    settings = config or Config.from_environment()
    settings = replace(settings, trusted_hosts=trusted_at(host, settings))
    if settings.mode is Mode.CLUB:
        _need_extra()
    app = create_app(settings)
    if settings.mode is Mode.CLUB:
        with app.extensions["fupan"].sessions() as session:
            if not has_admin(session):
                raise ConfigError(_("a club has an admin, and this one has none yet: fupan users add NAME --admin"))
    if metrics_port is not None:
        _need_metrics(app)
    fupan: Installation = app.extensions["fupan"]
    for _each in take(fupan, files):
        pass
    jobs = jobs and not settings.read_only

    def answer_with_metrics() -> None:
        if metrics_port is not None and (metrics := metrics_of(app)) is not None:
            metrics.answer_at(metrics_port)

    if processes is not None:
        fupan.close()
        return _several()(processes, THREADS, (host, port), settings, jobs=jobs, begin=answer_with_metrics, say=say)
    if not settings.alone:
        write_lines()
    answer_with_metrics()
    # At twice the bound the server cuts a request off; below that the application explains the refusal.
    largest = 2 * settings.upload_bytes
    server = Answering(app, STOP_SECONDS, host=host, port=port, threads=THREADS, max_request_body_size=largest)
    say()
    if not jobs:
        if not settings.read_only:
            watch_workers(app)
        with _stopped_by_signals(server):
            server.run()
        end_quickly()
        return 0
    worker = Worker(settings)
    app.extensions[WORKER] = worker.is_alive
    worker.start()
    try:
        with _stopped_by_signals(server):
            server.run()
    finally:
        worker.stop()
    end_quickly()
    return 0


@contextmanager
def _stopped_by_signals(server: Answering) -> Iterator[None]:
    """Within this, SIGTERM and SIGINT stop a server; the second of a kind breaks off what it does."""

    def stop(number: int, _frame: object) -> None:
        signal.signal(number, signal.default_int_handler)
        server.stop()

    before = [(signal_number, signal.signal(signal_number, stop)) for signal_number in (signal.SIGTERM, signal.SIGINT)]
    try:
        yield
    finally:
        for stop_signal, handler in before:
            signal.signal(stop_signal, handler)


def _several() -> Callable[..., int]:
    """What serves with several processes.  Raises ConfigError where its libraries are not installed."""
    try:
        from app.cli.serving.processes import serve_with
    except ImportError as error:
        raise ConfigError(
            _(
                "--workers needs the library {name}, which is not installed: pip install 'fupan[club]'",
                name=error.name or "",
            )
        ) from error
    return serve_with


def _need_metrics(app: Flask) -> None:
    """Raises ConfigError where nothing is counted."""
    if app.extensions["fupan"].config.alone:
        raise ConfigError(_("--metrics-port is for a server that others use: set FUPAN_MODE=club"))
    if metrics_of(app) is None:
        raise ConfigError(
            _(
                "metrics need the library {name}, which is not installed: pip install 'fupan[club]'",
                name="prometheus_client",
            )
        )


def _need_extra() -> None:
    """Raises ConfigError where what checks passwords, or what counts requests, is not installed."""
    try:
        import flask_limiter  # noqa: F401

        import app.accounts.passwords  # noqa: F401
    except ImportError as error:
        raise ConfigError(
            _(
                "accounts need the library {name}, which is not installed: pip install 'fupan[club]'",
                name=error.name or "",
            )
        ) from error


def take(fupan: Installation, files: Iterable[Path]) -> Iterable[IngestResult]:
    """Stores the matches of any number of files of this machine, and yields each."""
    for path in files:
        with path.open("rb") as stream:
            yield from ingest(fupan.sessions, fupan.checker, stream, path.name, Limits())
