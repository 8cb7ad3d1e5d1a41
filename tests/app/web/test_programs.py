"""The API as its own description has it: every operation as every role, every example, and a client of few lines."""

import inspect
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.request import Request, urlopen

import msgspec
import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from sqlalchemy.orm import Session

from app.accounts import members
from app.accounts.roles import Role
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.tables.disputes import ProposedRuling
from app.disputes.cases.rulings import Decision
from app.disputes.cases.states import RulingOutcome
from app.matches import store
from app.matches.ingest import ingest
from app.players.statistics.recount import count_all
from app.web.api.api_page import CLIENT
from app.web.api.document import operations
from app.web.api.operations import EXAMPLE, GAME
from app.web.create_app import create_app
from tests.app.conftest import SAMPLE, Log, Page
from tests.app.web.test_permissions import with_role, with_token
from tests.browser.served import served
from tests.databases import new_sqlite
from tests.openapi import DESCRIBED, description
from tests.profiles import cases

CHECKS: Final = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
RULED: Final = {"outcome": "upheld", "text": "So be it.", "before": 0}
ORDER: Final = ("GET", "POST", "PATCH", "PUT", "DELETE")
TRYING: Final = settings(
    max_examples=4,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
ANSWERS: Final = DESCRIBED.with_name("openapi_answers.json")
SHOWN: Final = 2
"""Items of a list that are kept of an answer."""
MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.:+Z]*")
HASH: Final = re.compile(r"[0-9a-f]{16,}")
LATER: Final = 9
PLACES: Final = {"rule_on": 1, "appeal": 2, "undo": LATER}
"""What is possible after others."""
WITHOUT_EXAMPLE: Final = {
    "computation": "nothing takes long",
    "delete_match": "it is disputed",
    "delete_upload": "its match is disputed",
    "drop_sheet": "it has become a match",
    "close": "it was appealed against",
    "tap": "its sheet has become a match",
    "job": "nothing is queued",
    "sign_verdict": "no verdict was issued",
    "match_review": "nobody has asked for it",
    "reviewed_decisions": "nobody has asked for it",
    "event_review": "nobody has asked for it",
    "verdict_file": "no verdict was issued",
    "issue": "the server has no key",
}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Flask]:
    """A club with a match, a file that could not be read, a dispute that was ruled on, and a sheet."""
    url = new_sqlite(tmp_path / "club.sqlite3")
    app = create_app(Config(database_url=url, secret_key="for tests alone", mode=Mode.CLUB, api_requests=10**6))
    app.config.update(WTF_CSRF_ENABLED=False, PROPAGATE_EXCEPTIONS=False)
    fupan = app.extensions["fupan"]
    for name, data in (("cup.json", SAMPLE.read_bytes()), ("empty.json", b"{}")):
        list(ingest(fupan.sessions, fupan.checker, BytesIO(data), name))
    count_all(fupan.sessions, lambda _: None)
    app.extensions["clients"] = {role: with_role(app, role) for role in Role}
    arbiter = app.extensions["clients"][Role.ARBITER]
    for path, body in (
        ("matches/1/disputes", {"hand": 0, "text": "I won."}),
        ("matches/1/disputes", {"hand": 1, "text": "I won."}),
        ("matches/1/disputes", {"text": "I won."}),
        ("disputes/2/rulings", RULED),
        ("sheets", json.loads(EXAMPLE)),
        ("house", {"game": GAME, "name": "Home", "options": {"a_failures": "3"}}),
        ("disputes/1/evidence", json.loads(EXAMPLE) | {"match": {"id": "other"}}),
        ("matches/1/hands/1/notes", {"text": "Look."}),
    ):
        # Who opened a dispute appeals, and who wrote a note rewrites it: an admin tries the examples.
        sender = app.extensions["clients"][Role.ADMIN] if path.endswith(("/disputes", "/notes")) else arbiter
        answer = sender.post(f"/api/v1/{path}", json=body)
        assert answer.status_code in (200, 201), answer.text
    transact(fupan.sessions, propose)
    yield app
    fupan.close()


def propose(session: Session) -> None:
    """The ruling on the last dispute that its arbiter proposes."""
    arbiter, stored = members.account_named(session, Role.ARBITER.name), store.match(session, 1)
    assert arbiter is not None
    assert stored is not None
    decision = msgspec.json.encode(Decision(RulingOutcome.UPHELD, "So be it.")).decode()
    digest, now = stored.report.digest, datetime.now(UTC)
    session.add(ProposedRuling(dispute_id=3, account=arbiter.id, before=0, digest=digest, decision=decision, at=now))


