"""Tokens of a club: their page, what programs may do with them, and what must not happen."""

import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from app.accounts import logins, members, ties, tokens
from app.accounts.roles import Role
from app.accounts.tokens import DAYS, MOST, Scope
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.tables.accounts import Account, Token
from app.web.create_app import create_app
from tests.app.club.conftest import PASSWORD
from tests.app.conftest import Log, Page

FORM = re.compile(r'name="csrf_token" value="([^"]+)"')
SHOWN = re.compile(r"fupan_[\w-]{43}")
UPLOAD = "/api/v1/uploads?name=a.json"


@pytest.fixture
def club(web_config: Config, hashed: str) -> Iterator[Flask]:
    """A club with a member (1), an arbiter (2) and two admins (3, 4), the first of whom plays nowhere there."""
    app = create_app(replace(web_config, mode=Mode.CLUB))
    app.config["PROPAGATE_EXCEPTIONS"] = False

    def fill(session: Session) -> None:
        for name, role in (("Li", Role.MEMBER), ("Wu", Role.ARBITER), ("Sun", Role.ADMIN), ("Qian", Role.ADMIN)):
            members.make_account(session, name, hashed, role)
        ties.declare(session, 3)

    transact(app.extensions["fupan"].sessions, fill)
    yield app
    app.extensions["fupan"].close()


def made(app: Flask, account: int, *scopes: Scope, days: int = 7, now: datetime | None = None) -> str:
    return transact(
        app.extensions["fupan"].sessions,
        lambda session: tokens.make(session, account, "program", frozenset(scopes or Scope), days, now),
    )


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def logged_in(app: Flask, account: int) -> FlaskClient:
    client = app.test_client()
    secret = transact(
        app.extensions["fupan"].sessions,
        lambda session: logins.begin(session, session.get_one(Account, account), "", ""),
    )
    with client.session_transaction() as kept:
        kept["login"] = secret
    return client


def send(client: FlaskClient, address: str, **fields: str | list[str]) -> TestResponse:
    found = FORM.search(client.get("/account/tokens").text)
    assert found
    return client.post(address, data={"csrf_token": found[1]} | fields)


def test_a_token_is_made_shown_once_used_and_ended(club: Flask, log: Log) -> None:
    client = logged_in(club, 1)
    answer = send(client, "/account/tokens", name=" the  server ", scope=["upload"], days="30", password=PASSWORD)
    (token,) = SHOWN.findall(answer.text)
    assert answer.headers["Cache-Control"] == "no-store"
    page = Page(client.get("/account/tokens"))
    assert (page.status, page.faults) == (200, [])
    assert "the server" in page.text
    assert page.text.count("never") == 2, "of it and of what it may do"
    assert token not in page.source
    with club.extensions["fupan"].sessions() as session:
        assert token not in str([each.model_dump() for each in session.scalars(select(Token))])
    assert club.test_client().post(UPLOAD, data=log(), headers=bearer(token)).status_code == 201
    assert "never" not in Page(client.get("/account/tokens")).text.split("Make a token")[0].split("Last used")[1]
    assert send(client, "/account/tokens/1/end").status_code == 303
    assert club.test_client().post(UPLOAD, data=log(), headers=bearer(token)).status_code == 401


def test_what_is_not_offered_makes_no_token(club: Flask) -> None:
    client = logged_in(club, 1)
    nothing, never = "Choose what the token may do.", "Choose when the token ends."
    cases: tuple[tuple[str, list[str], str, str], ...] = (
        (" ", ["read"], "7", "A name has 1 to 100"),
        ("x", [], "7", nothing),
        ("x", ["rule", "admin", "all"], "7", nothing),
        ("x", ["read"], "8", never),
    )
    for name, scope, days, words in cases:
        answer = send(client, "/account/tokens", name=name, scope=scope, days=days, password=PASSWORD)
        assert (answer.status_code, words in answer.text, SHOWN.findall(answer.text)) == (422, True, [])


def test_an_account_has_so_many_tokens_and_those_that_ended_make_room(club: Flask) -> None:
    past = datetime.now(UTC) - timedelta(days=400)
    made(club, 1, now=past)
    for _ in range(MOST):
        made(club, 1)
    with pytest.raises(tokens.TokenRefused, match="at most 20 tokens"):
        made(club, 1)
    made(club, 2)


