"""A server that is stopped while people wait for answers, as operators start it, alone and behind nginx."""

import os
import re
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.app.cli.behind_proxy import nginx_before
from tests.app.cli.test_processes import (
    HOST,
    admin_of,
    get,
    ports,
    started,
    stopped,
    through_proxy,
    wait_until,
)

READERS = 50
LATE = 24
HALF_OPEN = 120
REFUSED = "refused"
HALF_A_HEAD = b"GET /help HTTP/1.1\r\nHost: "


@contextmanager
def _served(folder: Path, *options: str) -> "Iterator[tuple[int, subprocess.Popen[str]]]":
    """The port of a club's server, and its process."""
    (folder / "data").mkdir()
    admin_of(f"sqlite:///{folder / 'data' / 'fupan.sqlite3'}")
    (port,) = ports(1)
    with started(folder, "serve", "--port", str(port), *options) as process:
        wait_until(lambda: get(port, "/help") != b"", process)
        yield port, process


def _request() -> bytes:
    head = ["GET /help HTTP/1.1", *(f"{name}: {value}" for name, value in through_proxy("Connection: close").items())]
    return "\r\n".join((*head, "", "")).encode()


def _answered(connection: socket.socket) -> str:
    """The status of the answer that a connection gets, if all of it comes."""
    received = b""
    try:
        while piece := connection.recv(65_536):
            received += piece
    except OSError as error:
        return type(error).__name__
    head, _, body = received.partition(b"\r\n\r\n")
    status = re.match(rb"HTTP/1\.[01] (\d+)", head)
    if status is None:
        return f"closed after {received!r}"
    if status[1] == b"503" and b"\r\nretry-after: " not in head.lower():
        return "503 without Retry-After"
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    if length is not None and int(length[1]) != len(body):
        return "cut off"
    return status[1].decode()


def _late(port: int, number: int) -> str:
    """What somebody gets who comes a while after the signal."""
    time.sleep(number / 20)
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
            connection.sendall(_request())
            return _answered(connection)
    except ConnectionRefusedError:
        return REFUSED
    except OSError as error:
        return type(error).__name__


@pytest.mark.parametrize("options", [("--workers", "2"), ()], ids=["two processes", "one process"])
def test_who_waits_is_answered_and_who_comes_later_is_refused(tmp_path: Path, options: tuple[str, ...]) -> None:
    with ExitStack() as held, ThreadPoolExecutor(LATE) as pool:
        port, process = held.enter_context(_served(tmp_path, *options))

        def opened(sent: bytes) -> socket.socket:
            connection = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            connection.sendall(sent)
            return connection

        half_open = [opened(HALF_A_HEAD) for _ in range(HALF_OPEN)]
        assert _answered(opened(_request())) == "200", "those who send half a head hold nobody up"
        idle = opened(b"")
        waiting = [opened(_request()) for _ in range(READERS)]
        process.send_signal(signal.SIGTERM)
        late: list[Future[str]] = [pool.submit(_late, port, number) for number in range(LATE)]
        assert {_answered(each) for each in waiting} <= {"200", "503"}
        assert {each.result() for each in late} <= {"200", "503", REFUSED}
        assert late[-1].result() == REFUSED
        assert {_answered(each) for each in half_open} == {"503"}
        assert idle.recv(1) == b""
        stopped(process)


def test_who_waits_behind_the_proxy_is_answered(tmp_path: Path) -> None:
    with ExitStack() as held:
        port, process = held.enter_context(_served(tmp_path, "--workers", "2"))
        plain, secure = ports(2)
        held.enter_context(nginx_before(tmp_path, plain, secure, port))
        trusted = ssl.create_default_context(cafile=tmp_path / "fullchain.pem")

        def asked() -> socket.socket:
            reached = socket.create_connection(("127.0.0.1", secure), timeout=60)
            connection = held.enter_context(trusted.wrap_socket(reached, server_hostname=HOST))
            connection.sendall(f"GET /help HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n".encode())
            return connection

        wait_until(lambda: _answered(asked()) == "200", process)
        waiting = [asked() for _ in range(READERS)]
        process.send_signal(signal.SIGTERM)
        assert {_answered(each) for each in waiting} <= {"200", "503"}
        stopped(process)
        assert _answered(asked()) == "503"


def _is_free(port: int) -> bool:
    with socket.socket() as probing:
        probing.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probing.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def test_the_port_is_free_when_the_first_process_is_killed(tmp_path: Path) -> None:
    with ExitStack() as held:
        port, process = held.enter_context(_served(tmp_path, "--workers", "2"))
        idle = held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        until = time.monotonic() + 30
        while not _is_free(port):
            assert time.monotonic() < until
            time.sleep(0.1)
        assert idle.recv(1) == b""
    assert [*tmp_path.glob("fupan-*")]
    with started(tmp_path, "doctor") as doctor:
        assert doctor.wait(60) == 0
    assert [*tmp_path.glob("fupan-*")] == []
