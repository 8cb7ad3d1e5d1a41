"""The decisions of reviewed hands as files: of a match, and of the hands that a search finds."""

import csv
import sys
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO, StringIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pyarrow import parquet

from app.accounts.roles import Role
from app.accounts.viewers import viewer
from app.database.opening import transact
from app.database.seeing import asked_by
from app.matches.computed.decisions import COLUMNS
from app.matches.installation import Installation
from app.players.search import export
from app.players.search.decisions import rows_of_hands
from app.players.statistics.people import mark_minor, person_of
from tests.app.conftest import Page, Put
from tests.app.replay.reviewed import made, short_match

Read = Callable[..., Page]
OF_MATCH = "/matches/1/review/decisions."
OF_HANDS = "/hands/decisions."


@pytest.fixture
def fupan(web: Flask, put: Put, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """An installation with two reviewed matches of a hand each, and one that is not reviewed."""
    for number in range(3):
        match = short_match()
        match["match"] = {"id": f"m{number}"}
        match["players"] = [{"seat": f"P{seat}", "name": f"={number}{seat}"} for seat in range(4)]
        put(match)
    opened: Installation = web.extensions["fupan"]
    for identity in (1, 2):
        made(opened, identity, monkeypatch)
    return opened


def rows_of(client: FlaskClient, address: str) -> list[dict[str, str]]:
    answer = client.get(address)
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    return list(csv.DictReader(StringIO(answer.text)))


def test_the_decisions_of_a_match_are_files_that_its_page_links(
    client: FlaskClient, fupan: Installation, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = client.get("/api/v1/matches/1/review").get_json()
    monkeypatch.setattr("app.matches.computed.reviews.review_match", lambda *_: pytest.fail("a request solved"))
    links = read("/matches/1/review").links
    assert {f"{OF_MATCH}csv", f"{OF_MATCH}parquet"} <= set(links)
    assert not any("decisions." in link for link in read("/matches/3/review").links)
    rows = rows_of(client, f"{OF_MATCH}csv")
    (hand,) = review["hands"]
    assert [int(row["step"]) - 1 for row in rows] == [each["action"] for each in hand["decisions"]]
    assert {(row["match"], row["match_id"], row["source"], row["game"]) for row in rows} == {
        ("1", "m0", review["log"]["source"], "guandan")
    }
    (passed,) = (row for row in rows if row["step"] == "103")
    assert (passed["seat"], passed["person"], passed["name"]) == ("P2", "'=02", "'=02")
    assert (passed["action"], passed["done"], passed["words"]) == ("P2 pass", "P2 pass", "fault")
    assert (passed["best"], passed["fair_loss"]) == ("P2 play Jd", "0.767")
    file = client.get(f"{OF_MATCH}parquet")
    assert file.data == client.get(f"{OF_MATCH}parquet").data
    assert 'filename="match-1-decisions.parquet"' in file.headers["Content-Disposition"]
    table = parquet.read_table(BytesIO(file.data))
    assert table.column_names == list(COLUMNS)
    assert (table.num_rows, table["person"].to_pylist()[0][0]) == (len(rows), "=")
    assert rows_of(client, "/matches/3/review/decisions.csv") == []
    for address in (f"{OF_MATCH}json", "/matches/4/review/decisions.csv"):
        assert client.get(address).status_code == 404


@pytest.mark.parametrize("has_library", [True, False])
def test_parquet_is_linked_where_it_can_be_written(
    client: FlaskClient, fupan: Installation, read: Read, monkeypatch: pytest.MonkeyPatch, has_library: bool
) -> None:
    if not has_library:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    pages = ("/matches/1/review", "/hands/?q=fault>=1", "/people/1")
    links = {page: [link for link in read(page).links if "parquet" in link] for page in pages}
    assert {page for page, found in links.items() if found} == (set(pages) if has_library else set())
    status = {client.get(link).status_code for found in links.values() for link in found}
    assert status == ({200} if has_library else set())
    assert client.get(f"{OF_MATCH}parquet").status_code == (200 if has_library else 501)


def test_the_decisions_of_hands_that_are_found_are_files(
    client: FlaskClient, fupan: Installation, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = read("/hands/?q=fault>=1")
    assert f"{OF_HANDS}parquet?q=fault%3E%3D1" in page.links
    assert not any("decisions." in link for link in read('/hands/?q=player:"=21"').links)
    whole = rows_of(client, f"{OF_HANDS}csv")
    of_both = [rows_of(client, f"/matches/{number}/review/decisions.csv") for number in (2, 1)]
    assert whole == [row for rows in of_both for row in rows]
    assert rows_of(client, f"{OF_HANDS}csv?q=fault>=1") == whole
    assert rows_of(client, f'{OF_HANDS}csv?q=player:"=03"') == of_both[1]
    assert rows_of(client, f"{OF_HANDS}csv?q=fault>=9") == []
    table = parquet.ParquetFile(BytesIO(client.get(f"{OF_HANDS}parquet").data))
    assert (table.num_row_groups, table.read().num_rows) == (2, len(whole))
    monkeypatch.setattr(export, "MATCHES", 1)
    first = client.get(f"{OF_HANDS}csv")
    (link,) = first.headers.getlist("Link")
    assert rows_of(client, f"{OF_HANDS}csv") == of_both[0]
    assert rows_of(client, link[1 : link.index(">")]) == of_both[1]
    assert "Link" not in client.get(link[1 : link.index(">")]).headers
    assert client.get(f"{OF_HANDS}csv?q=plcae:1").status_code == 400
    assert client.get(f"{OF_HANDS}json").status_code == 404


def test_names_that_are_hidden_from_who_asks_are_not_in_the_files(fupan: Installation) -> None:
    with fupan.sessions() as session:
        person = person_of(session, "=02")
    assert person is not None
    transact(fupan.sessions, lambda session: mark_minor(session, person, minor=True))
    guest = replace(viewer(Role.ADMIN, None), names_minors=False)
    found = [
        {seat: (key, name) for *_, seat, key, name in (row[:10] for rows in groups for row in rows)}
        for groups in (
            rows_of_hands(asking, {1: {0}}, [])
            for asking in (fupan, replace(fupan, sessions=asked_by(fupan.sessions, lambda: guest)))
        )
    ]
    assert [each["P2"] for each in found] == [("=02", "=02"), (f"#{person}", f"Player {person}")]
    assert [each["P1"] for each in found] == [("=01", "=01")] * 2


def test_decisions_of_a_match_that_who_asks_may_not_see_are_in_no_file(fupan: Installation) -> None:
    stranger = replace(viewer(Role.ADMIN, None), sees=frozenset())
    strange = replace(fupan, sessions=asked_by(fupan.sessions, lambda: stranger))
    assert [len(list(rows)) > 5 for rows in rows_of_hands(fupan, {1: {0}, 3: {0}}, [])] == [True, False]
    assert list(rows_of_hands(strange, {1: {0}}, [])) == []


def test_only_the_hands_that_are_asked_for_are_in_a_file(fupan: Installation) -> None:
    assert [len(list(rows)) > 5 for rows in rows_of_hands(fupan, {1: {1}, 2: {0, 1}}, [])] == [False, True]
