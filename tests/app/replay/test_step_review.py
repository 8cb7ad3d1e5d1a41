"""What the replay of a hand shows of its review: only when it is asked for, with all hands and results shown."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.matches.installation import Installation
from app.players.statistics.people import person_of
from engine.insight.review import Settings
from tests.app.conftest import Page, Put
from tests.app.replay.reviewed import made, short_match
from tests.app.working import do_any
from tests.statements import statements

NJUPT = Path(__file__).parents[3] / "sample_logs" / "guandan" / "njupt.jsonl"
LUCKY, BLAMELESS, AFTER = 88, 85, 89
HAND = "/matches/1/hands/1"
ASKED = "review=1&results=shown"
Read = Callable[..., Page]


@pytest.fixture
def fupan(web: Flask, put: Put, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """An installation with the last cards of a hand, which are reviewed fast, and a hand that breaks off."""
    web.config["WTF_CSRF_ENABLED"] = False
    short = Settings(left=10, deals=100, fair_left=10)
    monkeypatch.setattr("app.matches.computed.reviews.settings_for", lambda _game: short)
    match = json.loads(NJUPT.read_bytes().splitlines()[0])
    first, second = match["hands"][:2]
    del second["actions"][20:]
    second.pop("result", None)
    put(match | {"hands": [first, second]})
    opened: Installation = web.extensions["fupan"]
    return opened


@pytest.fixture
def reviewed(client: FlaskClient, fupan: Installation) -> Installation:
    """The same with its review made."""
    assert client.post("/matches/1/review").status_code == 303
    while do_any(fupan):
        pass
    return fupan


@pytest.mark.parametrize(
    "query",
    ["results=shown", "review=1", "review=1&view=table&results=shown", "review=1&view=W&results=shown", "review=yes"],
)
@pytest.mark.usefixtures("reviewed")
def test_nothing_is_sent_before_it_is_asked_for_with_all_shown(client: FlaskClient, query: str) -> None:
    for place in (f"{HAND}?step={LUCKY}&", f"{HAND}/table?step={LUCKY}&count=9&"):
        source = client.get(place + query).text
        assert not [
            sign for sign in ("review-more", "review-mark ", "review-best", "◆L", "Cost 0.667") if sign in source
        ]


@pytest.mark.usefixtures("reviewed")
def test_other_pages_carry_nothing(client: FlaskClient) -> None:
    for page in ("/embed/1/hands/1", f"{HAND}/what-if", f"{HAND}/share", f"{HAND}/study", f"{HAND}/alone.html"):
        answer = client.get(f"{page}?step={LUCKY}&{ASKED}")
        assert "review-more" not in answer.text
        assert "Cost 0.667" not in answer.text


@pytest.mark.usefixtures("reviewed")
def test_hidden_results_are_not_given_away_but_a_sentence_says_what_is_needed(read: Read) -> None:
    page = read(f"{HAND}?step={LUCKY}&review=1")
    assert "it needs results shown ahead" in page.text
    (way,) = [each for each in page.links if "results=shown" in each and "review=1" in each][:1]
    assert "Cost 0.667 levels (exact)" in read(way).text


@pytest.mark.usefixtures("reviewed")
def test_a_step_says_what_its_decision_cost(read: Read) -> None:
    page = read(f"{HAND}?step={LUCKY}&{ASKED}")
    assert page.faults == []
    assert "Cost 0.667 levels (exact); with all cards open 0. Lucky. Best was" in page.text
    assert "with all cards open after the action in each" in page.text
    assert "as played" in page.text
    assert "Best line, all cards open" in page.text
    best = page.all("span", class_="review-best")
    assert [(each["aria-label"], each["data-unmarked"]) for each in best] == [("5 of diamonds, best", "5 of diamonds")]
    following = [each for each in page.links if f"step={AFTER}" in each]
    assert following
    assert all("review=1" in each for each in following)
    marks = page.all("a", class_="review-lucky")
    assert [(each["data-step"], each["aria-label"]) for each in marks] == [(str(LUCKY), f"Step {LUCKY}: lucky")]
    assert "level A" not in page.text


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (BLAMELESS, "Cost 0 levels (exact); with all cards open 0. No fault."),
        (AFTER, "The rules allowed one action."),
        (2, "The review begins at step 76."),
    ],
)
@pytest.mark.usefixtures("reviewed")
def test_other_steps(read: Read, step: int, said: str) -> None:
    page = read(f"{HAND}?step={step}&{ASKED}")
    assert said in page.text
    assert not page.all("span", class_="review-best")


@pytest.mark.usefixtures("reviewed")
def test_steps_without_a_page_carry_their_lines(read: Read) -> None:
    part = read(f"{HAND}/table?step={BLAMELESS}&count=4&{ASKED}")
    assert "Cost 0.667 levels (exact)" in part.text
    assert len(part.all("span", class_="review-best")) == 1
    assert "csrf" not in part.source


@pytest.mark.usefixtures("reviewed")
def test_a_hand_that_cannot_be_reviewed_says_why(read: Read) -> None:
    page = read(f"/matches/1/hands/2?step=3&{ASKED}")
    assert "Not reviewed, because the play of its last cards is not recorded, or not that of all seats." in page.text
    assert not page.all("form", action="/matches/1/review/line")


def test_at_the_highest_level_it_says_that_levels_say_too_little(
    read: Read, reviewed: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    del reviewed
    monkeypatch.setattr("app.web.parts.open_hand.PlayedHand.levels", lambda _hand: {"E": "A", "W": "2"})
    assert "at A only winning with the partner not last counts" in read(f"{HAND}?step={LUCKY}&{ASKED}").text


@pytest.mark.usefixtures("reviewed")
def test_the_best_line_is_a_branch(client: FlaskClient, read: Read) -> None:
    answer = client.post("/matches/1/review/line", data={"hand": 1, "step": LUCKY})
    assert answer.status_code == 303
    found = parse_qs(urlsplit(answer.location).query)
    assert (found["step"], found["at"]) == ([str(LUCKY - 1)], [str(LUCKY)])
    assert len(found["then"][0].split("~")) == 7
    assert "Not allowed" not in read(answer.location).text
    for hand, step, status in ((1, 2, 404), (2, 3, 404), (3, 1, 404), ("x", "y", 400)):
        assert client.post("/matches/1/review/line", data={"hand": hand, "step": step}).status_code == status


def test_the_replay_asks_for_the_review_and_waits_for_it(
    client: FlaskClient, fupan: Installation, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"{HAND}?step=5&{ASKED}"
    with monkeypatch.context() as patch:
        patch.setattr("app.matches.computed.reviews.review_match", lambda *_: pytest.fail("a request solved"))
        before = read(address)
        assert before.all("form", action="/matches/1/review")
        asked = client.post("/matches/1/review", data={"hand": 1, "step": 5})
        assert (asked.status_code, asked.location) == (303, f"{HAND}?step=5&review=1")
        waiting = read(address)
    assert "0 of 2 hands are done" in waiting.text
    assert waiting.all("div", class_="review-here", data_waits="5")
    assert not waiting.all("meta", http_equiv="refresh")
    assert "Refresh" in waiting.text
    assert do_any(fupan)
    assert "1 of 2 hands are done" in read(f"/matches/1/hands/2?step=5&{ASKED}").text
    made = read(address)
    assert "The review begins at step 76." in made.text


def test_a_review_is_read_once_for_all_steps(web: Flask, client: FlaskClient, reviewed: Installation) -> None:
    del reviewed
    client.get(f"{HAND}?step=84&results=shown")
    counts = []
    for query in ("results=shown", ASKED, ASKED):
        with statements(web.extensions["fupan"]) as asked:
            assert client.get(f"{HAND}?step={LUCKY}&{query}").status_code == 200
        counts.append(len(asked))
    assert [count - counts[0] for count in counts] == [0, 1, 0]


def test_each_figure_has_a_mark_that_leads_to_its_part_of_the_help(
    client: FlaskClient, reviewed: Installation, read: Read
) -> None:
    del reviewed
    explained = {tag["id"] for tag in read("/help/review").all("h2") if tag.get("id")}
    found: list[list[str]] = []
    for address in ("/matches/1/review", "/matches/1/review?hand=1", f"{HAND}?step={LUCKY}&{ASKED}"):
        heads = re.findall("<th[ >].*?</th>", client.get(address).text, re.DOTALL)
        found.append([each for head in heads for each in re.findall('href="/help/review#([a-z]+)"', head)])
    alternatives = ["fair", "error", "open"]
    assert found == [
        ["decisions", "fault", "inaccuracy", "lucky", "fair", "open"],
        alternatives * (len(found[1]) // 3),
        alternatives,
    ]
    assert len(found[1]) > 9
    assert {each for anchors in found for each in anchors} <= explained


def test_what_decisions_of_a_person_cost_leads_to_its_part_of_the_help(
    fupan: Installation, put: Put, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = short_match()
    match["players"] = [{"seat": f"P{number}", "name": f"Li {number}"} for number in range(4)]
    made(fupan, put(match), monkeypatch)
    with fupan.sessions() as session:
        person = person_of(session, "Li 2")
    page = read(f"/people/{person}/decisions")
    assert "Cost of a decision" in page.text
    assert "/help/review#accuracy" in page.links
    assert read("/help/review").all("h2", id="accuracy")
