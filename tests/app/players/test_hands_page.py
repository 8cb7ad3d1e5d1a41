"""The page of the search of hands, its saved searches and exports, and the same for programs."""

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from typing import Any
from urllib.parse import quote, unquote_plus, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from sqlmodel import col

from app.database import bounded_stores
from app.database.tables.matches import Blob, Log
from app.players.search import export, finding
from app.web.players.hand_search import LEFT_OUT

Read = Callable[..., Any]
Put = Callable[..., int]
Sample = dict[str, Any]


def address(line: str, path: str = "/hands/") -> str:
    return f"{path}?q={quote(line)}"


def test_hands_are_found_and_lead_to_their_replay(read: Read, put: Put, sample: Sample) -> None:
    put(sample)
    page = read(address("place:1 score:3"))
    assert page.faults == []
    links = [link for link in page.links if "/hands/" in link and "/matches/1/" in link]
    assert links
    assert len(links) == len(page.all("th", scope="row"))
    read(links[0])
    assert "place 1 · score 3" in page.text


def test_the_form_leads_to_the_line_that_means_the_same(client: FlaskClient, read: Read, put: Put) -> None:
    typed = "player=Zhao+Min&place=1&least=2&count=bombs&how=least&number=1&kind=bomb&size=4%2B&rank=10&also=errors<3"
    answer = client.get(f"/hands/form?{typed}&game=&event=")
    assert answer.status_code == 303
    line = 'player:"Zhao Min" place:1 score>=2 errors<3 bombs>=1 bomb*4+ T'
    assert unquote_plus(answer.location) == f"/hands/?q={line}"
    page = read(answer.location)
    inputs = {each["name"]: each["value"] for each in page.all("input") if each.get("name")}
    expected = {"q": line, "player": "Zhao Min", "place": "1", "least": "2", "number": "1", "size": "4+", "rank": "T"}
    assert expected.items() <= inputs.items()
    assert inputs["also"] == "errors<3"
    chosen = [each["value"] for each in page.all("option") if "selected" in each]
    assert {"bombs", "least", "bomb"} <= set(chosen)


def test_what_cannot_be_read_is_marked(read: Read) -> None:
    page = read(address('player:"Zhao Min" plcae:1'), 400)
    assert "Character 19: 'plcae' is not a field; did you mean 'place'?" in page.text
    assert "<mark>plcae:1</mark>" in page.source
    assert [each["value"] for each in page.all("input", name="also")] == ["plcae:1"]
    assert [each["value"] for each in page.all("input", name="player")] == ["Zhao Min"]


def test_everything_is_escaped(client: FlaskClient, read: Read, put: Put, sample: Sample, web: Flask) -> None:
    web.config["WTF_CSRF_ENABLED"] = False
    sample["players"][0] = {"seat": sample["players"][0]["seat"], "name": '<b>"Li\\'}
    sample["match"] |= {"event": "<i>Cup"}
    put(sample)
    client.post("/hands/saved", data={"name": "<u>mine", "q": 'event:"<i>Cup"'})
    for line in ('player:"<b>\\"Li\\\\"', 'event:"<i>Cup"', 'with:"<b>\\"Li\\\\" place:1', '<s>"', 'player:"<b'):
        source = client.get(address(line)).text
        for tag in ("<b>", "<i>", "<u>", "<s>"):
            assert tag not in source, line
    page = read(address('with:"<b>\\"Li\\\\" place:1'))
    assert 'with <b>"Li\\' in page.text
    assert "<u>mine" in page.text


