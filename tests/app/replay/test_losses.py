"""What the arrangements of a hand lost, on the page of its replay."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.app.web.test_pages import HOSTILE, check_whole

Read = Callable[..., Any]
Put = Callable[..., int]
SAMPLES = Path(__file__).parents[3] / "sample_logs" / "chinese_poker"

AMY = "6s 6d 4c / Ts Td 9c Qh 8d / 3s 3h 3d 2c 2d"
BOB = "As Kd Qc / 9s 9d 5c 5d 4h / Kh Jh 9h 8h 7h"


def hand_page(read: Read, number: int) -> Any:
    """The page of the first hand at its last step."""
    steps = re.search(r"Step 0 of (\d+)", read(f"/matches/{number}/hands/1").text)
    assert steps is not None
    page = read(f"/matches/{number}/hands/1?step={steps[1]}")
    check_whole(page)
    return page


def test_a_hand_says_what_its_settings_lost(read: Read, put: Put) -> None:
    page = hand_page(read, put((SAMPLES / "amy-and-bob.jsonl").read_bytes().splitlines()[0]))
    said = page.text.partition("What the arrangements lost")[2]
    assert "no legal one is better +2 0" in said.replace("set ", "").replace("  ", " ")
    assert "full house, nines over fives" in said
    (table,) = page.all("table", class_="losses-table")
    assert table
    (lost,) = page.all("td", class_="some")
    assert lost["data-label"] == "lost"


def test_what_was_lost_is_not_said_before_the_hand_ends(read: Read, put: Put) -> None:
    number = put((SAMPLES / "amy-and-bob.jsonl").read_bytes().splitlines()[0])
    assert "What the arrangements lost" not in read(f"/matches/{number}/hands/1?step=1").text
    assert "What the arrangements lost" in read(f"/matches/{number}/hands/1?step=2").text


def test_its_link_asks_for_all_settings_of_the_hand(read: Read, put: Put) -> None:
    page = hand_page(read, put((SAMPLES / "amy-and-bob.jsonl").read_bytes().splitlines()[1]))
    links = [link for link in page.links if link.startswith("/arrange?")]
    assert len(links) == 2
    answer = read(links[1])
    check_whole(answer)
    # Bob wins one unit at the most, under the rules of the match.
    assert "One-six" in answer.text
    assert "+1" in answer.text.partition("The best arrangements")[2]


def test_changed_options_go_with_the_link(read: Read, put: Put) -> None:
    page = hand_page(read, put((SAMPLES / "low-in-the-middle.json").read_bytes()))
    link = next(link for link in page.links if link.startswith("/arrange?"))
    assert "options=middle%3Ddeuce_to_seven" in link
    check_whole(read(link))


@pytest.mark.parametrize("name", ["open-face", "surrender", "pineapple-progressive"])
def test_hands_without_rows_to_compare(read: Read, put: Put, name: str) -> None:
    number = put((SAMPLES / f"{name}.json").read_bytes())
    page = hand_page(read, number)
    assert not page.all("table", class_="losses-table") or name == "surrender"
    assert not [link for link in page.links if link.startswith("/arrange?")]


def test_other_games_have_none(read: Read, put: Put, sample: dict[str, Any]) -> None:
    assert "What the arrangements lost" not in hand_page(read, put(sample)).text


def test_two_hands_of_a_seat_have_a_line_each(read: Read, put: Put) -> None:
    page = hand_page(read, put((SAMPLES / "criss-cross.json").read_bytes()))
    assert "Lin Mei 1" in page.text
    assert "Chen Hao 2" in page.text


def test_hostile_names(read: Read, put: Put) -> None:
    log = {
        "format": "fupan/1",
        "game": "chinese_poker",
        "players": [{"seat": "A", "name": HOSTILE}, {"seat": "B"}],
        "hands": [{"actions": [f"A set {AMY}", f"B set {BOB}"]}],
    }
    page = hand_page(read, put(log))
    assert page.all("table", class_="losses-table")
