"""The page of the best arrangements."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from app.cli import main
from app.web.rules.arrange import LONGEST_OPTIONS, MOST_DEALS, MOST_LINES, SHOWN
from engine.games.chinese_poker.rules import RULES
from tests.app.web.test_pages import HOSTILE, check_whole

Read = Callable[..., Any]

DEAL = "As Ah Kd Kc Qs Jd Ts 9h 8h 5c 5d 3s 2h"
AMY = "6h 6d 4c / Th Td 9c Qd 8d / 3c 3h 3d 2c 2d"
LAST = "4s 4h 4d / 7s 7d 8c 6s 2s / 9d 9s 6c Jc Jh"


BEST_IS_KNOWN = [preset for preset in RULES.presets if preset != "fujian_banker"]


def address(**asked: str | int) -> str:
    return f"/arrange?{urlencode(asked)}"


def test_the_form_alone(read: Read) -> None:
    page = read("/arrange")
    check_whole(page)
    (form,) = page.all("form")
    assert (form["method"], form["action"]) == ("get", "/arrange")
    assert {field["name"] for field in (*page.all("input"), *page.all("select"), *page.all("textarea"))} == {
        "cards",
        "against",
        "rules",
        "options",
        "opponents",
        "deals",
        "seed",
    }
    assert [option["value"] for option in page.all("option")] == list(RULES.presets)
    assert not page.all("table")
    assert any(link.startswith("/arrange") and "aria-current" for link in page.links)
    assert "No answer" not in read("/arrange?lang=en").text


@pytest.mark.parametrize(
    ("cards", "tap", "then", "count"),
    [
        ("", "As", "As", 1),
        ("As 10h", "Kd", "As 10h Kd", 3),
        ("As Kd 2c", "Kd", "As 2c", 2),
        ("As Kd", "undo", "As", 1),
        ("As", "RJ", "As", 1),
        (DEAL, "Qc", DEAL, 13),
    ],
)
def test_a_card_that_is_tapped_is_added_or_taken_out(read: Read, cards: str, tap: str, then: str, count: int) -> None:
    page = read(address(cards=cards, tap=tap))
    check_whole(page)
    (field,) = page.all("input", name="cards")
    assert field["value"] == then
    pressed = page.all("button", name="tap", **{"aria-pressed": "true"})
    assert len(pressed) == count
    assert f"{count} / 13" in page.text
    assert not page.all("table"), "no answer before it is asked for"


def test_the_example_has_an_answer(read: Read) -> None:
    (example,) = [link for link in read("/arrange").links if link.startswith("/arrange?")]
    page = read(example)
    check_whole(page)
    assert "How the first is settled" in page.text


def test_the_answer_is_that_of_the_command(read: Read) -> None:
    page = read(address(cards=DEAL, deals=40, opponents=2, seed=9, rules="one-six"))
    check_whole(page)
    arguments = ["arrange", DEAL, "--deals", "40", "--opponents", "2", "--seed", "9", "--rules", "one-six", "--json"]
    told = json.loads(CliRunner().invoke(main, arguments).stdout)
    assert "72,072" in page.text
    assert f"{told['legal']:,}" in page.text
    assert len(page.all("tr")) == SHOWN + 1
    for choice in told["choices"]:
        assert choice["mean"].lstrip("-") in page.text
        assert f"± {choice['error']}" in page.text
        assert choice["words"]["middle"] in page.text
    assert "over 40 deals" in page.text
    assert "2 opponents" in page.text
    assert page.all("option", value="one-six", selected=None) == [{"value": "one-six", "selected": None}]


def test_given_rows_are_settled_line_by_line(read: Read) -> None:
    page = read(address(cards=DEAL, against=f"{AMY}\r\n\r\n{LAST}\r\n"))
    check_whole(page)
    assert "5 arrangements win as much as the first" in page.text
    assert "opponent 2 is mis-set and pays for a scoop: 4" in page.text
    assert page.text.count("Together+") == 2
    assert "/rules/chinese_poker/chinese_poker.rows" in page.links
    assert AMY in page.text
    assert "Behind" not in page.text


def test_options_are_read_one_a_line(read: Read) -> None:
    page = read(address(cards=DEAL, against=AMY, options="middle=deuce_to_seven\nsurrender=0"))
    assert page.all("details", open=None)
    assert "Surrender" not in page.text.partition("The hand")[2]
    table = read(address(cards=DEAL, against=AMY, options='royalty_rule=net\nroyalty_table={"back": {"straight": 50}}'))
    assert "+51" in table.text or "+52" in table.text or "+50" in table.text


def test_points_of_the_best_rows(read: Read) -> None:
    page = read(address(cards=DEAL, against=AMY, rules="eleven"))
    check_whole(page)
    assert "Points won of the rows given" in page.text
    assert "The rows of the table" in page.text


def test_a_hand_that_is_better_given_up(read: Read) -> None:
    page = read(address(cards="As Kh Qc Jc Jh Th 8c 7c 6h 6s 5d 3h 2s", deals=60, options="surrender=1"))
    assert "Surrendering, at −1, loses less than any of them on average." in page.text


def test_a_natural_is_named(read: Read) -> None:
    page = read(address(cards="2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As", deals=2))
    assert "dragon, 36 of each opponent" in page.text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"cards": ""}, "a hand is 13 cards, and there are no cards"),
        ({"seed": 1}, "a hand is 13 cards, and there are no cards"),
        ({"cards": DEAL[:-3]}, "a hand is 13 cards, and there are 12 cards"),
        ({"cards": DEAL.replace("Ah", "As")}, "As is in the hand twice"),
        ({"cards": DEAL, "against": "As"}, "the numbers of cards found are 1"),
        ({"cards": DEAL, "against": AMY.replace("3c", "As")}, "As is in the hand and in the rows of opponent 1"),
        ({"cards": DEAL, "against": "\n".join(["x"] * (MOST_LINES + 1))}, f"at most {MOST_LINES} are read"),
        ({"cards": DEAL, "rules": "tournament"}, "chinese poker has no preset 'tournament'"),
        ({"cards": DEAL, "options": "wheel"}, "'wheel' is not a change of an option"),
        ({"cards": DEAL, "options": "x" * (LONGEST_OPTIONS + 1)}, "a field of more than 2,000 characters"),
        ({"cards": DEAL, "opponents": 4}, "opponents: 4 found, and 1 to 3 expected"),
        ({"cards": DEAL, "opponents": "two"}, "opponents: 'two' found, and a whole number expected"),
        ({"cards": DEAL, "deals": MOST_DEALS + 1}, "deals: 501 found, and at most 500 expected on this page"),
        ({"cards": DEAL, "deals": 1}, "deals: 1 found"),
        ({"cards": DEAL, "seed": "-1"}, "seed: '-1' found"),
        ({"cards": DEAL, "seed": "9" * 5_000}, "a field of more than"),
        ({"cards": DEAL, "seed": "9" * 16}, "the seed: 9,999,999,999,999,999 found"),
        ({"cards": DEAL, "seed": "9" * 17}, "a whole number expected"),
        ({"cards": DEAL, "seed": "٣"}, "a whole number expected"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(read: Read, asked: dict[str, str | int], said: str) -> None:
    page = read(address(**asked), 400)
    check_whole(page)
    assert said in page.text
    assert page.all("p", role="alert")
    assert not page.all("table")


@pytest.mark.parametrize("field", ["cards", "against", "rules", "options", "opponents", "deals", "seed"])
def test_hostile_fields(read: Read, field: str) -> None:
    page = read(address(**{"cards": DEAL, field: HOSTILE}), 400)
    check_whole(page)
    assert "7*7" in page.source or field == "rules"
    assert "49" not in page.text


def test_every_preset_has_an_answer(read: Read) -> None:
    for preset in BEST_IS_KNOWN:
        check_whole(read(address(cards=DEAL, deals=3, rules=preset)))
        check_whole(read(address(cards=DEAL, against=AMY, rules=preset)))


def test_a_preset_without_best_settings_says_why(client: FlaskClient) -> None:
    answer = client.get(address(cards=DEAL, deals=3, rules="fujian_banker"))
    assert answer.status_code == 400
    assert "no best arrangement is known where a banker settles" in answer.text


def test_nothing_is_changed_by_asking(client: FlaskClient) -> None:
    assert client.post("/arrange").status_code in (400, 405)
    assert "Set-Cookie" not in client.get(address(cards=DEAL, deals=2)).headers
