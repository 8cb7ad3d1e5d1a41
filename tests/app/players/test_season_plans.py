"""Tables of a season read what belongs to it, and no table through; the number of queries does not grow."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, insert, text

from app.database.config import Config
from app.database.lookup import word_numbers
from app.database.tables.matches import Player
from app.database.tables.statistics import COUNTED_MATCHES, FACTS, SEAT_RESULTS
from app.judging.judged import sha256_of
from app.matches.installation import Installation
from app.players.statistics.season import _LEFT_OUT
from app.web.create_app import create_app

pytestmark = pytest.mark.databases_differ

MATCHES, HANDS, PEOPLE, EVENTS = 2_000, 3, 60, 80
GAMES = ("guandan", "bao_huang")
QUERIES = {
    "/events/": 4,
    "/events/show?event=Cup+7&game=bao_huang": 19,
    "/events/show?event=Cup+8&game=guandan&since=2024-01-05&until=2024-02-20": 20,
    "/partners/?game=bao_huang&event=Cup+9": 10,
    "/partners/?game=bao_huang&since=2024-01-05&until=2024-01-06&value=won": 10,
    "/partners/?game=bao_huang&event=Cup+9&as_computed=1": 10,
    "/events/show?event=Cup+7&game=bao_huang&as_computed=1": 19,
    "/people/3/with/4?game=guandan": 36,
    "/people/3/with/4?game=guandan&as_computed=1": 36,
}
"""The most queries of each page, those of the numbers and texts of words among them."""


@pytest.fixture
def database_url(bare_database_url: str) -> str:
    """Plans depend on what was counted of tables before, so that each test has tables of its own."""
    return bare_database_url


def fill(fupan: Installation) -> None:
    """Rows as `app.players.statistics.fact_rows` makes them."""
    with fupan.sessions() as session:
        session.execute(
            insert(Player),
            [
                {"id": number, "key_sha256": sha256_of(f"p{number}"), "key": f"p{number}", "name": f"Person {number}"}
                for number in range(1, PEOPLE + 1)
            ],
        )
        numbers = word_numbers(session, {*GAMES, "play", "k", *(f"Cup {each}" for each in range(EVENTS))})
        matches, seats, facts = [], [], []
        for match in range(1, MATCHES + 1):
            of_match = {
                "match": match,
                "game": numbers[GAMES[match % 2]],
                "preset": 0,
                "options": numbers["k"],
                "event": numbers[f"Cup {match % EVENTS}"],
                "day": None if match % 50 == 0 else 20240101 + match % 20 + 100 * (match % 7),
            }
            matches.append(of_match | {"judgement": match, "moment": None, "hands": HANDS, "decided": 1})
            for seat in range(4):
                person = (match * 7 + seat * (1 + match % 5)) % PEOPLE + 1
                of_seat = {"match": match, "seat": seat, "person": person, "player": person, "won": seat % 2}
                seats.append(of_seat | {"name": 0, "team": seat % 2, "total": 3, "hands": HANDS})
                facts += [
                    of_match
                    | of_seat
                    | {"hand": hand, "basis": numbers["play"], "side": seat % 2, "place_halves": 2 + 2 * seat}
                    | {"score": (seat % 2) * hand, "complete": 1, "errors": 0, "role": None}
                    for hand in range(HANDS)
                ]
        session.execute(insert(COUNTED_MATCHES), matches)
        session.execute(insert(SEAT_RESULTS), seats)
        session.execute(insert(FACTS), facts)
        session.commit()
    with fupan.sessions.kw["bind"].connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))


@pytest.fixture
def site(database_url: str) -> Iterator[Flask]:
    """The application on each kind of database, with many matches."""
    app = create_app(Config(database_url=database_url, secret_key="for tests alone"))
    fill(app.extensions["fupan"])
    yield app
    app.extensions["fupan"].close()


def troubles(fupan: Installation, statement: str, values: Any) -> list[str]:
    """The tables that a plan reads through."""
    with fupan.sessions.kw["bind"].connect() as connection:
        if connection.dialect.name == "sqlite":
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
            return [row[3] for row in plan if row[3].split()[:2] in _SCANS]
        for name in _LEFT_OUT:
            connection.exec_driver_sql(f"SET LOCAL {name} = off")
        plan = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values).scalar_one()
        return list(nodes(plan[0]["Plan"]))


_TABLES = (
    "facts",
    "seat_results",
    "counted_matches",
    "beside",
    "seats",
    "other_seats",
    "partner_seats",
    "words",
    "players",
)
_SCANS = [["SCAN", table] for table in _TABLES]


def nodes(node: dict[str, Any]) -> Iterator[str]:
    """The steps of PostgreSQL that read a table or a whole index through."""
    whole_index = "Index" in node["Node Type"] and not ("Index Cond" in node or "Bitmap" in node["Node Type"])
    bounded = node.get("Scan Direction") and node["Plan Rows"] <= 1
    if node["Node Type"] == "Seq Scan" or (whole_index and not bounded):
        yield json.dumps({name: value for name, value in node.items() if name != "Plans"})
    for each in node.get("Plans", ()):
        yield from nodes(each)


def test_every_query_of_the_pages_is_answered_by_keys(site: Flask) -> None:
    fupan: Installation = site.extensions["fupan"]
    found: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if statement.startswith(("SELECT", "WITH")) and "set_config" not in statement:
            found.append((statement, values))

    engine = fupan.sessions.kw["bind"]
    event.listen(engine, "before_cursor_execute", note)
    by_page: dict[str, list[tuple[str, Any]]] = {}
    try:
        for address in QUERIES:
            found.clear()
            answer = site.test_client().get(address)
            assert answer.status_code == 200, answer.text
            assert ("rows events" if address == "/events/" else "rows figures") in answer.text
            by_page[address] = list(found)
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert troubles(fupan, "SELECT * FROM facts", ())
    bad = [
        (address, statement, trouble)
        for address, statements in by_page.items()
        for statement, values in statements
        if (trouble := troubles(fupan, statement, values))
    ]
    assert bad == []
    assert {
        address: len(statements) for address, statements in by_page.items() if len(statements) > QUERIES[address]
    } == {}
