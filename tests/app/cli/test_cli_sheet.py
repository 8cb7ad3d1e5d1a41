"""`fupan sheet`, and `fupan convert --to csv`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
SAMPLES = Path(__file__).parents[3] / "sample_logs"
FOUR = "Li Wei,Zhao Min,Sun Yue,Qian Lu"
TEXT = "hand,finish,score Li Wei,total E,total N,total W,total S\n1,E > W,3,3,0,3,0\n2,Zhao Min > Qian Lu,,3,3,3,3\n"


def test_a_spreadsheet_becomes_a_match(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "sheet.jsonl"
    result = run(
        "sheet", "-", "--game", "guandan", "--players", FOUR, "--rules", "tournament", "--option", "a_failures=0",
        "--id", "club-1", "--output", str(target), given=TEXT,
    )  # fmt: skip
    assert (result.output, result.exit_code) == ("", 0)
    match = json.loads(target.read_bytes())
    assert match["rules"] == {"preset": "tournament", "options": {"a_failures": 0}}
    assert match["match"] == {"id": "club-1"}
    assert match["players"][1] == {"seat": "N", "name": "Zhao Min"}
    assert match["hands"][0] == {"actions": [], "result": {"finish": ["E", "W"], "scores": {"E": 3}}}
    assert match["hands"][1]["setup"] == {"totals": {"E": 3, "N": 0, "W": 3, "S": 0}}
    assert match["result"] == {"totals": {"E": 3, "N": 3, "W": 3, "S": 3}}
    assert "every recorded number follows from the recorded finish; 2 notices" in run("check", str(target)).stdout


@pytest.fixture
def houses(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """House rules in a database that the environment names."""
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("FUPAN_DATABASE_URL", raising=False)
    run("house", "add", "Friday table", "--rules", "njupt", "--option", "a_failures=3")
    run("house", "add", "Friday table", "--option", "a_failures=2")


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["--house", "friday table"], {"a_failures": 2}),
        (["--house", "Friday table@1"], {"a_failures": 3}),
        (["--house", "Friday table", "--option", "return_limit=nine"], {"a_failures": 2, "return_limit": "nine"}),
    ],
)
def test_a_sheet_claims_house_rules(run: Run, houses: None, arguments: list[str], options: dict[str, Any]) -> None:
    result = run("sheet", "-", "--game", "guandan", "--players", FOUR, *arguments, given=TEXT)
    assert (result.stderr, result.exit_code) == ("", 0)
    assert json.loads(result.stdout)["rules"] == {"preset": "njupt", "options": options}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--house", "Friday tabel"], "there are no house rules 'Friday tabel'; did you mean Friday table?"),
        (["--house", "Friday table", "--rules", "njupt"], "--rules and --house exclude each other"),
        (
            ["--house", "Friday table", "--game", "chinese_poker"],
            "Friday table are rules of guandan, not of chinese_poker",
        ),
        (["--house", "Friday table", "--option", "row_unit=2"], "guandan has no option 'row_unit'"),
    ],
)
def test_house_rules_that_a_sheet_cannot_claim(run: Run, houses: None, arguments: list[str], said: str) -> None:
    result = run("sheet", "-", "--game", "guandan", "--players", FOUR, *arguments, given=TEXT)
    assert said in " ".join(result.stderr.split())
    assert (result.stdout, result.exit_code) == ("", 2)


def test_every_bad_cell_is_named_and_nothing_is_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("finish,score E\nE > Q,x\n", encoding="utf-8")
    result = run("sheet", str(path), "--game", "guandan", "--players", FOUR, "--output", str(tmp_path / "x.json"))
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"fupan: {path}: A2 (finish): found 'E > Q', expected an order of finish such as E > N > W+S, each player once",
        f"fupan: {path}: B2 (score E): found 'x', expected a whole number",
        f"fupan: {path}: nothing was written",
    ]
    assert not (tmp_path / "x.json").exists()


def test_columns_are_matched_by_hand(run: Run) -> None:
    text = "Wetter,Li,Rang\nrain,1,E W\n"
    common = ("sheet", "-", "--game", "guandan", "--players", FOUR)
    result = run(*common, given=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert (
        "column A ('Wetter') is not known; column B ('Li') is not known; column C ('Rang') is not known"
        in result.stderr
    )
    assert "--column 'Wetter=ignore' --column 'Li=ignore' --column 'Rang=ignore'" in result.stderr
    near = run(*common, given="finsh\nE W\n")
    assert "column A ('finsh') is not known; did you mean 'finish'?" in near.stderr
    result = run(*common, "--column", "A=ignore", "--column", "Li=score Li Wei", "--column", "Rang=finish", given=text)
    assert json.loads(result.stdout)["hands"][0]["result"] == {"finish": ["E", "W"], "scores": {"E": 1}}
    wrong = run(*common, "--column", "Rang=ranking", given=text)
    assert "the kinds are hand, date, level, finish, place E" in wrong.stderr
    missing = run(*common, "--column", "Ranks=finish", given=text)
    assert "there is no column 'Ranks'; the headers are Wetter, Li, Rang" in missing.stderr


def test_two_columns_that_hold_the_same(run: Run) -> None:
    common = ("sheet", "-", "--game", "guandan", "--players", FOUR)
    text = "score E,points Li Wei\n1,2\n"
    assert "column B ('points Li Wei') holds the same as another column" in run(*common, given=text).stderr
    result = run(*common, "--column", "points Li Wei=score E", given=text)
    assert json.loads(result.stdout)["hands"][0]["result"] == {"scores": {"E": 2}}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--game", "guandan", "--players", "a,b,c"), "3 players found; Guandan has 4"),
        (("--game", "guandan", "--players", FOUR, "--rules", "turnier"), "turnier"),
        (("--game", "guandan", "--players", FOUR, "--option", "hands"), "expected: NAME=VALUE"),
        (("--game", "guandan", "--players", FOUR, "--option", "hands=-1"), "hands"),
        (("--game", "chinese_poker", "--players", "a,b,c,d", "--rules", "pineapple"), "under these rules has 2 to 3"),
    ],
)
def test_what_is_refused(run: Run, arguments: tuple[str, ...], reason: str) -> None:
    result = run("sheet", "-", *arguments, given=TEXT)
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in result.stderr


@pytest.mark.parametrize("game", ["guandan", "bao_huang", "big_a", "chinese_poker"])
def test_a_sheet_goes_to_csv_and_back(run: Run, tmp_path: Path, game: str) -> None:
    path = SAMPLES / game / "sheets" / "score-sheet.json"
    match: Any = json.loads(path.read_bytes())
    table = tmp_path / "sheet.csv"
    result = run("convert", "--to", "csv", str(path), "--output", str(table))
    assert (result.stdout, result.exit_code) == ("", 0)
    assert f"the CSV does not hold the game (--game {game})" in result.stderr
    players = ",".join(f"{each['seat']}={each.get('name', '')}" for each in match["players"])
    assert f"--players '{players}'" in result.stderr
    back = run("sheet", str(table), "--game", game, "--players", players)
    hands = json.loads(back.stdout)["hands"]
    assert [hand["result"].get("finish") for hand in hands] == [hand["result"].get("finish") for hand in match["hands"]]
    assert [hand["result"].get("scores") for hand in hands] == [hand["result"].get("scores") for hand in match["hands"]]
    assert json.loads(back.stdout)["result"]["totals"] == match["result"]["totals"]


def test_hands_with_actions_are_refused(run: Run, write: Callable[..., str], clean: Any, tmp_path: Path) -> None:
    path = write("a.json", clean)
    result = run("convert", "--to", "csv", path, "--output", str(tmp_path / "a.csv"))
    assert (result.stdout, result.exit_code) == ("", 2)
    assert result.stderr == f"fupan: {path}: hand 1 has actions, which a score sheet cannot hold\n"
    assert not (tmp_path / "a.csv").exists()


def test_a_csv_holds_one_match(run: Run, write: Callable[..., str]) -> None:
    match = json.loads((SAMPLES / "guandan/sheets/score-sheet.json").read_bytes())
    assert (
        "more than one match found; a CSV holds one"
        in run("convert", "--to", "csv", write("a.jsonl", match, match)).stderr
    )
    broken = run("convert", "--to", "csv", write("b.jsonl", "{"))
    assert broken.exit_code == 2
    assert "error[malformed]" in broken.stderr
