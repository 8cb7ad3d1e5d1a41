"""`fupan check --compare`: the presets side by side, and the options that make the difference."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from engine.games import GAMES
from engine.verdict import comparison
from tests.builders import finished, match

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]
Start = Callable[..., Any]

FAILED = finished("NSEW", level="A", levels={"E": "A", "N": "2"}, previous=["E", "W", "N", "S"], failures={"E": 2})
PRESETS = list(GAMES["guandan"].rules.presets)


@pytest.fixture
def disputed() -> Log:
    """Two hands; whether E and W go back to 2 after the first decides what the second is worth."""
    return match(FAILED, finished("EWNS", level="5"), tribute="none")


def test_scores_stand_side_by_side(run: Run, write: Write, disputed: Log) -> None:
    disputed["players"][0]["name"] = "Li Wei"
    path = write("a.json", disputed)
    result = run("check", "--compare", path)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:17] == [
        f"{path}: clean",
        f"{path}: the presets of guandan differ in verdict, errors, totals and hands",
        "",
        "               as checked  intro     tournament  national_2017  njupt",
        "verdict        clean       clean     illegal     illegal        illegal",
        "errors         0           0         2           2              2",
        "E Li Wei       +3          0         +3          0              0",
        "N              +3          +3        +3          +3             +3",
        "W              +3          0         +3          0              0",
        "S              +3          +3        +3          +3             +3",
        "winner         none yet    none yet  none yet    none yet       none yet",
        "hand 1 levels  E 2, N 5    E A, N 5  E 2, N 5    E A, N 5       E A, N 5",
        "hand 2 scores  +3 0 +3 0   0 0 0 0   +3 0 +3 0   0 0 0 0        0 0 0 0",
        "hand 2 levels  E 5, N 5    E A, N 5  E 5, N 5    E A, N 5       E A, N 5",
        "",
        "               botzone",
        "verdict        illegal",
    ]
    assert "What makes the difference to the rules it was checked under:" in result.stdout
    assert "  intro\n    a_failures = 0 instead of 3 (changes totals and hands)\n" in result.stdout
    assert result.stdout.endswith("\n\n1 match: 1 clean\n")


def test_a_checked_preset_is_marked(run: Run, write: Write, clean: Log) -> None:
    result = run("check", "--compare", write("a.json", match(FAILED)))
    assert "tournament (checked)" in result.stdout
    assert "What makes the difference to tournament, which it was checked under:" in result.stdout
    asked = run("check", "--compare", "--rules", "njupt", write("b.json", match(FAILED)))
    assert "njupt (checked)" in asked.stdout


def test_where_nothing_depends_on_it_one_line_says_so(run: Run, write: Write, clean: Log) -> None:
    path = write("a.json", clean)
    result = run("check", "--compare", path)
    assert result.stdout.splitlines() == [
        f"{path}: clean",
        f"{path}: every preset of guandan gives the same result: {', '.join(PRESETS)}",
        "",
        "1 match: 1 clean",
    ]


def test_reports_stay_the_same_byte_for_byte(run: Run, write: Write, disputed: Log, illegal: Log) -> None:
    path = write("a.jsonl", disputed, "{", illegal)
    plain = run("check", "--json", path)
    result = run("check", "--json", "--compare", path)
    lines = result.stdout.splitlines(keepends=True)
    assert "".join(line for line in lines if line.startswith('{"report"')) == plain.stdout
    kinds = [next(iter(json.loads(line))) for line in lines]
    assert kinds == ["report", "comparison", "report", "report", "comparison"]
    for report, found in ((0, 1), (3, 4)):
        assert json.loads(lines[report])["log"] == json.loads(lines[found])["log"]
    assert result.exit_code == plain.exit_code == 2


def test_the_exit_status_is_that_of_the_rules_checked_under(run: Run, write: Write, disputed: Log) -> None:
    assert run("check", "--compare", write("a.json", disputed)).exit_code == 0


def test_several_processes_give_what_one_gives(start: Start, write: Write, disputed: Log, clean: Log) -> None:
    path = write("a.jsonl", *[disputed, clean] * 80)
    for flags in ([], ["--json"]):
        alone = start("check", "--compare", *flags, path).communicate()
        assert start("check", "--compare", *flags, "--jobs", "2", path).communicate() == alone


def test_hands_are_not_listed_without_end(run: Run, write: Write) -> None:
    result = run("check", "--compare", write("a.json", match(*[FAILED] * 23, tribute="none")))
    assert "\nhand 20 levels " in result.stdout
    assert "hand 21 levels" not in result.stdout
    assert "\nand 3 more hands that the presets do not agree on\n" in result.stdout


def test_what_a_name_does_to_a_terminal(run: Run, write: Write, disputed: Log) -> None:
    for player in disputed["players"]:
        player["name"] = "\x1b[2J\u202e赵敏" + "long" * 90
    result = run("check", "--compare", write("a.json", disputed))
    assert not set(result.output) & set("\x1b\u202e")
    assert "long" * 90 not in result.stdout
    assert max(len(line) for line in result.stdout.splitlines()[2:]) <= 80


def test_a_fault_of_the_program_costs_the_comparison_alone(
    run: Run, write: Write, disputed: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_arguments: object) -> None:
        raise ArithmeticError("not meant to happen")

    monkeypatch.setattr(comparison, "DifferenceSearch", failing)
    path = write("a.json", disputed)
    result = run("check", "--compare", path)
    assert result.stdout.splitlines() == [
        f"{path}: clean",
        f"{path}: the presets could not be compared; the fault is Fupan's",
        "",
        "1 match: 1 clean",
    ]
    assert result.exit_code == 0
