"""The server as it is started: over a socket, with files kept first."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.record import bounds

ROOT = Path(__file__).parents[3]
START = """
import sys
from pathlib import Path
from app.cli.serving.server import serve

serve("127.0.0.1", int(sys.argv[1]), [Path(each) for each in sys.argv[2:]])
"""


def _get(port: int, path: str, host: str = "127.0.0.1") -> tuple[int, bytes]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Host": f"{host}:{port}"})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def _until_it_listens(process: subprocess.Popen[bytes], port: int) -> None:
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail(f"the server does not listen: {process.poll()}")


@contextmanager
def _server(tmp_path: Path, *files: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """A server of its own over a folder, its port, and its process; ended at the end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FUPAN_")}
    environment |= {"FUPAN_DATA": str(tmp_path / "data"), "PYTHONPATH": str(ROOT)}
    arguments = [sys.executable, "-c", START, str(port), *map(str, files)]
    process = subprocess.Popen(arguments, env=environment, cwd=tmp_path)
    try:
        _until_it_listens(process, port)
        yield port, process
    finally:
        process.terminate()
        process.wait(20)


def _state(port: int) -> str:
    found: str = json.loads(_get(port, "/api/v1/jobs/1")[1])["state"]
    return found


def test_a_queued_upload_is_judged_though_the_server_was_killed(tmp_path: Path, log: Callable[..., bytes]) -> None:
    data = b"\n".join(log(str(number)) for number in range(bounds.AT_ONCE_MATCHES + 1))
    with _server(tmp_path) as (port, process):
        request = urllib.request.Request(f"http://127.0.0.1:{port}/api/v1/uploads?name=many.jsonl", data=data)
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert (answer.status, answer.headers["Location"]) == (202, "/api/v1/jobs/1")
        process.kill()
        process.wait(20)
    with _server(tmp_path) as (port, _):
        until = time.monotonic() + 120
        while _state(port) != "done":
            assert time.monotonic() < until
            time.sleep(0.2)
        done = json.loads(_get(port, "/api/v1/jobs/1")[1])
        assert (done["matches"], done["verdicts"]) == (len(data.splitlines()), {"clean": len(data.splitlines())})


def test_files_are_kept_and_served(tmp_path: Path, log: Callable[..., bytes]) -> None:
    file = tmp_path / "table.jsonl"
    file.write_bytes(log("a") + b"\n" + log("b"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FUPAN_")}
    environment |= {"FUPAN_DATA": str(tmp_path / "data"), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", START, str(port), str(file)], env=environment, cwd=tmp_path)
    try:
        _until_it_listens(process, port)
        assert _get(port, "/api/v1/matches/2/log") == (200, log("b"))
        assert _get(port, "/api/v1/matches/3/log")[0] == 404
        assert _get(port, "/", "localhost")[0] == 200
        assert _get(port, "/api/v1/matches/2/log", "rebound.example")[0] == 400
    finally:
        process.terminate()
        process.wait(20)
    assert (tmp_path / "data" / "fupan.sqlite3").exists()
