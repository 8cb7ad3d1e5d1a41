"""Where the password of who is logged in is asked for again, and what ends with a new one."""

import re

import pytest
from flask import Flask
from sqlalchemy import select

from app.accounts import members
from app.accounts.attempts import FAILURES
from app.accounts.roles import Role
from app.database.tables.accounts import Account, AccountAct, Link, Token
from tests.app.club.conftest import PASSWORD, log_in, send
from tests.app.conftest import Page

ASKING = ("/account/tokens", "/club/members/invite", "/club/members/2/recover", "/club/members/2/role")
"""Where the password is asked for again."""


@pytest.mark.parametrize("address", ASKING)
def test_what_gives_rights_asks_for_the_password_again(club: Flask, address: str) -> None:
    client, page = log_in(club, "Sun"), address if "tokens" in address else "/club/members"
    fields = {"role": "arbiter", "name": "program", "scope": "read", "days": "7"}
    for password in ({}, {"password": "not the password"}):
        answer = send(client, address, page, **fields, **password)
        assert (answer.status_code, "That is not your password." in answer.text) == (403, True)
        assert Page(answer).faults == []
    with club.extensions["fupan"].sessions() as session:
        assert [session.scalars(select(table)).all() for table in (Token, Link, AccountAct)] == [[], [], []]
        assert members.role_of(session.get_one(Account, 2)) is Role.MEMBER
    assert send(client, address, page, **fields, password=PASSWORD).status_code in (200, 303)


@pytest.mark.parametrize("page", ["/account/password", "/account/erase", "/account/tokens"])
def test_a_password_that_is_asked_for_again_is_guessed_as_seldom_as_at_the_login(club: Flask, page: str) -> None:
    client = log_in(club, "Li")
    tried = [send(client, page, "/account", password=f"wrong {each}") for each in range(FAILURES + 1)]
    assert [each.status_code for each in tried] == [403] * FAILURES + [429]
    assert int(tried[-1].headers["Retry-After"]) > 0
    assert send(club.test_client(), "/login", name="Li", password=PASSWORD).status_code == 429


@pytest.mark.parametrize("way", ["change", "recovery"])
def test_tokens_end_with_a_new_password(club: Flask, way: str) -> None:
    client, admin = log_in(club, "Li"), log_in(club, "Sun")
    fields = {"name": "program", "scope": "read", "days": "7", "password": PASSWORD}
    (shown,) = re.findall(r"fupan_[\w-]{43}", send(client, "/account/tokens", "/account/tokens", **fields).text)
    own = {"Authorization": f"Bearer {shown}"}
    assert club.test_client().get("/api/v1/hands", headers=own).status_code == 200
    if way == "change":
        changed = {"password": PASSWORD, "new_password": "four green hills"}
        assert send(client, "/account/password", "/account", **changed).status_code == 303
    else:
        page = send(admin, "/club/members/2/recover", "/club/members", password=PASSWORD).text
        (link,) = re.findall(r"http://localhost(/join/[\w-]+)", page)
        assert send(club.test_client(), link, link, name="Li", password="four green hills").status_code == 303
    assert club.test_client().get("/api/v1/hands", headers=own).status_code == 401
