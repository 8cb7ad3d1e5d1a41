"""A server that only reads its database: its pages, and what it answers to requests that write."""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.database.config import Config
from app.matches.ingest import ingest
from app.text.folders import folder
from app.web.create_app import create_app
from app.web.http.pages import Of
from app.web.installation import open_installation
from tests.app.web.test_alone_served import Visitor, served
from tests.permissions import TABLE

PAGES = (
    "/",
    "/matches/",
    "/matches/1",
    "/matches/1/hands/1",
    "/matches/1/hands/1?review=1&results=shown",
    "/matches/1/rules",
    "/add",
    "/files/",
    "/files/?show=deleted",
    "/hands/",
    "/people/",
    "/people/1",
    "/people/1/more",
    "/ratings/",
    "/disputes/",
    "/sheets/new?game=guandan",
    "/house/",
    "/rules/",
    "/logs/text",
    "/verify",
)
FORM = re.compile(r'<form[^>]*method="post"[^>]*>')


@pytest.fixture
def visitor(database_url: str) -> Iterator[FlaskClient]:
    """A visitor of a server that only reads, over a database with matches."""
    config = Config(database_url=database_url, secret_key="for tests alone")
    fupan = open_installation(config)
    for name in ("guandan/njupt.jsonl", "guandan/failures-at-a.json"):
        for _ in ingest(fupan.sessions, fupan.checker, BytesIO((folder("sample_logs") / name).read_bytes()), name):
            pass
    fupan.close()
    app = create_app(Config(database_url=database_url, secret_key="for tests alone", read_only=True))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app.test_client()
    app.extensions["fupan"].close()


def test_pages_are_shown_without_forms_that_write(visitor: FlaskClient) -> None:
    found = 0
    for path in PAGES:
        answer = visitor.get(path, follow_redirects=True)
        assert answer.status_code in (200, 404), path
        found += answer.status_code == 200
        assert "fupan serve --read-only" in answer.text
        assert all("/verify" in form or "/people/names" in form for form in FORM.findall(answer.text)), path
    assert found > len(PAGES) - 4


@pytest.mark.databases_differ
def test_every_request_that_writes_is_refused_with_a_sentence(visitor: FlaskClient) -> None:
    app: Flask = visitor.application
    tried = 0
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}):
            if (
                rule.endpoint
                in ("verify.check", "api.verify_verdict", "people.names", "exercise.answer", "review.line")
                or TABLE[rule.endpoint, method][1] is Of.ACCOUNT
            ):
                continue
            values = dict.fromkeys(rule.arguments, "1")
            with app.test_request_context():
                address = rule.build(values)
            assert address is not None
            answer = visitor.open(address[1], method=method)
            assert answer.status_code == 403, rule
            assert "These pages can only be read" in answer.text, rule
            tried += 1
    assert tried > 40


def test_every_template_stands_without_its_forms(visitor: FlaskClient) -> None:
    environment = visitor.application.jinja_env
    names = environment.list_templates()
    assert names
    for name in names:
        environment.get_template(name)


@pytest.mark.databases_differ
def test_what_would_have_to_be_stored_is_refused(visitor: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.matches.computed.obtaining.AT_ONCE", -1)
    answer = visitor.get("/matches/1/rules?compare=yes")
    assert answer.status_code == 403
    assert "These pages can only be read" in answer.text


def test_the_server_reads_and_stores_nothing(tmp_path: Path, log: Callable[..., bytes]) -> None:
    data = tmp_path / "data"
    data.mkdir()
    fupan = open_installation(Config(database_url=f"sqlite:///{data / 'fupan.sqlite3'}", secret_key="for tests alone"))
    for _ in ingest(fupan.sessions, fupan.checker, BytesIO(log("a")), "a.json"):
        pass
    fupan.close()
    before = (data / "fupan.sqlite3").read_bytes()
    with served(tmp_path, "--read-only") as port:
        someone = Visitor(port, {})
        assert someone.asks("GET", "/matches/1")[0] == 200
        status, text = someone.asks("POST", "/api/v1/uploads?name=b.json", log("b"))
        assert (status, "These pages can only be read" in text) == (403, True)
    assert (data / "fupan.sqlite3").read_bytes() == before
    assert not (data / "secret-key").exists()