def test_nobody_ends_a_token_of_another_but_an_admin(club: Flask) -> None:
    token = made(club, 1)
    assert send(logged_in(club, 2), "/account/tokens/1/end").status_code == 303
    assert send(logged_in(club, 2), "/club/tokens/1/end").status_code == 403
    assert club.test_client().get("/api/v1/hands", headers=bearer(token)).status_code == 200
    admin = logged_in(club, 3)
    assert "Tokens of others" not in logged_in(club, 2).get("/account/tokens").text
    page = Page(admin.get("/account/tokens"))
    assert (page.faults, "Tokens of others" in page.text) == ([], True)
    assert send(admin, "/club/tokens/1/end").status_code == 303
    assert club.test_client().get("/api/v1/hands", headers=bearer(token)).status_code == 401


def test_a_wrong_scope_is_named(club: Flask, log: Log) -> None:
    client = club.test_client()
    for name in ("m1", "m2"):
        client.post(UPLOAD, data=log(name, ("Ann", "Bob", "Cid", "Dee")), headers=bearer(made(club, 3)))
    client.post("/api/v1/matches/1/disputes", data=b'{"text":"I won."}', headers=bearer(made(club, 3)))
    for scope, method, address, body in (
        (Scope.READ, "GET", "/api/v1/hands", b""),
        (Scope.UPLOAD, "PATCH", "/api/v1/matches/1", b"{}"),
        (Scope.RULE, "POST", "/api/v1/disputes/1/review", b"{}"),
        (Scope.ADMIN, "DELETE", "/api/v1/matches/2", b""),
    ):
        others, right = made(club, 3, *(frozenset(Scope) - {scope})), made(club, 3, scope)
        answer = client.open(address, method=method, headers=bearer(others), data=body)
        assert (answer.status_code, f"the scope {scope}," in answer.text) == (403, True)
        assert answer.headers["WWW-Authenticate"] == f'Bearer error="insufficient_scope", scope="{scope}"'
        assert client.open(address, method=method, headers=bearer(right), data=body).status_code == 200


