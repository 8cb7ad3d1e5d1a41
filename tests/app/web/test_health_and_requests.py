"""What watches a server: whether it is ready, what it counts, and a line for each request that names nobody."""

import json
import logging
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response
from sqlalchemy import text

from app.accounts.roles import Role
from app.database.config import Config, Mode
from app.text.language import DEFAULT, current
from app.web.create_app import create_app
from app.web.health import WORKER
from app.web.http import permissions, request_log
from tests.app.conftest import probe

ROOT = Path(__file__).parents[3]
LOG = request_log.__name__


@pytest.fixture
def club(web_config: Config) -> Iterator[Flask]:
    """A club's application."""
    app = create_app(replace(web_config, mode=Mode.CLUB))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["fupan"].close()


def test_a_server_is_ready_while_its_database_and_its_worker_are(own_web: Flask) -> None:
    client = own_web.test_client()
    assert client.get("/healthz").data == b"ok\n"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json) == (200, {"database": True, "worker": True})
    own_web.extensions[WORKER] = lambda: False
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json) == (503, {"database": True, "worker": False})
    own_web.extensions[WORKER] = lambda: True
    with own_web.extensions["fupan"].sessions.begin() as session:
        session.execute(text("UPDATE alembic_version SET version_num = 'r9999'"))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json) == (503, {"database": False, "worker": True})
    with own_web.extensions["fupan"].sessions.begin() as session:
        session.execute(text("DROP TABLE alembic_version"))
    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200


def test_what_watches_a_server_may_call_it_by_any_name(web_config: Config) -> None:
    app = create_app(replace(web_config, trusted_hosts=("fupan.example",)))
    client = app.test_client()
    assert client.get("/healthz", headers={"Host": "10.0.0.7"}).status_code == 200
    assert client.get("/", headers={"Host": "10.0.0.7"}).status_code == 400
    app.extensions["fupan"].close()


