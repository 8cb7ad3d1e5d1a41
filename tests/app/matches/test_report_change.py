"""What differs between two reports of one match."""

from typing import Any

from app.judging import report_change
from app.judging.report_change import Change
from tests.offenders import for_every
from tests.stored_reports import stored

HAND = {"complete": True, "scores": {"E": 1, "N": 0}}
UNKNOWN = {"complete": False, "scores": None}
REPORT = {"verdict": "clean", "hands": [HAND, HAND], "totals": {"E": 2, "N": 0}, "winner": None}


def change_between(before: dict[str, Any], after: dict[str, Any]) -> Change:
    return report_change.change_between(stored(before), stored(after))


@for_every(
    ("after", "change"),
    [
        ({}, Change("clean", "clean", (), totals=False, winner=False)),
        ({"verdict": "illegal"}, Change("clean", "illegal", (), totals=False, winner=False)),
        ({"hands": [HAND, UNKNOWN]}, Change("clean", "clean", (2,), totals=False, winner=False)),
        ({"hands": [HAND]}, Change("clean", "clean", (2,), totals=False, winner=False)),
        ({"hands": [HAND, HAND, UNKNOWN]}, Change("clean", "clean", (), totals=False, winner=False)),
        ({"totals": {"E": 1, "N": 0}}, Change("clean", "clean", (), totals=True, winner=False)),
        ({"winner": ["E"]}, Change("clean", "clean", (), totals=False, winner=True)),
    ],
)
def test_what_differs(after: dict[str, Any], change: Change) -> None:
    assert change_between(REPORT, REPORT | after) == change
    assert change.any is bool(after) or len(after.get("hands", ())) == 3


@for_every("unknown", [None, {"E": None, "N": None}])
def test_unknown_scores_are_alike_however_a_report_says_so(unknown: Any) -> None:
    said = REPORT | {"hands": [HAND, UNKNOWN | {"scores": unknown}], "totals": unknown}
    unsaid = REPORT | {"hands": [HAND, UNKNOWN], "totals": None}
    assert not change_between(unsaid, said).any
    assert change_between(REPORT, said).points


def test_a_refusal_has_neither_hands_nor_totals() -> None:
    refusal = {"verdict": "unreadable", "findings": []}
    change = change_between(REPORT, refusal)
    assert (change.verdict, change.hands, change.totals) == (True, (), True)
    assert not change_between(refusal, refusal).any


def test_findings_come_and_go_each_by_its_place() -> None:
    beat = {"code": "does-not-beat", "severity": "error", "hand": 1, "action": 4, "seat": "E"}
    score = {"code": "wrong-score", "severity": "error", "hand": 0, "action": None, "seat": None}
    whole = {"code": "wrong-winner", "severity": "error", "hand": None, "action": None, "seat": None}
    before = REPORT | {"digest": "a", "findings": [score, beat]}
    after = REPORT | {"digest": "b", "findings": [beat, beat, whole]}
    change = change_between(before, after)
    assert [each.words for each in change.came] == ["does-not-beat in hand 2, step 5", "wrong-winner"]
    assert [each.words for each in change.went] == ["wrong-score in hand 1"]
    assert change.report
    assert not change.any
    assert not change_between(after, after).report
