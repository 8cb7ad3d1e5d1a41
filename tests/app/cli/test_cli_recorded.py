"""`fupan check --recorded`: what was recorded beside what the rules give."""

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]
SAMPLES = Path(__file__).parents[3] / "sample_logs"
WRONG = SAMPLES / "guandan/sheets/score-sheet-wrong.json"


def test_the_first_difference_is_marked_and_what_follows_says_from_where(run: Run) -> None:
    result = run("check", "--recorded", str(WRONG))
    assert result.exit_code == 1
    text = " ".join(result.stdout.split())
    assert (
        "scores: recorded Li Wei +1, Zhao Min +3, Sun Yue 0, Qian Lu +3; derived Li Wei 0, Zhao Min +3, Sun Yue 0, "
        "Qian Lu +3 (differs by Li Wei +1) <- first difference"
    ) in text
    assert "derived Li Wei +6, Zhao Min +7, Sun Yue +6, Qian Lu +7 (follows from hand 3)" in text
    lines = result.stdout.splitlines()
    assert "  levels after the hand: not recorded; derived Li Wei 5, Zhao Min 2" in lines
    assert "  order of finish: Li Wei, Sun Yue (taken as recorded)" in lines
    assert "  winner: not recorded; derived nobody yet" in lines


def test_as_json_it_is_a_line_after_the_report(run: Run) -> None:
    report, recorded = map(json.loads, run("check", "--recorded", "--json", str(WRONG)).stdout.splitlines())
    assert report["verdict"] == "misscored"
    assert recorded["recorded"] == "fupan-recorded/1"
    assert recorded["first"]["hand"] == 3
    assert len(recorded["hands"]) == 6


def test_a_log_without_results_or_without_a_match(run: Run, write: Callable[..., str]) -> None:
    log = json.loads(WRONG.read_bytes())
    del log["result"]
    log["hands"] = [{"actions": []}]
    path = write("bare.json", log)
    assert "\nNo results were recorded.\n" in run("check", "--recorded", path).stdout
    unread = run("check", "--recorded", "--json", write("bad.json", "[]"))
    assert unread.exit_code == 2
    assert len(unread.stdout.splitlines()) == 1