def test_a_token_in_an_address_is_neither_accepted_nor_logged(club: Flask, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    token = made(club, 1)
    client = club.test_client()
    for name in ("token", "access_token", "Authorization"):
        assert client.get("/api/v1/hands", query_string={name: token}).status_code == 404
        assert client.get("/api/v1/hands", query_string={name: f"Bearer {token}"}).status_code == 404
    assert client.post("/api/v1/uploads", data={"access_token": token}).status_code == 403
    assert client.get(f"/api/{token}").status_code == 404
    assert client.get("/api/v1/hands", headers=bearer(token)).status_code == 200
    assert token not in caplog.text


def test_a_cookie_takes_the_place_of_no_token(club: Flask) -> None:
    client = logged_in(club, 3)
    assert client.get("/api/v1/hands").status_code == 200
    for shown in ("Bearer nonsense", "Bearer", "Basic bm86Ym9keQ==", "Bearer fupan_", "", "nonsense"):
        answer = client.get("/api/v1/hands", headers={"Authorization": shown})
        assert answer.status_code == 401, shown
        assert answer.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_a_token_does_nothing_on_pages(club: Flask) -> None:
    token = made(club, 3)
    client = club.test_client()
    assert client.get("/account", headers=bearer(token)).status_code == 403
    assert client.get("/people/", headers=bearer(token)).status_code == 404
    assert client.post("/hands/saved", data={"q": "bombs>=3"}, headers=bearer(token)).status_code in (400, 403)


def test_a_token_loses_what_its_maker_loses_at_once(club: Flask, log: Log) -> None:
    token, client = made(club, 3), club.test_client()
    client.post(UPLOAD, data=log(), headers=bearer(token))
    assert client.patch("/api/v1/matches/1", data=b"{}", headers=bearer(token)).status_code == 200
    transact(
        club.extensions["fupan"].sessions,
        lambda session: members.set_role(session, session.get_one(Account, 3), Role.MEMBER, None),
    )
    answer = client.patch("/api/v1/matches/1", data=b"{}", headers=bearer(token))
    assert (answer.status_code, "Recorders, arbiters and admins" in answer.text) == (403, True)
    assert client.delete("/api/v1/matches/1", headers=bearer(token)).status_code == 403
    assert client.get("/api/v1/hands", headers=bearer(token)).status_code == 200


def test_a_token_ends_with_its_makers_account(club: Flask) -> None:
    token, client = made(club, 1), club.test_client()
    assert client.get("/api/v1/hands", headers=bearer(token)).status_code == 200
    transact(
        club.extensions["fupan"].sessions, lambda session: members.remove(session, session.get_one(Account, 1), None)
    )
    assert client.get("/api/v1/hands", headers=bearer(token)).status_code == 401


def test_a_token_ends_at_its_end(club: Flask) -> None:
    begun = datetime.now(UTC) - timedelta(days=min(DAYS))
    for now, status in ((begun, 401), (begun + timedelta(minutes=1), 200)):
        headers = bearer(made(club, 1, now=now))
        assert club.test_client().get("/api/v1/hands", headers=headers).status_code == status


def test_no_login_of_a_browser_writes_without_the_token_of_forms(club: Flask, log: Log) -> None:
    client = logged_in(club, 3)
    stolen = FORM.search(logged_in(club, 1).get("/account/tokens").text)
    own = FORM.search(client.get("/account/tokens").text)
    assert stolen
    assert own
    for headers in ({}, {"X-CSRFToken": ""}, {"X-CSRFToken": stolen[1]}):
        assert client.post(UPLOAD, data=log(), headers=headers).status_code == 400, headers
        assert client.delete("/api/v1/matches/1", headers=headers).status_code == 400, headers
    asked = {"csrf_token": own[1]}
    assert client.post(UPLOAD, data=asked).status_code == 400, "in the header alone"
    right = {"X-CSRFToken": own[1]}
    for other in ({"Origin": "http://other.example"}, {"Sec-Fetch-Site": "same-site"}):
        assert client.post(UPLOAD, data=log(), headers=right | other).status_code == 403
    assert client.post(UPLOAD, data=log(), headers=right | {"Origin": "http://localhost"}).status_code == 201


def test_a_token_and_an_address_send_so_many_requests_a_minute(web_config: Config) -> None:
    app = create_app(replace(web_config, mode=Mode.CLUB, api_requests=3))
    client = app.test_client()

    def statuses(count: int, token: str, address: str) -> list[int]:
        sent = {"headers": bearer(token), "environ_base": {"REMOTE_ADDR": address}}
        return [client.get("/api/v1/hands", **sent).status_code for _ in range(count)]  # type: ignore[arg-type]

    assert statuses(4, "one", "192.0.2.1") == [401, 401, 401, 429]
    assert statuses(1, "one", "192.0.2.2") == [429], "of a token from everywhere"
    assert statuses(3, "two", "192.0.2.1") == [401, 401, 429], "of an address with all tokens"
    answer = client.get("/api/v1/hands", headers=bearer("one"))
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert "Retry-After says" in answer.text
    assert {client.get("/help").status_code for _ in range(9)} == {200}
    app.extensions["fupan"].close()


def test_alone_needs_no_token_and_asks_nobody(client: FlaskClient, log: Log) -> None:
    assert client.post(UPLOAD, data=log()).status_code == 201
    assert client.get("/api/v1/hands", headers=bearer("nonsense")).status_code == 200
    assert client.get("/account/tokens").status_code == 404


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_the_page_is_translated(club: Flask, language: str) -> None:
    made(club, 1)
    page = Page(logged_in(club, 3).get(f"/account/tokens?lang={language}"))
    assert (page.status, page.faults) == (200, [])
    assert "Tokens" not in page.text


def test_metrics_are_for_tokens_of_admins(club: Flask) -> None:
    client = club.test_client()
    answers = [
        client.get("/metrics", headers=bearer(made(club, account, *scopes))).status_code
        for account, scopes in ((1, ()), (3, (Scope.READ,)), (3, (Scope.ADMIN,)))
    ]
    assert answers == [403, 403, 200]
