"""Score sheets in the browser: begun, filled, done, as a visitor without JavaScript does it."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.app.conftest import Page
from tests.app.sheets.sheet_visitor import Visitor

Read = Callable[..., Page]
SAMPLES = Path(__file__).parents[3] / "sample_logs"


@pytest.fixture
def visitor(client: FlaskClient) -> Visitor:
    return Visitor(client)


def test_a_sheet_of_guandan(visitor: Visitor, read: Read) -> None:
    assert visitor.begin("guandan", rules="tournament", event="Club", played="2024-05-01T19:30").status_code == 303
    page = visitor.page()
    assert "Hand 1 at level 2" in page.text
    assert [each for each in visitor.buttons() if each.startswith("out")] == ["out E", "out N", "out W", "out S"]
    page = visitor.tap("out E")
    assert "out E" not in visitor.buttons()
    page = visitor.tap("out W")
    assert not [each for each in visitor.buttons() if each.startswith("out")]
    assert "3–4 Zhao Min and Qian <b>Lu</b>" in page.text
    assert "Li Wei is banker, partner Sun Yue is follower: up 3" in page.text
    assert "The next hand is played at 5." in page.text
    assert "Tribute: Zhao Min and Qian <b>Lu</b> give a card each; Li Wei and Sun Yue take a card each." in page.text
    page = visitor.tap("next")
    assert "Hand 2 at level 5" in page.text
    assert "Tribute: Zhao Min and" in page.text
    page = visitor.tap("out N", "out E", "out S")
    assert "Tribute: Sun Yue gives a card to Zhao Min." in page.text
    assert visitor.match()["hands"] == [
        {"actions": [], "result": {"finish": ["E", "W"]}},
        {"actions": [], "result": {"finish": ["N", "E", "S"]}},
    ]
    assert "<b>Lu" not in page.source
    answer = visitor.post("done", ended="time")
    assert answer.status_code == 303
    done = read(answer.headers["Location"])
    assert '<h1 translate="no">Club, 2024-05-01</h1>' in done.source
    assert "Winner: Li Wei and Sun Yue." in done.text
    assert "scored from the recorded finish" in done.text
    assert "has become a match" in visitor.page().text
    assert visitor.post("done").headers["Location"] == answer.headers["Location"]
    refused = visitor.client.post(
        visitor.address + "/tap",
        data={"csrf_token": visitor.token("/sheets/new?game=guandan"), "version": "9", "tap": "undo"},
    )
    assert refused.status_code == 409
    assert "is not changed any more" in Page(refused).text


def test_undo_goes_back_as_far_as_the_first_tap(visitor: Visitor) -> None:
    visitor.begin("guandan")
    visitor.tap("out E", "out W", "next", "out N")
    page = visitor.tap("undo", "undo")
    assert "Hand 1" in page.text
    assert visitor.match()["hands"] == [{"actions": [], "result": {"finish": ["E", "W"]}}]
    visitor.tap("undo", "undo")
    assert visitor.match()["hands"] == []
    assert "undo" not in visitor.buttons()
    answer = visitor.post("tap", "undo")
    assert answer.status_code == 422
    assert "there is nothing to undo" in Page(answer).text


def test_a_hand_is_corrected(visitor: Visitor) -> None:
    visitor.begin("guandan")
    visitor.tap("out E", "out W", "next", "out N", "out S", "next")
    page = visitor.tap("edit 1")
    assert "Hand 1 being corrected" in page.text
    page = visitor.tap("clear", "out E", "out N", "out W")
    assert [hand["result"]["finish"] for hand in visitor.match()["hands"]] == [["E", "N", "W"], ["N", "S"]]
    page = visitor.tap("next")
    assert "Hand 3" in page.text
    visitor.tap("edit 1", "remove")
    assert [hand["result"]["finish"] for hand in visitor.match()["hands"]] == [["N", "S"]]


def test_totals_that_are_typed_are_checked(visitor: Visitor, read: Read) -> None:
    visitor.begin("guandan")
    visitor.tap("out E", "out W")
    right = {"total-E": "3", "total-N": "0", "total-W": "3", "total-S": "0"}
    assert visitor.post("tap", "totals", **right).status_code == 303
    assert "does not follow" not in visitor.page().text
    visitor.tap("next", "out N", "out S")
    wrong = right | {"total-E": "3", "total-N": "3", "total-S": "2"}
    assert visitor.post("tap", "totals", **wrong).status_code == 303
    page = visitor.page()
    assert (
        "The first recorded number that does not follow is the total of Qian <b>Lu</b> after hand 2: "
        "recorded +2, computed +3." in page.text
    )
    assert [each["name"] for each in page.all("input", aria_invalid="true")] == ["total-S"]
    assert "misscored" in read(visitor.post("done").headers["Location"]).text
    visitor.begin("guandan")
    visitor.tap("out E")
    answer = visitor.post("tap", "totals", **{"total-E": "3"})
    assert answer.status_code == 422
    assert "no total for N, W, S" in Page(answer).text


def test_a_wrong_total_between_hands_is_said_in_words(visitor: Visitor, read: Read) -> None:
    visitor.begin("guandan")
    visitor.tap("out E", "out W")
    visitor.post("tap", "totals", **{"total-E": "3", "total-N": "0", "total-W": "3", "total-S": "1"})
    page = visitor.tap("next", "out N", "out S")
    assert "not follow is the total of Qian <b>Lu</b> after hand 1: recorded +1, computed 0." in page.text
    assert "total of Qian <b>Lu</b> after the hand: recorded +1, computed 0" in page.text
    assert "The next hand goes on from the totals as they are written" in page.text
    (row,) = [row for row in page.source.split("<tr") if "Hand </span>1" in row]
    assert "after the hand: recorded" in row
    assert "illegal" in read(visitor.post("done").headers["Location"]).text


def test_the_winner_is_written_down_and_checked(visitor: Visitor, read: Read) -> None:
    visitor.begin("guandan")
    visitor.tap("out E", "out W")
    assert visitor.post("tap", "winner", **{"won-E": "1", "won-W": "1"}).status_code == 303
    page = visitor.page()
    assert "The table wrote down Li Wei and Sun Yue; the rules give nobody yet." in page.text
    assert [each["name"] for each in page.all("input", type="checkbox") if "checked" in each] == ["won-E", "won-W"]
    assert visitor.match()["result"] == {"winner": ["E", "W"]}
    assert visitor.client.get(visitor.address + "/sheet.csv").data.decode().splitlines()[1] == "1,E > W,E+W"
    visitor.post("tap", "winner")
    assert "result" not in visitor.match()
    visitor.tap("undo")
    assert "misscored" in read(visitor.post("done").headers["Location"]).text


def test_levels_written_down_before_a_hand_are_shown(visitor: Visitor) -> None:
    log = json.dumps(
        {
            "format": "fupan/1",
            "game": "guandan",
            "players": [{"seat": seat} for seat in "ENWS"],
            "hands": [
                {"actions": [], "result": {}},
                {"setup": {"levels": {"E": "9", "N": "T"}}, "actions": [], "result": {"finish": ["E", "W"]}},
            ],
        }
    )
    identity = visitor.client.post("/api/v1/uploads?name=a.json", data=log).get_json()["matches"][0]["id"]
    token = {"csrf_token": visitor.token("/sheets/new?game=guandan")}
    visitor.address = visitor.client.post(f"/sheets/from/{identity}", data=token).headers["Location"]
    assert "levels written down before it: East and West 9 · North and South 10" in visitor.page().text
    assert visitor.match()["hands"][1]["setup"] == {"levels": {"E": "9", "N": "T"}}
    visitor.tap("edit 1", "remove")
    assert visitor.match()["hands"][0]["setup"] == {"levels": {"E": "9", "N": "T"}}
    assert visitor.client.get(visitor.address + "/sheet.csv").data.decode().splitlines()[1].startswith("0,")


def test_scores_that_are_typed_are_checked_in_the_row(visitor: Visitor) -> None:
    visitor.begin("guandan")
    visitor.tap("out E", "out W")
    visitor.post("tap", "scores", **{"score-E": "2", "score-W": " 3 "})
    page = visitor.page()
    assert "score of Li Wei: recorded +2, computed +3" in page.text
    answer = visitor.post("tap", "scores", **{"score-E": "two"})
    assert answer.status_code == 422
    assert "'two' found; expected: a whole number" in Page(answer).text


def test_a_sheet_of_bao_huang(visitor: Visitor, read: Read) -> None:
    visitor.begin("bao_huang")
    assert "Tap the emperor" in visitor.page().text
    page = visitor.tap("role emperor A")
    assert [each["value"] for each in page.all("button", aria_pressed="true")] == ["role emperor A"]
    assert "nobody: alone" in page.text
    page = visitor.tap("role protector C", "factor 2", "out A", "out C")
    assert "Ann +12" in page.text
    assert "3–5 Bo, Di and Ed" in page.text
    page = visitor.tap("next")
    assert "Tribute: Bo, Di and Ed give a card each; Ann takes 2 cards, Cy takes a card." in page.text
    visitor.tap("role emperor D", "role protector D", "out D")
    assert visitor.match()["hands"][1]["result"] == {"finish": ["D"], "roles": {"emperor": "D", "protector": "D"}}
    assert "Di alone" in visitor.page().text
    assert read(visitor.post("done").headers["Location"]).status == 200


def test_a_sheet_of_big_a(visitor: Visitor) -> None:
    visitor.begin("big_a")
    page = visitor.tap("role declarer A", "role partner B", "exposed yes", "out A", "out B")
    assert "Ann +9" in page.text
    assert "tribute" not in page.text.lower()
    assert visitor.match()["hands"][0]["result"]["exposed"] is True


def test_a_sheet_of_chinese_poker(visitor: Visitor) -> None:
    visitor.begin("chinese_poker")
    assert len(visitor.match()["players"]) == 3
    assert visitor.post("tap", "units", **{"units-A-B": "2", "units-A-C": "-4", "units-B-C": "1"}).status_code == 303
    assert "Ann −2" in visitor.page().text
    visitor.tap("next")
    assert visitor.post("tap", "scores", **{"score-A": "2", "score-B": "-1", "score-C": "-1"}).status_code == 303
    assert visitor.match()["hands"][1]["result"] == {"scores": {"A": 2, "B": -1, "C": -1}}
    assert "Ann +2" in visitor.page().text
    visitor.begin("bao_huang", rules="rizhao")
    assert "factor 2" not in visitor.tap("role emperor A", "role protector B").source
    visitor.begin("chinese_poker", rules="eleven")
    assert visitor.page().all("input", name="units-A-B") == []
    assert len(visitor.page().all("input", name="score-A")) == 1


@pytest.mark.parametrize(
    ("game", "tap", "reason"),
    [
        ("guandan", "out X", "'X' found; expected: one of E, N, W, S"),
        ("guandan", "role emperor E", "'emperor E' found; expected: one of no roles, and a seat"),
        ("guandan", "factor 2", "Guandan has no factor"),
        ("guandan", "fly", "'fly' is not something that can be done to a sheet"),
        ("guandan", "edit 3", "there is no hand 3"),
        ("guandan", "next", "nothing is written down of hand 1 yet"),
        ("guandan", "next now", "'now' found; expected: nothing"),
        ("guandan", "out " + "E" * 500, "a tap of 504 characters; at most 400"),
        ("guandan", "units A-B 2", "Guandan has no units"),
        ("guandan", "winner E X", "'X' found; expected: one of E, N, W, S"),
        ("guandan", "winner E E", "E is named twice; expected: each winner once"),
        ("bao_huang", "factor 99", "'99' found; expected: a whole number from 1 to 16"),
        ("big_a", "exposed maybe", "'maybe' found; expected: yes or no"),
        ("chinese_poker", "units B-A 2", "expected: two seats in the order of play"),
        ("chinese_poker", "scores A", "a name without a number found"),
    ],
)
def test_taps_that_cannot_be_done(visitor: Visitor, game: str, tap: str, reason: str) -> None:
    visitor.begin(game)
    answer = visitor.client.post(
        visitor.address + "/tap?part=sheet",
        data={"csrf_token": visitor.token(visitor.address), "version": visitor.version(), "tap": tap},
    )
    assert answer.status_code == 422
    assert reason in unescape(answer.get_data(as_text=True))
    assert visitor.version() == "0"


def test_two_tabs_cannot_lose_a_hand(visitor: Visitor) -> None:
    visitor.begin("guandan")
    seen = visitor.version()
    visitor.tap("out E", "out W")
    data = {"csrf_token": visitor.token(visitor.address), "version": seen, "tap": "out N"}
    answer = visitor.client.post(visitor.address + "/tap", data=data)
    assert answer.status_code == 409
    assert "was changed elsewhere" in Page(answer).text
    assert visitor.match()["hands"][0]["result"]["finish"] == ["E", "W"]
    stale = {"csrf_token": data["csrf_token"], "version": seen}
    assert visitor.client.post(visitor.address + "/done", data=stale).status_code == 409
    assert visitor.client.post(visitor.address + "/drop", data=stale).status_code == 409


def test_of_taps_at_the_same_time_one_is_taken(web: Flask, visitor: Visitor) -> None:
    visitor.begin("guandan")
    version = visitor.version()
    web.config["WTF_CSRF_ENABLED"] = False

    def tap(seat: str) -> int:
        data = {"version": version, "tap": f"out {seat}"}
        return web.test_client().post(visitor.address + "/tap", data=data).status_code

    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(pool.map(tap, "ENWS"))
    assert statuses == [303, 409, 409, 409]


def test_forms_without_a_token_are_refused(visitor: Visitor, client: FlaskClient) -> None:
    visitor.begin("guandan")
    for address in (
        "/sheets/new",
        "/add/table",
        "/sheets/1/tap",
        "/sheets/1/done",
        "/sheets/1/drop",
        "/sheets/from/1",
    ):
        assert client.post(address, data={"version": "0", "tap": "out E", "game": "guandan"}).status_code == 400


def test_a_sheet_is_thrown_away(visitor: Visitor, read: Read) -> None:
    visitor.begin("guandan", id="Friday")
    visitor.tap("out E")
    assert "Friday" in read("/add").text
    assert visitor.post("drop").headers["Location"] == "/add#sheet"
    assert "Friday" not in read("/add").text
    assert read(visitor.address, 404).status == 404


def test_nothing_can_be_done_with_an_empty_sheet(visitor: Visitor) -> None:
    visitor.begin("guandan")
    answer = visitor.post("done")
    assert answer.status_code == 422
    assert "no hand is written down yet" in Page(answer).text
    assert visitor.client.get(visitor.address + "/sheet.csv").status_code == 422


def test_a_hand_that_is_only_begun_is_not_made_part_of_a_match(visitor: Visitor) -> None:
    visitor.begin("guandan")
    visitor.tap("out E", "out W", "next", "out N")
    answer = visitor.post("done")
    assert answer.status_code == 422
    assert "hand 2 is begun and not finished" in Page(answer).text
    visitor.tap("remove")
    assert visitor.post("done").status_code == 303
