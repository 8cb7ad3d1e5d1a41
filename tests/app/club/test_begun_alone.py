"""A database that one person filled becomes a club's: nothing in it changes, and all of it belongs to the club."""

import hashlib
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, MetaData, select

from app.accounts.roles import Role
from app.cli import main
from app.database.config import Config, Mode
from app.database.opening import open_database
from app.disputes.verdicts.key_folder import make_key
from app.web.create_app import create_app
from tests.app.conftest import Log
from tests.app.web.test_permissions import with_role

pytestmark = pytest.mark.databases_differ

OTHERS = frozenset({"clubs", "alembic_version"})
"""What may change."""
HANDS = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]


def served(url: str, mode: Mode) -> Flask:
    app = create_app(Config(database_url=url, secret_key="for tests alone", mode=mode))
    app.config["WTF_CSRF_ENABLED"] = False
    return app


def fill(client: FlaskClient, log: Log) -> None:
    """Two matches, with rules that were chosen, a note, a sheet, and a dispute with its signed verdict."""
    logs = log("m1", hands=HANDS) + b"\n" + log("m2", event="Cup", hands=HANDS)
    assert client.post("/api/v1/uploads?name=a.jsonl", data=logs).status_code == 201
    assert client.post("/matches/2/rules", data={"rules": "njupt"}).status_code < 400
    assert client.post("/matches/1/hands/1/notes", data={"step": "0", "text": "#Early"}).status_code < 400
    zhao = {"acting-name": "Zhao", "acting-role": "arbiter"}
    claim = {"claim": "text", "text": "I won.", "hand": "1"}
    ruling = {"before": "0", "outcome": "stands", "text": "So be it."}
    verdict = {"key": "cup", "ruling": "1"}
    for address, fields in (
        ("/matches/1/dispute", claim),
        ("/disputes/1/rule", ruling),
        ("/disputes/1/verdict", verdict),
    ):
        answer = client.post(address, data=zhao | fields)
        assert answer.status_code == 303, (address, answer.text)


def contents(engine: Engine) -> dict[str, dict[str, str]]:
    """By table and column, the hash of all values."""
    tables = MetaData()
    tables.reflect(engine)
    found: dict[str, dict[str, str]] = {}
    with engine.connect() as connection:
        for table in tables.tables.values():
            if table.name not in OTHERS:
                for column in table.columns:
                    values = sorted(repr(value) for value in connection.scalars(select(column)))
                    found.setdefault(table.name, {})[column.name] = hashlib.sha256(repr(values).encode()).hexdigest()
    return found


def test_a_filled_database_becomes_a_clubs_and_nothing_in_it_changes(
    database_url: str, log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path / "keys"))
    monkeypatch.setenv("FUPAN_DATABASE_URL", database_url)
    make_key(tmp_path / "keys", "cup")
    alone = served(database_url, Mode.ALONE)
    person = alone.test_client()
    fill(person, log)
    pages = ("/api/v1/matches/1/log", "/api/v1/matches/1/report", "/api/v1/matches/2/report", "/verdicts/1.json")
    answered = {page: person.get(page).data for page in pages}
    alone.extensions["fupan"].close()

    engine = open_database(database_url)
    before = contents(engine)
    assert {"judgements", "verdicts", "record_entries"} & before.keys()
    engine.dispose()
    runner = CliRunner()
    assert runner.invoke(main, ["club", "new", "Friday"]).exit_code == 0
    engine = open_database(database_url)
    after = contents(engine)
    assert after == before
    engine.dispose()
    assert runner.invoke(main, ["audit", "verify"]).exit_code == 0

    club = served(database_url, Mode.CLUB)
    member, guest = with_role(club, Role.MEMBER), with_role(club, Role.GUEST)
    assert {page: member.get(page).data for page in pages} == answered
    assert [member.get(page).status_code for page in ("/matches/1", "/disputes/1", "/people/1")] == [200] * 3
    listed = member.get("/matches/").text
    assert 'href="/matches/1' in listed
    assert 'href="/matches/2' in listed
    assert [guest.get(page).status_code for page in pages] == [404] * 4
    club.extensions["fupan"].close()
