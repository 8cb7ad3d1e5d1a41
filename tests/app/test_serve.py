"""The server as it is started: over a socket, with files kept first."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
START = """
import sys
from pathlib import Path
from app.serve import serve

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
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail(f"the server does not listen: {process.poll()}")


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
        assert _get(port, "/api/matches/2/raw") == (200, log("b"))
        assert _get(port, "/api/matches/3/raw")[0] == 404
        assert _get(port, "/", "localhost")[0] == 200
        assert _get(port, "/api/matches/2/raw", "rebound.example")[0] == 400
    finally:
        process.terminate()
        process.wait(20)
    assert (tmp_path / "data" / "fupan.sqlite3").exists()
