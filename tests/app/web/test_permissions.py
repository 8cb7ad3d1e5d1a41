"""Who may do what: every address, method and role through HTTP, beside what is written out in a file."""

import csv
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session
from werkzeug.routing import Rule

from app.accounts import logins, members, ties, tokens
from app.accounts.roles import Role
from app.accounts.tokens import Scope
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.tables.accounts import Account
from app.web.create_app import create_app
from app.web.http import permissions, request_log
from app.web.http.pages import May, Of, Pages, Permission
from tests.app.conftest import Page, Put, probe
from tests.permissions import TABLE

Log = Callable[..., bytes]
EXPECTED = Path(__file__).parents[2] / "data" / "permissions.csv"
"""A row for an address and a method, a column for a role: the status of the answer."""
SCOPES = EXPECTED.with_name("permissions_of_token.csv")
"""A row for an address and a method that programs may use: the scope that a token needs for it."""
VALUES = {"kind": "html", "what": "partners"}
MOST_REQUESTS = 10_000
"""Of both walks, with logins and with tokens, together."""


@pytest.fixture
def role(monkeypatch: pytest.MonkeyPatch) -> Callable[[Role], None]:
    """Gives the senders of requests a role."""
    return lambda given: monkeypatch.setattr(permissions, "this_role", lambda: given)


@pytest.fixture
def answering(web_config: Config) -> Iterator[Flask]:
    """A club's application with views that answer ``reached`` and do nothing."""
    app = create_app(replace(web_config, mode=Mode.CLUB, api_requests=MOST_REQUESTS))
    app.config["WTF_CSRF_ENABLED"] = False
    app.view_functions = dict.fromkeys(app.view_functions, lambda **_values: "reached")
    yield app
    app.extensions["fupan"].close()


def expected() -> dict[tuple[str, str], dict[str, str]]:
    with EXPECTED.open(encoding="utf-8", newline="") as file:
        return {(row.pop("address"), row.pop("method")): row for row in csv.DictReader(file)}


def methods_of(rule: Rule) -> set[str]:
    return set(rule.methods or ()) - {"HEAD", "OPTIONS"}


def test_every_address_and_method_has_a_row_and_every_row_an_address(web: Flask) -> None:
    rules = list(web.url_map.iter_rules())
    assert {(rule.endpoint, method) for rule in rules for method in methods_of(rule)} == TABLE.keys()
    answered = {(rule.rule, method) for rule in rules for method in methods_of(rule)}
    rows = expected()
    assert answered <= rows.keys()
    others = [key for key in rows if key not in answered]
    assert {set(rows[key].values()) == {"405"} for key in others} == {True}
    assert {address for address, _ in others} == {rule.rule for rule in rules}


def path_of(app: Flask, address: str) -> str:
    """An address with values for its arguments."""
    (rule,) = {each.rule: each for each in app.url_map.iter_rules() if each.rule == address}.values()
    with app.test_request_context():
        _, path = rule.build({name: VALUES.get(name, "1") for name in rule.arguments}) or ("", "")
    return path


def account_of(session: Session, role: Role) -> Account:
    """The account of somebody with a role, who plays nowhere in the club if they may rule."""
    found = members.account_named(session, role.name)
    if found is None:
        found = members.make_account(session, role.name, "", role)
        if role >= Role.ARBITER:
            ties.declare(session, found.id or 0)
    return found


def with_role(app: Flask, role: Role) -> FlaskClient:
    """Somebody who is logged in with a role, or a guest."""
    client = app.test_client()
    if role is not Role.GUEST:
        token = transact(
            app.extensions["fupan"].sessions,
            lambda session: logins.begin(session, account_of(session, role), "", ""),
        )
        with client.session_transaction() as kept:
            kept["login"] = token
    return client


def with_token(app: Flask, role: Role, scopes: frozenset[Scope] = frozenset(Scope)) -> FlaskClient:
    """A program of somebody with a role, with a token that has some scopes."""
    token = transact(
        app.extensions["fupan"].sessions,
        lambda session: tokens.make(session, account_of(session, role).id or 0, "program", scopes, tokens.DAYS[0]),
    )
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    return client


def test_each_role_gets_what_is_written_out(answering: Flask) -> None:
    rows = expected()
    found: dict[tuple[str, str], dict[str, str]] = {key: {} for key in rows}
    paths = {address: path_of(answering, address) for address, _ in rows}
    requests = 0
    for each in Role:
        client = with_role(answering, each)
        for address, method in rows:
            path = paths[address]
            answer = client.open(path, method=method)
            requests += 1
            found[address, method][each.name.lower()] = str(answer.status_code)
            assert (answer.text == "reached") is (answer.status_code == 200), path
            if method == "GET" and answer.status_code != 405:
                requests += 1
                assert client.head(path).status_code == answer.status_code, path
    assert found == rows
    assert requests <= MOST_REQUESTS // 2