def test_a_search_that_stops_says_so(read: Read, put: Put, sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        sample["match"]["id"] = f"m{number}"
        put(sample)
    monkeypatch.setattr(finding, "MATCHES", 2)
    page = read(address("score>1000"))
    assert "Only so many hands are looked at for one page: 16 hands, down to match 3. None of them fits" in page.text
    (further,) = [link for link in page.links if "before=" in link]
    assert "Nothing older fits all of this." in read(further).text


def test_pages_lead_on_by_their_places(read: Read, put: Put, sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    put(sample)
    monkeypatch.setattr("app.web.players.hand_search.PER_PAGE", 3)
    seen: list[str] = []
    where = address("place:1")
    for _ in range(3):
        page = read(where)
        seen += [urlsplit(link).path for link in page.links if "/matches/1/hands/" in link]
        on = [link for link in page.links if link.startswith("/hands/?") and "before=" in link]
        where = on[0] if on else ""
    assert seen == [f"/matches/1/hands/{number}" for number in range(8, 0, -1)]
    assert where == ""


def test_searches_are_saved_and_deleted(client: FlaskClient, read: Read, web: Flask) -> None:
    assert client.post("/hands/saved", data={"name": "Wins", "q": "place:1"}).status_code == 400
    web.config["WTF_CSRF_ENABLED"] = False
    answer = client.post("/hands/saved", data={"name": " Wins ", "q": "PLACE = 1"})
    assert answer.status_code == 303
    page = read("/hands/")
    assert "/hands/?q=place:1" in [unquote_plus(link) for link in page.links]
    assert "Wins" in page.text
    for name, line, reason in (
        ("wins", "place:2", "There is a search with the name Wins already"),
        ("", "place:2", "The search needs a name."),
        ("x" * 81, "place:2", "The name has 81 characters; at most 80 are kept."),
        ("other", "", "The search asks for nothing yet."),
        ("other", "plcae:1", "The line cannot be read: Character 1:"),
    ):
        refused = client.post("/hands/saved", data={"name": name, "q": line})
        assert refused.status_code == 400
        assert reason in refused.text
    assert client.post("/hands/saved/1/delete").status_code == 303
    assert client.post("/hands/saved/1/delete").status_code == 404
    assert "Wins" not in read("/hands/").text


def test_saved_searches_are_bounded(client: FlaskClient, web: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    web.config["WTF_CSRF_ENABLED"] = False
    monkeypatch.setattr(bounded_stores, "SAVED", replace(bounded_stores.SAVED, most=1))
    client.post("/hands/saved", data={"name": "a", "q": "place:1"})
    assert "1 searches are saved already" in client.post("/hands/saved", data={"name": "b", "q": "place:1"}).text


def test_what_is_found_is_exported(
    client: FlaskClient, put: Put, sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample["players"][0] = {"seat": sample["players"][0]["seat"], "name": "=1+1"}
    for number in range(3):
        sample["match"]["id"] = f"m{number}"
        put(sample)
    whole = client.get(address("place:1", "/hands/found.json")).get_json()
    assert (whole["query"], whole["all"], len(whole["hands"])) == ("place:1", True, 24)
    assert whole["hands"][0].keys() >= {"match", "hand", "seats"}
    rows = list(csv.DictReader(StringIO(client.get(address("place:1", "/hands/found.csv")).text)))
    assert len(rows) == 24
    assert "'=1+1" in {row["name"] for row in rows}
    logs = client.get(address("place:1", "/hands/found.jsonl"))
    found = [json.loads(line) for line in logs.text.splitlines()]
    assert [each["match"]["id"] for each in found] == ["m2", "m1", "m0"]
    assert {each["format"] for each in found} == {"fupan/1"}
    monkeypatch.setattr(export, "MATCHES", 2)
    first = client.get(address("place:1", "/hands/found.jsonl"))
    assert len(first.text.splitlines()) == 2
    rest = client.get(first.headers["Link"].split(">")[0].removeprefix("<"))
    assert [json.loads(line)["match"]["id"] for line in rest.text.splitlines()] == ["m0"]
    assert "Link" not in rest.headers
    for path in ("/hands/found.json", "/hands/found.csv", "/hands/found.jsonl"):
        assert client.get(address("plcae:1", path)).status_code == 400


def test_a_file_of_logs_names_the_matches_that_it_leaves_out(
    web: Flask, client: FlaskClient, read: Read, put: Put, sample: Sample
) -> None:
    for number in range(3):
        sample["match"]["id"] = f"m{number}"
        put(sample)
    whole = client.get(address("place:1", "/hands/found.jsonl"))
    assert LEFT_OUT not in whole.headers
    with web.extensions["fupan"].sessions.begin() as session:
        of_log = select(Log.blob_sha256).where(col(Log.id) == 1).scalar_subquery()
        session.execute(update(Blob).where(col(Blob.sha256) == of_log).values(data=b"damaged"))
        session.execute(update(Log).where(col(Log.id) == 3).values(name_erased_at=datetime.now(UTC)))
    logs = client.get(address("place:1", "/hands/found.jsonl"))
    assert [json.loads(line)["match"]["id"] for line in logs.text.splitlines()] == ["m1"]
    assert logs.headers[LEFT_OUT] == "3, 1"
    assert f"the header {LEFT_OUT} of the file has the numbers of these matches" in read(address("place:1")).text


def test_a_search_says_how_many_hands_it_leaves_out(
    read: Read, put: Put, sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        sample["match"] = {"id": f"m{number}", "played_at": "2024-05-01T20:00:00+08:00"} if number else {"id": "m0"}
        put(sample)
    found = read(address("place:1 score>=2")).text
    hands = len(read(address("place:1 score>=2")).all("th", scope="row"))
    assert 0 < hands < 24
    assert f"This filter leaves out {24 - hands} of 24 hands." in found
    assert "Left out without a date" not in found
    assert "This filter leaves out 8 of 24 hands." in (page := read(address("until:2024-05-01")).text)
    assert "Left out without a date: 8 hands." in page
    assert f"Left out without a date: {hands // 3} hands." in read(address("place:1 score>=2 since:2024-05-02")).text
    monkeypatch.setattr(finding.find, "__kwdefaults__", {"limit": 5, "undated": False})
    monkeypatch.setattr("app.web.players.hand_search.PER_PAGE", 5)
    assert "Without this filter there are 24 hands." in (page := read(address("until:2024-05-01")).text)
    assert "Left out without a date: 8 hands." in page


def test_programs_search_page_by_page(client: FlaskClient, put: Put, sample: Sample) -> None:
    put(sample)
    answer = client.get(address("place:1 score>=1", "/api/v1/hands")).get_json()
    assert answer["query"] == "place:1 score>=1"
    assert (answer["next"], answer["stopped"]) == (None, False)
    numbers = [hand["hand"] for hand in answer["hands"]]
    assert numbers == sorted(numbers, reverse=True)
    seat = answer["hands"][0]["seats"][0]
    assert seat["seat"] in "ENWS"
    assert seat["matched"][0] == "place 1"
    refused = client.get(address("plcae:1", "/api/v1/hands"))
    assert refused.status_code == 400
    assert "did you mean 'place'?" in refused.get_json()["detail"]
