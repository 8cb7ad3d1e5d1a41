"""Connections that are slow to send do not keep others out."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Thread

import pytest
from flask import Flask

from app.web.http.waitress_server import make_server

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
