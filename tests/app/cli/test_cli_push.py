"""`fupan push` against a club that is served, and against a server that answers what a test says."""

import gzip
import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from flask import Flask
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts import members, tokens
from app.accounts.roles import Role
from app.accounts.tokens import Scope
from app.cli import main
from app.cli.club import push
from app.cli.serving.job_worker import do_next
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.tables.kept_answers import KeptAnswer
from app.database.tables.matches import Log as LogRow
from app.web.create_app import create_app
from app.web.http.waitress_server import make_server
from engine.record import bounds
from tests.app.conftest import Log

HANDS = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]


@dataclass
class Served:
    """A club that is served, and a file with a token of a member."""

    app: Flask
    address: str
    token_file: Path

    def count(self, table: Any) -> int:
        with self.app.extensions["fupan"].sessions() as session:
            return session.scalar(select(func.count()).select_from(table)) or 0


def kept_token(folder: Path, token: str, mode: int = 0o600) -> Path:
    path = folder / "token"
    path.write_text(f"{token}\n")
    path.chmod(mode)
    return path


@pytest.fixture
def served(web_config: Config, tmp_path: Path) -> Iterator[Served]:
    app = create_app(replace(web_config, mode=Mode.CLUB))

    def fill(session: Session) -> str:
        account = members.make_account(session, "Li", "", Role.MEMBER)
        assert account.id is not None
        return tokens.make(session, account.id, "server", frozenset({Scope.UPLOAD}), 7)

    token = transact(app.extensions["fupan"].sessions, fill)
    server = make_server(app, "127.0.0.1", 0, threads=2)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield Served(app, f"http://127.0.0.1:{server.effective_port}/", kept_token(tmp_path, token))
    server.close()
    app.extensions["fupan"].close()


def pushed(folder: Path, address: str, token_file: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["push", str(folder), "--to", address, "--token-file", str(token_file), *more])


def test_the_logs_of_a_folder_are_uploaded_and_judged(served: Served, tmp_path: Path, log: Log) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "a.json").write_bytes(log("a"))
    (folder / "b.jsonl").write_bytes(log("b") + b"\n" + log("c", hands=HANDS))
    (folder / "notes.md").write_bytes(b"not a log")
    first = pushed(folder, served.address, served.token_file)
    lines = first.stdout.splitlines()
    assert lines[0].startswith("logs/a.json: ")
    assert lines[0].endswith(", new")
    assert [line.partition(":")[0] for line in lines[1:3]] == ["logs/b.jsonl", "logs/b.jsonl"]
    assert lines[3].startswith("3 matches: ")
    assert first.stderr == ""
    assert served.count(LogRow) == 3
    again = pushed(folder, served.address, served.token_file)
    assert (again.stdout, again.exit_code) == (first.stdout, first.exit_code)
    assert (served.count(LogRow), served.count(KeptAnswer)) == (3, 2)
    (folder / "c.json").write_bytes(b"{}")
    refused = pushed(folder, served.address, served.token_file)
    assert (refused.exit_code, "logs/c.json: not " in refused.stderr) == (2, True)


def test_a_token_that_is_not_taken_ends_it(served: Served, tmp_path: Path, log: Log) -> None:
    (tmp_path / "a.json").write_bytes(log())
    for token, words in (("nonsense", "The token is not valid"), (made(served, Scope.READ), "the scope upload,")):
        result = pushed(tmp_path / "a.json", served.address, kept_token(tmp_path, token))
        assert (result.exit_code, words in result.stderr) == (2, True)
        assert token not in result.output


def made(served: Served, scope: Scope) -> str:
    return transact(
        served.app.extensions["fupan"].sessions,
        lambda session: tokens.make(session, 1, "other", frozenset({scope}), 7),
    )


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such permissions")
def test_a_token_that_others_can_read_is_warned_of(served: Served, tmp_path: Path, log: Log) -> None:
    (tmp_path / "a.json").write_bytes(log())
    served.token_file.chmod(0o640)
    result = pushed(tmp_path / "a.json", served.address, served.token_file)
    assert "others can read the token" in result.stderr
    assert "new" in result.stdout, result.output


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://club.example", "without encryption"),
        ("http://192.0.2.1:5000", "without encryption"),
        ("http://localhost.club.example", "without encryption"),
        ("ftp://127.0.0.1", "--to is an address"),
        ("https://li:secret@club.example", "--to is an address"),
        ("https://club.example/?token=x", "--to is an address"),
        ("https://", "--to is an address"),
        ("club.example", "--to is an address"),
    ],
)
def test_a_token_is_sent_to_no_other_address(tmp_path: Path, address: str, words: str) -> None:
    result = pushed(tmp_path, address, kept_token(tmp_path, "x"))
    assert (result.exit_code, words in result.stderr) == (2, True)


def test_what_is_no_token_or_no_folder_is_refused(tmp_path: Path) -> None:
    here = "http://127.0.0.1:1"
    for text in ("", "two words", "x" * 2000, "é"):
        assert "this is not a token" in pushed(tmp_path, here, kept_token(tmp_path, text)).stderr
    assert "no such file" in pushed(tmp_path, here, tmp_path / "missing").stderr
    assert "no such file" in pushed(tmp_path / "missing", here, kept_token(tmp_path, "x")).stderr


@dataclass
class Said:
    """What a server answers, in order, and what it was asked."""

    answers: list[tuple[int, dict[str, str], Any]]
    asked: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)


