"""`fupan review`: what the decisions of the last cards of a hand cost."""

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from pyarrow import parquet

from engine.fast.library import PURE
from engine.insight.review import HandReview, Settings, review_hand
from engine.replay.fold import HandStarts

Run = Callable[..., Result]
SAMPLES = Path(__file__).parents[3] / "sample_logs"
NJUPT = str(SAMPLES / "guandan" / "njupt.jsonl")
MEANS = ("fair_best", "fair_value", "fair_loss", "fair_error")


def test_what_cost_something_has_a_line_and_each_hand_a_sum(run: Run) -> None:
    result = run("review", NJUPT, "--hand", "1", "--left", "14")
    assert result.exit_code == 0, result.output
    text = " ".join(result.stdout.split())
    lucky = "Cost 0.667 levels (exact); with all cards open 0. Lucky. Best: P1 plays 5♦."
    assert f"step 88: P1 plays 2♠. {lucky}" in text
    unlucky = "levels (one standard error); with all cards open 1. Unlucky, no fault."
    assert f"step 86: P0 plays black joker. Cost 0 ± 0.11 {unlucky}" in text
    assert f"step 125: P0 plays 8♣. Cost 0 ± 0 {unlucky}" in text
    sums = "cost by what the seats could know / with all cards open: P0 0.17 / 1, P1 0.558 / 0, P2 1.2 / 1 "
    assert f"hand 1: 19 decisions from step 82 on; {sums}" in text
    assert text.count("What a seat could know is the mean over the deals that fit what it saw") == 4


def test_a_decision_with_too_many_cards_left_is_not_counted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.cli.replay.review.settings_for", lambda *_, **__: Settings(left=14, fair_left=4))
    text = " ".join(run("review", NJUPT, "--hand", "1").stdout.split())
    assert (
        "step 125: P0 plays 8♣. By what the seat could know, the cost was not counted; with all cards open 1." in text
    )


def test_where_the_budget_of_a_hand_ended_is_said(run: Run) -> None:
    asked = ("review", NJUPT, "--hand", "2", "--left", "12")
    text = " ".join(run(*asked, "--hand-nodes", "12000").stdout.split())
    assert "The budget of this hand ended (12,000 positions): decisions before step " in text
    assert " are not counted by what the seats could know." in text
    few = " ".join(run(*asked, "--hand-nodes", "300").stdout.split())
    assert "The budget of this hand ended (300 positions): decisions before step " in few
    assert "The budget of this hand ended (300 positions): no decision is counted by what the seats could know." in few
    one = " ".join(run(*asked, "--nodes", "40").stdout.split())
    assert "The budget of one value ended (40 positions): decisions before step " in one
    found = [json.loads(line) for line in run(*asked, "--hand-nodes", "300", "--json").stdout.splitlines()]
    assert {each["settings"]["hand_nodes"] for each in found} == {300}
    assert "The budget" not in run(*asked).stdout


def test_a_review_is_one_object_a_line_and_the_same_every_time(run: Run) -> None:
    asked = ("review", NJUPT, "--hand", "2", "--left", "10", "--json")
    text = run(*asked).stdout
    assert text == run(*asked).stdout
    reports = [json.loads(line) for line in run("check", NJUPT, "--json").stdout.splitlines()]
    found = [json.loads(line) for line in text.splitlines()]
    assert [each["log"] for each in found] == [each["log"] for each in reports]
    assert [each["rules"] for each in found] == [each["rules"] for each in reports]
    for each in found:
        assert (each["review"], each["insight"]) == ("fupan-review/1", "2")
        assert each["settings"] == {
            "left": 10,
            "nodes": 4_000_000,
            "hand_nodes": Settings(left=None).hand_nodes,
            "table": 262_144,
            "deals": 200,
            "fair_left": 20,
            "policy": None,
        }
        (hand,) = each["hands"]
        assert hand["hand"] == 1
        assert hand.keys() == (
            {"hand", "state", "from", "decisions"} if hand["state"] == "reviewed" else {"hand", "state"}
        )


