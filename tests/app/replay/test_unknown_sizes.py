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
    """The parts of a text that state a number of cards."""
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
