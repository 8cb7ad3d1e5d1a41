"""A hand as the table or a seat saw it: nothing in an answer hangs on cards that were hidden."""

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.builders import dealt, hand, match

Read = Callable[..., Any]
Put = Callable[..., int]
SAMPLES = Path(__file__).parents[3] / "sample_logs" / "guandan" / "faults"
STEP = 51
"""A step of the second hand of the sample at which N and W hold cards that they have not shown."""
PAGES = ("?step={step}", "?step=3", "/table?step={step}", "/table?step=0&count=40")
ADDRESSES = (
    *(f"/matches/{{number}}/hands/2{page}" for page in (*PAGES, "/alone.html?step={step}")),
    *(f"/embed/matches/{{number}}/hands/2{page}" for page in PAGES),
)


@pytest.fixture
def twins(put: Put, sample: dict[str, Any]) -> tuple[int, int]:
    """The sample broken off at a step of its second hand, and again with cards swapped that N and W had not shown."""
    sample["hands"] = sample["hands"][:2]
    hand = sample["hands"][1]
    hand["actions"] = hand["actions"][:STEP]
    hand.pop("result", None)
    other = copy.deepcopy(sample)
    deal = other["hands"][1]["deal"]
    north, west = (_kept(hand, seat)[:2] for seat in "NW")
    assert len(north) == len(west) == 2
    for seat, given, taken in (("N", north, west), ("W", west, north)):
        held = deal[seat].split()
        for card in given:
            held.remove(card)
        deal[seat] = " ".join([*held, *taken])
    assert not set(north) & set(west)
    return put(sample), put(other)


def _kept(hand: dict[str, Any], seat: str) -> list[str]:
    """Cards that a seat holds from the deal on and does not name, of kinds that nobody names."""
    named = " ".join(hand["actions"]).split()
    return [card for card in hand["deal"][seat].split() if card not in named and "J" not in card]


def answers(client: FlaskClient, number: int, view: str) -> list[str]:
    """Everything that the application says of the hand in a view, without what tells the two matches apart."""
    found = []
    for address in ADDRESSES:
        answer = client.get(f"{address.format(number=number, step=STEP)}&view={view}")
        assert answer.status_code == 200
        found.append(answer.get_data(as_text=True))
    frames = client.get(f"/api/v1/matches/{number}/hands/2/frames?view={view}")
    assert frames.status_code == 200
    found.append(frames.get_data(as_text=True))
    return [re.sub(rf"/matches/{number}\b", "/matches/0", text) for text in found]


@pytest.mark.parametrize("view", ["table", "E", "S"])
def test_hidden_cards_change_nothing(client: FlaskClient, twins: tuple[int, int], view: str) -> None:
    one, other = (answers(client, number, view) for number in twins)
    assert one == other


@pytest.mark.parametrize("view", ["all", "N", "W"])
def test_who_may_see_them_sees_them(client: FlaskClient, twins: tuple[int, int], view: str) -> None:
    one, other = (answers(client, number, view) for number in twins)
    assert all(ours != theirs for ours, theirs in zip(one, other, strict=True))


EQUAL = 6
"""The actions of a hand in which E plays one of the two queens of diamonds: one that all have seen as tribute."""


@pytest.fixture
def equal(put: Put) -> tuple[int, int]:
    """A hand in which E, who got Qd as tribute, was dealt the other one too, and one in which N was."""
    deal = dealt("S", S="Qd", E="9s Qd", N="3c")
    other = deal | {seat: swap(deal[seat], *cards) for seat, cards in (("E", ("Qd", "3c")), ("N", ("3c", "Qd")))}
    actions = "S tribute Qd; E return 9s; S play 2s; E play Qd; N pass; W pass"
    setup: dict[str, Any] = {"previous": list("ENWS"), "level": "T", "levels": {"E": "T", "N": "T"}}
    one, two = (put(match(hand(actions, each, **setup)) | {"match": {"id": "equal"}}) for each in (deal, other))
    return one, two


def swap(cards: str, given: str, taken: str) -> str:
    """Cards with one of them replaced, which comes last."""
    held = cards.split()
    held.remove(given)
    return " ".join([*held, taken])


