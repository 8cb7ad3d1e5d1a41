"""`fupan stats` in the terminal, as JSON, as CSV, and what it says of wrong options."""

import csv
import json
import shutil
import sqlite3
from contextlib import closing
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pyarrow import parquet

from app.cli import main
from app.cli.players.stats import FORMATS
from engine.logs import write_match
from tests.long_evenings import HANDS, KEY, NAME, evenings
from tests.playouts import generate
from tests.short_matches import MATCHES


def _imported(folder: Path, logs: bytes) -> Path:
    """The folder, with the matches of some logs as the command imports them."""
    (folder / "matches.jsonl").write_bytes(logs)
    variables = {"FUPAN_DATA": str(folder), "FUPAN_DATABASE_URL": f"sqlite:///{folder / 'fupan.sqlite3'}"}
    assert CliRunner().invoke(main, ["import", str(folder / "matches.jsonl")], env=variables).exit_code == 0
    return folder


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the short matches."""
    return _imported(tmp_path_factory.mktemp("short"), "\n".join(map(json.dumps, MATCHES)).encode())


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the long evenings."""
    return _imported(tmp_path_factory.mktemp("long"), b"\n".join(evenings()))


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the command."""
    monkeypatch.setenv("FUPAN_DATABASE_URL", f"sqlite:///{tmp_path / 'fupan.sqlite3'}")
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def run(short: Path, data: Path) -> object:
    shutil.copytree(short, data, dirs_exist_ok=True)

    def command(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["stats", *arguments])

    return command


def test_a_table_has_counts_intervals_and_means(run: object) -> None:
    result = run("--game", "guandan")  # type: ignore[operator]
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "Guandan"
    assert lines[1].split()[:3] == ["player", "matches", "won"]
    assert "score a hand" in result.output
    assert " +-" in result.output
    assert " %)" in result.output
    assert "王小明" in result.output


def test_json_is_whole_and_in_order(run: object) -> None:
    result = run("--json", "--game", "big_a")  # type: ignore[operator]
    records = [json.loads(line) for line in result.output.splitlines()]
    assert records
    assert [(-each["hands"], each["person"]) for each in records] == sorted(
        (-each["hands"], each["person"]) for each in records
    )
    assert sum(each["passes_able"] for each in records) > 0
    every = run("--json").output  # type: ignore[operator]
    assert result.output in every
    assert {json.loads(line)["game"] for line in every.splitlines()} == {match["game"] for match in MATCHES}
    assert run("--json", "--game", "big_a", "--recount").stdout == result.output  # type: ignore[operator]


def test_a_recount_alone_prints_no_table(run: object) -> None:
    result = run("--recount")  # type: ignore[operator]
    assert result.stdout == ""
    assert f"counted again: {len(MATCHES)} matches" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "whist"], "there is no game 'whist'"),
        (["--since", "yesterday"], "'yesterday' is not a day; expected YYYY-MM-DD"),
        (["--until", "20240501"], "expected YYYY-MM-DD"),
        (["--game", "guandan", "--role", "farmer"], "Guandan has no roles"),
        (["--game", "big_a", "--role", "farmer"], "expected one of declarer, partner, alone, opponent"),
        (["--game", "guandan", "--preset", "rizhao"], "'rizhao' is not a preset; expected one of"),
        (["--basis", "result"], "'result' is not 'play'"),
        (["--json", "--csv"], "more than one format: csv, json; expected one"),
        (["--format", "xml"], "is not one of"),
    ],
)
def test_a_wrong_option_says_what_was_expected(run: object, arguments: list[str], said: str) -> None:
    result = run(*arguments)  # type: ignore[operator]
    assert result.exit_code == 2
    assert said in result.output.replace("\n", " ")


def test_a_person_whom_nobody_knows_is_named(run: object) -> None:
    result = run("--json", "--player", "no such")  # type: ignore[operator]
    assert (result.exit_code, result.stdout) == (0, "")
    assert "nobody has the key 'no such'" in result.stderr
    assert "no hand passes the filter" in run("--player", "no such").stderr  # type: ignore[operator]


def test_every_format_is_written(run: object) -> None:
    outputs = {form: run("--format", form, "--game", "bao_huang").stdout_bytes for form in FORMATS}  # type: ignore[operator]
    assert outputs["parquet"].startswith(b"PAR1")
    assert outputs["csv"].startswith(b"person,name,game,matches")
    assert len(set(outputs.values())) == len(FORMATS)


def test_what_decisions_of_one_person_cost_is_in_every_format(run: object, data: Path) -> None:
    with closing(sqlite3.connect(data / "fupan.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO reviewed_seats (match, hand, seat, judgement, decisions, cost, loss, fault, inaccuracy, lucky)"
            " SELECT facts.match, hand, seat, judgement, 60 + hand, 9000, 500, 0, 0, 0"
            " FROM facts JOIN counted_matches ON counted_matches.match = facts.match"
        )
    every = [json.loads(line) for line in run("--json").stdout.splitlines()]  # type: ignore[operator]
    assert not any("accuracy" in each for each in every)
    person = max(every, key=lambda each: each["hands"])
    asked = ("--player", person["person"], "--game", person["game"])
    (record,) = (json.loads(line) for line in run("--json", *asked).stdout.splitlines())  # type: ignore[operator]
    found = record.pop("accuracy")
    assert record == person
    assert list(found) == ["decisions", "hands", "matches", "mean", "half"]
    assert (found["hands"] > 1, found["matches"]) == (True, person["matches"])
    assert found["decisions"] >= 60 * person["hands"]
    assert found["mean"] == round(person["hands"] * 9 / found["decisions"], 3)
    assert 0 < found["half"] < 1
    (row,) = csv.DictReader(StringIO(run("--csv", *asked).stdout))  # type: ignore[operator]
    assert {name: row[f"accuracy_{name}"] for name in found} == {name: str(each) for name, each in found.items()}
    table = parquet.read_table(BytesIO(run("--format", "parquet", *asked).stdout_bytes))  # type: ignore[operator]
    assert {name: table[f"accuracy_{name}"].to_pylist() for name in found} == {
        name: [each] for name, each in found.items()
    }
    assert f"cost of a decision: {found['mean']:.3f} ± {found['half']:.3f}" in run(*asked).stdout  # type: ignore[operator]


@pytest.fixture
def club(long: Path, data: Path) -> None:
    shutil.copytree(long, data, dirs_exist_ok=True)


def test_results_are_set_against_the_cards(club: None) -> None:
    result = CliRunner().invoke(main, ["stats", "--luck"])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    unit = "a level that the side gains more than the other side, wherever both are between 2 and A"
    words = " ".join(lines)
    assert words.startswith(f"Guandan One of the result is {unit}.")
    (line,) = [each for each in lines if each.startswith(NAME) and f" {HANDS} " in each]
    assert line.count("+-") >= 3
    few = "-  the cards are known in fewer than 30 hands, or in those of fewer than 5 matches, which is too few"
    assert few in words
    assert not any("+-" in each for each in lines[lines.index("Big A") :])
    only = CliRunner().invoke(main, ["stats", "--luck", "--player", KEY, "--game", "guandan"]).stdout
    assert only.count(NAME) == line.count(NAME) * len([each for each in only.splitlines() if each[:6] == "player"])
    wrong = CliRunner().invoke(main, ["stats", "--luck", "--json"])
    assert wrong.exit_code == 2
    assert "--luck prints a table" in wrong.output
    assert "nobody has the key" in CliRunner().invoke(main, ["stats", "--luck", "--player", "no one"]).stderr


def test_a_table_of_unlike_scales_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", f"sqlite:///{tmp_path / 'fupan.sqlite3'}")
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path))
    log = tmp_path / "evening.jsonl"
    matches = [
        generate("bao_huang", seed, preset=preset, hands=1) for seed, preset in enumerate(("rizhao", "shanghai"))
    ]
    log.write_bytes(b"\n".join(map(write_match, matches)))
    assert CliRunner().invoke(main, ["import", str(log)]).exit_code == 0
    words = "These hands are scored on unlike scales"
    whole = CliRunner().invoke(main, ["stats", "--game", "bao_huang"])
    assert words in whole.stdout
    assert words not in CliRunner().invoke(main, ["stats", "--game", "bao_huang", "--preset", "rizhao"]).stdout
    assert words not in CliRunner().invoke(main, ["stats", "--game", "bao_huang", "--json"]).stdout
