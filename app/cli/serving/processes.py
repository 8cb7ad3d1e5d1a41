"""Several processes that answer at one socket, kept going by gunicorn; one more does the jobs.

In each of them waitress answers, as where one process serves: it reads heads and bodies without a thread for each.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import replace
from multiprocessing.synchronize import Event
from pathlib import Path
from threading import Thread
from typing import Final

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.workers.base import Worker as Process  # type: ignore[import-untyped]

from app.cli.serving.job_worker import STOP_SECONDS, Worker, end_quickly, end_with
from app.cli.serving.shared_counts import address_of
from app.database.config import Config
from app.database.drafts import draft_folder
from app.web.create_app import blueprints, create_app
from app.web.health import watch_workers
from app.web.http.answering import Answering
from app.web.http.request_log import COUNTED_TOGETHER, write_lines

_STUCK_SECONDS: Final = 120
"""A process that does nothing for this long is replaced."""
_SPARE_SECONDS: Final = 2.0
"""How much earlier a process gives up what is in work than it is killed."""
_STOPPING: Final = "stopping"
"""The file that says that all processes stop."""


def serve_with(
    processes: int,
    threads: int,
    address: tuple[str, int],
    config: Config,
    *,
    jobs: bool,
    begin: Callable[[], object],
    say: Callable[[], object],
) -> int:
    """Serves the application with some processes until it is stopped (SIGTERM, SIGINT).  Returns the exit status.

    Where the server does ``jobs``, one more process does them.  ``begin`` is called when it is known where the
    processes count their requests, ``say`` once the address takes connections.  When the server is stopped, they take
    no new requests, and have ``STOP_SECONDS`` for those in work.
    """
    with draft_folder() as folder:
        os.environ[COUNTED_TOGETHER] = str(folder)
        config = replace(config, api_counts=address_of(folder / "counts.sqlite3"))
        begin()
        worker = Worker(config, noted=True) if jobs else None
        context = multiprocessing.get_context("spawn")
        listens = context.Event()
        answering = context.Process(target=_answer, args=(_settings(processes, threads, *address), config, listens))
        stopped: list[int] = []

        def stop(number: int, _frame: object) -> None:
            stopped.append(number)
            (folder / _STOPPING).touch()
            if answering.pid is not None:
                answering.terminate()

        for stop_signal in (signal.SIGTERM, signal.SIGINT):
            signal.signal(stop_signal, stop)
        if worker is not None:
            worker.start()
        try:
            answering.start()
            if stopped:
                answering.terminate()
            while answering.is_alive() and not stopped and not listens.wait(timeout=1):
                pass
            if not stopped and listens.is_set():
                say()
            while answering.is_alive() and not stopped:
                answering.join(timeout=1)
        finally:
            if worker is not None:
                worker.stop()
            answering.join()
    end_quickly()
    return 0 if stopped else answering.exitcode or 1


def _settings(processes: int, threads: int, host: str, port: int) -> Mapping[str, object]:
    """Those of gunicorn."""
    return {
        "bind": [f"[{host}]:{port}" if ":" in host else f"{host}:{port}"],
        "workers": processes,
        "threads": threads,
        "worker_class": _Answering,
        "graceful_timeout": int(STOP_SECONDS),
        "timeout": _STUCK_SECONDS,
        "loglevel": "warning",
        "control_socket_disable": True,
    }


class _Answering(Process):  # type: ignore[misc]
    """A process of gunicorn."""

    _server: Answering | None = None

    def run(self) -> None:
        """Answers until it is stopped, or the process that keeps it going has ended."""
        self._server = Answering(
            self.wsgi,
            STOP_SECONDS - _SPARE_SECONDS,
            ends=Path(os.environ[COUNTED_TOGETHER], _STOPPING).exists,
            sockets=[socket.sock for socket in self.sockets],
            threads=self.cfg.threads,
            max_request_body_size=2 * self.wsgi.extensions["fupan"].config.upload_bytes,
        )
        if not self.alive:
            self._server.stop()
        self._server.run(self._beat)
        end_quickly()

    def handle_exit(self, sig: int, frame: object) -> None:
        """What SIGTERM does."""
        super().handle_exit(sig, frame)
        if self._server is not None:
            self._server.stop()

    def _beat(self) -> None:
        self.notify()
        if os.getppid() != self.ppid and self._server is not None:
            self._server.stop()


class _Processes(BaseApplication):  # type: ignore[misc]
    """gunicorn with some settings, whose processes each make the application."""

    def __init__(self, settings: Mapping[str, object], config: Config, listens: Event) -> None:
        self._settings: Final = {**settings, "when_ready": lambda _server: listens.set()}
        self._config: Final = config
        super().__init__()

    def load_config(self) -> None:
        """Gives gunicorn the settings."""
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The application of a process."""
        app = create_app(self._config)
        if not self._config.read_only:
            watch_workers(app)
        if not self._config.alone:
            write_lines()
        return app


def _answer(settings: Mapping[str, object], config: Config, listens: Event) -> None:
    """What the process does that keeps the others going; it ends with the one that began it.

    Sets ``listens`` once the address takes connections.

    It imports all pages, so that those that it forks need not, and have them in the memory that they share.
    """
    Thread(target=end_with, args=(os.getppid(),), name="parent-watch", daemon=True).start()
    blueprints()
    end_quickly()
    _Processes(settings, config, listens).run()
