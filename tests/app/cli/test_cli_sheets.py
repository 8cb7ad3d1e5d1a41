"""The text for hands that are known by their recorded results."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
Write = Callable[..., str]
SAMPLES = Path(__file__).parents[3] / "sample_logs"


def verdict_of(run: Run, path: str) -> str:
    return next(line for line in run("check", path).stdout.splitlines() if line.startswith(path))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "guandan/sheets/score-sheet-wrong.json",
            "; hands 1 to 6 scored from their recorded results",
        ),
        (
            "bao_huang/sheets/not-known.json",
            "; hands 1 and 3 scored from their recorded results"
            "; hand 2 not scored: the totals are unknown from there on until hand 3 states them",
        ),
        ("big_a/sheets/scores-alone.json", "; hands 1 to 3 scored by their recorded scores"),
        ("guandan/sheets/cut-short.json", "; hand 1 scored from its recorded result"),
        (
            "chinese_poker/sheets/stopped-by-the-clock.json",
            ": clean: 1 notice; the clock cut off hand 2: Lin Mei wins with the highest total",
        ),
        (
            "guandan/sheets/stopped-by-the-clock.json",
            ": clean: 1 notice; the clock cut off hand 2: Li Wei and Sun Yue win at the higher level",
        ),
        (
            "bao_huang/sheets/stopped-by-the-clock.json",
            ": clean: 1 notice; the clock cut off hand 2: Wang Hongmei and Zhang Yun win with equal highest totals",
        ),
        ("chinese_poker/stopped-by-the-clock.json", ": clean"),
    ],
)
def test_the_verdict_line_says_what_hands_are_scored_from(run: Run, name: str, words: str) -> None:
    assert verdict_of(run, str(SAMPLES / name)).endswith(words)


def test_the_first_wrong_entry_is_named_as_on_the_page(run: Run) -> None:
    lines = run("check", str(SAMPLES / "guandan/sheets/score-sheet-wrong.json")).stdout.splitlines()
    verdict = next(number for number, line in enumerate(lines) if ": misscored: " in line)
    assert lines[verdict + 1] == (
        "  The first recorded number that does not follow is the score of Li Wei in hand 3: recorded +1, computed 0."
    )


def test_every_basis_in_one_match(run: Run, write: Write) -> None:
    log: dict[str, Any] = json.loads((SAMPLES / "big_a/sheets/score-sheet.json").read_bytes())
    scores = json.loads((SAMPLES / "big_a/sheets/scores-alone.json").read_bytes())["hands"][0]
    log["hands"] += [scores, {"actions": []}, {"actions": []}]
    del log["result"]
    line = verdict_of(run, write("a.jsonl", log))
    assert line.endswith(
        "hands 1 to 5 scored from their recorded results; hand 6 by its recorded scores; "
        "hands 7 and 8 not scored: the totals are unknown from hand 7 on"
    )


@pytest.mark.parametrize("game", ["guandan", "bao_huang", "big_a"])
def test_show_proves_the_scores_of_a_hand_without_actions_at_the_deal(run: Run, game: str) -> None:
    path = SAMPLES / game / "sheets" / "score-sheet.json"
    lines = run("show", str(path)).stdout.splitlines()
    assert "the play was not recorded" in lines
    assert "the cards are dealt" not in lines
    assert "scored from the recorded finish; the play was not recorded" in lines
    assert any(line.startswith("order of finish: ") for line in lines)
    assert any(line.startswith("scores  ") for line in lines)
    assert any(line.startswith("  ") and f"  {game}." in line for line in lines)
    assert not any(line.startswith("> ") for line in lines)


def test_show_settles_chinese_poker_by_recorded_units(run: Run) -> None:
    text = run("show", str(SAMPLES / "chinese_poker/sheets/score-sheet.json")).stdout.replace("−", "-")
    assert "scored from the recorded units; the play was not recorded" in text
    assert text.count("as recorded  chinese_poker.recorded") == 3
    assert "points  Amy Lin -2  Bob Chen -1  Cathy Wu +3" in text
    assert "rows by" not in text


def test_show_prints_recorded_scores_and_says_where_there_are_none(run: Run) -> None:
    text = run("show", str(SAMPLES / "chinese_poker/sheets/scores-alone.json")).stdout.replace("−", "-")
    assert "scores as recorded; the play was not recorded" in text
    assert "scores  Amy Lin -2  Bob Chen -1  Cathy Wu +3" in text
    unknown = run("show", str(SAMPLES / "guandan/sheets/not-known.json"), "--hand", "2").stdout
    assert "not scored: neither the play nor enough of the result was recorded" in unknown
    assert "scores  " not in unknown


def test_show_proves_the_scores_of_a_played_hand_at_its_last_step_alone(run: Run) -> None:
    path = str(SAMPLES / "guandan/sheets/stopped-by-the-clock.json")
    assert "scores  " not in run("show", path, "--step", "25").stdout
    steps = len(json.loads(Path(path).read_bytes())["hands"][0]["actions"])
    text = run("show", path, "--step", str(steps)).stdout
    assert "scores  Li Wei +3  Zhao Min 0  Sun Yue +3  Qian Lu 0" in text
    proved = "Li Wei is banker, partner Sun Yue is follower: up 3: Li Wei +3, Sun Yue +3 guandan.promotion"
    assert proved in " ".join(text.split())
    assert "scores  " not in run("show", path, "--step", str(steps - 1)).stdout


@pytest.mark.parametrize("game", ["guandan", "chinese_poker"])
@pytest.mark.parametrize("view", ["table", "seat"])
def test_a_view_is_not_shown_what_was_recorded(run: Run, game: str, view: str) -> None:
    path = SAMPLES / game / "sheets" / "score-sheet.json"
    seat = json.loads(path.read_bytes())["players"][0]["seat"]
    text = run("show", str(path), "--view", seat if view == "seat" else view).stdout
    assert "scored from" not in text
    assert "as recorded" not in text
    assert "scores  " not in text


def test_a_basis_that_differs_between_presets_is_compared_in_words(run: Run, write: Write) -> None:
    log = json.loads((SAMPLES / "chinese_poker/sheets/score-sheet.json").read_bytes())
    log["hands"] = [log["hands"][0] | {"result": log["hands"][0]["result"] | {"scores": {"A": -2, "B": -1, "C": 3}}}]
    del log["result"]
    text = run("check", "--compare", write("a.json", log)).stdout
    line = next(line for line in text.splitlines() if line.startswith("Hand 1, scored from"))
    assert "the recorded result" in line
    assert "the recorded scores" in text
