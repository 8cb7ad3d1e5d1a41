"""The server as it is started: what visitors reach, who give any name, and where it does not start."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner

from app.cli import main
from app.disputes.verdicts.key_folder import make_key
from tests.profiles import cases

ROOT = Path(__file__).parents[3]
FORWARDED = {"X-Forwarded-For": "192.0.2.7"}
ARBITER = {"acting-name": "Zhao Min", "acting-role": "arbiter"}
RULING = {
    "before": "0",
    "outcome": "void",
    "text": "It is mine now.",
    "voter-1": "Sun Yi",
    "vote-1": "for",
    "voter-2": "Wu Hao",
    "vote-2": "for",
}
HANDS = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]
Log = Callable[..., bytes]


class Visitor:
    """A visitor with a browser: cookies, the tokens of forms, and headers that a proxy adds."""

    def __init__(self, port: int, headers: Mapping[str, str]) -> None:
        self._address = f"http://127.0.0.1:{port}"
        self._headers = dict(headers)
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def asks(self, method: str, path: str, data: bytes | None = None, **headers: str) -> tuple[int, str]:
        """The status and the text of an answer."""
        sent = urllib.request.Request(
            self._address + path, data=data, method=method, headers={**self._headers, **headers}
        )
        try:
            with self._opener.open(sent, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def posts(self, page: str, path: str, **fields: str) -> tuple[int, str]:
        """Sends a form with the token that a form of a page has."""
        _, text = self.asks("GET", page)
        token = re.search(r'name="csrf_token" value="([^"]+)"', text)
        assert token is not None, page
        return self.asks("POST", path, urlencode({"csrf_token": token[1]} | fields).encode())


@contextmanager
def served(folder: Path, *arguments: str, **settings: str) -> Iterator[int]:
    """The port of a server of its own over a folder, with a key in use, as the command starts it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    keys = folder / "keys"
    make_key(keys, "club")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FUPAN_")}
    environment |= {"FUPAN_DATA": str(folder / "data"), "FUPAN_KEYS": str(keys), "PYTHONPATH": str(ROOT)} | settings
    command = [sys.executable, "-c", "from app.cli import main; main()", "serve", "--port", str(port), *arguments]
    process = subprocess.Popen(command, env=environment, cwd=folder, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, "the server ended"
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def attack(visitor: Visitor, log: Log, n: int = 1) -> list[int]:
    """Rules on the nth dispute with the votes of other arbiters, has it signed, closes it, and deletes a match.

    Two matches are uploaded before each dispute.
    """
    first, second = (log(f"{name}{n}", hands=HANDS) for name in "ab")
    disputed, deleted, page = 2 * n - 1, 2 * n, f"/disputes/{n}"
    status, text = visitor.asks("POST", "/api/v1/uploads?name=a.json", first, **{"Content-Type": "application/json"})
    assert status == 201, text
    subject = {"claim": "text", "text": "I won.", "hand": "1", "acting-name": "Li", "acting-role": "player"}
    assert visitor.posts(f"/matches/{disputed}/dispute", f"/matches/{disputed}/dispute", **subject)[0] == 200
    assert visitor.posts(page, f"{page}/acting", **ARBITER)[0] == 200
    return [
        visitor.posts(page, f"{page}/review", **ARBITER)[0],
        visitor.posts(page, f"{page}/rule", **ARBITER, **RULING)[0],
        visitor.posts(page, f"{page}/verdict", **ARBITER, key="club", ruling="1")[0],
        visitor.posts(page, f"{page}/close", **ARBITER)[0],
        visitor.asks(
            "PATCH", f"/api/v1/matches/{disputed}", b'{"title": "Mine"}', **{"Content-Type": "application/json"}
        )[0],
        visitor.asks("POST", "/api/v1/uploads?name=b.json", second)[0],
        visitor.asks("DELETE", f"/api/v1/matches/{deleted}")[0],
    ]


DONE = [200, 200, 200, 200, 200, 201, 200]


def test_a_visitor_behind_a_proxy_reaches_nothing_and_the_person_at_the_machine_all(tmp_path: Path, log: Log) -> None:
    with served(tmp_path, FUPAN_TRUSTED_HOSTS="127.0.0.1,localhost,[::1]") as port:
        visitor = Visitor(port, {})
        assert attack(visitor, log) == DONE
        _, page = visitor.asks("GET", "/disputes/1")
        assert "dispute-final" in page
        assert "Every visitor" not in page
        for headers in (FORWARDED, {"Forwarded": "for=192.0.2.7"}, {"Via": "1.1 proxy"}):
            stranger = Visitor(port, headers)
            for method, path in (
                ("GET", "/matches/1"),
                ("POST", "/disputes/1/comment"),
                ("DELETE", "/api/v1/matches/1"),
            ):
                status, text = stranger.asks(method, path)
                assert (status, "--trust-visitors" in text) == (403, True), path


@pytest.mark.parametrize(
    ("arguments", "settings", "said"),
    [
        (["--host", "0.0.0.0"], {}, "--host 0.0.0.0 opens the server to others"),
        (["--host", "0.0.0.0"], {"FUPAN_TRUSTED_HOSTS": "fupan.example"}, "--host 0.0.0.0 opens"),
        ([], {"FUPAN_TRUSTED_HOSTS": "127.0.0.1,fupan.example"}, "FUPAN_TRUSTED_HOSTS=fupan.example opens"),
        ([], {"FUPAN_TRUSTED_PROXIES": "1"}, "FUPAN_TRUSTED_PROXIES=1 opens"),
        (["--trust-visitors", "--host", "0.0.0.0"], {}, "set FUPAN_TRUSTED_HOSTS to the names"),
        ([], {"FUPAN_MODE": "clubs"}, "FUPAN_MODE is 'clubs': one of these is wanted: alone, club"),
        (["--read-only"], {"FUPAN_MODE": "club"}, "FUPAN_MODE=club excludes --read-only and --trust-visitors"),
        (["--trust-visitors"], {"FUPAN_MODE": "club"}, "FUPAN_MODE=club excludes --read-only and --trust-visitors"),
        (["--host", "0.0.0.0"], {"FUPAN_MODE": "club"}, "who would send their passwords and cookies without HTTPS"),
    ],
)
def test_a_server_that_others_could_reach_does_not_start_unless_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], settings: dict[str, str], said: str
) -> None:
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    result = CliRunner().invoke(main, ["serve", "--port", "1", *arguments])
    assert result.exit_code == 2
    assert said in result.stderr
    assert not (tmp_path / "data" / "fupan.sqlite3").exists()


NAMED = {"FUPAN_TRUSTED_HOSTS": "127.0.0.1,fupan.example"}


@pytest.mark.parametrize("settings", cases([{}, NAMED], [NAMED]))
def test_where_visitors_are_trusted_they_do_all(tmp_path: Path, log: Log, settings: dict[str, str]) -> None:
    with served(tmp_path, "--trust-visitors", **settings) as port:
        visitor = Visitor(port, FORWARDED)
        assert attack(visitor, log) == DONE
        _, page = visitor.asks("GET", "/disputes/1")
        assert "dispute-final" in page
        assert "Every visitor" in page
