"""`fupan review`: what the decisions of the last cards of a hand cost."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from engine.fast.library import PURE

Run = Callable[..., Result]
SAMPLES = Path(__file__).parents[3] / "sample_logs"
NJUPT = str(SAMPLES / "guandan" / "njupt.jsonl")


def test_what_cost_something_has_a_line_and_each_hand_a_sum(run: Run) -> None:
    result = run("review", NJUPT, "--hand", "1", "--left", "16")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert "hand 1: 29 decisions from step 65 on; none cost anything with all cards open" in lines
    assert "  step 86: P0 play BJ cost 1 with all cards open; best was P0 pass" in lines
    assert "hand 1: 25 decisions from step 76 on; cost with all cards open: P0 1, P2 1" in lines


def test_a_review_is_one_object_a_line_and_the_same_every_time(run: Run) -> None:
    asked = ("review", NJUPT, "--hand", "2", "--left", "10", "--json")
    text = run(*asked).stdout
    assert text == run(*asked).stdout
    reports = [json.loads(line) for line in run("check", NJUPT, "--json").stdout.splitlines()]
    found = [json.loads(line) for line in text.splitlines()]
    assert [each["log"] for each in found] == [each["log"] for each in reports]
    assert [each["rules"] for each in found] == [each["rules"] for each in reports]
    for each in found:
        assert (each["review"], each["insight"]) == ("fupan-review/1", "1")
        assert each["settings"] == {"left": 10, "nodes": 4_000_000, "table": 262_144}
        (hand,) = each["hands"]
        assert hand["hand"] == 1
        assert hand.keys() == (
            {"hand", "state", "from", "decisions"} if hand["state"] == "reviewed" else {"hand", "state"}
        )


def test_a_review_is_the_same_without_the_library_and_under_another_hash_seed(run: Run) -> None:
    asked = ("review", NJUPT, "--hand", "1", "--left", "12", "--json")
    done = subprocess.run(
        [sys.executable, "-c", "from app.cli import main; main()", *asked],
        env=os.environ | {PURE: "1", "PYTHONHASHSEED": "5"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == run(*asked).stdout


def test_what_cannot_be_reviewed_says_why(run: Run, tmp_path: Path) -> None:
    result = run("review", str(SAMPLES / "chinese_poker" / "surrender.json"))
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "Nothing is reviewed in this game.")
    (tmp_path / "bad.json").write_text('{"format": "fupan/1", "game": "guandan"}')
    result = run("review", str(tmp_path / "bad.json"), "--json")
    assert (result.exit_code, json.loads(result.stdout)["hands"]) == (2, None)
    assert run("review", NJUPT, "--left", "41").exit_code == 2
