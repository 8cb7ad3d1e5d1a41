"""The server as it is started, and a visitor who gives any name: what forms and requests over HTTP come to."""

import json
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

from app.disputes.verdicts.key_folder import make_key

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
    status, text = visitor.asks("POST", "/api/matches?name=a.json", first, **{"Content-Type": "application/json"})
    assert status == 201, text
    subject = {"claim": "text", "text": "I won.", "hand": "1", "acting-name": "Li", "acting-role": "player"}
    assert visitor.posts(f"/matches/{disputed}/dispute", f"/matches/{disputed}/dispute", **subject)[0] == 200
    assert visitor.posts(page, f"{page}/acting", **ARBITER)[0] == 200
    return [
        visitor.posts(page, f"{page}/review", **ARBITER)[0],
        visitor.posts(page, f"{page}/rule", **ARBITER, **RULING)[0],
        visitor.posts(page, f"{page}/verdict", **ARBITER, key="club", ruling="1")[0],
        visitor.posts(page, f"{page}/close", **ARBITER)[0],
        visitor.asks("PATCH", f"/api/matches/{disputed}", b'{"title": "Mine"}', **{"Content-Type": "application/json"})[
            0
        ],
        visitor.asks("POST", "/api/matches?name=b.json", second)[0],
        visitor.asks("DELETE", f"/api/matches/{deleted}")[0],
    ]


REFUSED = [403, 403, 403, 403, 403, 201, 403]
DONE = [200, 200, 200, 200, 200, 201, 200]


def is_refused(visitor: Visitor, log: Log, n: int) -> None:
    """Tries the attack on the nth dispute, which must not succeed."""
    assert attack(visitor, log, n) == REFUSED
    _, page = visitor.asks("GET", f"/disputes/{n}")
    assert "dispute-open" in page
    assert "--trust-visitors" in page
    for path in ("rule", "verdict", "close", "review"):
        assert f'action="/disputes/{n}/{path}"' not in page
    assert "It is mine now." not in page
    assert visitor.asks("GET", "/verdicts/1")[0] == 404
    status, text = visitor.asks("DELETE", f"/api/matches/{2 * n}")
    assert (status, json.loads(text)["error"]["status"]) == (403, 403)
    assert "--trust-visitors" in json.loads(text)["error"]["explanation"]
    assert visitor.asks("GET", f"/matches/{2 * n}")[0] == 200


def test_an_anonymous_visitor_cannot_rule_have_it_signed_and_close_the_dispute(tmp_path: Path, log: Log) -> None:
    proxied = (FORWARDED, {"Forwarded": "for=192.0.2.7"}, {"X-Forwarded-Prefix": "/fupan"})
    with served(tmp_path) as port:
        for n, headers in enumerate(proxied, 1):
            is_refused(Visitor(port, headers), log, n)
        n = len(proxied) + 1
        visitor = Visitor(port, {})
        assert attack(visitor, log, n) == DONE
        _, page = visitor.asks("GET", f"/disputes/{n}")
        assert "dispute-final" in page
        assert "Every visitor" not in page


def test_nor_where_the_server_answers_to_other_names(tmp_path: Path, log: Log) -> None:
    with served(tmp_path, FUPAN_TRUSTED_HOSTS="127.0.0.1,fupan.example") as port:
        is_refused(Visitor(port, {}), log, 1)


@pytest.mark.parametrize("settings", [{}, {"FUPAN_TRUSTED_HOSTS": "127.0.0.1,fupan.example"}])
def test_where_visitors_are_trusted_it_is_done(tmp_path: Path, log: Log, settings: dict[str, str]) -> None:
    with served(tmp_path, "--trust-visitors", **settings) as port:
        visitor = Visitor(port, FORWARDED)
        assert attack(visitor, log) == DONE
        _, page = visitor.asks("GET", "/disputes/1")
        assert "dispute-final" in page
        assert "Every visitor" in page
