"""One match on which the engine fails holds nothing up."""

from pathlib import Path
from unittest.mock import patch

import pytest

from app.judging.fault_barrier import guarded_check
from engine.logs import read_logs
from engine.verdict.check import Checker

SAMPLE = Path(__file__).parents[3] / "sample_logs" / "guandan" / "two-hands.json"


def test_a_fault_of_the_engine_is_a_refusal_that_says_so(caplog: pytest.LogCaptureFixture) -> None:
    with SAMPLE.open("rb") as stream:
        (record,) = read_logs(stream, "two-hands.json")
    with patch.object(Checker, "check", side_effect=IndexError("no such seat")):
        report = guarded_check(Checker(), record)
    assert report.verdict == "unreadable"
    assert "internal error while checking this match" in report.findings[-1].message
    assert "no such seat" in caplog.text


def test_without_a_fault_it_checks() -> None:
    with SAMPLE.open("rb") as stream:
        (record,) = read_logs(stream, "two-hands.json")
    assert guarded_check(Checker(), record).as_json() == Checker().check(record).as_json()
