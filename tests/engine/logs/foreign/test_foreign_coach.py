"""An export of guandan-coach: what it states is compared, what does not fit is refused with its place."""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

import made_records
import pytest
from made_messages import format_named
from test_foreign_round_trips import exported

from engine.logs.record import LogRecord
from engine.record.match import given_value
from engine.verdict.check import Checker
from tests.offenders import for_every

IDENTIFICATION: Final = {"version", "timestamp", "title", "id"}
"""Fields that neither the play nor the score follows from."""

Place = tuple[str | int, ...]


@pytest.fixture(scope="module")
def export() -> dict[str, Any]:
    (match,) = exported(5)
    made: dict[str, Any] = json.loads(made_records.guandan_coach(match))
    return made


def read(export: Any) -> LogRecord:
    (record,) = format_named("guandan-coach").read(json.dumps(export).encode(), "it")
    return record


def said(export: Any) -> list[tuple[str, str]]:
    return [(finding.code.id, finding.message) for finding in Checker().check(read(export)).findings]


def faults(export: Any) -> set[str]:
    return {finding.code.id for finding in Checker().check(read(export)).findings if finding.severity != "notice"}


def test_an_honest_export_has_no_fault(export: dict[str, Any]) -> None:
    assert faults(export) == set()


def test_a_time_in_milliseconds_is_the_date(export: dict[str, Any]) -> None:
    record = read(export)
    assert record.match is not None
    assert given_value(record.match.match).played_at == "2026-01-02T03:04:05.678Z"


@for_every("time", [0, -1, 10**15, 10**30, "x", None])
def test_another_time_is_no_date(export: dict[str, Any], time: object) -> None:
    record = read(export | {"timestamp": time})
    assert record.match is None or not given_value(record.match.match).played_at


def test_a_false_order_of_finish_is_reported(export: dict[str, Any]) -> None:
    assert "finish-mismatch" in faults(export | {"finishedOrder": [0, 1, 2, 3]})


def test_a_level_that_no_team_has_is_pointed_out(export: dict[str, Any]) -> None:
    messages = [message for _code, message in said(export | {"levelRank": "2", "teamLevels": [3, "A"]})]
    assert "the level 2 is read as recorded, although no team has it" in messages


def leaves(value: Any, place: Place = ()) -> Iterator[Place]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if parts is None:
        yield place
        return
    for name, part in parts:
        yield from leaves(part, (*place, name))


def falsified(export: Any, place: Place) -> Any:
    """The export with another value of the same kind at a place."""
    changed = json.loads(json.dumps(export))
    part = changed
    for name in place[:-1]:
        part = part[name]
    old = part[place[-1]]
    others: Callable[[list[Any]], Any] = lambda values: next(value for value in values if value != old)  # noqa: E731
    match place[-1]:
        case "rank":
            part["rank"] = others(["9", "8"])
            part["suit"] = "C" if part["suit"] == "JOKER" else part["suit"]
        case "suit":
            part["suit"] = others(["S", "D"])
        case "action":
            part["action"] = others(["play", "pass"])
        case _:
            part[place[-1]] = (old + 1) % 4 if isinstance(old, int) and old < 4 else others(["5", "4"])
    return changed


def counts(export: Any, place: Place) -> bool:
    """Whether a leaf must be seen when it is false; the levels of teams are stated once."""
    part = export
    for name in place[:-1]:
        part = part[name]
    if "teamLevels" in place:
        return False
    if place[-1] == "suit" and part["rank"] in ("SJ", "BJ"):
        return False
    return place[-1] not in IDENTIFICATION


def test_every_false_leaf_is_seen(export: dict[str, Any]) -> None:
    before = said(export)
    places = [place for place in leaves(export) if counts(export, place)]
    assert len(places) > 400
    assert [place for place in places if said(falsified(export, place)) == before] == []


@for_every(
    ("change", "reason"),
    [
        ({"mode": "6p"}, "6p is not a game of four players"),
        ({"initialHands": [[]]}, "hands dealt: 1"),
        ({"initialHands": [[{"rank": "1", "suit": "S"}], [], [], []]}, "initialHands[0][0]: 1 S is not a card"),
        ({"finishedOrder": [1, 1]}, "a seat appears twice"),
        ({"finishedOrder": [4]}, "finishedOrder[0]"),
        ({"teamLevels": [2]}, "1 levels"),
        ({"levelRank": "1"}, "1 is not a level"),
        ({"history": [{"seat": 0, "action": "sing"}]}, "sing is not a play or a pass"),
        ({"history": [{"seat": 0, "action": "play"}]}, "a play without cards"),
        ({"history": [{"seat": 4, "action": "pass"}]}, "history[0].seat"),
        ({"history": [{"seat": 0, "action": "pass", "timestamp": 10**20}]}, "history[0].timestamp"),
        ({"history": None}, "history"),
    ],
)
def test_what_does_not_fit_is_refused(export: dict[str, Any], change: dict[str, Any], reason: str) -> None:
    record = read(export | change)
    assert record.match is None
    assert reason in record.findings[0].message
