"""The review of a match, for people and programs: asked for, made in the background, and shown."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete

from app.database.checks import checks
from app.database.tables.jobs import Job
from app.matches.installation import Installation
from engine.insight.match_review import MatchReview, review_match
from engine.insight.review import Settings
from tests.app.conftest import Page, Put
from tests.app.working import do_any

NJUPT = Path(__file__).parents[3] / "sample_logs" / "guandan" / "njupt.jsonl"
Read = Callable[..., Page]
API = "/api/v1/matches/1/review"
SHORT = Settings(left=4, deals=100, fair_left=4)


@pytest.fixture
def fupan(web: Flask, put: Put) -> Installation:
    """An installation with the last actions of a hand, and one that breaks off."""
    web.config["WTF_CSRF_ENABLED"] = False
    match = json.loads(NJUPT.read_bytes().splitlines()[0])
    first, second = match["hands"][:2]
    del second["actions"][20:]
    second.pop("result", None)
    put(match | {"hands": [first, second]})
    opened: Installation = web.extensions["fupan"]
    return opened


def test_programs_ask_for_a_review_wait_and_get_what_the_command_prints(
    client: FlaskClient, fupan: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = client.get(API)
    assert (before.status_code, "no review yet" in before.get_json()["detail"]) == (404, True)
    with monkeypatch.context() as patch:
        patch.setattr("app.matches.computed.reviews.review_match", lambda *_: pytest.fail("a request solved"))
        asked = client.post(API)
        waiting = client.get(API)
        again = client.post(API)
    assert [each.status_code for each in (asked, waiting, again)] == [202, 202, 202]
    assert asked.get_json() == waiting.get_json() == again.get_json()
    assert asked.get_json()["kind"] == "review"
    while do_any(fupan):
        pass
    found = client.get(API)
    assert found.status_code == 200
    assert client.post(API).get_json() == found.get_json()
    review = found.get_json()
    assert review["review"] == "fupan-review/1"
    assert [each["state"] for each in review["hands"]] == ["reviewed", "no-play"]
    assert review["log"] == client.get("/api/v1/matches/1/report").get_json()["log"]
    assert review["settings"]["left"] == 24
    assert review["hands"][0]["decisions"][0]["actions"]
    answer = client.get(f"{API}/decisions").get_json()
    assert answer["review"] == review
    (hand, broken), (moment, *_) = answer["hands"], answer["moments"]
    assert (hand["hand"], hand["reason"], broken["reason"].startswith("not reviewed, because")) == (1, None, True)
    assert len(hand["decisions"]) == len(review["hands"][0]["decisions"])
    assert moment in hand["decisions"]
    assert moment["cost"].endswith(f"with all cards open {moment['open']}.")


def test_a_hand_that_the_engine_fails_on_says_so_and_is_tried_again_when_asked(
    client: FlaskClient, fupan: Installation, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*arguments: Any) -> MatchReview:
        if arguments[-1] == [0]:
            raise ArithmeticError("not meant to happen")
        return review_match(*arguments)

    monkeypatch.setattr("app.matches.computed.reviews.settings_for", lambda _game: SHORT)
    asked = client.post(API)
    assert asked.status_code == 202
    with monkeypatch.context() as patch:
        patch.setattr("app.matches.computed.reviews.review_match", failing)
        assert [do_any(fupan) for _ in range(4)] == [True, True, True, False], "what fails is tried twice"
    found = client.get(API)
    assert found.status_code == 200
    assert found.get_json()["hands"] == [{"hand": 0, "state": "failed"}, {"hand": 1, "state": "no-play"}]
    why = "Fupan failed on these hands of the match: 1 (ArithmeticError). This is a bug in Fupan; please report it."
    computation = client.get(asked.get_json()["address"]).get_json()
    assert (computation["state"], computation["reason"]) == ("done", why)
    (fault,) = (each.faults for each in checks(fupan.sessions.kw["bind"]) if each.faults)
    assert fault == (f"match 1: {why}",)
    for place in ("/matches/1/review", "/matches/1/review?hand=1", "/matches/1/hands/1?step=9&review=1&results=shown"):
        assert "Not reviewed, because Fupan failed on it; this is a bug in Fupan" in read(place).text, place
    page = read("/matches/1/review")
    assert why in page.text
    assert "Not every hand is reviewed" in page.text
    assert "the play of its last cards is not recorded, or not that of all seats" in page.text
    with fupan.sessions.begin() as session:
        session.execute(delete(Job))
    assert "Not every hand is reviewed" in read("/matches/1/review").text, "whatever is still known of the computation"
    assert client.post("/matches/1/review").status_code == 303
    while do_any(fupan):
        pass
    assert [each["state"] for each in client.get(API).get_json()["hands"]] == ["reviewed", "no-play"]
    assert "failed on it" not in read("/matches/1/hands/1?step=9&review=1&results=shown").text
    assert not [each for each in checks(fupan.sessions.kw["bind"]) if each.faults]


def test_the_hand_that_the_page_of_a_review_shows_is_made_first(
    client: FlaskClient, fupan: Installation, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.matches.computed.reviews.settings_for", lambda _game: SHORT)
    assert client.post(API).status_code == 202
    read("/matches/1/review?hand=2")
    assert do_any(fupan)
    assert "the play of its last cards is not recorded" in read("/matches/1/review?hand=2").text
    assert "1 of 2 hands are done" in read("/matches/1/review").text


def test_a_page_says_where_the_budget_of_a_hand_ended(
    fupan: Installation, client: FlaskClient, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    little = Settings(left=10, deals=100, fair_left=10, hand_nodes=400)
    monkeypatch.setattr("app.matches.computed.reviews.settings_for", lambda _game: little)
    monkeypatch.setattr("app.web.replay.step_review.settings_for", lambda _game: little)
    assert client.post("/matches/1/review").status_code == 303
    while do_any(fupan):
        pass
    decisions = client.get(API).get_json()["hands"][0]["decisions"]
    first = next(each["action"] + 1 for each in decisions if each["fair"])
    said = f"The budget of this hand ended (400 positions): decisions before step {first} are not counted"
    for place in (
        "/matches/1/review",
        "/matches/1/review?hand=1",
        f"/matches/1/hands/1?step={first}&review=1&results=shown",
    ):
        assert said in read(place).text, place
    assert "本局的预算（400个局面）已用完" in read("/matches/1/review?hand=1&lang=zh-Hans").text
    assert "本局的預算（400個局面）已用完" in read("/matches/1/review?hand=1&lang=zh-Hant").text
    assert client.get(API).get_json()["settings"]["hand_nodes"] == 400


def test_a_page_asks_waits_and_shows_both_losses(client: FlaskClient, fupan: Installation, read: Read) -> None:
    address = "/matches/1/review"
    assert address in read("/matches/1").links
    before = read(address)
    assert "Not reviewed yet" in before.text
    assert "Key moments" not in before.text
    assert client.post(address).status_code == 303
    assert do_any(fupan)
    waiting = read(address)
    assert "1 of 2 hands are done" in waiting.text
    assert not waiting.all("meta", http_equiv="refresh")
    assert waiting.all("div", id="review-progress", data_refresh="5")
    assert do_any(fupan)
    whole = read(address)
    assert not whole.all("div", data_refresh="5")
    assert "not reviewed, because the play of its last cards is not recorded" in whole.text.lower()
    assert "Hand 1, step 88" in whole.text
    hand = read(f"{address}?hand=1")
    assert "Cost 0.667 levels (exact); with all cards open 0. Lucky." in hand.text
    assert "with all cards open after the action in each" in hand.text
    assert hand.text.count("as played") >= 20
    assert client.get(f"{address}?hand=3").status_code == 404
    assert client.get("/matches/2/review").status_code == 404
