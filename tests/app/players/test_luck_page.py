"""The page that sets a person's results against the dealt cards."""

import csv
from collections.abc import Callable
from io import BytesIO, StringIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.database.opening import transact
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.players.statistics.people import join, person_of
from app.players.statistics.recount import count_pending
from app.web.players.luck import rounded_up
from engine.verdict.check import Checker
from tests.databases import fill_once
from tests.long_evenings import HANDS, KEY, NAME, evenings

Read = Callable[..., Any]
LEVELS = "One of the result is a level that the side gains"


@pytest.fixture
def club(web: Flask) -> Installation:
    """An installation with the evenings, not counted yet."""
    fupan: Installation = web.extensions["fupan"]
    fill_once(fupan, _put_evenings)
    return fupan


def _put_evenings(fupan: Installation) -> None:
    list(ingest(fupan.sessions, Checker(counting=True, pure=True), BytesIO(b"\n".join(evenings())), "evenings.jsonl"))


def number_of(fupan: Installation, key: str) -> int:
    with fupan.sessions() as session:
        found = person_of(session, key)
    assert found is not None
    return found


def test_the_page_waits_for_the_job_and_then_shows_means(club: Installation, read: Read, client: FlaskClient) -> None:
    address = f"/people/{number_of(club, KEY)}/luck"
    before = read(address)
    assert f"{len(evenings())} matches are still to be counted" in before.text
    assert f"known of 0 of {HANDS} hands" in before.text
    assert before.all("figure", class_="chart") == []
    count_pending(club.sessions)
    page = read(address)
    assert NAME in page.text
    assert "still to be counted" not in page.text
    assert f"known of {HANDS} of {HANDS} hands" in page.text
    assert "zero lies within the interval" in page.text or "zero lies outside the interval" in page.text
    assert " hands to be distinguished from chance" in page.text
    assert LEVELS in page.text
    assert page.all("a", href="/strength?game=guandan")
    assert len(page.all("figure", class_="chart")) == 2
    assert page.faults == []
    rows = list(csv.DictReader(StringIO(client.get(f"{address}/strength.csv?game=guandan").text)))
    assert sum(int(row["hands"]) for row in rows) == HANDS
    assert rows[0]["strength_from"] == rows[-1]["strength_below"] == ""
    assert [row["strength_below"] for row in rows[:-1]] == [row["strength_from"] for row in rows[1:]]
    for row in rows:
        assert (row["result"] == "") == (int(row["hands"]) < 10)


def test_nothing_is_said_of_few_hands(club: Installation, read: Read, client: FlaskClient) -> None:
    count_pending(club.sessions)
    address = f"/people/{number_of(club, KEY)}/luck"
    other = read(f"{address}?game=big_a")
    assert "nothing is said of fewer than 30 hands" in other.text
    assert "±" not in other.text
    assert other.all("figure", class_="chart") == []
    assert client.get(f"{address}/strength.csv?game=big_a").text.count("\n") == 1
    assert read(f"{address}?event=no+such+event").text.count("Of no hand under this filter") == 1
    assert "Ignored date" in read(f"{address}?since=yesterday").text
    assert "There is no game" not in read(f"{address}?game=whist").text


def test_a_joined_person_leads_to_the_one_that_was_kept(club: Installation, read: Read, client: FlaskClient) -> None:
    kept, joined = number_of(club, KEY), number_of(club, "qian-lu")
    transact(club.sessions, lambda session: join(session, KEY, "qian-lu"))
    answer = client.get(f"/people/{joined}/luck?game=guandan")
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/people/{kept}/luck?game=guandan"
    assert "There is no person 999999." in read("/people/999999/luck", 404).text
    assert "There is no person 0." in read("/people/0/luck", 404).text


def test_numbers_of_hands_are_rounded_up_to_two_digits() -> None:
    assert [rounded_up(number) for number in (7, 99, 100, 101, 1_234, 12_000)] == [7, 99, 100, 110, 1_300, 12_000]
