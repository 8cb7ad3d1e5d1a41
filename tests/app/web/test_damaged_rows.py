"""A stored value that is not what was stored costs its own line on pages about many things, and nothing else."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from typing import Any, Final

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient
from sqlalchemy import LargeBinary, make_url

from app.cli.serving.job_worker import do_next
from app.database.tables.matches import METADATA
from app.matches.jobs import claim
from app.matches.uploading import queue
from app.web.http.pages import Of
from app.web.installation import open_installation
from tests.app.conftest import Page, Put
from tests.language.demo_site import demo_site
from tests.permissions import TABLE

WORDS: Final = frozenset(
    {("judgements", "verdict"), ("disputes", "state"), ("rulings", "outcome"), ("actors", "role"), ("logs", "game")}
)
"""Columns that hold one word out of a list."""
OF_PAGES: Final = frozenset(
    {
        *(("blobs", "data"), ("judgements", "report"), ("judgements", "counts"), ("judgements", "verdict")),
        *(("disputes", "claim"), ("disputes", "found"), ("ruling_adjustments", "scores"), ("rulings", "outcome")),
        *(("house_versions", "options"), ("sheets", "document"), ("notes", "drawn"), ("reviewed_hands", "data")),
        *(
            ("refusals", "report"),
            ("jobs", "parameters"),
            ("jobs", "progress"),
            ("record_entries", "data"),
            ("verdicts", "data"),
        ),
    }
)
"""Columns that the site below has to have a value of, so that the test tries them."""
NO_JSON: Final = frozenset({"text", "name", "reason", "document"})
"""Columns of free texts: what looks like JSON in them is read by nobody as such, unless it is in ``OF_PAGES``."""
EXTRA: Final = (
    *("/matches/?verdict=illegal", "/matches/?verdict=unreadable", "/matches/?game=guandan", "/matches/?text=a"),
    *("/disputes/?state=ruled", "/people/?game=guandan", "/ratings/?game=guandan", "/hands/?q=bombs%3E%3D3"),
    *("/matches/66/hands/1?step=0", "/matches/66/review", "/api/v1/matches/66/hands/1/notes"),
)
"""Lists under filters, and lists of what belongs to one match."""
SAID: Final = {
    "/matches/": 'class="verdict verdict-damaged"',
    "/house/": "damaged in the database",
    "/add": "is damaged in the database",
    "/disputes/rulings": "A part of this dispute is damaged in the database",
    "/matches/66/hands/1?step=0": "Its marks and arrows are damaged in the database",
    "/api/v1/house": '"damaged":true',
    "/api/v1/sheets": '"damaged":[{',
    "/api/v1/rulings": '"damaged":true',
    "/api/v1/matches": '"verdict":"damaged"',
    "/api/v1/matches/66/hands/1/notes": '"damaged":true',
}
"""What pages say of a damaged line."""
UNREADABLE: Final = "It cannot be replayed: its log or its report is damaged in the database."
"""What the first page says of a match that it opens."""


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with demo_site(tmp_path_factory) as web:
        web.config["PROPAGATE_EXCEPTIONS"] = False
        yield web


def pages_about_many(web: Flask) -> list[str]:
    """The addresses that name no single thing, or a person, whose matches they are about."""
    found = []
    with web.test_request_context():
        for rule in web.url_map.iter_rules():
            of = TABLE.get((rule.endpoint, "GET"), (None, None))[1]
            about_many = not rule.arguments or (rule.arguments == {"identity"} and of is Of.PERSON)
            if "GET" in (rule.methods or ()) and about_many:
                found.append(url_for(rule.endpoint, **dict.fromkeys(rule.arguments, 1)))
    return [*sorted(set(found)), *EXTRA]


def statuses(client: FlaskClient, addresses: list[str]) -> dict[str, int]:
    found = {}
    for address in addresses:
        with client.get(address) as answer:
            found[address] = answer.status_code
    return found


def damage(path: str) -> set[tuple[str, str]]:
    """Damages one value of each packed column, JSON column and column of words; each in a row of its own where there
    are as many, the newest first.  Returns the columns.
    """
    damaged = set()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA foreign_keys = off")
        for table in METADATA.sorted_tables:
            if table.dialect_options["sqlite"]["with_rowid"] is False:
                continue
            rows = [row for (row,) in database.execute(f'SELECT rowid FROM "{table.name}" ORDER BY rowid DESC')]
            if table.name == "blobs":
                of_logs = "SELECT b.rowid FROM logs l JOIN blobs b ON b.sha256 = l.blob_sha256 ORDER BY l.id DESC"
                rows = [row for (row,) in database.execute(of_logs)]
            used = 0
            for column in table.columns:
                place = (table.name, column.name)
                for row in rows[used % max(1, len(rows)) :]:
                    read = f'SELECT "{column.name}" FROM "{table.name}" WHERE rowid = ?'
                    (value,) = database.execute(read, (row,)).fetchone()
                    if isinstance(column.type, LargeBinary) and value:
                        new: object = b"\0" + value[1 : len(value) // 2]
                    elif place in WORDS or (isinstance(value, str) and is_json(place, value)):
                        new = "\N{SNOWMAN}{"
                    else:
                        continue
                    database.execute(f'UPDATE "{table.name}" SET "{column.name}" = ? WHERE rowid = ?', (new, row))
                    damaged.add(place)
                    used += 1
                    break
    return damaged


def is_json(place: tuple[str, str], value: str) -> bool:
    if place not in OF_PAGES and place[1] in NO_JSON:
        return False
    try:
        return isinstance(json.loads(value), (dict, list))
    except ValueError:
        return False


@pytest.mark.breaks_record
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_a_damaged_value_costs_its_own_line_alone(site: Flask, language: str) -> None:
    client = site.test_client()
    client.set_cookie("lang", language)
    usual = statuses(client, pages_about_many(site))
    good = [address for address, status in usual.items() if status == 200]
    assert set(SAID) <= set(good)
    lines = client.get("/matches/").text.count("<tr") + client.get("/disputes/").text.count("<li>")

    fupan = site.extensions["fupan"]
    damaged = damage(make_url(fupan.config.database_url).database or "")
    assert damaged >= OF_PAGES
    site.extensions["fupan"] = open_installation(fupan.config)
    fupan.close()
    assert {address: status for address, status in statuses(client, good).items() if status != 200} == {}
    assert client.get("/matches/").text.count("<tr") + client.get("/disputes/").text.count("<li>") == lines
    if language == "en":
        assert {address for address, words in SAID.items() if words not in client.get(address).text} == set()


@pytest.mark.parametrize("column", ["blobs.data", "judgements.report"])
def test_the_first_page_says_which_match_cannot_be_read(
    web: Flask, client: FlaskClient, put: Put, sample: dict[str, Any], column: str
) -> None:
    sample["hands"] = sample["hands"][:1]
    for number in range(3):
        sample["match"] = {"id": f"table {number}"}
        put(sample)
    table, name = column.split(".")
    for damaged in ([], [3], [3, 2, 1]):
        for match in damaged:
            with web.extensions["fupan"].sessions.begin() as session:
                key = "sha256" if table == "blobs" else "log_id"
                of = f"(SELECT blob_sha256 FROM logs WHERE id = {match})" if table == "blobs" else match
                session.connection().exec_driver_sql(f"UPDATE {table} SET {name} = x'00' WHERE {key} = {of}")
        web.extensions["fupan"].decoded._kept.clear()
        page = Page(client.get("/"))
        lines = [each.removeprefix('<a href="/matches/').partition('"')[0] for each in page.source.split("<p>")]
        said = [line for line, text in zip(lines, page.source.split("<p>"), strict=True) if UNREADABLE in text]
        assert sorted(map(int, said), reverse=True) == damaged
        assert ('class="home-table"' in page.source) is (len(damaged) < 3)
        assert page.source.count('class="verdict verdict-damaged"') == len(damaged)


def test_a_job_whose_rules_are_damaged_does_not_hold_up_the_others(site: Flask) -> None:
    sessions = site.extensions["fupan"].sessions
    second = queue(sessions, BytesIO(b"{}"), "second.json", "20 MiB")
    with sessions.begin() as session:
        session.connection().exec_driver_sql("UPDATE jobs SET parameters = '{' WHERE id < ?", (second,))
    assert do_next(site.extensions["fupan"])
    taken = claim(sessions)
    assert taken is not None
    assert taken.id == second
    page = site.test_client().get("/files/jobs/1").text
    assert "The database no longer has the rules that were asked for as they were. Send the file again." in page
