"""What was recorded beside what the rules give, on the pages that prove scores and as JSON."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

Read = Callable[..., Any]
Put = Callable[..., int]
SAMPLES = Path(__file__).parents[3] / "sample_logs"


@pytest.fixture
def at(read: Read, put: Put) -> Callable[..., Any]:
    """Opens a page of a sample match: ``at(sample, rest of the address)``."""
    kept: dict[str, int] = {}

    def opened(name: str, rest: str = "/score", status: int = 200) -> Any:
        if name not in kept:
            kept[name] = put((SAMPLES / name).read_bytes(), Path(name).name)
        page = read(f"/matches/{kept[name]}{rest}", status)
        assert page.faults == []
        return page

    return opened


At = Callable[..., Any]
WRONG = "guandan/sheets/score-sheet-wrong.json"


def test_the_first_place_is_marked_and_what_follows_from_it_is_greyed_with_a_link(at: At) -> None:
    page = at(WRONG)
    assert "The first recorded number that does not follow is the score of Li Wei in hand 3" in page.text
    assert len(page.all("tr", class_="score-is-differs")) == 1
    assert page.all("tr", id="hand-3-scores-in", class_="score-is-differs")
    assert page.all("strong", class_="score-first")
    assert page.all("tr", id="match-totals", class_="score-is-carried")
    assert [link["href"] for link in page.all("a", class_="score-cause")] == ["/matches/1/score#hand-3-scores-in"]
    assert "follows from score, hand 3" in page.text


def test_what_the_log_does_not_record_is_said_to_be_so(at: At) -> None:
    page = at(WRONG)
    assert page.all("tr", id="match-winner", class_="score-is-absent")
    assert at(WRONG, "/hands/2/score").all("tr", id="hand-2-scores-in", class_="score-is-absent")
    assert "Recorded of no hand" in at("bao_huang/faults/role-mismatch.json").text


def test_a_recorded_number_is_beside_the_derived_one(at: At) -> None:
    hand = at(WRONG, "/hands/3/score")
    assert len(hand.all("tr", id="hand-3-scores-in")) == 1
    assert "Score 0 ≠ recorded +1" in hand.text
    assert "First difference differs by Li Wei +1" in hand.text
    assert "Order of finish" in hand.text
    totals = at(WRONG)
    assert "≠ recorded +1" in totals.text
    assert "+6 ≠ recorded +7" in totals.text


def test_only_hands_that_differ_can_be_listed(at: At) -> None:
    text = at(WRONG, "/score?only=differing").text
    assert "Hand 3" in text
    assert "Hand 2" not in text


def test_a_hand_has_its_rules_and_links_into_the_replay_at_the_deciding_step(at: At) -> None:
    page = at("bao_huang/faults/role-mismatch.json", "/hands/1/score")
    assert page.all("tr", id="hand-1-roles-in", class_="score-is-differs")
    assert any(link.endswith("/hands/1?step=1") for link in page.links)
    assert any("/rules/bao_huang/bao_huang.protector" in link for link in page.links)


def test_statements_of_actions_stand_beside_what_is_right(at: At) -> None:
    page = at("guandan/faults/report-wrong.json", "/hands/1/score")
    assert len(page.all("tr", class_="score-is-differs")) == 1
    assert any(link.endswith("/hands/1?step=25") for link in page.links)
    assert "1 statement of its actions not right" in at("guandan/faults/report-wrong.json").text


def test_other_rules_give_other_values_and_links_keep_them(at: At) -> None:
    page = at(WRONG, "/score?rules=tournament")
    assert page.all("aside", class_="trial")
    assert any("/hands/3/score?rules=tournament" in link for link in page.links)
    assert "nobodys" in at(WRONG, "/score?rules=nobodys", 400).text


def test_the_pages_are_linked_from_the_match_its_findings_and_the_replay(at: At) -> None:
    assert any(link.endswith("/matches/1/score") for link in at(WRONG, "").links)
    assert any(link.endswith("/hands/3/score") for link in at(WRONG, "").links)
    assert any(link.endswith("/hands/3/score") for link in at(WRONG, "/hands/3").links)
    assert not any(link.endswith("/hands/3/score") for link in at(WRONG, "/hands/3?view=N").links)


@pytest.mark.parametrize("rest", ["/hands/7/score", "/hands/0/score"])
def test_a_hand_that_is_not_there_is_refused(at: At, rest: str) -> None:
    assert "there is no hand" in at(WRONG, rest, 404).text


@pytest.mark.parametrize(
    "name",
    [
        "guandan/faults/setup-mismatch.json",
        "guandan/faults/level-mismatch.json",
        "bao_huang/faults/setup-mismatch.json",
        "chinese_poker/faults/unit-mismatch.json",
    ],
)
def test_values_of_every_kind_have_their_line(at: At, name: str) -> None:
    assert at(name).all("tr", class_="score-is-differs")
    at(name, "/hands/1/score")


def test_the_same_as_json(client: FlaskClient, put: Put) -> None:
    identity = put((SAMPLES / WRONG).read_bytes(), "log.json")
    found = json.loads(client.get(f"/api/v1/matches/{identity}/recorded").data)
    assert found["first"] == {"hand": 3, "field": "scores", "when": "in", "what": "score", "of": "E"}
    levels = found["hands"][0]["lines"][2]
    assert (levels["field"], levels["standing"]) == ("levels", "absent")
    assert levels["entries"][0] == {
        "what": "level",
        "of": "E",
        "recorded": None,
        "derived": "5",
        "difference": 0,
        "standing": "absent",
        "causes": [],
        "despite": [],
        "cancelled": False,
    }
    (totals, winner) = found["match"]
    assert (totals["standing"], winner["standing"]) == ("carried", "absent")
    assert totals["entries"][0]["causes"] == [found["first"]]
    assert totals["entries"][0]["difference"] == 1
    hand = json.loads(client.get(f"/api/v1/matches/{identity}/hands/3/recorded").data)
    assert hand["lines"] == found["hands"][2]["lines"]
    assert hand["claims"] == []
    assert client.get(f"/api/v1/matches/{identity}/hands/9/recorded").status_code == 404


@pytest.mark.parametrize("previous", [{"finish": [7, "C"]}, {"finish": [["A", 1]]}, {"emperor": [1]}])
def test_facts_before_a_hand_may_hold_anything(read: Read, put: Put, previous: dict[str, Any]) -> None:
    log = json.loads((SAMPLES / "bao_huang" / "faults" / "tribute-wrong-seat.json").read_text())
    log["hands"][0]["setup"]["previous"] = {"finish": ["A"], "emperor": "A", "protector": "C"} | previous
    number = put(json.dumps(log).encode())
    for address in ("", "/hands/1", "/hands/1/score", "/score"):
        assert read(f"/matches/{number}{address}").faults == []
