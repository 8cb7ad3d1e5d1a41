"""A log that does not say who took the first card: nothing states how many cards a seat holds, but how many at most."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

Read = Callable[..., Any]
Put = Callable[..., int]
UNSAID = {
    "format": "fupan/1",
    "game": "bao_huang",
    "rules": {"preset": "rizhao"},
    "players": [{"seat": seat, "name": seat * 2} for seat in "ABCDE"],
    "hands": [{"actions": ["A play 7 7 7", "B pass", "C play 8 8 8", "D pass", "E play 9 9 RJ", "A play T T T T"]}],
}
"""Each seat has 33 or 34 cards, and 168 all together."""
STATED = re.compile(r"(?<!at most )(?<!≤)(?<!≤ )\b(?:26|27|31|33|34)\b")
"""A number of cards that a seat may not have."""


@pytest.fixture
def hand(put: Put) -> str:
    """The address of the hand."""
    return f"/matches/{put(UNSAID)}/hands/1"


def stated(text: str) -> list[str]:
    """The parts of a text that state a number of cards; a time of day states none."""
    text = re.sub(r"\d\d:\d\d UTC", "", text)
    return [text[max(found.start() - 60, 0) : found.end() + 20] for found in STATED.finditer(text)]


@pytest.mark.parametrize("view", ["all", "table", "B"])
@pytest.mark.parametrize("step", [0, 6])
def test_the_replay_says_at_most(read: Read, hand: str, view: str, step: int) -> None:
    page = read(f"{hand}?step={step}&view={view}")
    seats = re.findall(r'<section class="felt-seat.*?</section>', page.source, re.DOTALL)
    assert len(seats) == 5
    for seat in seats:
        assert "≤" in seat
        assert re.search(r'aria-label="\w+ holds at most \d+ cards"', seat)
        assert stated(re.sub(r'class="[^"]*"', "", seat)) == []


def test_a_drawing_says_at_most(client: FlaskClient, hand: str) -> None:
    for address in (f"{hand}/table.svg?step=6", f"{hand}/table.svg"):
        texts = re.findall(r"<text[^>]*>([^<]*)</text>", client.get(address).text)
        assert any("≤" in text for text in texts)
        assert not any("×≤" in text for text in texts), "it is wider than the room beside the backs"
        assert [text for text in texts if stated(text)] == []


def test_the_shape_says_at_most(read: Read, hand: str) -> None:
    page = read(f"{hand}/shape?step=6")
    assert 'translate="no">AA ≤</th>' in page.source
    assert 'translate="no">AA ≤</span>' in page.source
    assert re.search(r">AA ≤27</text>", page.source)
    assert '"name":"AA \\u2264"' in page.source or '"name":"AA ≤"' in page.source


def test_programs_are_told_so(client: FlaskClient, hand: str) -> None:
    found = client.get(f"/api/v1{hand}/frames").json
    assert found is not None
    seats = [seat for each in found["frames"] for seat in each["frame"]["seats"]]
    assert all(seat["at_most"] for seat in seats)


def test_the_plays_of_a_seat_say_at_most(read: Read, hand: str) -> None:
    source = read(f"{hand}/plays?step=6").text
    assert "At most" in source
    assert stated(source.replace("At most ", "at most ")) == []


def test_findings_say_at_most(read: Read, hand: str) -> None:
    text = read(hand.partition("/hands")[0]).text
    assert "A holds at most 27" in text
    assert stated(text) == []


@pytest.mark.parametrize("setup", [{"first": "A"}, {"first": "E"}])
def test_with_the_first_seat_the_numbers_are_known(read: Read, put: Put, setup: dict[str, str]) -> None:
    known = {**UNSAID, "hands": [{**UNSAID["hands"][0], "setup": setup}]}  # type: ignore[index]
    page = read(f"/matches/{put(known)}/hands/1?step=6")
    assert "≤" not in page.source
    assert "at most" not in page.text


FOUR = [{"seat": seat, "name": seat * 2} for seat in "ENWS"]
AFTER_CUT = {
    "format": "fupan/1",
    "game": "guandan",
    "players": FOUR,
    "hands": [
        {"actions": ["E play 2s"]},
        {"setup": {"level": "5"}, "actions": ["S tribute Ah", "S play 3s", "E play 4s"]},
    ],
}
"""Nobody knows which seat got the tribute of the second hand."""
NOT_RETURNED = {
    "format": "fupan/1",
    "game": "guandan",
    "players": FOUR,
    "hands": [
        {
            "setup": {"level": "5", "previous": ["E", "N", "W", "S"]},
            "actions": ["S tribute Ah", "S play 3s", "E play 4s"],
        }
    ],
}
"""The log has no return: E has 27 cards or one fewer, and S one fewer than that or as many."""
READY = {
    "format": "fupan/1",
    "game": "chinese_poker",
    "rules": {"preset": "open-face", "options": {"dealing": "pineapple", "fantasyland": "progressive"}},
    "players": [{"seat": "A", "name": "AA"}, {"seat": "B", "name": "BB"}],
    "hands": [
        {"setup": {"dealer": "B"}, "actions": ["A place 2h:back 3h:back 4h:back 5h:back 7s:middle"]},
        {
            "setup": {"dealer": "B"},
            "actions": [
                "B set 2s 2d 3s / 4s 4d 5s 5d 6s / 7s 7d 7h 8s 8d",
                "A place 9h:back 9s:back Th:back Ts:back 3d:front",
            ],
        },
    ],
}
"""Nobody knows whether a seat is in fantasyland in the second hand, nor with 14, 15, 16 or 17 cards."""
CASES = {
    "debts unknown": (AFTER_CUT, 2, 3, "ENWS", "26|27|28"),
    "tribute on its way": (AFTER_CUT, 2, 1, "ENWS", "26|27|28"),
    "no return": (NOT_RETURNED, 1, 3, "ES", "25|26|27|28"),
    "fantasyland": (READY, 2, 0, "AB", "13|14|15|16|17"),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest, put: Put) -> tuple[str, int, str, re.Pattern[str]]:
    """The address of a hand, a step, the seats of whose cards it does not show the number, and what states one."""
    log, hand, step, seats, numbers = CASES[request.param]
    stated = re.compile(rf"(?<!at most )(?<!≤)(?<!≤ )\b(?:{numbers})\b")
    return f"/matches/{put(log)}/hands/{hand}", step, seats, stated


@pytest.mark.parametrize("view", ["all", "table"])
def test_no_number_is_stated_that_the_log_leaves_open(
    read: Read, client: FlaskClient, case: tuple[str, int, str, re.Pattern[str]], view: str
) -> None:
    hand, step, seats, stated = case
    page = read(f"{hand}?step={step}&view={view}")
    for seat in seats:
        (section,) = re.findall(
            rf'<section class="felt-seat[^>]*data-seat="{seat}".*?</section>', page.source, re.DOTALL
        )
        assert "≤" in section
        assert re.search(r'aria-label="\w+ holds at most \d+ cards"', section)
        assert stated.findall(re.sub(r'(?:class|data-part)="[^"]*"', "", section)) == []
    drawing = re.findall(r"<text[^>]*>([^<]*)</text>", client.get(f"{hand}/table.svg?step={step}&view={view}").text)
    assert sum("≤" in text for text in drawing) >= len(seats)
    frames = client.get(f"/api/v1{hand}/frames").json
    assert frames is not None
    told = {seat["seat"]: seat["at_most"] for seat in frames["frames"][step]["frame"]["seats"]}
    assert [seat for seat, at_most in told.items() if at_most] == list(seats)


def test_the_number_of_cards_of_fantasyland_is_not_said_if_it_is_unknown(client: FlaskClient, put: Put) -> None:
    frames = client.get(f"/api/v1/matches/{put(READY)}/hands/2/frames").json
    assert frames is not None
    assert frames["frames"][1]["frame"]["seats"][1]["standing"] == "in fantasyland"
