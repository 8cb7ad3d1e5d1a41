"""What the numbers of a score sheet without a fault prove."""

from pathlib import Path
from typing import Any

from engine.games import GAMES
from engine.logs import read_logs
from engine.verdict.check import Checker
from engine.verdict.score_sheet import unchecked_hands
from engine.verdict.stored_report import StoredReport, as_stored
from tests.offenders import for_every
from tests.stored_reports import stored

SAMPLES = Path(__file__).parents[3] / "sample_logs"


def report_of(path: Path) -> StoredReport:
    with path.open("rb") as stream:
        record = next(iter(read_logs(stream, path.name)))
    return as_stored(Checker().check(record))


@for_every("game", sorted(GAMES))
@for_every(
    ("name", "unchecked"),
    [
        ("score-sheet", 0),
        ("scores-alone", 3),
        ("score-sheet-wrong", None),
        ("scores-alone-wrong", None),
        ("not-known", None),
        ("cut-short", None),
        ("stopped-by-the-clock", None),
    ],
)
def test_the_sheets_of_every_game(game: str, name: str, unchecked: int | None) -> None:
    assert unchecked_hands(report_of(SAMPLES / game / "sheets" / f"{name}.json")) == unchecked


def hand(basis: str | None) -> dict[str, Any]:
    return {"complete": basis == "play", "basis": basis}


def sheet(*bases: str | None, severity: str = "notice", total: int | None = 0) -> dict[str, Any]:
    return {
        "verdict": "incomplete",
        "findings": [{"code": "read-as", "severity": severity}],
        "hands": [hand(basis) for basis in bases],
        "totals": {"A": 1, "B": total},
    }


@for_every(
    ("report", "unchecked"),
    [
        (sheet("result", "result"), 0),
        (sheet("result", "scores", "scores"), 2),
        (sheet("result", None), 0),
        (sheet(None), None),
        (sheet(), None),
        (sheet("result", "play"), None),
        (sheet("result", severity="warning"), None),
        (sheet("result", severity="error"), None),
        (sheet("result", total=None), None),
        (sheet("result") | {"verdict": "misscored"}, None),
        ({"verdict": "unreadable", "findings": []}, None),
    ],
)
def test_each_condition(report: dict[str, Any], unchecked: int | None) -> None:
    assert unchecked_hands(stored(report)) == unchecked
