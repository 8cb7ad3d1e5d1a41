"""`fupan diff`: two records of one match."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import Result

from engine.match_diff import MatchComparison, compare_records
from engine.record.match import Match
from engine.verdict.check import Checker

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]


@pytest.fixture
def other(clean: Log) -> Log:
    """The record of somebody who missed the last action but one, and noted another score."""
    log = copy.deepcopy(clean)
    del log["hands"][0]["actions"][-2]
    log["hands"][0].setdefault("result", {})["finish"] = ["N", "E", "W", "S"]
    return log


def test_equal_records_say_so(run: Run, write: Write, clean: Log) -> None:
    result = run("diff", write("a.json", clean), write("b.json", clean))
    assert (result.stdout, result.stderr, result.exit_code) == ("The records say the same.\n", "", 0)


def test_each_difference_has_its_place_both_texts_and_what_it_changes(
    run: Run, write: Write, clean: Log, other: Log
) -> None:
    result = run("diff", write("a.json", clean), write("b.json", other))
    assert result.exit_code == 1
    count = len(clean["hands"][0]["actions"])
    assert f"hand 1, action {count - 1} of the first record" in result.stdout
    assert f"  a.json: {clean['hands'][0]['actions'][-2]}\n  b.json: nothing\n" in result.stdout
    assert "  b.json: N > E > W > S\n  The rules refute b.json" in result.stdout
    assert "2 differences:" in result.stdout


def test_a_hand_that_one_record_lacks_is_named_as_the_other_counts_it(run: Run, write: Write, clean: Log) -> None:
    more = clean | {"hands": [*clean["hands"], {"actions": [], "result": {"finish": ["E", "W"]}}]}
    last = len(more["hands"])
    result = run("diff", write("a.json", clean), write("b.json", more))
    assert f"hand {last} of the second record" in result.stdout
    assert f"hand {last} of the first record" in run("diff", write("b.json", more), write("a.json", clean)).stdout


def test_json_counts_from_one(run: Run, write: Write, clean: Log, other: Log) -> None:
    result = run("diff", "--json", write("a.json", clean), write("b.json", other))
    facts = json.loads(result.stdout)
    assert facts["seated_by"] == "cards"
    assert facts["first"]["errors"] == 0
    assert [each["number"] for each in facts["differences"]] == [1, 2]
    assert facts["differences"][0]["action"] == [len(clean["hands"][0]["actions"]) - 1, None]
    assert {each["refuted"] for each in facts["differences"]} == {"second"}


def test_a_merged_record_takes_what_is_named(run: Run, write: Write, tmp_path: Path, clean: Log, other: Log) -> None:
    first, second, target = write("a.json", clean), write("b.json", other), tmp_path / "m.json"
    run("diff", first, second, "--merge", str(target))
    assert run("diff", first, str(target)).stdout.count("note") == 1
    run("diff", first, second, "--merge", str(target), "--take", "1-2")
    merged = json.loads(target.read_text(encoding="utf-8"))
    assert merged["hands"][0]["actions"] == other["hands"][0]["actions"]
    assert merged["match"]["note"].endswith("b.json. Hand 1 result finish: b.json.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--take", "1"], "--take needs --merge"),
        (["--merge", "-", "--take", "3"], "'3': the differences have the numbers 1 to 2"),
        (["--merge", "-", "--take", "x"], "'x': a number, or two with a hyphen between, was expected"),
        (["--first-match", "2"], "a.json: --first-match asks for match 2, but it has only 1"),
    ],
)
def test_wrong_usage_says_what_was_expected(
    run: Run, write: Write, clean: Log, other: Log, arguments: list[str], said: str
) -> None:
    result = run("diff", write("a.json", clean), write("b.json", other), *arguments)
    assert result.exit_code == 2
    assert said in result.stderr


def test_files_that_are_not_one_match_are_refused(run: Run, write: Write, clean: Log) -> None:
    several = write("several.jsonl", clean, clean)
    one = write("a.json", clean)
    result = run("diff", several, one)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "several.jsonl: it has several matches; --first-match says which to compare" in result.stderr
    assert run("diff", several, one, "--first-match", "2").exit_code == 0
    assert run("diff", write("bad.json", "{"), one).exit_code == 2
    assert run("diff", "nowhere.json", one).exit_code == 2


def test_a_fault_of_the_engine_is_said(run: Run, write: Write, clean: Log, other: Log) -> None:
    with patch("app.cli.matches.diff.compare_records", side_effect=IndexError("no such seat")):
        failed = run("diff", write("a.json", clean), write("b.json", other))
    assert failed.exit_code == 2
    assert "the engine failed on them; FUPAN_TRACEBACK=1 shows where" in failed.stderr


def test_a_merge_of_a_right_record_and_one_with_a_wrong_seat_is_the_right_one(
    run: Run, write: Write, tmp_path: Path, clean: Log
) -> None:
    wrong = copy.deepcopy(clean)
    actions = wrong["hands"][0]["actions"]
    place = next(place for place, action in enumerate(actions) if place > 4 and " play " in action)
    seat, _, rest = actions[place].partition(" ")
    actions[place] = f"{next(other for other in 'ENWS' if other != seat)} {rest}"
    right, damaged, target = write("a.json", clean), write("b.json", wrong), tmp_path / "m.json"
    for first, second in ((right, damaged), (damaged, right)):
        result = run("diff", first, second, "--merge", str(target))
        assert "1 difference: 1 where the records contradict each other" in result.stdout
        assert "Merged as proposed, the record has 0 errors." in result.stdout
        merged = json.loads(target.read_text(encoding="utf-8"))
        assert merged["hands"] == clean["hands"]
    assert json.loads(run("diff", "--json", damaged, right).stdout)["merged"] == {"errors": 0, "bounded": False}


def test_a_search_that_ends_before_all_was_tried_says_so(run: Run, write: Write, clean: Log) -> None:
    wrong = copy.deepcopy(clean)
    for place in (0, 5, 9):
        wrong["hands"][0]["actions"][place] = "E play 3s 4s"
    first, second = write("a.json", wrong), write("b.json", wrong | {"rules": {"preset": "njupt"}})

    def hardly_compared(checker: Checker, one: Match, other: Match) -> MatchComparison:
        return compare_records(checker, one, other, 0)

    with patch("app.cli.matches.diff.compare_records", hardly_compared):
        words = "Not every choice was tried, because that would take too many replays"
        shown = run("diff", first, second)
        assert words in " ".join(shown.stdout.split())
        assert words in run("diff", first, second, "--merge", "-").stderr