def test_every_answer_to_every_role_fits_the_description(club: Flask) -> None:
    """What changes least is tried first, so that there is something left to be asked for.

    The push profile asks as every second role, in turns.
    """
    turns = count()
    described = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", club)
    described.config.generation.update(with_security_parameters=False)
    senders: list[dict[str, str]] = [{}, {"Cookie": cookie_of(club.extensions["clients"][Role.ADMIN])}]
    senders += [
        {"Authorization": with_token(club, role).environ_base["HTTP_AUTHORIZATION"]}
        for role in Role
        if role is not Role.GUEST
    ]
    found = [each.ok() for each in described.get_all_operations()]
    assert len(found) == len(list(operations(club)))
    for each in sorted(found, key=lambda one: ORDER.index(one.method.upper())):

        @TRYING
        @given(case=each.as_strategy())
        def run(case: schemathesis.Case) -> None:
            for sender in cases(senders, senders[next(turns) % 2 :: 2]):
                answer = case.call(headers=sender)
                case.validate_response(answer, checks=list(CHECKS))
                assert answer.status_code not in (401, 429), "nobody is refused before the operation is reached"

        run()


def cookie_of(client: FlaskClient) -> str:
    cookie = client.get_cookie("fupan")
    return "" if cookie is None else f"fupan={cookie.value}"


