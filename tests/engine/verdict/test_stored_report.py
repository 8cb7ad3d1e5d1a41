"""Reports that are read back from their JSON."""

import json
from pathlib import Path

from engine.verdict.stored_report import read_report
from tests.golden import SAMPLES
from tests.offenders import for_every
from tests.stored_reports import stored, stored_hand


@for_every("path", sorted(SAMPLES.rglob("*.report.jsonl")))
def test_nothing_of_a_report_is_lost(path: Path) -> None:
    for line in path.read_bytes().splitlines():
        whole = line.replace(b',"verdict":', b',"engine":"0.1.0","verdict":', 1)
        assert read_report(whole).as_json() == whole


@for_every(
    ("hand", "basis"),
    [
        ({"complete": True}, "play"),
        ({"complete": False}, None),
        ({"complete": False, "basis": "scores"}, "scores"),
        ({"complete": True, "basis": None}, None),
    ],
)
def test_a_hand_without_a_basis_gets_one(hand: dict[str, object], basis: str | None) -> None:
    assert stored_hand(hand).basis == basis
    assert json.loads(stored({"hands": [hand]}).as_json())["hands"][0]["basis"] == basis


def test_a_refusal_has_no_hands_as_it_was_written() -> None:
    refusal = stored({"verdict": "unreadable"})
    assert (refusal.hands, refusal.totals, refusal.winner) == ([], {}, None)
    assert json.loads(refusal.as_json()).keys() == {"report", "log", "engine", "verdict", "findings", "digest"}
