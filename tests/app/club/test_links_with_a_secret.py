"""Links with a secret: open invitations are listed and ended, and no answer at such an address gives it away."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.accounts import links, members
from app.accounts.roles import Role
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.tables.accounts import Link
from app.web.create_app import create_app
from tests.app.club.conftest import PASSWORD, send
from tests.app.club.test_visibility import as_role
from tests.app.conftest import Page

MEMBERS = "/club/members"


@pytest.fixture
def club(web_config: Config) -> Iterator[Flask]:
    app = create_app(replace(web_config, mode=Mode.CLUB))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["fupan"].close()


@pytest.fixture
def admin(club: Flask, hashed: str) -> FlaskClient:
    transact(
        club.extensions["fupan"].sessions, lambda session: members.make_account(session, "Sun", hashed, Role.ADMIN)
    )
    return as_role(club, Role.ADMIN, "Sun")


def invited(admin: FlaskClient, role: str) -> str:
    """The address of a new invitation."""
    found = re.search(r"/join/[\w-]+", send(admin, f"{MEMBERS}/invite", MEMBERS, role=role, password=PASSWORD).text)
    assert found
    return found[0]


def offered(admin: FlaskClient) -> list[str]:
    """The addresses that end the open invitations."""
    page = Page(admin.get(MEMBERS))
    assert (page.status, page.faults) == (200, [])
    return [form["action"] for form in page.all("form") if form["action"] and "/invitations/" in form["action"]]


def test_open_invitations_are_listed_and_ended(club: Flask, admin: FlaskClient) -> None:
    member, guest = as_role(club, Role.MEMBER, "Li"), club.test_client()
    assert "Open invitations" not in admin.get(MEMBERS).text
    wrong, used, left = (invited(admin, role) for role in ("arbiter", "recorder", "member"))
    send(admin, f"{MEMBERS}/2/recover", MEMBERS, password=PASSWORD)
    page = Page(admin.get(MEMBERS))
    assert [row in page.text for row in ("Open invitations", "arbiter", "recorder")] == [True] * 3
    ends = offered(admin)
    assert len(ends) == 3, "a link for a new password is none of them"
    assert admin.post(ends[0]).status_code == 400, "no token of this site"
    assert send(member, ends[0], "/account").status_code == 403
    assert guest.get(wrong).status_code == 200
    assert send(admin, ends[0], MEMBERS).status_code == 303
    assert (guest.get(wrong).status_code, offered(admin)) == (410, ends[1:])
    assert send(guest, used, used, name="Zhao", password=PASSWORD).status_code == 303
    assert offered(admin) == ends[2:]
    with club.extensions["fupan"].sessions() as session:
        recovery = session.scalars(select(Link.id).where(Link.account.is_not(None))).one()  # type: ignore[union-attr]
    for gone in (ends[0], ends[1], f"{MEMBERS}/invitations/{recovery}/end"):
        assert send(admin, gone, MEMBERS).status_code == 404, gone
    assert club.test_client().get(left).status_code == 200


def test_an_invitation_that_is_ended_is_not_redeemed_from_a_page_that_was_open(club: Flask, admin: FlaskClient) -> None:
    address, guest = invited(admin, "member"), club.test_client()
    page = guest.get(address).text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    send(admin, offered(admin)[0], MEMBERS)
    answer = guest.post(address, data={"csrf_token": token[1], "name": "Zhao", "password": PASSWORD})
    assert answer.status_code == 410
    assert "Zhao" not in admin.get(MEMBERS).text


def test_no_answer_at_an_address_with_a_secret_is_kept_or_sends_a_referrer(club: Flask, admin: FlaskClient) -> None:
    """Nor one that refuses: the secret may still be good."""
    sessions = club.extensions["fupan"].sessions
    secret = transact(sessions, lambda session: links.invite(session, Role.MEMBER, None))
    rules = [rule for rule in club.url_map.iter_rules() if "secret" in rule.arguments]
    assert {rule.endpoint for rule in rules} == {
        "one_use_links.form",
        "one_use_links.redeem",
        "match_visibility.open_link",
        "hall.presenter",
        "hall.present",
    }
    statuses = set()
    for rule in rules:
        with club.test_request_context():
            _, address = rule.build({"secret": secret, "shown": "1"}) or ("", "")
        for method in (rule.methods or set()) & {"GET", "POST"}:
            answer = club.test_client().open(address, method=method)
            statuses.add((address.split("/")[1], method, answer.status_code))
            assert answer.headers["Cache-Control"] == "no-store", address
            assert answer.headers["Referrer-Policy"] == "no-referrer", address
    assert {("join", "GET", 200), ("join", "POST", 400), ("unlisted", "GET", 404), ("hall", "GET", 403)} <= statuses