def test_a_hand_that_the_program_fails_on_costs_that_hand_alone(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(starts: HandStarts, index: int, *others: Any, **named: Any) -> HandReview:
        if index == 1:
            raise ArithmeticError("not meant to happen")
        return review_hand(starts, index, *others, **named)

    asked = ("review", NJUPT, "--left", "4")
    whole = [json.loads(line) for line in run(*asked, "--json").stdout.splitlines()]
    assert sum(len(each["hands"]) for each in whole) > 2 * len(whole)
    with monkeypatch.context() as patch:
        patch.setattr("engine.insight.match_review.review_hand", failing)
        result = run(*asked, "--json")
        text = run(*asked)
    for each in whole:
        each["hands"][1:2] = [{"hand": 1, "state": "failed"}]
    assert [json.loads(line) for line in result.stdout.splitlines()] == whole
    assert (result.exit_code, text.exit_code) == (2, 2)
    said = "hand 2: not reviewed, because Fupan failed on it; this is a bug in Fupan, please report it"
    assert " ".join(text.stdout.split()).count(said) == len(whole)


def test_all_decisions_are_a_table(run: Run) -> None:
    asked = ("review", NJUPT, "--hand", "2", "--left", "10")
    rows = list(csv.DictReader(StringIO(run(*asked, "--csv").stdout)))
    found = [json.loads(line) for line in run(*asked, "--json").stdout.splitlines()]
    each = [(at["log"]["match"], one) for at in found for hand in at["hands"] for one in hand.get("decisions", ())]
    assert len(rows) == len(each) > 10
    for row, (match, one) in zip(rows, each, strict=True):
        fair = one["fair"] or dict.fromkeys(("loss", "error", "deals", "exact"), "")
        assert (row["match_id"], row["hand"], row["step"]) == (match or "", "2", str(one["action"] + 1))
        assert (row["seat"], row["match"], row["left"]) == (one["seat"], "", str(one["left"]))
        assert row["action"].startswith(one["seat"])
        assert (row["forced"], row["open_loss"]) == (str(one["forced"]), str(one["open"]["loss"]))
        assert [row[f"fair_{name}"] for name in ("loss", "error", "deals", "exact")] == [
            str(fair[name]) for name in ("loss", "error", "deals", "exact")
        ]
        assert row["words"] == (one["words"] or "")
        assert row["best"] in [text for text, *_ in one["actions"]]
        assert row["done"] in ["", *(text for text, *_ in one["actions"])]
    for forms in (("--csv", "--json"), ("--csv", "--parquet"), ("--json", "--parquet")):
        assert run(*asked, *forms).exit_code == 2


def test_all_decisions_are_parquet_with_stated_types(run: Run, tmp_path: Path) -> None:
    match = json.loads(Path(NJUPT).read_bytes().splitlines()[0])
    match["players"][1] |= {"id": "zhao", "name": "=Zhao"}
    (tmp_path / "two.jsonl").write_text("\n".join(json.dumps(match) for _ in range(2)))
    asked = ("review", str(tmp_path / "two.jsonl"), "--hand", "2", "--left", "8")
    written = run(*asked, "--parquet").stdout_bytes
    assert written == run(*asked, "--parquet").stdout_bytes
    file = parquet.ParquetFile(BytesIO(written))
    assert file.num_row_groups == 2
    table = file.read()
    assert {field.name: str(field.type) for field in table.schema} == {
        **dict.fromkeys(("source", "match_id", "game", "action", "seat", "person", "name"), "string"),
        **dict.fromkeys(("words", "done", "best"), "string"),
        **dict.fromkeys(("match", "hand", "step", "left", "open_best", "open_value", "open_loss"), "int64"),
        **dict.fromkeys(("fair_best", "fair_value", "fair_loss", "fair_error"), "double"),
        "fair_deals": "int64",
        **dict.fromkeys(("forced", "fair_exact"), "bool"),
    }
    assert set(table["match"].to_pylist()) == {None}
    rows = list(csv.reader(StringIO(run(*asked, "--csv").stdout)))
    assert rows.pop(0) == table.column_names
    assert len(rows) == table.num_rows > 10
    for row, one in zip(rows, table.to_pylist(), strict=True):
        assert ["" if each is None else str(each) for each in one.values()] == [
            each.removeprefix("'") if name == "name" else str(float(each)) if name in MEANS and each else each
            for name, each in zip(table.column_names, row, strict=True)
        ]
    assert ("zhao", "=Zhao") in zip(table["person"].to_pylist(), table["name"].to_pylist(), strict=True)


def test_parquet_needs_its_library_but_no_decision(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = run("review", NJUPT, "--hand", "99", "--parquet").stdout_bytes
    assert parquet.read_table(BytesIO(nothing)).num_rows == 0
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("review", NJUPT, "--hand", "1", "--parquet")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Parquet needs the library pyarrow" in result.stderr


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
    result = run("review", str(SAMPLES / "chinese_poker" / "sheets" / "score-sheet.json"))
    assert result.exit_code == 0
    why = "hand 4: not reviewed, because the play of its last cards is not recorded, or not that of all seats"
    assert " ".join(result.stdout.split()).endswith(why)
    (tmp_path / "bad.json").write_text('{"format": "fupan/1", "game": "guandan"}')
    result = run("review", str(tmp_path / "bad.json"), "--json")
    assert (result.exit_code, json.loads(result.stdout)["hands"]) == (2, None)
    assert run("review", NJUPT, "--left", "41").exit_code == 2
    for deals in ("99", "5001"):
        result = run("review", NJUPT, "--deals", deals)
        assert (result.exit_code, "is not in the range 100<=x<=5000" in result.stderr) == (2, True)


def test_a_fair_value_says_over_how_many_deals_it_was_taken(run: Run) -> None:
    result = run("review", NJUPT, "--hand", "1", "--left", "11", "--deals", "150", "--json")
    decisions = [
        each for line in result.stdout.splitlines() for each in json.loads(line)["hands"][0].get("decisions", [])
    ]
    for each in decisions:
        fair = each["fair"]
        assert (fair is None) == (each["words"] is None) == each["forced"]
        if fair is not None:
            keys = ["best", "value", "loss", "error", "deals", "unsolved", "exact", "best_actions"]
            assert list(fair) == keys
            assert fair["unsolved"] == 0
            assert (fair["deals"] <= 200, fair["error"]) == (True, 0) if fair["exact"] else fair["deals"] == 150
            means = {text: mean for text, _, mean, _ in each["actions"]}
            assert max(means.values()) == fair["best"] == means[fair["best_actions"][0]]
            assert fair["value"] in means.values()
    assert {each["fair"]["exact"] for each in decisions if each["fair"]} == {True, False}


def test_a_review_has_the_same_bytes_under_any_hash_seed() -> None:
    found = {
        subprocess.run(
            [
                sys.executable,
                "-c",
                "from app.cli import main; main()",
                "review",
                NJUPT,
                "--hand",
                "1",
                "--left",
                "9",
                "--json",
            ],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
    assert b'"fair":{' in found.pop()


def test_hands_of_chinese_poker_are_reviewed_as_they_were_dealt(run: Run) -> None:
    closed = run("review", str(SAMPLES / "chinese_poker" / "surrender.json"), "--deals", "100")
    text = " ".join(closed.stdout.split())
    name = json.loads((SAMPLES / "chinese_poker" / "surrender.json").read_bytes())["players"][1]["name"]
    assert f"step 4: {name} sets J♦ 7♠ 2♣ / 9♦ 9♠ 6♥ 4♣ 3♥ / Q♦ Q♣ 7♦ 7♥ 2♥. Cost 3.44 ± 0.228 points" in text
    assert f"with all cards open 2. A fault. Best: {name} sets" in text
    assert "the mean over dealt opponents who set their cards by the measure of fupan arrange" in text
    laid = run("review", str(SAMPLES / "chinese_poker" / "open-face.json"), "--hand", "1", "--deals", "100")
    text = " ".join(laid.stdout.split())
    assert "places A♠:back K♥:middle 10♠:front A♦:back 2♦:middle. Cost 4.77 ± 1.853 points" in text
    assert "hand 1: 36 decisions, 0 of them counted and 31 estimated; those counted cost, by what" in text
    assert "Before that the cost is an estimate: the policy better_of_two makes every later placement." in text
