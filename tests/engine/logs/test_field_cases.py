"""Logs as people have them, as the command judges them: each with what must be seen."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

NOT_YET: Final = frozenset(
    {
        "field-pineapple-boards.jsonl",
        "field-undated.jsonl",
    }
)
"""Inputs that are not judged as they must be; the list may only become shorter."""

CHECKED: Final[dict[str, tuple[str, frozenset[str], str]]] = {
    "field-bz-false-finish.json.gz": ("misscored", frozenset({"score-mismatch"}), ""),
    "field-bz-bare-log.json.gz": ("clean", frozenset(), ""),
    "field-bz-page.html.gz": ("clean", frozenset(), ""),
    "TeamA_TeamB_20201018_165352_0.data": ("clean", frozenset(), ""),
    "field-recorder-string.json.gz": ("clean", frozenset(), ""),
    "field-coach-export.json.gz": ("clean", frozenset(), ""),
    "field-one-seat.json": ("incomplete", frozenset(), "out-of-turn does-not-beat"),
    "field-date-only.json": ("clean", frozenset(), ""),
    "field-ranks-only.txt": ("incomplete", frozenset(), ""),
    "field-plane-with-wings.json": ("illegal", frozenset({"not-a-combination"}), ""),
    "field-four-jokers-beat-ten.json": ("incomplete", frozenset(), ""),
    "field-jqka2.json": ("illegal", frozenset({"not-a-combination"}), ""),
    "field-wild-keeps-run.json": ("incomplete", frozenset(), ""),
    "field-level-triple-above-aces.json": ("incomplete", frozenset(), ""),
    "field-t2_heart_level_paid.json": ("illegal", frozenset({"tribute-wrong-card"}), ""),
    "field-t6_resist_two_black.json": ("illegal", frozenset({"role-not-allowed"}), ""),
    "field-t8c_leader_after_resist_wrong.json": ("illegal", frozenset({"wrong-leader"}), ""),
}
"""By input, its verdict, codes that it must have, and those that it must not have."""

SCORES: Final = {
    "field-cp_kicker_ok.json": {"P1": 2, "P2": -2},
    "field-ofc_AAA_front_foul.json": {"P1": -6},
}


def command(folder: Path, shared: Path, name: str, *words: str) -> str:
    """What a command prints of an input, unpacked as a person would have it."""
    raw = (shared / "found" / name).read_bytes()
    path = folder / name.removesuffix(".gz")
    path.write_bytes(gzip.decompress(raw) if name.endswith(".gz") else raw)
    done = subprocess.run(
        [str(Path(sys.executable).with_name("fupan")), *words, str(path)], capture_output=True, text=True, check=False
    )
    return done.stdout


def report(folder: Path, shared: Path, name: str) -> Any:
    return json.loads(command(folder, shared, name, "check", "--json").splitlines()[0])


@pytest.mark.parametrize("name", CHECKED)
def test_an_input_has_its_verdict_and_its_codes(tmp_path: Path, shared: Path, name: str) -> None:
    verdict, codes, others = CHECKED[name]
    told = report(tmp_path, shared, name)
    got = {finding["code"] for finding in told["findings"]}
    assert told["verdict"] == verdict
    assert codes <= got
    assert got.isdisjoint(others.split())


@pytest.mark.parametrize("name", SCORES)
def test_an_input_has_its_scores(tmp_path: Path, shared: Path, name: str) -> None:
    scores = report(tmp_path, shared, name)["hands"][0]["scores"]
    assert {seat: scores[seat] for seat in SCORES[name]} == SCORES[name]


def test_names_and_levels_of_botzone_are_converted(tmp_path: Path, shared: Path) -> None:
    match = json.loads(command(tmp_path, shared, "field-bz-names-levels.json.gz", "convert"))
    assert [player["name"] for player in match["players"]] == ["Bot甲", "Bot乙", "Bot丙", "Bot丁"]
    assert match["hands"][0]["setup"]["levels"] == {"P0": "2", "P1": "2"}


def test_a_sheet_with_a_column_for_each_place_is_read(tmp_path: Path, shared: Path) -> None:
    words = ("sheet", "--game", "guandan", "--players", "张三,李四,王五,赵六")
    hands = json.loads(command(tmp_path, shared, "field-sheet-places.csv", *words))["hands"]
    assert [hand["result"]["finish"] for hand in hands] == [["E", "W", ["N", "S"]], ["N", "E", "S", "W"]]


def test_every_case_is_tested_or_named(shared: Path) -> None:
    lines = (shared / "found" / "field-cases.jsonl").read_text().splitlines()
    assert {json.loads(line)["file"] for line in lines} == {
        *CHECKED,
        *SCORES,
        *NOT_YET,
        "field-bz-names-levels.json.gz",
        "field-sheet-places.csv",
    }
