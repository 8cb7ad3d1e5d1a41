"""The pages of a club's people through HTTP, and what must not happen on them."""

import json
import logging
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from app.accounts import links, logins, members, ties
from app.accounts.attempts import FAILURES, NAMES
from app.accounts.roles import Role
from app.database.opening import transact
from app.database.tables.accounts import Account, Link, Login
from app.matches.ingest import ingest
from app.players.statistics.people import person_of
from app.web.club.own_account import device_words
from app.web.http.offline import HEADER
from app.web.http.pages import May, Of
from tests.app.club.conftest import PASSWORD, log_in, send, token
from tests.app.conftest import Log, Page
from tests.offenders import for_every
from tests.permissions import TABLE
from tests.short_matches import MATCHES

COOKIE = "fupan"


def cookie_of(client: FlaskClient) -> str:
    found = client.get_cookie(COOKIE)
    assert found is not None
    return found.value


def test_logging_in_and_out(club: Flask) -> None:
    client = club.test_client()
    assert client.get("/account").status_code == 403
    assert "Log in" in client.get("/").text
    answer = send(client, "/login", name="li", password=PASSWORD)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    page = Page(client.get("/account"))
    assert (page.status, page.faults) == (200, [])
    assert "Li, member" in page.text
    kept = cookie_of(client)
    answer = send(client, "/logout", "/account")
    assert answer.headers["Clear-Site-Data"] == '"cache", "storage"'
    assert client.get("/account").status_code == 403
    client.set_cookie(COOKIE, kept)
    assert client.get("/account").status_code == 403


@pytest.mark.parametrize("ends", ["role", "login", "time"])
def test_a_login_that_ends_elsewhere_empties_the_browser_once(club: Flask, ends: str) -> None:
    client = log_in(club, "Li")
    assert "Clear-Site-Data" not in client.get("/matches/").headers

    def end(session: Session) -> None:
        account = members.account_named(session, "Li")
        assert account is not None
        assert account.id is not None
        if ends == "role":
            members.set_role(session, account, Role.RECORDER, None)
        elif ends == "time":
            session.scalars(select(Login)).one().used_at -= logins.IDLE
        else:
            logins.end_others(session, account.id, 0)

    transact(club.extensions["fupan"].sessions, end)
    cookie = client.get_cookie(COOKIE)
    assert cookie is not None
    assert cookie.expires is not None
    assert cookie.expires > datetime.now(UTC) + 2 * logins.IDLE, "it comes back with it after the login has ended"
    assert client.get("/matches/").headers["Clear-Site-Data"] == '"cache", "storage"'
    assert "Clear-Site-Data" not in client.get("/matches/").headers


def test_who_guesses_waits_with_retry_after_and_others_of_the_network_do_not(club: Flask) -> None:
    client = club.test_client()
    for _ in range(FAILURES):
        assert send(client, "/login", name="Li", password="not the password").status_code == 403
    answer = send(client, "/login", name="Li", password=PASSWORD)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert client.get("/account").status_code == 403
    log_in(club, "Sun")


def test_a_browser_is_known_by_a_signed_cookie_that_stays_when_the_login_ends(club: Flask) -> None:
    client = log_in(club, "Li")
    send(client, "/logout", "/account")
    kept = client.get_cookie("fupan-known")
    assert kept is not None
    assert kept.http_only
    stranger, forger = club.test_client(), club.test_client()
    forger.set_cookie("fupan-known", f"{kept.value}x")
    for n in range(NAMES):
        assert send(stranger, "/login", name=f"name {n}", password="not the password").status_code == 403
    for guessing in (stranger, forger):
        assert send(guessing, "/login", name="Li", password=PASSWORD).status_code == 429
    assert send(client, "/login", name="Sun", password=PASSWORD).status_code == 429
    assert send(client, "/login", name="Li", password=PASSWORD).status_code == 303