def test_metrics_are_an_admins_and_have_rules_without_values(club: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = club.test_client()
    assert client.get("/metrics", buffered=True).status_code == 403
    assert client.get("/matches/4711?name=Zhao", buffered=True).status_code == 404
    monkeypatch.setattr(permissions, "this_role", lambda: Role.ADMIN)
    found = client.get("/metrics")
    assert found.content_type.startswith("text/plain")
    said = found.get_data(as_text=True)
    assert 'fupan_requests_total{method="GET",rule="/matches/<int:identity>",status="404"} 1.0' in said
    assert 'fupan_request_seconds_count{rule="/metrics"} 1.0' in said
    assert "4711" not in said
    assert "Zhao" not in said


def test_a_server_for_one_person_counts_nothing(own_web: Flask) -> None:
    assert own_web.test_client().get("/metrics").status_code == 404


def test_each_request_has_a_line_that_names_nobody(club: Flask, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, LOG)
    client = club.test_client()
    answers = [
        client.get("/matches/4711?name=Zhao", buffered=True),
        client.post("/links/the-secret", data={"name": "Zhao", "password": "secret"}, buffered=True),
        client.open("/nowhere/Zhao", method="ZHAO", buffered=True),
    ]
    lines = [json.loads(each.getMessage()) for each in caplog.records if each.name == LOG]
    assert [set(each) for each in lines] == [{"at", "id", "method", "rule", "status", "ms"}] * 3
    assert [each["id"] for each in lines] == [answer.headers["X-Request-Id"] for answer in answers]
    assert len({each["id"] for each in lines}) == 3
    assert [each["status"] for each in lines] == [answer.status_code for answer in answers]
    assert lines[0]["rule"] == "/matches/<int:identity>"
    assert [each["method"] for each in lines] == ["GET", "POST", "other"]
    for value in ("4711", "Zhao", "secret"):
        assert value not in caplog.text


def _fail(*_: object) -> None:
    raise ValueError("a fault")


def _after_a_part() -> Iterator[str]:
    yield "some"
    raise ValueError("a fault")


def _before_a_part() -> Iterator[str]:
    _fail()
    yield "some"


def _middleware(app: Flask, after: Callable[[], None]) -> None:
    inner = app.wsgi_app

    def answer(environ: Any, start_response: Any) -> Any:
        found = inner(environ, start_response)
        after()
        return found

    app.wsgi_app = answer  # type: ignore[method-assign]


FAULTS: dict[str, Callable[[Flask], object]] = {
    "a view": lambda app: probe(app, "/api/v1/fault/<name>", "fault", _fail),
    "after a request": lambda app: app.after_request(_fail),
    "at the end of a request": lambda app: app.teardown_request(_fail),
    "around the application": lambda app: _middleware(app, _fail),
    "a body": lambda app: probe(app, "/api/v1/fault/<name>", "fault", lambda name: Response(_before_a_part())),
}


@pytest.mark.parametrize("where", FAULTS)
def test_what_is_noted_is_what_was_sent(club: Flask, caplog: pytest.LogCaptureFixture, where: str) -> None:
    caplog.set_level(logging.INFO, LOG)
    FAULTS[where](club)
    if "fault" not in club.view_functions:
        probe(club, "/api/v1/fault/<name>", "fault", lambda name: "done")
    answer = club.test_client().get("/api/v1/fault/Zhao?name=Qian&lang=zh-Hans", buffered=True)
    assert current() is DEFAULT, "the next request of the thread does not have the language of this one"
    assert (answer.status_code, answer.content_type) == (500, "application/problem+json")
    assert (answer.json or {})["title"] == "服务器故障"
    (line,) = (json.loads(each.getMessage()) for each in caplog.records if each.name == LOG)
    assert (line["status"], line["rule"], "cut" in line) == (500, "/api/v1/fault/<name>", False)
    assert line["id"] == answer.headers["X-Request-Id"]
    assert f"request {line['id']} failed at GET /api/v1/fault/<name>" in caplog.text
    assert "Zhao" not in caplog.text
    assert "Qian" not in caplog.text
    counted = club.extensions["fupan-metrics"].text().decode()
    assert 'fupan_requests_total{method="GET",rule="/api/v1/fault/<name>",status="500"} 1.0' in counted
    assert counted.count("fupan_requests_total{") == 1


def test_an_answer_that_was_not_sent_whole_is_noted_as_cut(club: Flask, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, LOG)
    probe(club, "/some", "some", lambda: Response(_after_a_part()))
    sent: list[str] = []
    environ = club.test_request_context("/some").request.environ
    del environ["werkzeug.request"]
    answer: Any = club(environ, lambda status, _headers: sent.append(status))
    assert next(answer) == b"some"
    with pytest.raises(ValueError, match="a fault"):
        next(answer)
    answer.close()
    club(dict(environ), lambda *_: None).close()
    lines = [json.loads(each.getMessage()) for each in caplog.records if each.name == LOG]
    assert sent == ["200 OK"]
    assert [(each["rule"], each["status"], each.get("cut")) for each in lines] == [("/some", 200, True)] * 2
    assert 'fupan_answers_cut_total{rule="/some"} 2.0' in club.extensions["fupan-metrics"].text().decode()


def test_the_page_about_a_fault_has_the_id_that_the_log_has(own_web: Flask, caplog: pytest.LogCaptureFixture) -> None:
    def fail(name: str) -> str:
        raise ValueError("a fault")

    probe(own_web, "/fault/<name>", "fault", fail)
    answer = own_web.test_client().get("/fault/Zhao?name=Qian")
    identity = answer.headers["X-Request-Id"]
    assert answer.status_code == 500
    assert f"The log of the server has this request as {identity}." in answer.get_data(as_text=True)
    assert f"request {identity} failed at GET /fault/<name>" in caplog.text
    assert "ValueError: a fault" in caplog.text
    assert "Zhao" not in caplog.text
    assert "Qian" not in caplog.text
    assert "has this request as" not in own_web.test_client().get("/nowhere").get_data(as_text=True)


def test_metrics_have_a_port_of_this_machine_and_lines_go_to_the_standard_error(
    web_config: Config, tmp_path: Path
) -> None:
    ports = []
    for _ in range(2):
        with socket.socket() as probing:
            probing.bind(("127.0.0.1", 0))
            ports.append(probing.getsockname()[1])
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FUPAN_")}
    environment |= {"FUPAN_DATA": str(tmp_path), "FUPAN_DATABASE_URL": web_config.database_url, "PYTHONPATH": str(ROOT)}
    arguments = ["serve", "--read-only", "--port", str(ports[0]), "--metrics-port", str(ports[1])]
    process = subprocess.Popen(
        [sys.executable, "-c", "from app.cli import main; main()", *arguments],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        until = time.monotonic() + 120
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{ports[0]}/healthz", timeout=10) as answer:
                    identity = answer.headers["X-Request-Id"]
                break
            except OSError:
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.2)
        with socket.create_connection(("127.0.0.1", ports[0]), timeout=10) as refused:
            refused.sendall(b"GET /join/secret HTTP/1.1\r\nHost x\r\n\r\n")
            assert refused.recv(1_000).startswith(b"HTTP/1.0 400 ")
        counted = (
            b'fupan_requests_total{method="GET",rule="/healthz",status="200"} 1.0',
            b'fupan_requests_total{method="other",rule="",status="400"} 1.0',
        )
        while True:
            with urllib.request.urlopen(f"http://127.0.0.1:{ports[1]}/metrics", timeout=10) as answer:
                found = answer.read()
            if all(each in found for each in counted):
                break
            assert time.monotonic() < until, found.decode()
    finally:
        process.terminate()
        said = process.communicate(timeout=30)[1]
    assert any(f'"id": "{identity}"' in line and '"rule": "/healthz"' in line for line in said.splitlines())
    assert any('"rule": "", "status": 400' in line for line in said.splitlines())
    assert "secret" not in said
