"""Exercises: the table as a seat saw it, what answers are worth, and the sets of a match and of a person."""

import re
from collections.abc import Callable

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from app.database.opening import transact
from app.database.packing import packed
from app.database.tables.reviews import ReviewedHandRow
from app.matches.computed import reviews
from app.matches.computed.reviews import Reviewing
from app.matches.installation import Installation
from engine.games import GAMES
from engine.insight.review import HandReview, option_done
from engine.replay.fold import HandStarts
from tests.app.conftest import Page, Put
from tests.app.replay.reviewed import REVIEWED, made, short_match

Read = Callable[..., Page]
TRY = "/matches/1/hands/1/steps/103/try"
OTHER = "/matches/1/hands/1/steps/110/try"


@pytest.fixture
def fupan(web: Flask, put: Put, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """An installation with a reviewed hand."""
    web.config["WTF_CSRF_ENABLED"] = False
    put(short_match())
    opened: Installation = web.extensions["fupan"]
    made(opened, 1, monkeypatch)
    return opened


def kept_of(fupan: Installation) -> HandReview:
    stored = fupan.match(1)
    assert stored is not None
    match = fupan.decoded.get(stored)
    assert match is not None
    with fupan.sessions() as session:
        (kept,) = reviews.kept_hands(session, Reviewing.of(stored, match, fupan.rules(stored, match)))
    return kept


def said(client: FlaskClient, address: str, **fields: object) -> str:
    answer = client.post(address, data=fields)
    assert answer.status_code == 200
    return " ".join(re.sub("<[^>]+>", " ", answer.text.partition('id="answer"')[2]).split())


def test_an_exercise_shows_one_hand_and_nothing_of_the_answer(
    client: FlaskClient, fupan: Installation, read: Read
) -> None:
    page = client.get(TRY).text
    felt, panel = page.split('id="answer"')
    held = re.findall(r'name="card" value="([^"]+)"', panel)
    assert sorted(held) == ["7d", "Jd", "Ks"]
    hidden = {"3 of hearts", "7 of hearts", "5 of hearts", "king of clubs", "k of clubs"}
    labels = {each.lower() for each in re.findall('aria-label="([^"]+)"', page)}
    assert not hidden & labels
    assert "7 of diamonds" in labels
    main = page.partition("<main")[2]
    assert not re.search(r"0\.767|0\.367|0\.233|fault|a fault|best line", main)
    assert "felt-note" not in felt
    assert all(link.endswith("step=102&view=P2") for link in read(TRY).links if "/hands/1?" in link)


def test_answers_are_judged_by_what_the_seat_could_know(client: FlaskClient, fupan: Installation) -> None:
    nothing = said(client, TRY)
    assert "Choose an action first." in nothing
    passed = said(client, TRY, do="pass")
    assert "Not yet" in passed
    assert "This was done in the match. It costs 0.767 levels more than the best" in passed
    good = said(client, TRY, card="Ks")
    assert "It costs 0.134 levels more than the best. There is a better one" in good
    assert "0.367" not in good
    illegal = said(client, TRY, card=["Ks", "Jd"])
    assert "Not allowed" in illegal
    unheld = said(client, TRY, card="RJ")
    assert "does not hold" in unheld
    for answer in (nothing, passed, good, illegal):
        assert "What would you do?" in answer
        assert "best line" not in answer
    found = said(client, TRY, card="Jd")
    assert "Found" in found
    assert "No other action is better" in found
    assert "Cost 0.767 levels (exact); with all cards open 4." in found
    assert "All deals that fit what the seat had seen were counted: 30." in found
    assert "What would you do?" not in found
    other = said(client, OTHER, do="pass")
    assert "Not yet" in other
    assert "done in the match" not in other


def test_the_answer_is_shown_where_it_is_asked_for(client: FlaskClient, fupan: Installation, read: Read) -> None:
    page = client.post(TRY, data={"show": "1"}).text
    assert "The best play" in page
    assert "data-solved" not in page
    assert 'href="/matches/1/hands/1?step=103"' in page
    assert 'href="/matches/1/review?hand=1#step-103"' in page
    assert "exercise-line" in page


def test_what_is_not_kept_is_said_to_be_worth_no_more(client: FlaskClient, fupan: Installation) -> None:
    kept = kept_of(fupan)
    decisions = list(kept.decisions or ())
    place = next(number for number, each in enumerate(decisions) if each.action == 102)
    actions = decisions[place].actions or ()
    decisions[place] = msgspec.structs.replace(
        decisions[place], actions=tuple(each for each in actions if each[0] != "P2 play Ks"), missing=1
    )
    text = msgspec.json.encode(msgspec.structs.replace(kept, decisions=tuple(decisions)))
    values = {"data": packed(text), "size": len(text)}
    transact(fupan.sessions, lambda session: session.execute(update(ReviewedHandRow).values(**values)))
    answer = said(client, TRY, card="Ks")
    assert "It is worth no more than the 1 best action, and only its value is kept" in answer


def test_faults_that_cannot_be_tried_again_are_counted(client: FlaskClient, fupan: Installation, read: Read) -> None:
    asked = [link for link in read("/matches/1/exercises").links if link.endswith("/try")]
    assert asked
    assert "Left out" not in read("/matches/1/exercises").text
    kept = kept_of(fupan)
    decisions = [
        msgspec.structs.replace(each, open=None, missing=3) if each.fair else each for each in kept.decisions or ()
    ]
    text = msgspec.json.encode(msgspec.structs.replace(kept, decisions=tuple(decisions)))
    values = {"data": packed(text), "size": len(text)}
    transact(fupan.sessions, lambda session: session.execute(update(ReviewedHandRow).values(**values)))
    page = read("/matches/1/exercises")
    assert not [link for link in page.links if link.endswith("/try")]
    assert "None of the decisions that are reviewed can be tried again." in page.text
    assert f"Left out: {len(asked)} decision" in page.text
    review = read("/matches/1/review")
    assert "/matches/1/exercises" not in review.links
    assert "None of these can be tried again" in review.text


def test_each_action_is_told_from_the_others(fupan: Installation) -> None:
    stored = fupan.match(1)
    assert stored is not None
    match = fupan.decoded.get(stored)
    assert match is not None
    rules = fupan.rules(stored, match)
    starts = HandStarts(fupan.checker.judge(rules), match)
    endgames = GAMES["guandan"].endgames
    assert endgames is not None
    for each in kept_of(fupan).decisions or ():
        for text, *_ in each.actions or ():
            hand = match.hands[0]
            assert option_done(starts.before(0), hand, 0, endgames, REVIEWED, each.action, text) == text


def test_sets_of_a_match_and_of_a_person(client: FlaskClient, fupan: Installation, read: Read) -> None:
    assert "/matches/1/exercises" in read("/matches/1/review").links
    assert TRY in read("/matches/1/review").links
    listed = read("/matches/1/exercises")
    steps = [int(each.split("/")[6]) for each in listed.links if each.endswith("/try")]
    assert steps == [103, 109, 110]
    assert "0.767" not in listed.text
    for step in steps:
        assert client.get(f"/matches/1/hands/1/steps/{step}/try").status_code == 200


@pytest.mark.parametrize("place", ["1/steps/104", "1/steps/1", "2/steps/103"])
def test_other_steps_are_no_exercises(client: FlaskClient, fupan: Installation, place: str) -> None:
    address = f"/matches/1/hands/{place}/try"
    assert client.get(address).status_code == 404
    assert client.post(address, data={"do": "pass"}).status_code == 404


def test_a_person_has_the_faults_of_the_own_seats(
    client: FlaskClient, web: Flask, put: Put, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {"P0": "Zhao Min", "P1": "Sun Yue", "P2": "Li Wei", "P3": "Qian Lu"}
    put(short_match() | {"players": [{"seat": seat, "name": name} for seat, name in names.items()]})
    before = read("/people/3/exercises")
    assert "No review is kept yet" in before.text
    made(web.extensions["fupan"], 1, monkeypatch)
    people = {}
    for number in range(1, 5):
        page = read(f"/people/{number}/exercises")
        assert f"/people/{number}/exercises" in read(f"/people/{number}/decisions").links
        (name,) = set(re.findall("Exercises of ([A-Z][a-z]+ [A-Z][a-z]+)", page.text))
        people[name] = [each.split("/")[6] for each in page.links if "/try" in each]
    assert people == {
        "Li Wei": ["103"],
        "Zhao Min": ["110"],
        "Sun Yue": [],
        "Qian Lu": [],
    }
    assert client.get("/people/99/exercises").status_code == 404
