"""What a server answers programs with in place of what they ask for: problems, in the language asked for."""

import http.client
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.roles import Role
from app.accounts.tokens import Scope
from app.database.config import Config, Mode
from app.matches.thread_share import Busy
from app.web.create_app import create_app
from app.web.http.errors import Refusal
from app.web.http.pages import SCOPES, May
from app.web.http.waitress_server import make_server
from tests.app.conftest import probe
from tests.app.web.test_permissions import path_of, with_token
from tests.permissions import TABLE

LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant")
PROBLEM: Final = "application/problem+json"
UPLOAD_BYTES: Final = 64 * 1024


@dataclass
class Served:
    """A club's server."""

    app: Flask
    port: int

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer, data

    def token(self, role: Role, *scopes: Scope) -> dict[str, str]:
        client = with_token(self.app, role, frozenset(scopes or Scope))
        return {"Authorization": client.environ_base["HTTP_AUTHORIZATION"]}


@pytest.fixture
def served(web_config: Config) -> Iterator[Served]:
    app = create_app(replace(web_config, mode=Mode.CLUB, api_requests=200))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    for name, error in (("failing", RuntimeError()), ("busy", Busy()), ("full", Refusal(507, "No space is left."))):
        probe(app, f"/api/v1/{name}", name, raising(error))
    server = make_server(app, "127.0.0.1", 0, threads=2, max_request_body_size=2 * UPLOAD_BYTES)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield Served(app, server.effective_port)
    server.close()
    app.extensions["fupan"].close()


def raising(error: Exception) -> object:
    def view() -> None:
        raise error

    return view


def test_each_problem_has_its_code_and_a_sentence_in_the_language_asked_for(served: Served) -> None:
    member, admin = served.token(Role.MEMBER), served.token(Role.ADMIN)
    reader = served.token(Role.ADMIN, Scope.READ)
    one = b"x" * (UPLOAD_BYTES + 1)
    cases: tuple[tuple[int, str, str, str, dict[str, str], bytes | None], ...] = (
        (400, "bad-request", "GET", "/api/v1/matches?since=x", {}, None),
        (401, "token-not-valid", "GET", "/api/v1/hands", {"Authorization": "Bearer x"}, None),
        (403, "not-permitted", "POST", "/api/v1/check", {}, b"{}"),
        (403, "not-permitted", "PATCH", "/api/v1/matches/1", member, b"{}"),
        (403, "scope-missing", "PATCH", "/api/v1/matches/1", reader, b"{}"),
        (404, "not-found", "GET", "/api/v1/nothing", {}, None),
        (404, "not-found", "GET", "/api/v1/matches/9", member, None),
        (404, "not-found", "GET", "/api/v1/people", {}, None),
        (405, "method-not-allowed", "PUT", "/api/v1/games", admin, b"{}"),
        (413, "too-large", "POST", "/api/v1/sheets", admin, one),
        (413, "too-large", "POST", "/api/v1/uploads", admin, 3 * one),
        (500, "failed", "GET", "/api/v1/failing", {}, None),
        (503, "not-available-now", "GET", "/api/v1/busy", {}, None),
        (507, "no-space", "GET", "/api/v1/full", {}, None),
    )
    for status, code, method, path, headers, body in cases:
        said = set()
        for language in LANGUAGES:
            answer, data = served.ask(method, path, body, headers | {"Accept-Language": language})
            assert (answer.status, answer.getheader("Content-Type")) == (status, PROBLEM), path
            problem = json.loads(data)
            assert (problem["status"], problem["code"], problem["type"]) == (status, code, "about:blank"), path
            assert problem["detail"].endswith("." if language == "en" else "。") or status in (400, 507), path
            said.add((problem["title"], problem["detail"]))
            assert (answer.getheader("Retry-After") is not None) is (code == "not-available-now"), path
        assert len(said) == len(LANGUAGES), said
        named, data = served.ask(method, f"{path}{'&' if '?' in path else '?'}lang=zh-Hant", body, headers)
        assert (json.loads(data)["title"], json.loads(data)["detail"]) in said, named.status


def test_too_many_requests_are_told_when_to_come_back(web_config: Config) -> None:
    app = create_app(replace(web_config, mode=Mode.CLUB, api_requests=1))
    client = with_token(app, Role.MEMBER)
    assert "Retry-After" not in client.get("/api/v1/hands").headers
    for language in LANGUAGES:
        answer = client.get("/api/v1/hands", headers={"Accept-Language": language})
        assert (answer.status_code, answer.mimetype) == (429, PROBLEM)
        assert 0 < int(answer.headers["Retry-After"]) <= 60
        assert (answer.json or {})["code"] == "too-many-requests"
    app.extensions["fupan"].close()


