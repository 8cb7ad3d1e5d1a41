"""A club with an admin and a member, and how they use its pages."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.accounts import members, passwords, ties
from app.accounts.roles import Role
from app.database.config import Config, Mode
from app.database.opening import transact
from app.web.create_app import create_app

PASSWORD = "three blue trees"
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


@pytest.fixture(scope="module")
def hashed() -> str:
    return passwords.password_hash(PASSWORD)


@pytest.fixture
def club(web_config: Config, hashed: str) -> Iterator[Flask]:
    """A club with an admin, Sun, who plays nowhere there, and a member, Li."""
    app = create_app(replace(web_config, mode=Mode.CLUB))
    app.config["PROPAGATE_EXCEPTIONS"] = False

    def fill(session: object) -> None:
        sun = members.make_account(session, "Sun", hashed, Role.ADMIN)  # type: ignore[arg-type]
        ties.declare(session, sun.id or 0)  # type: ignore[arg-type]
        members.make_account(session, "Li", hashed, Role.MEMBER)  # type: ignore[arg-type]

    transact(app.extensions["fupan"].sessions, fill)
    yield app
    app.extensions["fupan"].close()


def token(client: FlaskClient, address: str = "/login") -> str:
    found = TOKEN.search(client.get(address).text)
    assert found, address
    return found[1]


def send(client: FlaskClient, address: str, page: str = "/login", **fields: str) -> TestResponse:
    """Sends a form with the token of a page."""
    data = {"csrf_token": token(client, page)} | {name.replace("_", "-"): value for name, value in fields.items()}
    return client.post(address, data=data)


def log_in(app: Flask, name: str, password: str = PASSWORD) -> FlaskClient:
    client = app.test_client()
    assert send(client, "/login", name=name, password=password).status_code == 303
    return client
