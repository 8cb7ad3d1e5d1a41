"""Connections that are slow to send keep neither others out nor a server that stops."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread

import pytest
from flask import Flask

from app.web.http import waitress_server
from app.web.http.answering import Answering
from app.web.http.waitress_server import make_server
from tests.offenders import for_every

LIMIT = 30
HALF = b"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nabc"
WHOLE = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@pytest.fixture
def port() -> Iterator[int]:
    app = Flask(__name__)
    app.add_url_rule("/", "root", lambda: "here")
    server = make_server(app, "127.0.0.1", 0, threads=2, connection_limit=LIMIT)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    yield int(server.effective_port)
    server.close()
    server.task_dispatcher.shutdown()
    thread.join(10)


def answer(port: int) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(WHOLE)
        received = b""
        while piece := connection.recv(4096):
            received += piece
    return received


def test_half_open_uploads_do_not_shut_the_server(port: int) -> None:
    with ExitStack() as held:
        for _ in range(4 * LIMIT):
            connection = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
            connection.sendall(HALF)
        begun = time.monotonic()
        for _ in range(3):
            assert answer(port).endswith(b"here")
        assert time.monotonic() - begun < 10


def test_an_upload_that_goes_on_is_not_closed_for_others(port: int) -> None:
    body = b"x" * 200_000
    with ExitStack() as held:
        upload = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
        head = f"POST /none HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        upload.sendall(head.encode() + body[:100_000])
        for _ in range(2 * LIMIT):
            held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10)).sendall(HALF)
        assert answer(port).endswith(b"here")
        upload.sendall(body[100_000:])
        assert upload.recv(100).startswith(b"HTTP/1.1 404")


@contextmanager
def answering(seconds: float, **rules: Callable[[], str]) -> Iterator[tuple[Answering, int, Thread]]:
    """A server that has some seconds to stop, its port and its thread."""
    app = Flask(__name__)
    for name, view in rules.items():
        app.add_url_rule(f"/{name}", name, view)
    sockets = [socket.create_server(("127.0.0.1", 0))]
    port = int(sockets[0].getsockname()[1])
    server = Answering(app, seconds, sockets=sockets, threads=1)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server, port, thread
    finally:
        server.stop()
        thread.join(30)
        assert not thread.is_alive()


def all_of(connection: socket.socket) -> bytes:
    received = b""
    while piece := connection.recv(4096):
        received += piece
    return received


def test_half_a_head_is_not_waited_for_even_if_more_of_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waitress_server, "HEAD_SECONDS", 2)
    with answering(5) as (_, port, _thread), socket.create_connection(("127.0.0.1", port), timeout=30) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\n")
        until = time.monotonic() + 30
        with suppress(OSError):
            while time.monotonic() < until:
                slow.sendall(b"A: b\r\n")
                time.sleep(0.1)
        assert time.monotonic() < until


@for_every("path", ["/last", "/api/v1/last"])
def test_who_waits_for_too_long_while_the_server_stops_is_asked_to_come_back(path: str) -> None:
    begun, released = Event(), Event()

    def first() -> str:
        begun.set()
        assert released.wait(30)
        return "first"

    with answering(2, first=first, last=lambda: "last") as (server, port, thread), ExitStack() as held:

        def asked(path: str) -> socket.socket:
            connection = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            return connection

        in_work = asked("/first")
        assert begun.wait(30)
        waiting = asked(path)
        server.stop()
        # Longer than requests are begun, and shorter than it is given.
        time.sleep(1.4)
        assert thread.is_alive()
        released.set()
        assert all_of(in_work).endswith(b"first"), "what is in work is finished"
        head, _, body = all_of(waiting).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After: 5" in head
        assert b"The server is stopping." in body
        assert (b"application/problem+json" in head) is path.startswith("/api/")
