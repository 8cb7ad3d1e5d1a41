"""`fupan observations`: what each seat could see before each action, as lines of JSON and as Parquet."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.builders import hand, match

Run = Callable[..., Result]
Write = Callable[..., str]
NAMES = ("Li Wei", "Zhao Min")


def log() -> dict[str, Any]:
    made = match(hand(["E play 3s # Zhao Min sighs", "N play 3h", "W pass"]))
    players = [{"seat": seat, "name": name} for seat, name in zip("ENWS", (*NAMES, "Sun Yue", "Qian Lu"), strict=True)]
    return made | {"players": players}


def test_a_line_for_each_action(run: Run, write: Write) -> None:
    result = run("observations", write("a.json", log()), "--license", "CC0-1.0", "--source", "Spring Cup")
    assert result.exit_code == 0
    assert result.stderr == "fupan: 3 observations\n"
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["action"] for line in lines] == ["E play 3s", "N play 3h", "W pass"]
    assert [line["history"] for line in lines][2] == ["E play 3s", "N play 3h"]
    assert {(line["license"], line["source"], line["format"]) for line in lines} == {
        ("CC0-1.0", "Spring Cup", "fupan-observations/1")
    }
    assert [bool(line["errors"]) for line in lines] == [False, True, False]
    own = [next(seat for seat in line["sees"]["seats"] if seat["seat"] == line["seat"]) for line in lines]
    assert [(len(seat["cards"]), seat["count"]) for seat in own] == [(27, 27)] * 3


def test_no_name_and_no_comment(run: Run, write: Write) -> None:
    written = run("observations", write("a.json", log())).stdout
    assert "Zhao" not in written
    assert not any(name in written for name in NAMES)


def test_parquet_has_the_same(run: Run, write: Write, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = write("a.json", log())
    lines = [json.loads(line) for line in run("observations", path).stdout.splitlines()]
    table = parquet.read_table(BytesIO(run("observations", path, "--parquet").stdout_bytes))
    rows = table.to_pylist()
    texts = ("changes", "sees", "history", "errors", "outcome")
    assert [row | {name: json.loads(row[name]) for name in texts} for row in rows] == lines


def test_what_cannot_be_read_is_reported_and_the_rest_written(run: Run, write: Write) -> None:
    result = run("observations", write("a.jsonl", "{", log()))
    assert result.exit_code == 2
    assert "a.jsonl:1: no observations" in result.stderr
    assert len(result.stdout.splitlines()) == 3


def test_a_long_license_is_refused(run: Run, write: Write) -> None:
    result = run("observations", write("a.json", log()), "--license", "x" * 501)
    assert result.exit_code == 2
    assert "--license has 501 characters; at most 500" in result.stderr