def test_a_token_does_what_its_scopes_and_its_makers_role_say(answering: Flask) -> None:
    """Where programs have nothing to ask for, a token shows nobody."""
    rows = expected()
    paths = {address: path_of(answering, address) for address, _ in rows}
    with SCOPES.open(encoding="utf-8", newline="") as file:
        scopes = {(row["address"], row["method"]): Scope(row["scope"]) for row in csv.DictReader(file)}
    for_programs = {key for key in rows if key[0].startswith("/api/v1/") or key[0] == "/metrics"}
    assert scopes.keys() == {key for key in for_programs if rows[key]["admin"] != "405"}
    programs = [(each, frozenset(Scope)) for each in Role if each is not Role.GUEST]
    programs += [(Role.ADMIN, frozenset({scope})) for scope in Scope]
    requests = 0
    for role, given in programs:
        client = with_token(answering, role, given)
        for address, method in rows.keys() if len(given) > 1 else for_programs:
            status = rows[address, method][role.name.lower() if (address, method) in for_programs else "guest"]
            lacks = status == "200" and scopes.get((address, method), Scope.READ) not in given
            assert client.open(paths[address], method=method).status_code == (403 if lacks else int(status)), address
            requests += 1
    assert requests <= MOST_REQUESTS // 2


SECRETS = {"name": "Zhao", "player": "Zhao", "token": "0a1b2c", "password": "correct horse", "csrf_token": "4d5e6f"}


@pytest.mark.parametrize("role", [Role.GUEST, Role.ADMIN])
def test_the_log_of_a_walk_over_every_address_and_method_has_rules_without_values(
    web_config: Config, caplog: pytest.LogCaptureFixture, role: Role
) -> None:
    caplog.set_level(logging.DEBUG)
    app = create_app(replace(web_config, mode=Mode.CLUB, api_requests=MOST_REQUESTS))
    app.config["WTF_CSRF_ENABLED"] = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    client, answers, began = with_role(app, role), 0, len(caplog.records)
    for rule in app.url_map.iter_rules():
        path = path_of(app, rule.rule).replace("/1", "/4711").replace("html", "Zhao")
        for method in sorted(methods_of(rule)):
            answer = client.open(
                path, method=method, query_string=SECRETS, data=None if method == "GET" else SECRETS, buffered=True
            )
            assert answer.status_code < 500 or answer.status_code == 503, path
            answers += 1
    app.extensions["fupan"].close()
    records = [each for each in caplog.records[began:] if each.name.startswith(("app", "engine", app.name))]
    assert len([each for each in records if each.name == request_log.__name__]) == answers > 200
    # The id of a request is drawn, and may have the digits of a value.
    said = re.sub(r'"id": "\w{16}"', "", "\n".join(each.getMessage() for each in records))
    for value in (*SECRETS.values(), role.name, "4711", "?"):
        assert value not in said


OPENED = frozenset(
    {
        *("/events/", "/events/show", "/events/<what>.<form>"),
        *("/partners/", "/partners/<any(partners):what>.<form>", "/ratings/", "/ratings/<game>"),
        *("/ratings/<game>/<what>.<form>", "/people/", "/people/<int:first>/with/", "/people/names"),
        *("/people/<int:first>/with/<int:second>", "/people/<int:first>/with/<int:second>/<what>.<form>"),
        *("/people/<int:identity>", "/people/<int:identity>/<what>.<form>"),
        *("/people/<int:identity>/decisions", "/people/<int:identity>/more"),
        *("/api/v1/people", "/api/v1/people/<int:person>", "/api/v1/people/<int:person>/statistics"),
        *("/api/v1/ratings/<game>", "/api/v1/seasons", "/api/v1/standings"),
        "/api/v1/seasons/review",
        *("/people/<int:identity>/luck", "/people/<int:identity>/luck/strength.csv"),
        "/people/<int:identity>/exercises",
    }
)
"""What a club may open to guests."""
OF_PERSON = (
    *("/people/<int:identity>/join", "/people/<int:identity>/split", "/people/<int:identity>/minor"),
    *("/api/v1/people/<int:person>/joined", "/api/v1/people/<int:person>/minor"),
)


def test_a_club_may_open_its_statistics_to_guests(answering: Flask) -> None:
    fupan = answering.extensions["fupan"]
    answering.extensions["fupan"] = replace(fupan, config=replace(fupan.config, open_statistics=True))
    guest, found = answering.test_client(), set[str]()
    for (address, method), row in expected().items():
        answer = guest.open(path_of(answering, address), method=method)
        if str(answer.status_code) != row["guest"]:
            of_person = address in OF_PERSON
            assert answer.status_code == (403 if of_person else 200), address
            found |= set() if of_person else {address}
    assert found == OPENED


