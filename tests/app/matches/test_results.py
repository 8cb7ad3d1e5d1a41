"""What is computed of a match, written and read again."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from app.judging.comparison import PresetComparison, comparison_of
from app.matches.computed.results import (
    read_effects,
    read_reconciliation,
    read_records,
    write_effects,
    write_reconciliation,
    write_records,
)
from engine.logs import LogRecord, read_logs
from engine.match_diff import compare_records
from engine.record.match import Match
from engine.rulebook.options import RulesUnknown
from engine.verdict.check import Checker
from engine.verdict.comparison import check_and_compare
from engine.verdict.option_effects import each_alone
from engine.verdict.reconciliation import Goal, reconcile
from tests.golden import SAMPLES
from tests.offenders import for_every

FOLDERS = sorted({path.parent for path in SAMPLES.rglob("*.json")})


def records(folder: Path) -> list[tuple[LogRecord, Match]]:
    """The first matches of a folder."""
    found = []
    for path in sorted(folder.glob("*.json"))[:6]:
        with path.open("rb") as stream:
            (record, *_) = read_logs(stream, path.name)
        if record.match is not None:
            found.append((record, record.match))
    return found


@for_every("folder", FOLDERS)
def test_what_is_read_is_what_was_written(folder: Path) -> None:
    checker, seen = Checker(), 0
    for record, match in records(folder):
        try:
            rules = checker.rules(match)
        except RulesUnknown:
            continue
        comparison = check_and_compare(checker, record, rules, 12)[1]
        if comparison is not None:
            shown = comparison_of(comparison)
            assert msgspec.json.decode(msgspec.json.encode(shown), type=PresetComparison) == shown
        effects = each_alone(checker, record, rules, most_actions=2_000)
        if effects is not None:
            assert read_effects(write_effects(effects), rules) == effects
        for goal in Goal:
            found = reconcile(checker, record, goal, rules, most_sets=50, most_actions=2_000)
            assert found is not None
            assert read_reconciliation(write_reconciliation(found), rules) == found
            assert read_reconciliation(write_reconciliation(found), rules).as_json() == found.as_json()
        seen += 1
    assert seen


def test_two_records_are_read_as_they_were_written(sample_of: Callable[[str], Match]) -> None:
    first, second = sample_of("E play 3h"), sample_of("")
    compared = compare_records(Checker(), first, second)
    assert compared.differences
    assert compared.weights
    again = read_records(write_records(compared), first, second)
    assert again == compared
    assert again.merged(again.advised) == compared.merged(compared.advised)


@pytest.fixture
def sample_of(tmp_path: Path) -> Callable[[str], Match]:
    """The sample match, with its sixth action of the second hand replaced, and its seats in another order if not."""

    def read(action: str) -> Match:
        log = json.loads((Path(__file__).parents[3] / "static" / "samples" / "spring-cup.json").read_bytes())
        if action:
            log["hands"][1]["actions"][5] = action
        else:
            log["players"] = [*log["players"][1:], log["players"][0]]
        path = tmp_path / "log.json"
        path.write_text(json.dumps(log))
        with path.open("rb") as stream:
            (record,) = read_logs(stream, "log.json")
        assert record.match is not None
        return record.match

    return read
