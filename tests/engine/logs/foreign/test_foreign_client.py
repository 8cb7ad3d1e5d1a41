"""A client's notes of a hand of the NJUPT platform: what they state is compared, text is never evaluated."""

import gzip
import json
from pathlib import Path
from typing import Any

import made_records
import pytest
from made_messages import format_named
from test_foreign_round_trips import notes_of_hands

from engine.logs.record import LogRecord
from engine.record.match import given_value
from engine.verdict.check import Checker
from tests.offenders import for_every


@pytest.fixture(scope="module")
def notes() -> dict[str, Any]:
    (match,) = notes_of_hands(3)
    made: dict[str, Any] = json.loads(made_records.njupt_client(match))
    return made


def read(notes: Any) -> LogRecord:
    (record,) = format_named("njupt-client").read(json.dumps(notes).encode(), "it")
    return record


def codes(notes: Any) -> set[str]:
    return {finding.code.id for finding in Checker().check(read(notes)).findings if finding.severity != "notice"}


def said(record: LogRecord) -> list[str]:
    return [finding.message for finding in record.findings]


def test_a_field_file_is_clean(shared: Path) -> None:
    raw = gzip.decompress((shared / "found" / "field-recorder-string.json.gz").read_bytes())
    (record,) = format_named("njupt-client").read(raw, "it")
    report = Checker().check(record)
    assert str(report.verdict) == "clean"
    assert record.match is not None
    assert record.match.players[0].name == "botA"


def test_an_honest_record_has_no_fault(notes: dict[str, Any]) -> None:
    assert codes(notes) == set()


def test_a_false_order_of_finish_is_reported(notes: dict[str, Any]) -> None:
    first, second, *others = notes["result"]["order"]
    assert "finish-mismatch" in codes(notes | {"result": {"order": [others[-1], second, *others[:-1], first]}})


def test_levels_that_are_null_are_not_known(notes: dict[str, Any]) -> None:
    record = read(notes | {"game_info": dict.fromkeys(notes["game_info"])})
    assert record.match is not None
    (hand,) = record.match.hands
    fits = [each for each in said(record) if "the only level that the plays fit" in each]
    assert bool(given_value(hand.setup)) == bool(fits)
    contexts = [turn | {"context": {"curRank": "2"}} for turn in notes["actions"]]
    known = read(notes | {"game_info": None, "actions": contexts})
    assert known.match is not None
    assert given_value(known.match.hands[0].setup).level == "2"


def test_the_only_level_that_fits_is_taken_with_a_notice() -> None:
    singles = [[0, "A"], [1, "5"], [2, "B"]]
    actions = [{"cur_pos": seat, "cur_action": f"['Single', '{key}', ['S{key}']]"} for seat, key in singles]
    record = read({"player_id": 0, "initial_hand": ["SA"], "actions": actions})
    assert record.match is not None
    assert given_value(record.match.hands[0].setup).level == "5"
    assert any("the only level that the plays fit, 5," in each for each in said(record))


def test_times_are_seconds_since_the_first(notes: dict[str, Any]) -> None:
    timed = [turn | {"timestamp": f"2025-11-30T20:33:{at // 2:02}.500000"} for at, turn in enumerate(notes["actions"])]
    record = read(notes | {"actions": timed[:100]})
    assert record.match is not None
    assert record.match.hands[0].actions[3].endswith(" @1.000")
    back = [turn | {"timestamp": f"2025-11-30T20:33:{59 - at:02}"} for at, turn in enumerate(notes["actions"][:9])]
    assert any("its times go back" in each for each in said(read(notes | {"actions": back})))


def test_notes_of_the_players_own_actions_alone_are_those_of_one_seat(notes: dict[str, Any]) -> None:
    own = [turn for turn in notes["actions"] if turn["cur_pos"] == 0]
    record = read(notes | {"actions": own, "result": None})
    assert record.match is not None
    assert given_value(record.match.match).recorded == ["P0"]


@for_every(
    ("change", "reason"),
    [
        ({"actions": [{"cur_pos": 0, "cur_action": "open('x')"}]}, "is not a play"),
        ({"actions": [{"cur_pos": 0, "cur_action": "['Single', 'A', [open('x')]]"}]}, "is not a play"),
        ({"actions": [{"cur_pos": 0, "cur_action": "[" * 3_000}]}, "is not a play"),
        ({"actions": [{"cur_pos": 4, "cur_action": []}]}, "actions[0].cur_pos"),
        ({"actions": [{"cur_pos": 0, "cur_action": "['Spin', 'A', ['SA']]"}]}, "Spin is not a type of play"),
        ({"actions": [{"cur_pos": 0, "cur_action": "['Single', 'A', ['XX']]"}]}, "XX is not a card"),
        ({"all_players_hands": {"4": []}}, "4 is not a seat"),
        ({"all_players_hands": {"1": "x"}}, "x is not a card"),
        ({"result": {"order": [1, 1]}}, "a seat appears twice"),
        ({"game_info": {"curRank": "1"}}, "1 is not a level"),
    ],
)
def test_what_does_not_fit_is_refused(notes: dict[str, Any], change: dict[str, Any], reason: str) -> None:
    record = read(notes | change)
    assert record.match is None
    assert reason in record.findings[0].message