def test_every_example_works(club: Flask) -> None:
    """Their answers are as they were read last: ``FUPAN_ANSWERS=write`` writes them anew.  Read the difference."""
    answers: dict[str, Any] = {}
    admin = club.extensions["clients"][Role.ADMIN]
    described = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", club)
    document = json.loads(admin.get("/api/v1/openapi.json").data)
    found = [(path, method, each) for path, methods in document["paths"].items() for method, each in methods.items()]
    found.sort(
        key=lambda one: (
            PLACES.get(one[2]["operationId"]) == LATER,
            ORDER.index(one[1].upper()),
            PLACES.get(one[2]["operationId"], 0),
        )
    )
    for path, method, each in found:
        name = each["operationId"]
        if name in WITHOUT_EXAMPLE:
            continue
        given_ = {one["name"]: one["example"] for one in each["parameters"] if "example" in one}
        places = {one["name"] for one in each["parameters"] if one["in"] == "path"}
        body = next(iter(each.get("requestBody", {"content": {"": {}}})["content"].values())).get("example")
        query = {key: value for key, value in given_.items() if key not in places}
        sent = {"data": body} if isinstance(body, str) else {} if body is None else {"json": body}
        answer = admin.open(path.format(**given_), method=method.upper(), query_string=query, **sent)
        assert answer.status_code < 300, (name, answer.status_code, answer.text)
        described[path][method].validate_response(answer)
        if answer.is_json:
            answers[name] = outlined(answer.json)
    if os.environ.get("FUPAN_ANSWERS") == "write":
        ANSWERS.write_text(json.dumps(answers, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    kept = json.loads(ANSWERS.read_bytes())
    assert {name: answer for name, answer in answers.items() if answer != kept.get(name)} == {}
    assert kept.keys() == answers.keys()


def outlined(value: Any) -> Any:
    """An answer without what differs from run to run, and with the beginning of each list alone."""
    if isinstance(value, dict):
        return {name: outlined(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [outlined(inner) for inner in value[:SHOWN]]
    if isinstance(value, str):
        return HASH.sub("<hash>", MOMENT.sub("<moment>", value))
    return value


def test_the_description_is_the_one_that_was_read_last() -> None:
    assert description() == DESCRIBED.read_text(encoding="utf-8"), "read it, then python -m tests.openapi"


def test_each_schema_has_a_short_name_and_is_described(client: FlaskClient) -> None:
    text = client.get("/api/v1/openapi.json").text
    schemas = json.loads(text)["components"]["schemas"]
    for name, schema in schemas.items():
        assert re.fullmatch(r"[A-Z]\w+", name)
        assert schema["title"] == name
        assert schema["description"]
    assert {"JobState", "DisputeState", "RulingOutcome", "CheckOutcome"} <= schemas.keys()
    assert {"ReviewRules", "ReportRules", "RuleList"} <= schemas.keys()
    assert set(re.findall(r'"#/components/schemas/([^"]+)"', text)) <= schemas.keys()
    assert re.search(r"\b(app|engine)\.\w|``", text) is None, "nothing of the source is in it"


def test_an_answer_that_is_known_is_not_sent_again(club: Flask) -> None:
    guest = club.test_client()
    for address in ("/api/v1/games", "/api/v1/openapi.json", "/api/v1/glossary"):
        first = guest.get(address)
        assert first.status_code == 200
        again = guest.get(address, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_lists_lead_on_by_cursors(client: FlaskClient, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.matches.listing.PER_PAGE", 2)
    sent = client.post("/api/v1/uploads?name=a.jsonl", data=b"\n".join(log(each) for each in "abcde"))
    assert sent.status_code == 201
    seen, cursor = [], ""
    while cursor is not None:
        page = client.get("/api/v1/matches", query_string={"cursor": cursor}).json
        assert page is not None
        assert len(page["matches"]) <= 2
        seen += [each["match_id"] for each in page["matches"]]
        cursor = page["next"]
    assert seen == list("edcba")
    for wrong in ("x", "////", "é", "a" * 999):
        answer = client.get("/api/v1/people", query_string={"cursor": wrong})
        assert (answer.status_code, answer.mimetype) == (400, "application/problem+json"), wrong


def test_a_file_of_which_nothing_can_be_read_is_a_problem(client: FlaskClient, log: Log) -> None:
    for path, kept in (("check", False), ("uploads", True)):
        answer = client.post(f"/api/v1/{path}?name=c.png&lang=zh-Hans", data=b"\x89PNG\r\n")
        assert (answer.status_code, answer.mimetype) == (422, "application/problem+json")
        (fault,) = answer.json["refusals"]  # type: ignore[index]
        assert (fault["source"], fault["code"], fault["id"] is not None) == ("c.png", "malformed", kept)
        assert "PNG" in fault["reason"]
        assert fault["reason"] in answer.json["detail"]  # type: ignore[index]
        assert client.post(f"/api/v1/{path}?name=d.jsonl", data=b"{\n" + log("d")).status_code in (200, 201)


def test_what_is_checked_is_not_kept(client: FlaskClient, log: Log) -> None:
    answer = client.post("/api/v1/check?name=a.jsonl&rules=tournament", data=log("a") + b"\n" + log("b"))
    assert [each["rules"]["preset"] for each in answer.json["reports"]] == ["tournament"] * 2  # type: ignore[index]
    assert client.get("/api/v1/matches").json == {"matches": [], "next": None}


def test_a_cookie_alone_writes_nothing(web_config: Config, log: Log) -> None:
    app = create_app(replace(web_config, mode=Mode.CLUB))
    member = with_role(app, Role.MEMBER)
    assert member.post("/api/v1/uploads?name=a.json", data=log()).status_code == 400
    assert member.get("/api/v1/matches").status_code == 200
    app.extensions["fupan"].close()


def test_the_client_of_the_help_page_uploads_a_folder(web: Flask, log: Log, tmp_path: Path) -> None:
    script = Path(web.static_folder or "") / CLIENT
    assert len(script.read_text().splitlines()) <= 15
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "a b.json").write_bytes(log("a"))
    (folder / "c.jsonl").write_bytes(log("b") + b"\n" + log("c"))
    with served(web) as address:
        run = [sys.executable, str(script), address, str(folder), "none"]
        done = subprocess.run(run, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == ["a b.json ['clean']", "c.jsonl ['clean', 'clean']"]


def test_the_page_has_every_operation(client: FlaskClient, web: Flask) -> None:
    page = Page(client.get("/api/"))
    assert (page.status, page.faults) == (200, [])
    for _name, each in operations(web):
        summary = inspect.cleandoc(each.view.__doc__ or "").partition("\n")[0]
        assert " ".join(summary.replace("`", "").split()) in page.text


def test_the_page_opens_with_three_commands_that_work_as_they_are(web: Flask, tmp_path: Path, log: Log) -> None:
    """The first three commands of the page are run in order, as curl sends them."""
    (tmp_path / "match.json").write_bytes(log("a"))
    with served(web) as address:
        page = urlopen(f"{address}/api/").read().decode()
        lines = [unescape(each) for each in re.findall(r'<code class="help-line"[^>]*>(.*?)</code>', page)]
        assert len(lines) == 3
        assert page.index(lines[0][:4]) < page.index('<nav class="help-contents"')
        answers = []
        for line in lines:
            name, *arguments, wanted = shlex.split(line)
            assert (name, wanted.startswith(f"{address}/api/v1/")) == ("curl", True)
            data = None
            if arguments:
                option, file = arguments
                assert option == "--data-binary"
                data = (tmp_path / file.removeprefix("@")).read_bytes()
            with urlopen(Request(wanted, data)) as answer:
                answers.append((answer.status, json.load(answer)))
    assert [status for status, _answer in answers] == [200, 200, 201]
    assert answers[0][1]["matches"] == []
    assert answers[1][1]["reports"][0]["log"]["match"] == "a"
    assert answers[2][1]["matches"][0]["source"] == "match.json"