@pytest.mark.parametrize("view", ["table", "W", "S"])
def test_which_of_two_equal_cards_was_played_changes_nothing(
    client: FlaskClient, equal: tuple[int, int], view: str
) -> None:
    """Every page, drawing, file and answer of the API, at every step."""
    addresses = (
        *(f"{{}}?step={step}&view={view}" for step in range(EQUAL + 1)),
        *(
            f"{{}}/{page}?step={step}&view={view}"
            for page in ("table", "table.svg", "plays", "alone.html")
            for step in range(EQUAL + 1)
        ),
        f"/api/v1{{}}/frames?view={view}",
        *(f"/api/v1{{}}/plays?step={step}&view={view}" for step in range(EQUAL + 1)),
        f"{{}}/trick.gif?step={EQUAL}&view={view}",
        f"{{}}/table.png?step={EQUAL}&view={view}",
    )
    for address in addresses:
        answers = [client.get(address.format(f"/matches/{number}/hands/1")) for number in equal]
        assert [answer.status_code for answer in answers] == [200, 200], address
        one, other = (
            re.sub(rb"/matches/%d\b|fupan-%d\b" % (number, number), b"", answer.data)
            for number, answer in zip(equal, answers, strict=True)
        )
        assert one == other, address


def held(page: Any) -> dict[str, tuple[int, int]]:
    """By player, the faces and the backs of the hand."""
    sections = re.split(r'<section class="felt-seat ', page.source)[1:]
    found = {}
    for section in sections:
        name = re.search(r'aria-label="([^"]*)"', section)
        assert name is not None
        holding = section.partition('class="felt-place felt-holding"')[2].partition("</div>")[0]
        backs = re.search(r'aria-label="(\d+) cards? not shown"', holding)
        found[name[1]] = holding.count('role="img"') - (backs is not None), int(backs[1]) if backs else 0
    return found


def test_the_hands(read: Read, put: Put, sample: dict[str, Any]) -> None:
    hand = f"/matches/{put(sample)}/hands/2?step={STEP}"
    assert held(read(hand)) == {"Li Wei": (8, 0), "Zhao Min": (14, 0), "Sun Yue 孙悦": (10, 0), "Qian Lu": (2, 0)}
    seen = {"Li Wei": (0, 8), "Zhao Min": (1, 13), "Sun Yue 孙悦": (1, 9), "Qian Lu": (0, 2)}
    assert held(read(f"{hand}&view=table")) == seen
    assert held(read(f"{hand}&view=E")) == seen | {"Li Wei": (8, 0)}
    assert held(read(f"{hand}&view=N")) == seen | {"Zhao Min": (14, 0)}
    assert read(f"{hand}&view=all").text == read(hand).text


@pytest.mark.parametrize("more", ["", "&results=shown"])
def test_what_is_to_come_is_not_told(read: Read, put: Put, sample: dict[str, Any], more: str) -> None:
    number = put(sample)
    page = read(f"/matches/{number}/hands/2?step={STEP}&view=W{more}")
    assert page.faults == []
    assert [each["data-step"] for each in page.all("li") if "data-step" in each] == [str(n) for n in range(STEP + 1)]
    assert sample["hands"][1]["result"]["finish"]
    assert not page.all("p", class_="felt-order")
    assert not page.all("p", class_="felt-scores")


def test_findings_are_told_with_all_hands(read: Read, put: Put, sample: dict[str, Any]) -> None:
    number = put(sample)
    page = read(f"/matches/{number}/hands/2?step={STEP}&view=table")
    assert not page.all("article", class_="finding")
    assert "does not beat" not in page.text
    assert "1 finding here: shown with all hands" in page.text
    assert f"/matches/{number}/hands/2?step={STEP}" in page.links


