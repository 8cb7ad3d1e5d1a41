"""`fupan score`: the totals hand by hand, and the proof of a hand."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
SAMPLES = Path(__file__).parents[3] / "sample_logs"


def shown(run: Run, name: str, *more: str) -> str:
    result = run("score", str(SAMPLES / name), *more)
    assert result.exit_code == 0, result.output
    return result.stdout.replace("−", "-")


def test_the_totals_are_shown_hand_by_hand(run: Run) -> None:
    text = shown(run, "demo/bao-huang-evening.json")
    assert "                       Jiang Tao  Bai Lu  Fang Min  Qiu Yang  Dong Xue\n" in text
    assert "before the first hand  0          0       0         0         0\n" in text
    assert "hand 5                 +2         -4      +2        +2        -2\n" in text
    assert "totals                 +3         +3      +16       -11       -11\n" in text


def test_a_hand_with_its_rules_options_and_steps(run: Run) -> None:
    text = " ".join(shown(run, "demo/bao-huang-evening.json", "--hand", "2").split())
    points = "Jiang Tao -3, Bai Lu +3, Fang Min +6, Qiu Yang -3, Dong Xue -3"
    assert f"line 4: the protector announced itself: all points times 2: {points} rule: bao_huang" in text
    assert "option: declarations = first only, by the preset Game Rules, as by default" in text
    assert "rests on Bai Lu declares: protector (step 7)" in text
    assert "Dong Xue declares uprising, which changes no score (step 8)" in text


def test_other_rules_are_named(run: Run) -> None:
    text = " ".join(shown(run, "chinese_poker/surrender.json", "--hand", "1", "--option", "surrender=5").split())
    assert "surrender = 5, by the command line, in place of 3 in the preset Two-" in text


@pytest.mark.parametrize("name", ["guandan/failures-at-a.json", "big_a/captures.json", "chinese_poker/open-face.json"])
def test_the_same_as_json(run: Run, name: str) -> None:
    proof = json.loads(run("score", str(SAMPLES / name), "--json").stdout)
    report = json.loads(run("check", str(SAMPLES / name), "--json").stdout)
    assert proof["proof"] == "fupan-score/1"
    assert (proof["totals"], proof["winner"]) == (report["totals"], report["winner"])
    assert [hand["scores"] for hand in proof["hands"]] == [hand["scores"] for hand in report["hands"]]
    for hand, judged in zip(proof["hands"], report["hands"], strict=True):
        assert [(line["rule"], line["points"]) for line in hand["lines"]] == [
            (line["rule"], line["points"]) for line in judged["breakdown"]
        ]
    (one,) = json.loads(run("score", str(SAMPLES / name), "--hand", "1", "--json").stdout)["hands"]
    assert one == proof["hands"][0]


def test_recorded_results_are_said_to_be_recorded(run: Run) -> None:
    sheet = next(path for path in sorted((SAMPLES / "big_a" / "sheets").glob("*.json")))
    text = shown(run, f"big_a/sheets/{sheet.name}", "--hand", "1")
    assert "recorded, not replayed" in text


def test_wrong_usage(run: Run) -> None:
    missing = run("score", str(SAMPLES / "demo/bao-huang-evening.json"), "--hand", "6")
    assert (missing.exit_code, missing.stderr) == (2, "fupan: there is no hand 6: the match has 5 hands\n")
    unread = run("score", str(SAMPLES / "chinese_poker/faults/unknown-option.json"))
    assert unread.exit_code == 2
    assert "unknown-option" in unread.stdout
    as_json = run("score", str(SAMPLES / "chinese_poker/faults/unknown-option.json"), "--json")
    assert (as_json.exit_code, as_json.stdout) == (2, "")
    assert "unreadable" in as_json.stderr
