"""The reasons of scores below zero: the signs in the texts of a report, and on the page of the match."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.logs.fupan.reading import read_match
from engine.logs.record import LogRecord
from engine.verdict.check import Checker

Put = Callable[..., int]
Read = Callable[..., Any]

POKER, LEVELS, PLACES, SHANGHAI, RIZHAO, BIG_A = (
    "chinese_poker",
    "guandan",
    "bao_huang",
    "bao_huang shanghai",
    "bao_huang rizhao",
    "big_a",
)
SIDES = {"E": "East", "N": "North", "W": "West", "S": "South"}
SEATS = {"chinese_poker": "ABC", "guandan": "ENWS", "bao_huang": "ABCDE", "big_a": "ABCDE"}


def sheet(kind: str, result: dict[str, Any], **options: Any) -> dict[str, Any]:
    """A match of one hand that is known by its result alone."""
    game, _, preset = kind.partition(" ")
    rules = {"options": options} | ({"preset": preset} if preset else {})
    return {
        "format": "fupan/1",
        "game": game,
        "rules": rules,
        "players": [{"seat": seat} for seat in SEATS[game]],
        "hands": [{"setup": {"stakes": {"A-C": 10}} if game == POKER else {}, "actions": [], "result": result}],
    }


EMPEROR = {"emperor": "A", "protector": "C"}
ALONE = {"emperor": "A", "protector": "A"}
LOST = ["B", "D", "E"]

CASES: list[tuple[str, dict[str, Any], list[str]]] = [
    (
        POKER,
        {"units": {"A-B": -4, "A-C": -2, "B-C": 0}},
        ["A-B: -4 as recorded", "A-C: -2 as recorded, at 10 points a unit", "B-C: 0 as recorded"],
    ),
    (POKER, {"units": {"B-A": -4, "C-A": 2, "C-B": 1}}, ["A-B: 4 as recorded", "B-C: -1 as recorded"]),
    (POKER, {"scores": {"A": -5, "B": 2, "C": 3}}, ["as recorded; the play is not known to the end"]),
    (
        PLACES,
        {"finish": LOST, "roles": EMPEROR},
        [
            "B first: 2; D second: 1; E third: 0; A and C share fourth and fifth: -1 and -2",
            "emperor A and protector C: (-1) + (-2) = -3; each opponent 3",
            "the emperor's points times 2",
        ],
    ),
    (
        PLACES,
        {"finish": ["A", "C"], "roles": EMPEROR},
        [
            "A first: 2; C second: 1; B and D and E share third and fourth and fifth: 0 and -1 and -2",
            "emperor A and protector C: 2 + 1 = 3; each opponent -3",
        ],
    ),
    (
        PLACES,
        {"finish": ["A", "B", "D", "E"], "roles": EMPEROR},
        ["A first: 2; B second: 1; D third: 0; E fourth: -1; C fifth: -2", "emperor A and protector C: 2 + (-2) = 0"],
    ),
    (PLACES, {"finish": ["A"], "roles": ALONE}, ["emperor A alone, first: 12, each opponent -3"]),
    (PLACES, {"finish": ["B", "C", "D", "E"], "roles": ALONE}, ["emperor A alone, fifth: -12, each opponent 3"]),
    (
        SHANGHAI,
        {"finish": ["B", "C", "D", "E"], "roles": ALONE},
        ["B first: 4; C second: 2; D third: 0; E fourth: -2; A fifth: -4", "emperor A alone: (-4); each opponent 4"],
    ),
    (SHANGHAI, {"finish": ["A"], "roles": ALONE}, ["emperor A alone: 4; each opponent -4"]),
    (RIZHAO, {"finish": LOST, "roles": EMPEROR}, ["emperor A and protector C lost: winners 1, losers -1"]),
    (RIZHAO, {"finish": ["A"], "roles": ALONE}, ["emperor A alone won: winners 1, losers -1"]),
    (
        BIG_A,
        {"finish": LOST, "roles": {"declarer": "A", "partner": "C"}},
        ["declarer A and partner C share places 4 and 5: row 4 and 5; not both Big A exposed"],
    ),
    (BIG_A, {"scores": {"A": -4, "B": 1, "C": 1, "D": 1, "E": 1}}, ["as recorded"]),
    (LEVELS, {"finish": ["E", "W"]}, ["E is banker, partner W is follower: up 3"]),
    (LEVELS, {"scores": {"E": -2, "N": 0, "W": -2, "S": 0}}, ["as recorded"]),
]


def read_log(log: dict[str, Any]) -> LogRecord:
    """A log as it is read."""
    return read_match(json.dumps(log).encode(), "made.json")


def _as_shown(kind: str, text: str) -> str:
    """A reason as a page shows it: seats that no player's name is known of in words."""
    return re.sub(r"\b[ENWS]\b", lambda seat: SIDES[seat.group()], text) if kind == LEVELS else text


@pytest.mark.parametrize(("kind", "result", "wanted"), CASES)
def test_a_line_holds_the_sign_as_the_page_shows_it(
    kind: str, result: dict[str, Any], wanted: list[str], put: Put, read: Read
) -> None:
    log = sheet(kind, result)
    report = Checker().check(read_log(log)).as_dict()
    (hand,) = report["hands"]
    texts = [line["text"] for line in hand["breakdown"]]
    assert [text for text in wanted if not any(each.startswith(text) for each in texts)] == []
    page = read(f"/matches/{put(log)}")
    assert page.faults == []
    for line in hand["breakdown"]:
        assert f" {_as_shown(kind, line['text'])} · " in page.text
    for seat, score in hand["scores"].items():
        sign = "+" if score > 0 else "−" if score < 0 else ""
        assert f"{sign}{abs(score)}" in page.text, seat


def test_the_points_of_the_lines_sum_to_the_scores() -> None:
    """The points of the lines, with their signs, sum to the scores."""
    for kind, result, _ in CASES:
        (hand,) = Checker().check(read_log(sheet(kind, result))).as_dict()["hands"]
        sums = dict.fromkeys(hand["scores"], 0)
        for line in hand["breakdown"]:
            for seat, points in line["points"].items():
                sums[seat] += points
        assert sums == hand["scores"], (kind, result)
