"""`fupan check --compare`: the presets side by side, and the options that make the difference."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from app.text.glossary import preset_title
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
    assert result.stdout.splitlines()[:20] == [
        f"{path}: clean",
        "The presets of Guandan differ in verdict, errors, totals and hands.",
        "",
        "                as checked  Introduction  Tournament  National 2017  NJUPT",
        "Verdict         clean       clean         illegal     illegal        illegal",
        "Errors          0           0             2           2              2",
        "E Li Wei        +3          0             +3          0              0",
        "N North         +3          +3            +3          +3             +3",
        "W West          +3          0             +3          0              0",
        "S South         +3          +3            +3          +3             +3",
        "Winner          none yet    none yet      none yet    none yet       none yet",
        "Hand 1, levels  Li Wei 2    Li Wei A      Li Wei 2    Li Wei A       Li Wei A",
        "                North 5     North 5       North 5     North 5        North 5",
        "Hand 2, scores  Li Wei +3   Li Wei 0      Li Wei +3   Li Wei 0       Li Wei 0",
        "                North 0     North 0       North 0     North 0        North 0",
        "                West +3     West 0        West +3     West 0         West 0",
        "                South 0     South 0       South 0     South 0        South 0",
        "Hand 2, levels  Li Wei 5    Li Wei A      Li Wei 5    Li Wei A       Li Wei A",
        "                North 5     North 5       North 5     North 5        North 5",
        "",
    ]
    assert "\nWhat makes the difference\nChanged in the rules that the match was checked under" in result.stdout
    failures = "    Failures at A (a_failures): 0 instead of 3 (changes totals, hands)\n"
    assert f"  Introduction (intro)\n{failures}" in result.stdout
    assert result.stdout.endswith("\n\n1 match: 1 clean\n")


def test_a_checked_preset_is_marked(run: Run, write: Write, clean: Log) -> None:
    result = run("check", "--compare", write("a.json", match(FAILED)))
    assert "  Tournament, checked  " in result.stdout
    assert "Changed in the preset Tournament that the match was checked under" in result.stdout
    asked = run("check", "--compare", "--rules", "njupt", write("b.json", match(FAILED)))
    assert "  NJUPT, checked" in asked.stdout


def test_where_nothing_depends_on_it_one_line_says_so(run: Run, write: Write, clean: Log) -> None:
    path = write("a.json", clean)
    result = run("check", "--compare", path)
    assert result.stdout.splitlines() == [
        f"{path}: clean",
        "The preset makes no difference: every preset gives the same result",
        f"({', '.join(preset_title('guandan', name) for name in PRESETS)}).",
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
    result = run("check", "--compare", write("a.json", match(*[FAILED] * 53, tribute="none")))
    assert "\nHand 50, levels " in result.stdout
    assert "Hand 51, levels" not in result.stdout
    assert "\nAnd 3 more hands that the presets do not agree on.\n" in result.stdout


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
