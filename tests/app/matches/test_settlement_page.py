"""The settlement of a hand on the page of its score, and what the page of its match says of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.app.web.test_pages import HOSTILE, check_whole

Read = Callable[..., Any]
Put = Callable[..., int]
SAMPLES = Path(__file__).parents[3] / "sample_logs"


def put_sample(put: Put, name: str) -> int:
    return put((SAMPLES / name).read_bytes(), Path(name).name)


def settlement(read: Read, number: int, hand: int = 1) -> Any:
    page = read(f"/matches/{number}/hands/{hand}/score")
    check_whole(page)
    return page


@pytest.mark.parametrize(("line", "overall", "units"), [(0, True, "+2"), (1, False, "+1")])
def test_the_hands_of_the_article(read: Read, put: Put, line: int, overall: bool, units: str) -> None:
    log = (SAMPLES / "chinese_poker" / "amy-and-bob.jsonl").read_bytes().splitlines()[line]
    page = settlement(read, put(log))
    table = page.text.partition("Amy and Bob")[2]
    assert "pair of sixes, four" in table
    assert "two pair, nines and fives, four" in table
    assert ("Amy wins 2 rows: 1 overall" in table) is overall
    assert f"Units, a point each {units}" in table
    assert len(page.all("td", class_="won-row")) == 3
    assert "/rules/chinese_poker/chinese_poker.rows" in page.links
    assert ("/rules/chinese_poker/chinese_poker.overall" in page.links) is overall


def test_stakes_scoops_and_the_sums(read: Read, put: Put) -> None:
    page = settlement(read, put_sample(put, "chinese_poker/naturals-and-home-run.json"))
    assert len(page.all("table", class_="account")) == 6
    assert "Times the stake of 100 points" in page.text
    assert "Lin Mei scoops Chen Hao: 2 times 3 Scoops +3" in page.text
    assert "not compared" in page.text
    assert "Lin Mei A – +600 +60 +60 +720" in page.text
    assert "/rules/chinese_poker/chinese_poker.misset" in page.links


def test_naturals_have_no_rows(read: Read, put: Put) -> None:
    page = settlement(read, put_sample(put, "chinese_poker/naturals-and-home-run.json"), 3)
    assert "Lin Mei holds six and a half pairs: 6 Naturals +6" in page.text


def test_the_best_row_of_the_table(read: Read, put: Put) -> None:
    page = settlement(read, put_sample(put, "chinese_poker/first-to-eleven.json"))
    assert "The best rows of the table" in page.text
    assert len(page.all("td", class_="won-row")) == 3
    assert len(page.all("td", class_="account-row")) == 12


@pytest.mark.parametrize("name", ["criss-cross", "open-face", "pineapple-progressive", "surrender", "split-fours"])
def test_every_way_of_playing_has_a_page(read: Read, put: Put, name: str) -> None:
    number = put_sample(put, f"chinese_poker/{name}.json")
    page = settlement(read, number)
    assert page.all("table", class_="account")
    assert f"/matches/{number}/hands/1" in page.links


def test_an_unfinished_hand_has_nothing_to_settle(read: Read, put: Put) -> None:
    page = settlement(read, put_sample(put, "chinese_poker/faults/incomplete-hand.json"))
    assert "Not scored: the log stops before the hand ends. There is nothing to settle" in page.text
    assert not page.all("table", class_="account")


def test_a_claim_that_cannot_be_checked_is_said(read: Read, put: Put) -> None:
    number = put_sample(put, "chinese_poker/hands-not-given.json")
    assert "does not give the cards for what Chen Hao claimed" in settlement(read, number, 2).text
    assert "claimed" not in settlement(read, number, 1).text


def test_it_is_of_games_that_settle_between_every_two(read: Read, put: Put, sample: dict[str, Any]) -> None:
    number = put_sample(put, "chinese_poker/surrender.json")
    assert settlement(read, number).all("h2", id="settlement")
    assert not settlement(read, put(sample)).all("h2", id="settlement")


def test_hostile_names(read: Read, put: Put) -> None:
    log = {
        "format": "fupan/1",
        "game": "chinese_poker",
        "players": [{"seat": "A", "name": HOSTILE}, {"seat": "B"}],
        "hands": [{"actions": ["A surrender", "B set 6s 6d 4c / Ts Td 9c Qh 8d / 3s 3h 3d 2c 2d"]}],
    }
    assert settlement(read, put(log)).all("table", class_="account")


def test_the_match_shows_units_and_leads_to_the_settlement(read: Read, put: Put) -> None:
    number = put_sample(put, "chinese_poker/naturals-and-home-run.json")
    page = read(f"/matches/{number}")
    check_whole(page)
    assert f"/matches/{number}/hands/2/score#settlement" in page.links
    assert "Lin Mei–Chen Hao +14Lin Mei–Wu Jie +14" in page.text
    assert page.text.count("reasons") >= 3
    assert "Finish and score" not in page.text


def test_the_match_names_the_roles_of_each_hand(read: Read, put: Put) -> None:
    page = read(f"/matches/{put_sample(put, 'bao_huang/rizhao-evening.json')}")
    check_whole(page)
    assert "emperor Wang Hongmei" in page.text
    assert "protector Zhang Yun" in page.text
    assert "emperor Liu Jianguo alone" in page.text
    big_a = read(f"/matches/{put_sample(put, 'big_a/evening.json')}")
    assert "declarer Sun Yue alone" in big_a.text
    assert "partner Li Wei" in big_a.text
