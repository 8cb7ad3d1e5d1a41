"""The application as a server of its own, by the product's own server."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from flask import Flask
from waitress.wasyncore import close_all  # type: ignore[import-untyped]

from app.web.http.waitress_server import make_server


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """The address of an application that runs for as long as this is entered."""
    server = make_server(app, "127.0.0.1", 0, threads=4)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        # The loop ends when it has nothing left to listen to, and only its own thread may close what it listens to.
        server.trigger.pull_trigger(lambda: close_all(server._map, ignore_all=True))
        thread.join()
        server.task_dispatcher.shutdown()