def test_no_session_fixation(club: Flask) -> None:
    attacker = club.test_client()
    token(attacker)
    planted = cookie_of(attacker)
    victim = club.test_client()
    victim.set_cookie(COOKIE, planted)
    assert send(victim, "/login", name="Li", password=PASSWORD).status_code == 303
    assert cookie_of(victim) != planted
    assert attacker.get("/account").status_code == 403
    first = cookie_of(victim)
    send(victim, "/login", name="Li", password=PASSWORD)
    assert cookie_of(victim) != first
    with club.extensions["fupan"].sessions() as session:
        assert len(session.scalars(select(Login)).all()) == 2


def test_no_login_csrf(club: Flask) -> None:
    client = club.test_client()
    assert client.post("/login", data={"name": "Li", "password": PASSWORD}).status_code == 400
    stolen = token(club.test_client())
    token(client)
    sent = {"name": "Li", "password": PASSWORD, "csrf_token": stolen}
    assert client.post("/login", data=sent).status_code == 400
    assert client.get("/account").status_code == 403


def test_no_csrf_on_any_write_of_the_club(club: Flask) -> None:
    client = log_in(club, "Sun")
    tried = 0
    for rule in club.url_map.iter_rules():
        if "POST" not in (rule.methods or ()) or TABLE[rule.endpoint, "POST"][1] is not Of.ACCOUNT:
            continue
        with club.test_request_context():
            _, address = rule.build(dict.fromkeys(rule.arguments, "2")) or ("", "")
        assert client.post(address, data={"role": "admin"}).status_code == 400, address
        tried += 1
    assert tried == 23
    with club.extensions["fupan"].sessions() as session:
        assert [each.role for each in members.accounts(session)] == ["member", "admin"]