def test_a_host_that_is_not_the_servers_gets_a_problem(web_config: Config) -> None:
    app = create_app(replace(web_config, trusted_hosts=("club.example",)))
    answer = app.test_client().get("/api/v1/games", headers={"Host": "other.example"})
    assert (answer.status_code, answer.mimetype, (answer.json or {})["code"]) == (400, PROBLEM, "bad-request")
    app.extensions["fupan"].close()


def test_every_operation_names_the_scope_that_it_needs_and_takes_no_other(web_config: Config) -> None:
    """What a token may do is tried for each scope alone, and compared with the description."""
    app = create_app(replace(web_config, mode=Mode.CLUB, api_requests=10**6))
    app.config["WTF_CSRF_ENABLED"] = False
    document = app.test_client().get("/api/v1/openapi.json").get_json()
    (name,) = document["components"]["securitySchemes"]
    scheme = document["components"]["securitySchemes"][name]
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    app.view_functions = dict.fromkeys(app.view_functions, lambda **_values: "reached")
    clients = {scope: with_token(app, Role.ADMIN, frozenset({scope})) for scope in Scope}
    tried: set[Scope] = set()
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith("/api/v1/") or rule.endpoint == "api.document":
            continue
        path = path_of(app, rule.rule)
        for method in set(rule.methods or ()) - {"HEAD", "OPTIONS"}:
            key = rule.rule.replace("<int:", "{").replace("<", "{").replace(">", "}")
            asked = document["paths"][key][method.lower()]["security"]
            (scope,) = asked[-1][name]
            assert (asked[0] == {}) is (TABLE[rule.endpoint, method][0] is May.READ)
            for shown, client in clients.items():
                answer = client.open(path, method=method)
                assert (answer.text == "reached") is (shown == scope), (method, path, shown)
                if shown != scope:
                    assert (answer.status_code, answer.json["code"]) == (403, "scope-missing")  # type: ignore[index]
                    assert scope in answer.json["detail"]  # type: ignore[index]
                    assert answer.headers["WWW-Authenticate"].endswith(f'scope="{scope}"')
            tried.add(Scope(scope))
    assert tried == set(SCOPES.values()) == set(Scope)
    app.extensions["fupan"].close()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("matches?plaers=Li", ["has no argument 'plaers'.", "Did you mean player?", "It has these: ", ", verdict, "]),
        ("games?zzz=1", ["has no argument 'zzz'. It has these: lang."]),
        ("matches?lagn=en", ["Did you mean lang?"]),
        ("matches/1/hands/1?ruels=claim", ["Did you mean rules?"]),
        ("matches/1/hands/1/frames?strat=1", ["Did you mean start?"]),
        ("matches/1/report?a_failure=2", ["Did you mean a_failures?"]),
        ("matches?verdict=clean&Page=2", ["has no argument 'Page'"]),
    ],
)
def test_an_unknown_argument_names_the_nearest_and_those_there_are(web: Flask, asked: str, said: list[str]) -> None:
    answer = web.test_client().get(f"/api/v1/{asked}")
    assert (answer.status_code, answer.mimetype) == (400, PROBLEM)
    detail = answer.get_json()["detail"]
    assert [each for each in said if each not in detail] == [], detail


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"adjustments": [{"hand": 0, "scores": {}, "reson": "x"}]}, "Did you mean reason?"),
        ({"votes": [{"name": "Wu"}, {"agree": True}]}, "Did you mean agrees?"),
        ({"acting": {"nmae": "Wu"}}, "Did you mean name?"),
        ({"disent": ""}, "Did you mean dissent?"),
    ],
)
def test_an_unknown_field_names_the_nearest_of_the_object_that_it_is_in(
    client: FlaskClient, body: dict[str, Any], said: str
) -> None:
    answer = client.post("/api/v1/disputes/1/rulings", json={"outcome": "stands", "text": "x", "before": 0, **body})
    assert answer.status_code == 400
    assert said in answer.get_json()["detail"]


def test_an_unknown_field_that_is_like_none_names_no_other(client: FlaskClient) -> None:
    answer = client.post("/api/v1/disputes/1/rulings", json={"votes": [{"zzzz": 1}]})
    assert "unknown field `zzzz` - at `$.votes[0]`" in answer.get_json()["detail"]
    assert "Did you mean" not in answer.get_json()["detail"]
