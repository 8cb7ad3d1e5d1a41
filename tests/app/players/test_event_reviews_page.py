"""The review of all matches of an event, for people and programs: asked for, paused, gone on with and stopped."""

import re
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.roles import Role
from app.cli.serving.job_worker import Reviewer, work_once
from app.database.config import Config, Mode
from app.matches.computed import reviews
from app.matches.installation import Installation
from app.web.create_app import create_app
from engine.insight.review import HandReview
from tests.app.conftest import Page, Put
from tests.app.matches.test_event_reviews import EVENT, log_of, sheet_of
from tests.app.web.test_permissions import with_role

Read = Callable[..., Page]
SHOWN = f"/events/show?event={EVENT}&game=chinese_poker"
API = "/api/v1/seasons/review"


@pytest.fixture
def fupan(web: Flask, put: Put, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """An installation with three matches of an event, one of them without actions, whose reviews take no time."""
    for log in (log_of("a"), log_of("b"), sheet_of("c")):
        put(log)

    def review(*arguments: Any) -> object:
        return SimpleNamespace(hands=(HandReview(hand=arguments[-1][0], state="no-play"),))

    monkeypatch.setattr(reviews, "review_match", review)
    opened: Installation = web.extensions["fupan"]
    work(opened)
    return opened


def step(fupan: Installation) -> bool:
    """Does some of what waits, and the hand of a review that was begun.  Returns whether anything was done."""
    reviewer = Reviewer(fupan)
    did = work_once(fupan, reviewer)
    return reviewer.wait(60) or did


def work(fupan: Installation) -> None:
    while step(fupan):
        pass


def press(client: FlaskClient, label: str) -> None:
    """Sends the form of the event's page whose button has a label, as a browser without JavaScript does."""
    source = client.get(SHOWN).text
    (form,) = (each for each in re.findall(r"<form.*?</form>", source, re.DOTALL) if f">{label}</button>" in each)
    action = re.search(r'action="([^"]*)"', form)
    assert action is not None
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert client.get(action[1]).status_code == 405
    assert client.post(action[1], data=sent | {"csrf_token": ""}).status_code == 400
    answer = client.post(action[1], data=sent)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{SHOWN}#reviews")


def test_it_is_asked_for_paused_gone_on_with_and_stopped_on_the_page(
    client: FlaskClient, fupan: Installation, read: Read
) -> None:
    assert "are reviewed in the background, one after the other" in read(SHOWN).text
    press(client, "Review all matches")
    page = read(SHOWN)
    assert page.faults == []
    assert "A match is reviewed when nothing else waits." in page.text
    assert "matches reviewed" not in page.text
    while "1 of 3 matches reviewed." not in read(SHOWN).text:
        assert step(fupan)
    press(client, "Pause")
    assert not step(fupan)
    assert "Paused. What is made is kept." in read(SHOWN).text
    press(client, "Resume")
    work(fupan)
    page = read(SHOWN)
    assert "2 of 3 matches reviewed. 1 match cannot be reviewed. Every match is done." in page.text
    assert page.faults == []
    press(client, "Review all matches")
    press(client, "Stop the review")
    assert "are reviewed in the background, one after the other" in read(SHOWN).text


def test_what_fails_and_what_cannot_be_reviewed_is_said(
    client: FlaskClient, fupan: Installation, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "review_match", lambda *_: None)
    press(client, "Review all matches")
    work(fupan)
    assert "0 of 3 matches reviewed. 1 match cannot be reviewed." in read(SHOWN).text
    assert "Fupan failed on 2 matches. This is a bug in Fupan" in read(SHOWN).text


def test_an_event_without_a_match_that_can_be_reviewed_says_so(
    web: Flask, client: FlaskClient, put: Put, read: Read
) -> None:
    put(sheet_of("c"))
    work(web.extensions["fupan"])
    press(client, "Review all matches")
    work(web.extensions["fupan"])
    page = read(SHOWN)
    assert "No match of this event can be reviewed." in page.text
    assert "matches reviewed" not in page.text


def test_programs_ask_wait_pause_go_on_and_stop(web: Flask, client: FlaskClient, fupan: Installation) -> None:
    web.config["WTF_CSRF_ENABLED"] = False
    event = {"event": EVENT}
    before = client.get(API, query_string=event)
    assert (before.status_code, "POST to this address" in before.get_json()["detail"]) == (404, True)
    begun = {"state": "running", "matches": 0, "reviewed": 0, "failed": 0, "unfit": 0}
    for answer in (client.post(API, json=event), client.post(API, json=event), client.get(API, query_string=event)):
        assert (answer.status_code, answer.get_json()) == (200, begun)
    paused = client.post(f"{API}/pause", json=event)
    assert paused.get_json() == begun | {"state": "paused"}
    work(fupan)
    assert client.get(API, query_string=event).get_json() == paused.get_json()
    client.post(API, json=event)
    work(fupan)
    done = {"state": "ended", "matches": 3, "reviewed": 2, "failed": 0, "unfit": 1}
    assert client.get(API, query_string=event).get_json() == done
    assert client.get("/api/v1/matches/2/review").status_code == 200
    assert client.delete(API, query_string=event).get_json() == {"stopped": True}
    assert client.get(API, query_string=event).status_code == 404
    for missing in (client.post(API, json={"event": "None"}), client.post("/events/review", data={"event": "None"})):
        assert missing.status_code == 404
    assert client.post("/events/review").status_code == 404
    web.extensions["fupan"] = replace(fupan, config=replace(fupan.config, database_bytes=1))
    full = client.post(API, json=event)
    assert (full.status_code, "no room left" in full.get_json()["detail"]) == (503, True)


def test_a_guest_of_open_statistics_sees_how_far_it_is_and_changes_nothing(web_config: Config, put: Put) -> None:
    app = create_app(replace(web_config, mode=Mode.CLUB, open_statistics=True))
    app.config["WTF_CSRF_ENABLED"] = False
    put(log_of("a"))
    work(app.extensions["fupan"])
    member, guest = with_role(app, Role.MEMBER), app.test_client()
    assert member.post("/events/review", data={"event": EVENT}).status_code == 303
    page = Page(guest.get(SHOWN))
    assert "A match is reviewed when nothing else waits." in page.text
    assert "Members of the club may do this." in page.text
    assert 'action="/events/review' not in page.source
    assert 'action="/events/review/pause"' in member.get(SHOWN).text
    for path in ("", "/pause", "/stop"):
        assert guest.post(f"/events/review{path}", data={"event": EVENT}).status_code == 403
    assert guest.get(API, query_string={"event": EVENT}).get_json()["state"] == "running"
    app.extensions["fupan"].close()
