"""`fupan reconcile`: the rules that make a log right, as text and as JSON."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from engine.verdict import reconciliation
from tests.builders import finished, match
from tests.golden import SAMPLES

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]
RETURN = str(SAMPLES / "guandan/faults/return-wrong-card.json")


def test_what_would_have_to_be_different(run: Run) -> None:
    result = run("reconcile", RETURN)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].endswith(
        "no error is found with 1 option of the claimed rules (preset Tournament) changed, in 2 ways"
    )
    assert lines[1] == "Presets under which no error is found: National 2017."
    assert lines[3:7] == [
        "  return_limit = any instead of ten",
        "      which cards may be returned for tribute",
        "  verdict: clean",
        "",
    ]
    assert "  return_limit = ten_to_partner instead of ten" in lines
    assert re.search(
        r"rule sets of [\d,]{9,} were tried\. Every other one has more changes", " ".join(result.stdout.split())
    )
    left_out = " ".join(result.stdout.split("\n\n")[-1].split())
    assert left_out.endswith(
        "only the values that presets have were tried, because they have too many: Number of hands, "
        "Cards left to report."
    )


def test_the_json_is_one_line(run: Run) -> None:
    result = run("reconcile", "--json", "--goal", "scores", RETURN)
    assert result.exit_code == 0
    (line,) = result.stdout.splitlines()
    facts = json.loads(line)
    assert facts["goal"] == "scores"
    assert facts["solutions"] == [{"changes": {}, "verdict": "illegal"}]


def test_a_log_that_is_right(run: Run, write: Write, clean: Log) -> None:
    path = write("a.json", clean)
    result = run("reconcile", path)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == f"{path}: no error is found under the claimed rules (preset Tournament)"


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("clean", "no rules were found under which no error is found"),
        ("scores", "no rules were found under which every recorded result comes out"),
    ],
)
def test_a_log_that_no_rules_make_right(run: Run, write: Write, goal: str, words: str) -> None:
    path = write("a.json", match(finished("EWNS", result={"scores": {"E": 99}})))
    result = run("reconcile", "--goal", goal, path)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == f"{path}: {words}"
    assert (
        result.stdout.splitlines()[1]
        == f"{words.removeprefix('no rules were found').replace(' under', 'Presets under')}: none."
    )


def test_presets_that_change_many_options_are_named(run: Run) -> None:
    path = str(SAMPLES / "demo/disputes/chinese-poker-scoop.json")
    result = run("reconcile", path)
    assert result.exit_code == 0
    assert "Presets under which no error is found: One-six, Taiwanese." in result.stdout
    facts = json.loads(run("reconcile", "--json", path).stdout)
    assert facts["presets"] == [
        {"preset": "one-six", "verdict": "clean"},
        {"preset": "taiwanese", "verdict": "clean"},
    ]


def test_presets_are_found_where_the_search_stops(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconciliation._Search, "_spent", lambda _search: True)
    result = run("reconcile", str(SAMPLES / "demo/disputes/chinese-poker-scoop.json"))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].endswith(
        "no error is found under the rules named here; nearer rules were not found"
    )


def test_one_hand_decides(run: Run, write: Write) -> None:
    path = write(
        "a.json",
        match(finished("EWNS", result={"scores": {"E": 99}}), finished("EWNS", level="5", result={"scores": {"E": 3}})),
    )
    assert run("reconcile", path).exit_code == 1
    assert run("reconcile", "--hand", "1", path).exit_code == 1
    second = run("reconcile", "--hand", "2", path)
    assert second.exit_code == 0
    assert "no error is found in hand 2" in second.stdout
    for wrong in ("0", "3", "x"):
        assert run("reconcile", "--hand", wrong, path).exit_code == 2
    assert "there is no hand 3: the match has 2 hands" in run("reconcile", "--hand", "3", path).stderr


def test_a_search_that_was_stopped(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconciliation._Search, "_spent", lambda search: search.tried > 0)
    result = run("reconcile", write("a.json", match(finished("EWNS", result={"scores": {"E": 99}}))))
    assert result.exit_code == 1
    assert "no rules were found under which no error is found, but not all were tried" in result.stdout
    assert "the search stopped there, at its limit" in result.stdout


def test_many_solutions_are_not_all_shown(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cli.matches.reconcile.SHOWN", 1)
    result = run("reconcile", RETURN)
    assert "ten_to_partner instead" not in result.stdout
    assert "and 1 more rule set; --json prints all" in result.stdout


def test_a_match_of_a_packed_file(run: Run, tmp_path: Path, clean: Log) -> None:
    wrong = match(finished("EWNS", result={"scores": {"E": 99}}))
    path = tmp_path / "two.jsonl.gz"
    path.write_bytes(gzip.compress(b"".join(json.dumps(log).encode() + b"\n" for log in (clean, wrong))))
    assert run("reconcile", str(path)).exit_code == 0
    assert run("reconcile", "--match", "2", str(path)).exit_code == 1
    missing = run("reconcile", "--match", "3", str(path))
    assert missing.exit_code == 2
    assert "there is no match 3" in missing.stderr
    assert run("reconcile", "--match", "0", str(path)).exit_code == 2


def test_what_cannot_be_read(run: Run, write: Write) -> None:
    broken = write("a.json", "{")
    result = run("reconcile", broken)
    assert result.exit_code == 2
    assert "error[malformed]: invalid JSON" in result.stdout
    result = run("reconcile", "--json", broken)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "unreadable: invalid JSON" in result.stderr
    unknown = run("reconcile", write("b.json", match(finished("EWNS"), preset="nobody")))
    assert unknown.exit_code == 2
    assert "error[unknown-option]: guandan has no preset 'nobody'" in unknown.stdout
    assert run("reconcile", "no-such-file").exit_code == 2
    assert run("reconcile", RETURN, RETURN).exit_code == 2
    assert run("reconcile", "--goal", "all", RETURN).exit_code == 2


def test_a_fault_of_the_program(run: Run, write: Write, clean: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_arguments: object) -> None:
        raise ArithmeticError("not meant to happen")

    monkeypatch.setattr(reconciliation._Search, "run", failing)
    result = run("reconcile", write("a.json", clean))
    assert result.exit_code == 2
    assert "the search failed; this is a fault of the program" in result.stderr
