"""The compiled lane says what the engine says, and calls nothing clean that is not."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import UNSET, structs

from engine.fast.library import PURE, Library, library
from engine.logs import read_logs, write_match
from engine.logs.fupan.reading import read_match
from engine.logs.record import LogRecord
from engine.verdict.check import Checker
from engine.verdict.lane import found_by_lane
from engine.verdict.report import Report
from tests.engine.fast.lane_cases import LANES, cases
from tests.golden import SAMPLES, samples
from tests.playouts import generate
from tests.profiles import PROFILE

CASES = 1_000_000 if PROFILE == "long" else 1_000
"""Legal and changed matches of each game that both judge."""


@pytest.fixture(scope="module")
def lane() -> Library:
    found = library()
    if found is None:
        pytest.skip("the library is not compiled: python -m engine.fast.compiling")
    return found


def reason_of(lane: Library, record: LogRecord, report: Report) -> str:
    """Why the lane leaves a match to the engine; ``clean`` if it does not."""
    if report.rules is None or record.format != "fupan":
        return "not read"
    text = lane.read(record.raw)
    found = text if isinstance(text, int) else found_by_lane(lane, text, report.rules)
    return lane.reason(found) if isinstance(found, int) else "clean"


def agreed(lane: Library, record: LogRecord, options: dict[str, str]) -> tuple[str, str]:
    """The verdict that both give on a match, and why the lane leaves it to the engine."""
    report = Checker(options=options, counting=True, pure=True).check(record)
    reason = reason_of(lane, record, report)
    if reason == "clean":
        assert report.verdict == "clean", record.raw
        at_once = Checker(options=options, counting=True).clean(record.raw, record.source)
        assert at_once is not None
        assert at_once.as_json() == report.as_json(), record.raw
        assert at_once.facts is not None
        assert replace(at_once.facts, later=None) == report.facts, record.raw
    else:
        assert Checker(options=options).clean(record.raw, record.source) is None
    return str(report.verdict), reason


def records_of(path: Path) -> list[LogRecord]:
    with path.open("rb") as stream:
        return list(read_logs(stream, path.name))


@pytest.mark.parametrize("game", LANES)
def test_samples_come_to_the_same_reports_through_the_lane(lane: Library, game: str) -> None:
    found = Counter(
        agreed(lane, record, {})
        for path in samples()
        if path.is_relative_to(SAMPLES / game)
        for record in records_of(path)
    )
    assert found["clean", "clean"] >= (10 if game == "guandan" else 3)


@pytest.mark.parametrize("game", LANES)
def test_conformance_sets_come_to_the_same_reports_through_the_lane(lane: Library, shared: Path, game: str) -> None:
    logs = sorted((shared / "conformance" / game).glob("*.log.jsonl.gz"))
    found = Counter(agreed(lane, record, {}) for path in logs for record in records_of(path))
    assert found["clean", "clean"] >= (50 if game == "guandan" else 15)


@pytest.mark.parametrize("game", LANES)
def test_made_up_and_changed_matches_come_to_the_same_reports_through_the_lane(lane: Library, game: str) -> None:
    found: Counter[tuple[str, str]] = Counter()
    for raw, options in cases(game, CASES):
        found[agreed(lane, read_match(raw, "made up"), options)] += 1
    assert found["clean", "clean"] > CASES // 8
    assert {verdict for verdict, _ in found} >= {"unreadable", "illegal", "misscored", "incomplete", "clean"}


def test_a_match_whose_actions_are_one_seats_is_left_to_the_engine(lane: Library) -> None:
    """Such a match is read as a log of that seat alone, with a notice: here void deals, each begun by the same seat."""
    match = generate("big_a", 12, hands=2)
    void = next(hand for hand in match.hands if hand.actions == ["S redeal"])
    one_seat = write_match(structs.replace(match, hands=[void] * 6, result=UNSET))
    assert agreed(lane, read_match(one_seat, "one seat"), {})[1] != "clean"


def test_the_library_is_left_out_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PURE, "1")
    assert library.__wrapped__() is None


def test_a_library_of_other_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.fast.library.fingerprint", lambda: "of other sources")
    assert library.__wrapped__() is None