def test_every_step_keeps_the_view(read: Read, put: Put, sample: dict[str, Any]) -> None:
    hand = f"/matches/{put(sample)}/hands/2"
    page = read(f"{hand}?step=17&view=N")
    for link in (each for each in page.links if "/hands/" in each):
        anchors = [each for each in page.all("a") if each["href"] == link]
        if not any("data-here" in each for each in anchors):
            assert "view=N" in link, link
    assert page.all("input", type="hidden", name="view", value="N")
    (replay,) = page.all("div", id="replay")
    assert replay["data-view"] == "N"
    fragment = read(f"{hand}/table?step=17&count=3&tricks=1&view=N")
    assert all("view=N" in link for link in fragment.links if "/hands/" in link)
    assert len(fragment.all("ol", class_="shown-tricks")) == 1
    assert not read(f"{hand}/table?step=17&view=N").all("ol", class_="shown-tricks")


def test_the_chooser(read: Read, put: Put, sample: dict[str, Any]) -> None:
    hand = f"/matches/{put(sample)}/hands/2"
    page = read(f"{hand}?step=17&view=table")
    assert "Seen by All hands The table Li Wei E Zhao Min N Sun Yue 孙悦 W Qian Lu S" in page.text
    chosen = [each for each in page.all("a") if "data-view" in each]
    assert [each["href"] for each in chosen] == [
        f"{hand}?step=17{'&view=' + name if name else ''}" for name in ("", "table", "E", "N", "W", "S")
    ]
    assert [each["data-view"] for each in chosen if "aria-current" in each] == ["table"]
    assert [each["data-view"] for each in read(hand).all("a", aria_current="true") if "data-view" in each] == [""]


@pytest.mark.parametrize("view", ["", "X", "e", "<b>", "seat:E", "9" * 999])
def test_views_that_there_are_not(read: Read, put: Put, sample: dict[str, Any], client: FlaskClient, view: str) -> None:
    number = put(sample)
    for address in (f"/matches/{number}/hands/2", f"/matches/{number}/hands/2/table"):
        page = read(f"{address}?view={view}", 404)
        assert "there are: all, table, E, N, W, S." in page.text
    assert client.get(f"/api/v1/matches/{number}/hands/2/frames?view={view}").status_code == 404


def test_frames_for_programs(client: FlaskClient, put: Put, sample: dict[str, Any]) -> None:
    number = put(sample)
    address = f"/api/v1/matches/{number}/hands/2/frames?start={STEP}"
    first, second, third = (
        json.loads(client.get(f"{address}{more}").data)["frames"][0] for more in ("&view=all", "&view=N", "")
    )
    assert first == third
    assert (bool(first["findings"]), second["findings"]) == (True, [])
    whole, seen = first["frame"], second["frame"]
    assert seen["seats"][1] == whole["seats"][1]
    for ours, theirs in zip(seen["seats"], whole["seats"], strict=True):
        assert ours["count"] == theirs["count"] == len(ours["cards"]) + ours["hidden"]
        assert ours["cards"] == (theirs["cards"] if ours["seat"] == "N" else theirs["public"])


def test_a_comment_is_for_who_reads_the_log(read: Read, put: Put, sample: dict[str, Any]) -> None:
    sample["hands"][1]["actions"][0] += " # W holds both red jokers"
    hand = f"/matches/{put(sample)}/hands/2"
    assert "holds both red jokers" in read(f"{hand}?step=1").text
    for address in (f"{hand}?step=1&view=E", f"{hand}/table?step=0&count=9&view=E"):
        assert "holds both" not in read(address).source


@pytest.mark.parametrize(("kind", "play"), [("does-not-beat", "5s"), ("not-a-combination", "Jc 5s")])
def test_an_illegal_step_says_it_once_and_marks_the_whole_play(read: Read, put: Put, kind: str, play: str) -> None:
    number = put(json.loads((SAMPLES / f"{kind}.json").read_bytes()))
    shown = read(f"/matches/{number}/hands/1?step=2")
    page = shown.source
    (message,) = re.findall(r'<p class="message">(.*?)</p>', page)
    assert shown.text.lower().count(message.lower()) == 1
    assert page.count("felt-reading") == page.count('<p class="felt-reading">')
    assert re.findall("<mark>(.*?)</mark>", page) == [play]
    assert re.findall("<mark>(.*?)</mark>", read(f"/matches/{number}").source) == [play]
