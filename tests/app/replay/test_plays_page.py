"""The legal plays at a step of a hand, and the line that says why a play is legal."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.builders import dealt, hand, match
from tests.golden import SAMPLES

Put = Callable[..., int]

DEAL = dealt(E="9s 9h 2h 5c 5d 6s", N="Ts Th Tc 6h", W="As Ad Ac Ah", S="Ks Kd")
ACTIONS = "E play 9s 9h; N play Ts Th; W pass; S play Ks Kd; E play 5c 5d"


@pytest.fixture
def kept(put: Put) -> int:
    return put(match(hand(ACTIONS, DEAL)))


def text_of(client: FlaskClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, answer.text
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text.partition("<main")[2]))


def test_the_seat_in_turn_may_ask(client: FlaskClient, kept: int) -> None:
    page = client.get(f"/matches/{kept}/hands/1?step=1").text
    assert f'href="/matches/{kept}/hands/1/plays?step=1"' in page
    said = text_of(client, f"/matches/{kept}/hands/1/plays?step=1")
    assert "Legal plays of" in said
    assert "pair of 9s by" in said
    assert "besides a pass" in said
    assert "triple" not in said


def test_a_lead_for_which_the_rules_name_no_seat_is_that_of_the_log(client: FlaskClient, kept: int) -> None:
    facts = client.get(f"/api/v1/matches/{kept}/hands/1/plays").json
    assert facts["seat"] == "E"
    assert facts["legal"]["leads"]
    kinds = [group["kind"] for group in facts["legal"]["groups"]]
    assert kinds[:3] == ["single", "pair", "triple"]
    assert facts["plays"] == sum(group["plays"] for group in facts["legal"]["groups"])
    assert client.get(f"/api/v1/matches/{kept}/hands/1/plays?view=E").json["legal"] == facts["legal"]
    assert client.get(f"/api/v1/matches/{kept}/hands/1/plays?view=table").json["legal"] is None


def test_groups_list_40_and_more_on_request(client: FlaskClient, kept: int) -> None:
    facts = client.get(f"/api/v1/matches/{kept}/hands/1/plays").json["legal"]
    capped = [group for group in facts["groups"] if group["plays"] > 40]
    assert capped
    assert {len(group["listed"]) for group in capped} == {40}
    said = text_of(client, f"/matches/{kept}/hands/1/plays")
    assert f"40 of {capped[0]['plays']} plays are listed" in said
    every = client.get(f"/api/v1/matches/{kept}/hands/1/plays?count=1000").json["legal"]
    assert all(len(group["listed"]) == group["plays"] for group in every["groups"])
    assert "are listed" not in text_of(client, f"/matches/{kept}/hands/1/plays?count=1000")


@pytest.mark.parametrize("view", ["table", "E", "W"])
def test_a_hand_that_the_view_does_not_show_is_not_told(client: FlaskClient, kept: int, view: str) -> None:
    assert "/plays?" not in client.get(f"/matches/{kept}/hands/1?step=1&view={view}").text
    assert "not shown in this view" in text_of(client, f"/matches/{kept}/hands/1/plays?step=1&view={view}")
    facts = client.get(f"/api/v1/matches/{kept}/hands/1/plays?step=1&view={view}").json
    assert (facts["seat"], facts["legal"]) == (None, None)
    assert "not shown" in facts["reason"]


def test_a_seat_sees_its_own_and_not_what_it_did_next(client: FlaskClient, kept: int) -> None:
    address = f"/matches/{kept}/hands/1/plays?step=1"
    assert "In the log" in text_of(client, address)
    own = text_of(client, f"{address}&view=N")
    assert "pair" in own
    assert "In the log" not in own
    assert f"/matches/{kept}/hands/1?step=1&amp;view=N" in client.get(f"{address}&view=N").text


def test_wild_cards_say_what_they_stand_for(client: FlaskClient, put: Put) -> None:
    kept = put(match(hand("E play 9s 9d; N play Ts 2h; W pass", dealt(E="9s 9d", N="Ts 2h"))))
    said = text_of(client, f"/matches/{kept}/hands/1?step=2")
    assert re.search(
        r"Legal pair of 10s beats pair of 9s by East ?: a higher pair ?\. The wild card is played as 10\.", said
    )
    pairs = client.get(f"/api/v1/matches/{kept}/hands/1/plays?step=1").json["legal"]["groups"][0]["listed"]
    assert ("pair of Ts", ["2h=T"]) in [(play["reading"], play["wild"]) for play in pairs]


def test_why_a_play_is_legal(client: FlaskClient, kept: int) -> None:
    assert "a lead." in text_of(client, f"/matches/{kept}/hands/1?step=1")
    assert "a higher pair" in text_of(client, f"/matches/{kept}/hands/1?step=2")
    assert "Legal pair" not in text_of(client, f"/matches/{kept}/hands/1?step=3")
    unfit = client.get(f"/matches/{kept}/hands/1?step=5").text
    assert "why-legal" not in unfit


def test_under_rules_that_are_tried(client: FlaskClient, kept: int) -> None:
    page = client.get(f"/matches/{kept}/hands/1/plays?step=1&rules=intro").text
    assert "rules=intro" in page
    assert client.get(f"/api/v1/matches/{kept}/hands/1/plays?step=1&rules=intro").json["plays"]
    assert client.get(f"/matches/{kept}/hands/1/plays?step=1&rules=unheard-of").status_code == 400


def test_what_is_not_there(client: FlaskClient, kept: int) -> None:
    assert client.get(f"/matches/{kept}/hands/1/plays?step=99").status_code == 404
    assert client.get(f"/matches/{kept}/hands/2/plays").status_code == 404
    assert client.get(f"/matches/{kept}/hands/1/plays?view=nobody").status_code == 404
    assert client.get(f"/api/v1/matches/{kept}/hands/1/plays?step=x").status_code == 400


def sample(path: str) -> dict[str, Any]:
    text = (SAMPLES / path).read_text()
    found: dict[str, Any] = json.loads(text.splitlines()[0] if path.endswith("l") else text)
    return found


@pytest.mark.parametrize("path", ["bao_huang/four-tables.json", "big_a/captures.json"])
def test_the_other_climbing_games(client: FlaskClient, put: Put, path: str) -> None:
    log = sample(path)
    kept = put(log)
    told = 0
    for step in range(0, len(log["hands"][0]["actions"]), 7):
        told += client.get(f"/api/v1/matches/{kept}/hands/1/plays?step={step}").json["legal"] is not None
        assert client.get(f"/matches/{kept}/hands/1/plays?step={step}").status_code == 200
    assert told > 3
    last = text_of(client, f"/matches/{kept}/hands/1/plays?step={len(log['hands'][0]['actions'])}")
    assert "The hand is over" in last


def test_hands_set_in_rows_have_no_plays(client: FlaskClient, put: Put) -> None:
    kept = put(sample("chinese_poker/wheel.json"))
    assert "no cards are played on a table" in text_of(client, f"/matches/{kept}/hands/1/plays")
    assert "/plays?" not in client.get(f"/matches/{kept}/hands/1").text
