"""Pages of figures mark what rulings set, and show everything without rulings where that is asked for."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from app.players.statistics.people import person_of
from app.players.statistics.recount import count_pending
from tests.drawn_rulings import set_scores

SAMPLE = Path(__file__).parents[3] / "sample_logs" / "bao_huang" / "rizhao-evening.json"
EVENT = "event=Cup&game=bao_huang"
Read = Callable[..., Any]
Put = Callable[..., int]


@pytest.fixture
def ruled(web: Flask, put: Put) -> Callable[[str], int]:
    """Gives the number of the person with a key, of five who played a match with a ruling: B has 50 more, D less."""
    whole = json.loads(SAMPLE.read_bytes())
    whole["match"] = {"id": "m", "event": "Cup", "played_at": "2024-05-01T20:00:00+08:00"}
    for player, name in zip(whole["players"], "ABCDE", strict=True):
        player["name"] = name
        player.pop("id", None)
    match = put(whole)
    fupan = web.extensions["fupan"]
    count_pending(fupan.sessions)
    set_scores(fupan, match, 1, {"A": 0, "B": 50, "C": 0, "D": -50, "E": 0})

    def number(key: str) -> int:
        with fupan.sessions() as session:
            return person_of(session, key) or 0

    return number


def test_a_person_has_scores_with_and_without_rulings(ruled: Callable[[str], int], read: Read) -> None:
    address = f"/people/{ruled('B')}"
    page = read(f"{address}?game=bao_huang")
    assert page.faults == []
    assert "Matches won1 of 1" in page.text
    assert "1 hand set by a ruling" in page.text
    (link,) = (each for each in page.links if "ruled" in each)
    found = read(link)
    assert found.text.count("ruled on") >= 1
    assert "Hand 2" in found.text
    plain = read(f"{address}?game=bao_huang&as_computed=1")
    assert "Matches won0 of 1" in plain.text
    assert "set by a ruling" not in plain.text
    assert "in all, as computed" in plain.text
    hands = read(f"{address}/hands?game=bao_huang")
    assert "+50set by a ruling" in hands.text
    assert "scores as computed" in read(f"{address}/hands?game=bao_huang&as_computed=1").text
    assert "set by a ruling" not in read(f"{address}/hands?game=bao_huang&as_computed=1").text


@pytest.mark.parametrize("address", [f"/events/show?{EVENT}", f"/partners/?{EVENT}"])
def test_seasons_have_scores_with_and_without_rulings(ruled: Callable[[str], int], read: Read, address: str) -> None:
    assert ruled("B")
    page = read(address)
    assert page.faults == []
    assert "1 hand set by a ruling" in page.text
    assert [each["name"] for each in page.all("select") if each["name"] == "as_computed"] == ["as_computed"]
    plain = read(f"{address}&as_computed=1")
    assert plain.faults == []
    assert "set by a ruling" not in plain.text
    files = [each for each in plain.links if ".csv" in each]
    assert files
    assert all("as_computed=1" in each for each in files)


def test_two_people_have_scores_with_and_without_rulings(ruled: Callable[[str], int], read: Read) -> None:
    address = f"/people/{ruled('B')}/with/{ruled('D')}"
    page = read(address)
    assert page.faults == []
    assert "follow the rulings of arbiters" in page.text
    assert "1 hand set by a ruling" in page.text
    (link,) = (each for each in page.links if "as_computed=1" in each)
    plain = read(link)
    assert plain.faults == []
    assert "as they are computed, without rulings" in plain.text
    assert "set by a ruling" not in plain.text
    assert any("with" in each and "as_computed" in each and ".csv" in each for each in plain.links)


def test_the_form_of_a_search_has_rulings_and_strength(ruled: Callable[[str], int], read: Read) -> None:
    assert ruled("B")
    (link,) = read("/hands/form?ruled=yes&stronger=-3.5&weaker=9", 303).links
    found = read(link)
    assert found.faults == []
    assert "ruled:yes strength&lt;=9 strength&gt;=-3.5" in found.source
    values = {each["name"]: each.get("value") for each in found.all("input")}
    assert (values["stronger"], values["weaker"]) == ("-3.5", "9")