@pytest.mark.parametrize(
    ("asked", "goes"),
    [
        ("/matches/?game=guandan", "/matches/?game=guandan"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example/", "/"),
        ("\\\\evil.example", "/"),
        ("/\t/evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
def test_no_open_redirect_after_login(club: Flask, asked: str, goes: str) -> None:
    answer = send(club.test_client(), "/login", name="Li", password=PASSWORD, next=asked)
    assert (answer.status_code, answer.headers["Location"]) == (303, goes)


def test_an_invitation_is_shown_once_and_opening_it_changes_nothing(club: Flask) -> None:
    admin = log_in(club, "Sun")
    page = send(admin, "/club/members/invite", "/club/members", role="arbiter", password=PASSWORD).text
    found = re.search(r"http://localhost(/join/[\w-]+)", page)
    assert found
    listed = admin.get("/club/members").text
    assert found[1] not in listed
    within = re.compile(r'<nav class="section-pages".*?</nav>', re.DOTALL)
    assert within.findall(page) == within.findall(listed) != []
    guest = club.test_client()
    for _ in range(2):
        answer = guest.get(found[1])
        assert answer.status_code == 200
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-store"
        assert Page(answer).faults == []
        assert "You are invited to the club, with the role: arbiter." in Page(answer).text
    for name, password, words in (("Zhao", "short", "at least 10"), ("li", PASSWORD, "with this name already")):
        answer = send(guest, found[1], found[1], name=name, password=password)
        assert (answer.status_code, words in answer.text) == (422, True)
    assert send(guest, found[1], found[1], name="Zhao", password=PASSWORD).status_code == 303
    assert "Zhao, arbiter" in Page(guest.get("/account")).text
    assert club.test_client().get(found[1]).status_code == 410


def test_no_invitation_is_used_twice_by_two_requests_at_once(club: Flask) -> None:
    secret = transact(club.extensions["fupan"].sessions, lambda session: links.invite(session, Role.MEMBER, None))
    address = f"/join/{secret}"
    guests = [club.test_client() for _ in range(2)]
    tokens = [token(guest, address) for guest in guests]

    def use(n: int) -> int:
        sent = {"csrf_token": tokens[n], "name": f"Player {n}", "password": PASSWORD}
        return guests[n].post(address, data=sent).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(use, range(2))) == [303, 410]
    with club.extensions["fupan"].sessions() as session:
        assert len(members.accounts(session)) == 3


def test_a_recovery_link_gives_a_new_password(club: Flask) -> None:
    before, admin = log_in(club, "Li"), log_in(club, "Sun")
    page = send(admin, "/club/members/2/recover", "/club/members", password=PASSWORD).text
    found = re.search(r"http://localhost(/join/[\w-]+)", page)
    assert found
    guest = club.test_client()
    assert send(guest, found[1], found[1], name="Li", password="four green hills").status_code == 303
    assert "Li, member" in Page(guest.get("/account")).text
    assert before.get("/account").status_code == 403
    assert send(club.test_client(), "/login", name="Li", password=PASSWORD).status_code == 403


def test_no_role_lasts_after_its_removal(club: Flask) -> None:
    admin, other = log_in(club, "Sun"), log_in(club, "Li")
    assert other.get("/club/members").status_code == 403
    assert send(admin, "/club/members/2/role", "/club/members", role="admin", password=PASSWORD).status_code == 303
    assert other.get("/account").status_code == 403, "a change of role ends logins"
    other = log_in(club, "Li")
    assert other.get("/club/members").status_code == 200
    with club.extensions["fupan"].sessions.begin() as session:
        session.get_one(Account, 2).role = "member"
    assert other.get("/club/members").status_code == 403, "a role is asked for at each request"
    assert send(admin, "/club/members/2/remove", "/club/members").status_code == 303
    assert other.get("/account").status_code == 403
    assert send(admin, "/club/members/1/remove", "/club/members").status_code == 409
    assert send(admin, "/club/members/1/role", "/club/members", role="member", password=PASSWORD).status_code == 409
    assert send(admin, "/club/members/9/remove", "/club/members").status_code == 404
    assert send(admin, "/club/members/1/role", "/club/members", role="guest", password=PASSWORD).status_code == 400


def test_logins_are_listed_and_ended(club: Flask) -> None:
    clients = [log_in(club, "Li") for _ in range(3)]
    page = Page(clients[0].get("/account"))
    assert page.text.count("this one") == 1
    ends = [form["action"] or "" for form in page.all("form", class_="act") if "/logins/" in (form["action"] or "")]
    assert len(ends) == 3
    assert send(log_in(club, "Sun"), ends[0], "/account").status_code == 303
    assert sum(each.get("/account").status_code == 200 for each in clients) == 3, "only one's own are ended"
    send(clients[0], ends[0], "/account")
    assert sum(each.get("/account").status_code == 200 for each in clients) == 2
    send(clients[0], "/account/logins/end", "/account")
    assert [each.get("/account").status_code for each in clients] == [200, 403, 403]


def test_a_change_of_password_ends_the_other_logins(club: Flask) -> None:
    here, there = log_in(club, "Li"), log_in(club, "Li")
    before = cookie_of(here)
    changed = {"new_password": "four green hills"}
    assert send(here, "/account/password", "/account", password="wrong", **changed).status_code == 403
    assert send(here, "/account/password", "/account", password=PASSWORD, new_password="1").status_code == 422
    assert send(here, "/account/password", "/account", password=PASSWORD, **changed).status_code == 303
    assert cookie_of(here) != before
    assert [each.get("/account").status_code for each in (here, there)] == [200, 403]
    log_in(club, "Li", "four green hills")


def test_no_token_is_in_an_address_or_a_log(club: Flask, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    admin = log_in(club, "Sun")
    page = send(admin, "/club/members/invite", "/club/members", role="member", password=PASSWORD).text
    found = re.search(r"/join/([\w-]+)", page)
    assert found
    guest = club.test_client()
    answer = send(guest, f"/join/{found[1]}", f"/join/{found[1]}", name="Zhao", password=PASSWORD)
    with guest.session_transaction() as session:
        secrets = [found[1], session["login"], PASSWORD]
    assert answer.headers["Location"] == "/"
    with club.extensions["fupan"].sessions() as database:
        stored = str(
            [each.model_dump() for table in (Link, Login, Account) for each in database.scalars(select(table))]
        )
    for secret in secrets:
        assert secret not in caplog.text
        assert secret not in stored


def test_a_server_for_one_person_has_none_of_these_pages(web: Flask, client: FlaskClient) -> None:
    web.config["WTF_CSRF_ENABLED"] = False
    for rule in web.url_map.iter_rules():
        for method in (rule.methods or set()) & {"GET", "POST"}:
            if TABLE[rule.endpoint, method][1] is Of.ACCOUNT:
                with web.test_request_context():
                    _, address = rule.build(dict.fromkeys(rule.arguments, "1")) or ("", "")
                assert client.open(address, method=method).status_code == 404, address
    assert "Log in" not in client.get("/").text


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_a_guest_gets_the_way_to_log_in_and_no_redirect(club: Flask, language: str) -> None:
    guest = club.test_client()
    for address, status in ((f"/people/1?lang={language}", 404), (f"/add?lang={language}", 403)):
        page = Page(guest.get(address))
        assert (page.status, page.faults) == (status, [])
        assert any(link.startswith("/login?next=") for link in page.links), address


def test_pages_that_others_frame_are_answered_as_to_a_guest(club: Flask) -> None:
    admin = log_in(club, "Sun")
    with admin:
        admin.get("/embed/matches/1/hands/1")
        from app.web.http.permissions import this_role

        assert this_role() is Role.GUEST


def test_what_a_match_is_made_of_may_be_kept_by_those_logged_in_where_they_ask_for_it(club: Flask) -> None:
    member = log_in(club, "Li")
    fupan = club.extensions["fupan"]
    (kept,) = ingest(fupan.sessions, fupan.checker, BytesIO(json.dumps(MATCHES[0]).encode()), "log.json")
    hand, asked = f"/matches/{kept.id}/hands/1", {HEADER: "asked"}
    for query in ("", "/table?step=0"):
        plain, wanted = member.get(hand + query), member.get(hand + query, headers=asked)
        assert (HEADER in plain.headers, wanted.headers[HEADER]) == (False, "keep")
        assert {each.headers["Cache-Control"] for each in (plain, wanted)} == {"no-store"}
        assert 'method="post"' not in wanted.text
        assert "csrf" not in wanted.text
    for other in (f"{hand}?view=table", f"/matches/{kept.id}", "/account", "/disputes/", "/add"):
        assert HEADER not in member.get(other, headers=asked).headers, other


def test_files_that_anybody_may_keep_carry_no_cookie(club: Flask) -> None:
    member = log_in(club, "Li")
    address = re.findall(r'href="(/style.css[^"]+)"', member.get("/").text)[0]
    answer = member.get(address, headers={"Accept-Encoding": "gzip"}, buffered=True)
    assert "public" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Content-Encoding"] == "gzip"


def test_reading_public_pages_without_a_session_asks_the_database_for_nobody(club: Flask) -> None:
    answer = club.test_client().get("/help")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] != "no-store"


def test_members_manage_nothing(club: Flask) -> None:
    client = log_in(club, "Li")
    for (endpoint, method), (needed, of) in TABLE.items():
        if of is Of.ACCOUNT and needed is May.MANAGE:
            rule = next(each for each in club.url_map.iter_rules() if each.endpoint == endpoint)
            with club.test_request_context():
                _, address = rule.build(dict.fromkeys(rule.arguments, "1")) or ("", "")
            assert client.open(address, method=method).status_code == 403, address


def add_arbiter(club: Flask, name: str, hashed: str) -> None:
    """Adds an arbiter who plays nowhere in the club."""

    def add(session: Session) -> None:
        ties.declare(session, members.make_account(session, name, hashed, Role.ARBITER).id or 0)

    transact(club.extensions["fupan"].sessions, add)


def test_who_is_logged_in_acts_in_disputes_whatever_a_form_says(club: Flask, hashed: str, log: Log) -> None:
    add_arbiter(club, "Feng", hashed)
    member, arbiter = log_in(club, "Li"), log_in(club, "Feng")
    hands = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]
    sent = {"X-CSRFToken": token(member, "/account")}
    assert member.post("/api/v1/uploads?name=a.json", data=log(hands=hands), headers=sent).status_code == 201

    def tie(session: Session) -> None:
        found, person = members.account_named(session, "Li"), person_of(session, "Li")
        assert found is not None
        assert found.id is not None
        assert person is not None
        ties.ask(session, found.id, person)
        ties.agree(session, 0, found.id, person)

    transact(club.extensions["fupan"].sessions, tie)
    claim = {"claim": "text", "text": "I won.", "hand": "1", "acting_name": "Qian", "acting_role": "arbiter"}
    assert send(member, "/matches/1/dispute", "/matches/1/dispute", **claim).status_code == 303
    page = Page(member.get("/disputes/1"))
    assert "opened by Li (player)" in page.text
    assert "Acting as" not in page.text
    for path in ("review", "rule", "close", "verdict"):
        assert send(member, f"/disputes/1/{path}", "/disputes/1", acting_role="arbiter").status_code == 403, path
        assert f'action="/disputes/1/{path}"' not in page.source
    assert send(member, "/disputes/1/acting", "/disputes/1", acting_name="Zhao").status_code == 404
    assert send(arbiter, "/disputes/1/review", "/disputes/1", acting_name="Li").status_code == 303
    ruling = {"before": "0", "outcome": "stands", "text": "So be it."}
    assert send(arbiter, "/disputes/1/rule", "/disputes/1", **ruling).status_code == 303
    assert "Feng" in Page(member.get("/disputes/1")).text


@for_every(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox · Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605", "Safari · macOS"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari/537 MicroMessenger/8", "WeChat · Android"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537 Chrome/140 Safari/537 Edg/140", "Edge · Linux"),
        ("curl/8", "curl/8"),
        ("", "—"),
    ],
)
def test_a_device_is_called_by_browser_and_system(agent: str, words: str) -> None:
    assert device_words(agent) == words


def test_another_arbiter_rules_on_the_appeal_and_nobody_votes_for_another(club: Flask, hashed: str, log: Log) -> None:
    add_arbiter(club, "Wu", hashed)
    sun, wu = log_in(club, "Sun"), log_in(club, "Wu")
    hands = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]
    data = log(names=("Ann", "Bob", "Cid", "Dee"), hands=hands)
    sun.post("/api/v1/uploads?name=a.json", data=data, headers={"X-CSRFToken": token(sun, "/account")})
    assert (
        send(sun, "/matches/1/dispute", "/matches/1/dispute", claim="text", text="I won.", hand="1").status_code == 303
    )
    ruling = {"outcome": "stands", "text": "So be it."}

    def rules(client: FlaskClient, before: int, **more: str) -> TestResponse:
        return send(client, "/disputes/1/rule", "/disputes/1", **ruling, before=str(before), **more)

    assert 'name="voter-1"' not in sun.get("/disputes/1").text
    refused = rules(sun, 0, voter_1="Wu", vote_1="for")
    assert (refused.status_code, "in the name of another" in refused.text) == (422, True)
    assert rules(sun, 0).status_code == 303
    assert send(wu, "/disputes/1/appeal", "/disputes/1", text="No.").status_code == 403
    assert send(sun, "/disputes/1/appeal", "/disputes/1", text="No.").status_code == 303
    refused = rules(sun, 1)
    assert (refused.status_code, "another arbiter rules on the appeal" in refused.text) == (403, True)
    assert rules(wu, 1).status_code == 303


def test_no_csrf_on_any_write_and_none_from_another_site_on_those_of_programs(club: Flask) -> None:
    client = log_in(club, "Sun")
    tried = 0
    for rule in club.url_map.iter_rules():
        for method in sorted({"POST", "PATCH", "PUT", "DELETE"} & (rule.methods or set())):
            with club.test_request_context():
                values = {name: "html" if name == "kind" else "1" for name in rule.arguments}
                _, address = rule.build(values) or ("", "")
            exempt = rule.endpoint.startswith("api.")
            forged = client.open(
                address,
                method=method,
                json={"rules": "njupt"} if exempt else None,
                headers={"Origin": "https://evil.example"},
            )
            assert forged.status_code == (403 if exempt else 400), (address, method)
            tried += 1
    assert tried > 55
    with club.extensions["fupan"].sessions() as session:
        assert len(members.accounts(session)) == 2
