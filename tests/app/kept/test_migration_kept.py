"""A filled database of the version before: its unreadable "matches" become refusals, its repeated matches one."""

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from alembic import command
from alembic.config import Config as AlembicConfig
from flask import Flask
from sqlalchemy import Connection, Engine, text

from app import create_app, store
from app.config import Config
from app.database import MIGRATIONS, open_database, upgrade
from app.fupan import Fupan
from app.kept.refusals import refusal, refusals
from app.kept.tables import RetiredMatch
from app.models import Job, Log, Sheet
from app.packing import packed
from app.store import MatchFilter
from engine.logs import LogRecord
from engine.record.content import content_key
from engine.record.match import Match

Text = Callable[..., bytes]
BEFORE = "0005"
PNG = b"\x89PNG\r\n\x1a\n and so on"


def _insert(connection: Connection, table: str, **values: Any) -> None:
    names = ", ".join(values)
    marks = ", ".join(f":{name}" for name in values)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values)


def _fill(connection: Connection, number: int, raw: bytes, verdict: str, names: str = "", **fields: Any) -> None:
    """A match as the version before stored it, with no seats where nothing of it could be read."""
    digest = sha256(raw).hexdigest()
    at = "2024-05-01 12:00:00"
    report = json.dumps({"verdict": verdict, "findings": [], "log": {}}).encode()
    _insert(connection, "blobs", sha256=digest, data=packed(raw), size=len(raw))
    values = {"source": f"{number}.json", "format": "fupan", "uploaded_at": at, "hands": 0, "position": 0} | fields
    _insert(connection, "logs", id=number, blob_sha256=digest, **values)
    for place, name in enumerate(names):
        seat = {"log_id": number, "place": place, "seat": "ENWS"[place], "name": name, "name_key": name}
        _insert(connection, "match_players", **seat)
    _insert(
        connection,
        "judgements",
        log_id=number,
        rules_sha256=digest,
        rules_key="",
        engine="0.0.1",
        own=True,
        current=True,
        verdict=verdict,
        errors=1,
        warnings=0,
        notices=0,
        report=packed(report),
        report_size=len(report),
        digest="",
        judged_at=at,
    )


@pytest.fixture
def filled(database_url: str, log: Text) -> Config:
    engine = open_database(database_url)
    upgrade(engine, BEFORE)
    spaced = json.dumps(json.loads(log("a")), indent=1).encode()
    with engine.begin() as connection:
        _fill(connection, 1, log("a"), "clean", "abcd", game="guandan")
        _fill(connection, 2, PNG, "unreadable", format="unknown", source="picture.png")
        _fill(connection, 3, log("b", rules={"preset": "no such"}), "unreadable", "abcd", game="guandan")
        _fill(connection, 4, spaced, "clean", "abcd", game="guandan")
        _fill(connection, 5, log("now readable"), "unreadable")
        _fill(connection, 6, b"{", "unreadable", source="old.jsonl:7")
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT setval('logs_id_seq', 6)"))
        chosen = {"preset": "njupt", "options": "{}", "current": True, "chosen_at": "2024-05-02 12:00:00"}
        _insert(connection, "choices", log_id=4, **chosen)
        times = {"created_at": "2024-05-02 12:00:00", "changed_at": "2024-05-02 12:00:00"}
        _insert(connection, "sheets", id=1, document="{}", version=1, log_id=4, **times)
        _insert(
            connection,
            "jobs",
            id=1,
            name="x.jsonl",
            size=1,
            bound="5 lines",
            rules="{}",
            state="done",
            attempts=1,
            matches=2,
            new=2,
            verdicts='{"clean": 2}',
            first="[1, 4]",
            queued_at="2024-05-02 12:00:00",
        )
    engine.dispose()
    return Config(database_url=database_url, secret_key="for tests alone")


def test_refusals_are_moved_and_repeated_matches_become_one(filled: Config, log: Text) -> None:
    fupan = Fupan.open(filled)
    with fupan.sessions() as session:
        listed = [row.id for row in store.matches(session, MatchFilter()).items]
        found = refusals(session)
        retired = {each.id: (each.refusal_id, each.match_id) for each in session.query(RetiredMatch)}
        first = session.get(Log, 1)
    assert first is not None
    assert first.content_sha256 == content_key(_decoded(log("a")))
    by_source = {row.source: row for row in found.items}
    assert found.total == 2
    assert by_source["picture.png"].reason == "This is a PNG picture."
    assert by_source["old.jsonl:7"].reason.startswith("Invalid JSON: the text is cut off")
    (readable,) = set(listed) - {1, 3}
    assert readable > 6
    assert retired == {
        2: (by_source["picture.png"].id, None),
        4: (None, 1),
        5: (None, readable),
        6: (by_source["old.jsonl:7"].id, None),
    }
    with fupan.sessions() as session:
        stored = refusal(session, by_source["picture.png"].id)
    assert stored is not None
    assert stored.raw == PNG
    assert msgspec.json.decode(stored.report_json)["verdict"] == "unreadable"
    fupan.close()
    again = Fupan.open(filled)
    with again.sessions() as session:
        assert [row.id for row in store.matches(session, MatchFilter()).items] == listed
    again.close()


def test_what_a_repeated_match_had_goes_to_the_match(filled: Config) -> None:
    fupan = Fupan.open(filled)
    stored = fupan.match(1)
    assert stored is not None
    assert stored.chosen is not None
    assert stored.chosen.preset == "njupt"
    with fupan.sessions() as session:
        assert [(each.id, each.current) for each in store.judgements(session, 1)] == [(4, True), (1, False)]
        assert [each.log_id for each in session.query(Sheet)] == [1]
        (job,) = session.query(Job)
    assert (job.matches, job.refusals, job.first_refusals) == (2, 0, "[]")
    fupan.close()


def test_former_addresses_lead_on(filled: Config) -> None:
    app: Flask = create_app(filled)
    client = app.test_client()
    with app.extensions["fupan"].sessions() as session:
        found = {row.source: row.id for row in refusals(session).items}
    for former, now in (
        ("/matches/2", f"/refusals/{found['picture.png']}"),
        ("/matches/4", "/matches/1"),
        ("/matches/6", f"/refusals/{found['old.jsonl:7']}"),
    ):
        answer = client.get(former)
        assert (answer.status_code, answer.location) == (301, now)
    assert client.get("/matches/3").status_code == 200
    app.extensions["fupan"].close()


def test_going_back_makes_matches_of_refusals_under_their_numbers(filled: Config) -> None:
    engine: Engine = open_database(filled.database_url)
    upgrade(engine)
    with engine.connect() as connection, connection.begin():
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, BEFORE)
    with engine.connect() as connection:
        rows = connection.execute(
            text("SELECT logs.id, verdict FROM logs JOIN judgements ON log_id = logs.id AND current ORDER BY logs.id")
        ).all()
    assert [tuple(each) for each in rows] == [
        (1, "clean"),
        (2, "unreadable"),
        (3, "unreadable"),
        (4, "clean"),
        (5, "unreadable"),
        (6, "unreadable"),
    ]
    engine.dispose()


def _decoded(raw: bytes) -> Match:
    from engine.logs import FORMATS

    (record,) = FORMATS["fupan"].read(raw, "x")
    assert isinstance(record, LogRecord)
    assert record.match is not None
    return record.match