def test_without_accounts_whoever_is_answered_may_do_everything(web: Flask) -> None:
    with web.test_request_context():
        assert all(permissions.may(*key) is (of is not Of.ACCOUNT) for key, (_, of) in TABLE.items())


def test_a_view_says_what_it_needs() -> None:
    pages = Pages("some", __name__)
    with pytest.raises(TypeError, match=r"some\.view: say what it needs"):
        pages.get("/some")(view)
    pages.get("/some", may=May.FOLLOW, of=Of.MATCH)(view)
    pages.route("/some/same", methods=["GET", "POST"], may=May.FOLLOW, of=Of.MATCH)(view)
    with pytest.raises(TypeError, match="different things"):
        pages.get("/some/other", may=May.READ, of=Of.MATCH)(view)
    assert pages.needed == {("some.view", method): Permission(May.FOLLOW, Of.MATCH) for method in ("GET", "POST")}


def view() -> str:
    return ""


def test_an_address_that_is_not_in_the_table_is_refused(own_web: Flask) -> None:
    own_web.add_url_rule("/forgotten", "forgotten", lambda: "reached", methods=["GET", "POST"])
    probe(own_web, "/remembered", "remembered", lambda: "reached")
    own_web.config["WTF_CSRF_ENABLED"] = False
    client = own_web.test_client()
    for method in ("GET", "HEAD", "POST"):
        assert client.open("/forgotten", method=method).status_code == 404
    assert client.get("/remembered").text == "reached"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Arbiters and admins of the club may do this."),
        ("zh-Hans", "这件事要由俱乐部的裁判或管理员来做。"),
        ("zh-Hant", "這件事要由俱樂部的裁判或管理員來做。"),
    ],
)
def test_a_refusal_names_the_roles_that_may(
    client: FlaskClient, role: Callable[[Role], None], language: str, words: str
) -> None:
    role(Role.RECORDER)
    page = Page(client.get(f"/house/new?lang={language}"))
    assert (page.status, page.faults) == (403, [])
    assert words in page.text


def test_what_one_may_not_see_is_answered_like_what_does_not_exist(
    client: FlaskClient, put: Put, log: Log, role: Callable[[Role], None]
) -> None:
    put(log())
    assert client.get("/people/1").status_code == 200
    role(Role.GUEST)
    hidden, missing = client.get("/people/1"), client.get("/people/99")
    assert (hidden.status_code, hidden.text) == (missing.status_code, missing.text)
    own = {"Date", "X-Request-Id"}
    assert {name: value for name, value in hidden.headers if name not in own} == {
        name: value for name, value in missing.headers if name not in own
    }


def test_forms_that_would_be_refused_are_not_offered(
    web: Flask, client: FlaskClient, log: Log, role: Callable[[Role], None]
) -> None:
    web.config["WTF_CSRF_ENABLED"] = False
    hands = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]
    client.post("/api/v1/uploads?name=a.json", data=log(hands=hands))
    client.post("/api/v1/uploads?name=b.json", data=b"{}")
    client.post("/hands/saved", data={"q": "bombs>=3", "name": "bombs"})
    client.post("/house/new", data={"game": "guandan", "rules": "njupt", "name": "Friday", "a_failures": "3"})
    arbiter = {"acting-name": "Zhao", "acting-role": "arbiter"}
    client.post("/matches/1/dispute", data=arbiter | {"claim": "text", "text": "I won.", "hand": "1"})
    client.post("/disputes/1/rule", data=arbiter | {"before": "0", "outcome": "stands", "text": "So be it."})
    offered = 0
    for address in ("/disputes/1", "/files/unread/1", "/hands/", "/house/1", "/people/1/more"):
        role(Role.ADMIN)
        whole = Page(client.get(address))
        role(Role.MEMBER)
        part = Page(client.get(address))
        assert (whole.status, part.status, part.faults) == (200, 200, []), address
        assert "of the club may do this." in part.text, address
        assert "of the club may do this." not in whole.text, address
        for form in part.all("form", method="post"):
            endpoint, _ = web.url_map.bind("localhost").match(form["action"], method="POST")
            assert TABLE[endpoint, "POST"][0] in (May.READ, May.FOLLOW, May.COUNT, May.TAKE_PART), endpoint
        offered += len(whole.all("form", method="post")) - len(part.all("form", method="post"))
    assert offered >= 5


def test_each_kind_of_thing_has_a_role_that_sees_it_and_may_be_needed_by_none_below() -> None:
    for (endpoint, method), (needed, of) in TABLE.items():
        seen = permissions.SEEN_BY[of]
        assert permissions.LEAST[needed] >= seen, (endpoint, method)
    assert {of for _, of in TABLE.values()} == set(Of)
