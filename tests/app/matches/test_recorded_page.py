"""What a table wrote down, on the page of its match, of a hand, and of a settlement."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Read = Callable[..., Any]
Put = Callable[..., int]
SAMPLES = Path(__file__).parents[3] / "sample_logs"


@pytest.fixture
def at(read: Read, put: Put) -> Callable[..., Any]:
    """Opens a page of a sample match: ``at(sample, rest of the address)``."""
    kept: dict[str, int] = {}

    def opened(name: str, rest: str = "") -> Any:
        if name not in kept:
            kept[name] = put((SAMPLES / name).read_bytes(), Path(name).name)
        page = read(f"/matches/{kept[name]}{rest}")
        assert page.faults == []
        return page

    return opened


At = Callable[..., Any]
WRONG = "guandan/sheets/score-sheet-wrong.json"


def test_the_first_wrong_number_is_named_with_a_link_to_its_hand(at: At) -> None:
    page = at(WRONG)
    assert (
        "The first recorded number that does not follow is the score of Li Wei in hand 3: recorded +1, computed 0."
        in (page.text)
    )
    assert "Go to hand 3" in page.text
    assert page.all("p", class_="is-wrong")
    assert "Of 26 entries, 18 follow, 1 does not" in page.text


@pytest.mark.parametrize("rest", ["", "/score"])
def test_the_winner_and_the_order_of_finish_name_players(at: At, rest: str) -> None:
    page = at("demo/guandan-evening.json", rest)
    assert "Lin Jia and Xu Lan" in page.text
    assert "N and S" not in page.text
    assert "E, S, N, W" not in page.text


def test_each_hand_says_how_many_of_its_entries_follow(at: At) -> None:
    page = at(WRONG, "/score")
    cells = page.text.split("Replay of hand ")[1:]
    assert len(cells) == 6
    assert ["1 does not" in each for each in cells] == [False, False, True, False, False, False]
    assert all("follow" in each for each in cells)


def test_a_level_and_whatever_else_differs_stand_in_the_row_of_the_hand(read: Read, put: Put) -> None:
    log = json.loads((SAMPLES / WRONG).read_bytes())
    log["hands"][1]["result"]["levels"] = {"E": "6", "N": "4"}
    log["hands"][3]["setup"] = {"totals": {"E": 4, "N": 5, "W": 3, "S": 5}}
    page = read(f"/matches/{put(log)}")
    assert page.faults == []
    assert "Level after 5 recorded 6" in page.text
    assert "total before the hand E recorded +4, computed +3" in page.text


def test_only_a_score_sheet_can_go_on_as_one(at: At) -> None:
    assert "Go on in a new score sheet" in at(WRONG).text
    assert "Go on in a new score sheet" not in at("guandan/sheets/cut-short.json").text


def test_the_hands_show_what_they_are_scored_from_and_a_recorded_score_that_differs(at: At) -> None:
    page = at(WRONG)
    assert page.text.count("scored from the recorded finish; the play was not recorded") == 6
    assert len(page.all("span", class_="was")) == 2
    assert "recorded +1" in page.text
    assert "recorded +7" in page.text
    assert (
        "not scored: neither the play nor enough of the result was recorded"
        in at("bao_huang/sheets/not-known.json").text
    )
    assert "cut off by the clock; it counts nothing" in at("big_a/sheets/stopped-by-the-clock.json").text


def test_totals_that_are_not_known_are_said_to_be_unknown(read: Read, put: Put) -> None:
    log = json.loads((SAMPLES / "bao_huang/sheets/not-known.json").read_bytes())
    del log["hands"][2]["setup"]
    page = read(f"/matches/{put(log)}")
    assert page.text.count("unknown") >= 5
    assert "Winner unknown" in page.text
    assert "No winner yet" not in page.text
    assert "5 cannot be checked" in page.text


def test_a_winner_is_only_unknown_where_totals_or_levels_are(at: At) -> None:
    assert "No winner yet" in at("bao_huang/sheets/not-known.json").text
    assert "No winner yet" in at("guandan/sheets/score-sheet.json").text
    assert "Winner: Li Wei and Sun Yue" in at("guandan/sheets/stopped-by-the-clock.json").text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("guandan", "at the higher level when the clock stopped the table in hand 2, which counts nothing."),
        ("big_a", "with the highest total when the clock stopped the table in hand 2, which counts nothing."),
        ("bao_huang", "with equal highest totals when the clock stopped the table in hand 2, which counts nothing."),
    ],
)
def test_a_winner_by_the_clock_has_its_reason(at: At, name: str, words: str) -> None:
    assert words in at(f"{name}/sheets/stopped-by-the-clock.json").text


def test_both_teams_win_by_the_clock_at_the_same_level(read: Read, put: Put) -> None:
    log = json.loads((SAMPLES / "guandan/sheets/stopped-by-the-clock.json").read_bytes())
    log["hands"] = log["hands"][1:]
    log["result"] = {"ended": "time"}
    log["hands"][0]["setup"] = {"level": "5", "levels": {"E": "5", "N": "5"}}
    log["hands"][0]["actions"] = []
    assert "as both teams are at the same level when the clock stopped" in read(f"/matches/{put(log)}").text


def test_a_match_that_was_over_before_is_not_won_by_the_clock(read: Read, put: Put) -> None:
    log = json.loads((SAMPLES / "guandan/sheets/stopped-by-the-clock.json").read_bytes())
    log["rules"] = {"preset": "tournament", "options": {"hands": 1}}
    text = read(f"/matches/{put(log)}").text
    assert "Winner: Li Wei and Sun Yue." in text
    assert "when the clock stopped" not in text


def test_a_match_without_recorded_results_has_no_such_section(read: Read, put: Put) -> None:
    log = json.loads((SAMPLES / "guandan/sheets/stopped-by-the-clock.json").read_bytes())
    del log["result"], log["hands"][0]["result"]
    number = put(log)
    assert "line by line" not in read(f"/matches/{number}").text
    assert "No results were recorded." in read(f"/matches/{number}/score").text


def test_a_page_shows_the_values_of_its_hands_alone(read: Read, put: Put) -> None:
    log = json.loads((SAMPLES / "chinese_poker/sheets/score-sheet.json").read_bytes())
    log["hands"] = [log["hands"][0]] * 130
    log["hands"][120] = log["hands"][0] | {"result": {"units": {"A-B": 2, "A-C": -4, "B-C": 1}, "scores": {"A": 5}}}
    del log["result"]
    number = put(log)
    assert "the score of Amy Lin in hand 121: recorded +5, computed −2." in read(f"/matches/{number}").text
    first, second = read(f"/matches/{number}/score"), read(f"/matches/{number}/score?page=2")
    for page in (first, second):
        assert "the score of Amy Lin in hand 121: recorded +5, computed −2." in page.text
        assert f"/matches/{number}/score?page=2#hand-121-scores-in" in page.links
    assert not first.all("tr", class_="score-is-differs")
    assert len(second.all("tr", id="hand-121-scores-in", class_="score-is-differs")) == 1
    (alone,) = read(f"/matches/{number}/score?only=differing").all("tr", class_="score-is-differs")
    assert alone["id"] == "hand-121-scores-in"


def test_a_hand_without_actions_shows_what_was_recorded_to_who_sees_all(at: At) -> None:
    page = at(WRONG, "/hands/3")
    assert page.text.count("scored from the recorded finish; the play was not recorded") >= 1
    assert "What was recorded of the hand" in page.text
    assert "Zhao Min is banker, partner Qian Lu is follower: up 3" in page.text
    assert "The cards are dealt" not in page.text
    assert "leads" not in page.text
    for view in ("N", "table"):
        hidden = at(WRONG, f"/hands/3?view={view}")
        assert "What was recorded of the hand" not in hidden.text
        assert "up 3" not in hidden.text
        assert not hidden.all("span", class_="basis")


def test_a_hand_cut_short_shows_it_at_its_end_and_not_before(at: At) -> None:
    early = at("guandan/sheets/cut-short-wrong.json", "/hands/1?step=16")
    assert "scored from the recorded finish" not in early.text
    assert not early.all("tr", class_="entry-differs")
    page = at("guandan/sheets/cut-short-wrong.json", "/hands/1?step=17")
    assert "scored from the recorded finish; the log stops before the hand ends" in page.text
    assert len(page.all("tr", class_="entry-differs")) == 1
    assert "What was recorded of the hand" not in at("guandan/sheets/stopped-by-the-clock.json", "/hands/1").text


def test_a_settlement_by_recorded_units(at: At) -> None:
    name = "chinese_poker/sheets/score-sheet.json"
    assert any(link.endswith("/hands/1/score#settlement") for link in at(name).links)
    page = at(name, "/hands/1/score")
    assert "Scored from the recorded units; the play was not recorded." in page.text
    assert len(page.all("table", class_="account")) == 3
    assert len(page.all("td", class_="account-reason")) == 3


def test_there_is_nothing_to_settle_by_scores_alone(at: At) -> None:
    name = "chinese_poker/sheets/scores-alone.json"
    assert not any(link.endswith("#settlement") for link in at(name).links)
    page = at(name, "/hands/1/score")
    assert "Scores as recorded; the play was not recorded. There is nothing to settle" in page.text
    assert not page.all("table", class_="account")