@contextmanager
def saying(*answers: tuple[int, dict[str, str], Any]) -> Iterator[tuple[str, Said]]:
    said = Said(list(answers))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"] or 0))
            self.do_GET()

        def do_GET(self) -> None:
            said.asked.append((self.command, self.path, dict(self.headers)))
            status, headers, content = said.answers.pop(0) if len(said.answers) > 1 else said.answers[0]
            data = json.dumps(content).encode()
            self.send_response(status)
            for name, value in (headers | {"Content-Length": str(len(data))}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", said
        server.shutdown()


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the command waited; it does not wait."""
    found: list[float] = []
    monkeypatch.setattr(push.time, "sleep", found.append)
    return found


DONE = {"matches": [{"source": "a.json", "verdict": "clean", "new": True}], "refusals": []}


def test_a_busy_server_is_asked_again_as_it_says_and_not_for_ever(tmp_path: Path, log: Log, waits: list[float]) -> None:
    file, token = tmp_path / "a.json", kept_token(tmp_path, "x")
    file.write_bytes(log())
    later = {"Retry-After": "7"}
    busy = ((503, later, {}), (429, {"Retry-After": "99999"}, {}), (409, later, {}), (502, {}, {}), (201, {}, DONE))
    with saying(*busy) as (address, said):
        result = pushed(file, address, token)
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, "a.json: clean, new")
    assert waits == [7, 300, 7, 8]
    keys = {headers["Idempotency-Key"] for _, _, headers in said.asked}
    assert len(keys) == 1
    assert {headers["Authorization"] for _, _, headers in said.asked} == {"Bearer x"}
    waits.clear()
    with saying((429, later, {"detail": "Too many."})) as (address, said):
        result = pushed(file, address, token)
    assert (result.exit_code, "Too many." in result.stderr, len(said.asked)) == (2, True, 8)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        result = pushed(file, f"http://127.0.0.1:{nobody.getsockname()[1]}", token)
    assert (result.exit_code, "it could not be asked" in result.stderr) == (2, True)


def test_a_job_is_waited_for(tmp_path: Path, log: Log, waits: list[float]) -> None:
    (tmp_path / "a.json").write_bytes(log())
    job = {"state": "running", "verdicts": {}, "unread": 0, "reason": None}
    done = job | {"state": "done", "verdicts": {"clean": 2, "illegal": 1}, "unread": 1}
    queued = (202, {"Location": "/api/v1/jobs/4"}, {"matches": [], "refusals": [], "jobs": [job]})
    with saying(queued, (200, {}, job), (200, {}, done)) as (address, said):
        result = pushed(tmp_path / "a.json", address, kept_token(tmp_path, "x"))
    assert [path for _, path, _ in said.asked][1:] == ["/api/v1/jobs/4"] * 2
    assert result.stdout.splitlines()[0] == "a.json: 3 matches: 2 clean, 1 illegal"
    assert (result.exit_code, "a.json: 1 not read as a match" in result.stderr) == (2, True)
    refused = job | {"state": "refused", "reason": "Too large."}
    with saying(queued, (200, {}, refused)) as (address, _):
        result = pushed(tmp_path / "a.json", address, kept_token(tmp_path, "x"))
    assert (result.exit_code, "a.json: not taken: Too large." in result.stderr) == (2, True)
    assert waits


def test_what_a_server_queues_is_waited_for_until_its_worker_has_judged_it(
    served: Served, tmp_path: Path, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    fupan = served.app.extensions["fupan"]
    done = list[bool]()
    monkeypatch.setattr(push.time, "sleep", lambda _: done.append(do_next(fupan)))
    many = bounds.AT_ONCE_MATCHES + 1
    packed = gzip.compress(b"\n".join(log(str(number)) for number in range(many)))
    (tmp_path / "many.jsonl.gz").write_bytes(packed)
    result = pushed(tmp_path / "many.jsonl.gz", served.address, served.token_file)
    assert result.stdout.startswith(f"many.jsonl.gz: {many:,} matches: "), result.output
    assert done[0]
    assert served.count(LogRow) == many


def test_a_token_follows_no_redirect_and_no_job_elsewhere(tmp_path: Path, log: Log, waits: list[float]) -> None:
    (tmp_path / "a.json").write_bytes(log())
    token = kept_token(tmp_path, "x")
    with saying((200, {}, DONE)) as (elsewhere, other):
        for answer in ((307, {"Location": elsewhere}, {}), (202, {"Location": f"{elsewhere}/api/jobs/1"}, DONE)):
            with saying(answer) as (address, _):
                assert pushed(tmp_path / "a.json", address, token).exit_code == 2
        assert other.asked == []
    assert waits == []


def test_a_folder_is_watched_for_logs_that_no_longer_grow(
    served: Served, tmp_path: Path, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, looks = tmp_path / "logs", 0
    folder.mkdir()
    whole = log("grown")

    def between(_seconds: float) -> None:
        nonlocal looks
        looks += 1
        if looks == 1:
            (folder / "a.json").write_bytes(log("a"))
            (folder / "b.json").write_bytes(whole[:20])
        elif looks == 2:
            assert served.count(LogRow) == 0, "looked at once"
            (folder / "b.json").write_bytes(whole)
        elif looks == 3:
            assert served.count(LogRow) == 1, "one still grew"
        elif looks == 5:
            assert served.count(LogRow) == 2
            raise KeyboardInterrupt

    monkeypatch.setattr(push.time, "sleep", between)
    result = pushed(folder, served.address, served.token_file, "--watch")
    names = [line.partition(":")[0] for line in result.stdout.splitlines()]
    assert names == [
        "logs/a.json",
        "logs/b.json",
        "2 matches",
    ]
    assert result.exit_code in (0, 1)
    assert looks == 5
