"""Numbers in addresses that are larger than any row has: every address answers that nothing is there."""

import json
import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.database.config import Config
from app.matches.ingest import ingest
from app.web.create_app import create_app
from tests.short_matches import MATCHES

pytestmark = pytest.mark.databases_differ

NUMBERS = (str(2**31), str(2**63 - 1), str(2**63), "1" + "0" * 30, "1" + "0" * 5000)
NOTHING_THERE = (404, 405)
METHODS = ("GET", "POST", "PATCH", "DELETE")
_NUMBER = re.compile(r"<int:[a-z_]+>")
_TEXT = re.compile(r"<[^>]*>")


@pytest.fixture
def app(database_url: str) -> Iterator[Flask]:
    made = create_app(Config(database_url=database_url, secret_key="for tests alone"))
    made.config["PROPAGATE_EXCEPTIONS"] = False
    made.config["WTF_CSRF_ENABLED"] = False
    fupan = made.extensions["fupan"]
    list(ingest(fupan.sessions, fupan.checker, BytesIO(json.dumps(MATCHES[0]).encode()), "match.json"))
    yield made
    fupan.close()


def addresses(app: Flask) -> Iterator[tuple[str, str]]:
    """Each method and address with a number, all but one of whose numbers are 1; the one is ``{number}``."""
    for rule in app.url_map.iter_rules():
        count = len(_NUMBER.findall(rule.rule))
        for place in range(count):
            address = rule.rule
            for each in range(count):
                address = _NUMBER.sub("{number}" if each == place else "1", address, count=1)
            address = _TEXT.sub("E", address)
            for method in METHODS:
                if method in (rule.methods or ()):
                    yield method, address


def test_numbers_that_no_row_has_lead_nowhere(app: Flask) -> None:
    client: FlaskClient = app.test_client()
    asked = sorted(set(addresses(app)))
    assert len(asked) > 120
    found = {
        (method, address, number[:40]): status
        for method, address in asked
        for number in NUMBERS
        if (status := client.open(address.format(number=number), method=method).status_code) not in NOTHING_THERE
    }
    assert found == {}


def test_the_largest_number_is_one_of_a_row(app: Flask) -> None:
    client = app.test_client()
    assert client.get(f"/matches/{2**31 - 1}").status_code == 404
    assert client.get("/matches/1").status_code == 200
    assert client.get("/matches/0000000000000000001").status_code in (200, 308, 404)
