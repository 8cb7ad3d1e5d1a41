"""The pages that prove scores: of a hand, of a match, and the marks in a replay."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.app.web.test_pages import HOSTILE, check_whole

Read = Callable[..., Any]
Put = Callable[..., int]
SAMPLES = Path(__file__).parents[3] / "sample_logs"
LOGS = {
    "guandan": "demo/guandan-evening.json",
    "bao_huang": "bao_huang/rizhao-evening.json",
    "big_a": "big_a/captures.json",
    "chinese_poker": "chinese_poker/naturals-and-home-run.json",
    "open-face": "chinese_poker/open-face.json",
    "best row": "chinese_poker/first-to-eleven.json",
}
"""By kind of hand, a sample."""

kinds = pytest.mark.parametrize("kind", sorted(LOGS))


def put_sample(put: Put, name: str) -> int:
    return put((SAMPLES / name).read_bytes(), Path(name).name)


def score(read: Read, number: int, hand: int = 1, query: str = "") -> Any:
    page = read(f"/matches/{number}/hands/{hand}/score{query}")
    check_whole(page)
    return page


@kinds
def test_every_line_has_its_rule_and_leads_to_steps_that_are_marked(kind: str, read: Read, put: Put) -> None:
    number = put_sample(put, LOGS[kind])
    page = score(read, number)
    lines = page.all("details", class_="score-line")
    assert lines
    assert len([link for link in page.links if link.startswith("/rules/") and "." in link]) >= len(lines)
    steps = [link for link in page.links if re.search(r"[?&]proof=\d+", link)]
    assert steps
    for link in steps[:: max(1, len(steps) // 4)]:
        replay = read(link)
        check_whole(replay)
        assert len(replay.all("span", class_="score-tag")) >= 2, link
        assert "of the score:" in replay.text
        assert any("proof=" in each for each in replay.links)


@kinds
def test_the_lines_of_a_seat_add_up(kind: str, read: Read, put: Put) -> None:
    number = put_sample(put, LOGS[kind])
    seats = [link.rpartition("=")[2] for link in score(read, number).links if "/score?seat=" in link]
    for seat in seats:
        source = score(read, number, query=f"?seat={seat}").source
        source = source.partition('<table class="rows score-lines')[2].partition("</table>")[0]
        cells = re.findall(r'<td class="number( strong)?" data-label="[^"]+">([+−]?[\d,]+)</td>', source)
        points = [int(text.replace("−", "-").replace(",", "")) for _, text in cells]
        assert [strong for strong, _ in cells].count(" strong") == 1
        assert points[0] == sum(points[1:]), (seat, cells)


@kinds
def test_numbers_of_the_match_lead_to_their_proofs(kind: str, read: Read, put: Put) -> None:
    number = put_sample(put, LOGS[kind])
    page = read(f"/matches/{number}")
    check_whole(page)
    links = [link for link in page.links if f"/matches/{number}/hands/1/score?seat=" in link]
    assert links
    for link in links:
        score(read, number, query="?" + link.partition("?")[2])
    replay = f"/matches/{number}/hands/1"
    (scene,) = read(replay).all("div", class_="replay-scene")
    assert set(links) <= set(read(f"{replay}?step={scene['data-steps']}").links)
    assert set(links).isdisjoint(read(replay).links)


@kinds
def test_totals_unfold_into_hands(kind: str, read: Read, put: Put) -> None:
    number = put_sample(put, LOGS[kind])
    page = read(f"/matches/{number}/score")
    check_whole(page)
    assert f"/matches/{number}/hands/1/score" in page.links
    assert "Before the first hand every seat starts at 0" in page.text or "as the log states" in page.text
    assert len(page.all("tr", class_="adds-counts")) >= 1


def test_a_sheet_says_that_it_was_not_replayed(read: Read, put: Put) -> None:
    finish = {"finish": ["B", "D", "E"], "roles": {"emperor": "A", "protector": "C"}}
    log = {
        "format": "fupan/1",
        "game": "bao_huang",
        "players": [{"seat": seat} for seat in "ABCDE"],
        "hands": [{"actions": [], "result": finish}],
    }
    page = score(read, put(log))
    assert "What it rests on is recorded, not replayed" in page.text
    assert "B first recorded, not replayed" in page.text
    assert page.all("li", class_="is-recorded")
    assert not [link for link in page.links if "proof=" in link]


def test_a_hand_without_a_score_says_why(read: Read, put: Put) -> None:
    page = score(read, put_sample(put, "chinese_poker/faults/incomplete-hand.json"))
    assert "This hand has no score: not scored: the log stops before the hand ends" in page.text
    assert not page.all("details", class_="score-line")


def test_options_say_who_chose_them(read: Read, put: Put) -> None:
    number = put_sample(put, LOGS["chinese_poker"])
    assert "by the preset Taiwanese" in score(read, number).text
    tried = score(read, number, query="?rules=taiwanese&row_unit=2")
    assert "by the rules that are tried, in place of 1 in the preset Taiwanese" in tried.text


@pytest.mark.parametrize(("kind", "preset"), [("bao_huang", "shanghai"), ("chinese_poker", "two-four")])
def test_a_trial_proves_its_own_score(kind: str, preset: str, read: Read, put: Put) -> None:
    number = put_sample(put, LOGS[kind])
    trial = read(f"/matches/{number}?rules={preset}")
    link = next(link for link in trial.links if f"/matches/{number}/hands/1/score?" in link)
    assert f"rules={preset}" in link
    page = read(link)
    check_whole(page)
    assert "Dispute this line" not in page.text
    steps = [each for each in page.links if "proof=" in each]
    assert steps
    assert all(f"rules={preset}" in each for each in steps)
    totals = next(link for link in trial.links if f"/matches/{number}/score?" in link)
    check_whole(read(totals))


def test_a_ruling_adds_a_line(read: Read, put: Put, web: Flask, client: FlaskClient, sample: dict[str, Any]) -> None:
    web.config["WTF_CSRF_ENABLED"] = False
    number = put(sample)
    assert "Adjusted by a ruling" not in score(read, number, 3).text
    player = {"acting-name": "Li Wei", "acting-role": "player"}
    arbiter = {"acting-name": "Zhao Min", "acting-role": "arbiter"}
    client.post(f"/matches/{number}/dispute", data={**player, "claim": "text", "text": "E won.", "hand": "3"})
    client.post("/disputes/1/review", data=arbiter)
    ruling = {"outcome": "adjusted", "text": "Both agree.", "hand-1": "3", "reason-1": "Miscounted", "before": "0"}
    ruling |= {f"score-1-{player['seat']}": "7" for player in sample["players"]}
    assert client.post("/disputes/1/rule", data={**arbiter, **ruling}).status_code == 303
    page = score(read, number, 3)
    assert "Adjusted by a ruling Dispute 1" in page.text
    assert page.text.partition("Counts")[2].startswith(" +7 +7 +7 +7 ")
    totals = read(f"/matches/{number}/score")
    check_whole(totals)
    assert "A ruling sets" in totals.text
    assert "After the rulings" in totals.text


def test_refusals(read: Read, put: Put) -> None:
    number = put_sample(put, LOGS["chinese_poker"])
    for address in (
        f"/matches/{number}/hands/0/score",
        f"/matches/{number}/hands/99/score",
        f"/matches/{number}/hands/1/score?seat=Z",
        f"/matches/{number}/hands/1?proof=0",
        f"/matches/{number}/hands/1?proof=999",
        f"/matches/{number}/hands/1?proof=x",
        "/matches/999/score",
        "/matches/999/hands/1/score",
    ):
        read(address, 404)
    read(f"/matches/{number}/score?rules=nothing", 400)
    unread = put_sample(put, "chinese_poker/faults/unknown-option.json")
    read(f"/matches/{unread}/score", 404)


def test_hostile_names(read: Read, put: Put, sample: dict[str, Any]) -> None:
    for player in sample["players"]:
        player["name"] = HOSTILE + player["seat"]
    number = put(sample)
    score(read, number)
    check_whole(read(f"/matches/{number}/score"))


def test_a_view_without_all_hands_follows_no_line(read: Read, put: Put, sample: dict[str, Any]) -> None:
    """A line of the score may tell what the view does not show."""
    number = put(sample)
    page = read(f"/matches/{number}/hands/1?view=table&proof=1")
    assert not page.all("span", class_="score-tag")
    assert "of the score:" not in page.text


@pytest.mark.parametrize("page", ["score", "hands/1", "hands/1/score"])
def test_a_match_of_unknown_rules_is_shown_under_those_that_are_tried(read: Read, put: Put, page: str) -> None:
    log = json.loads((SAMPLES / "guandan" / "two-hands.json").read_text())
    number = put(json.dumps(log | {"rules": {"preset": "no such"}}).encode())
    assert "rules that do not exist" in read(f"/matches/{number}/{page}", 404).text
    assert read(f"/matches/{number}/{page}?rules=tournament").faults == []
    assert "under these rules: " in read(f"/matches/{number}/{page}?rules=nosuch", 400).text
