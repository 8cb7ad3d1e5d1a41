"""`fupan convert`: logs written again as `fupan/1`."""

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]


def findings_of(result: Result) -> list[Any]:
    return [json.loads(line)["findings"] for line in result.stdout.splitlines()]


def test_what_is_written_is_judged_alike(run: Run, write: Write, tmp_path: Path, clean: Log, illegal: Log) -> None:
    path = write("a.jsonl", clean, illegal)
    result = run("convert", path)
    assert (result.stderr, result.exit_code) == ("", 0)
    assert [json.loads(line)["format"] for line in result.stdout.splitlines()] == ["fupan/1"] * 2
    (tmp_path / "b.jsonl").write_text(result.stdout, encoding="utf-8")
    assert findings_of(run("check", "--json", str(tmp_path / "b.jsonl"))) == findings_of(run("check", "--json", path))


def test_writing_again_changes_nothing(run: Run, write: Write, tmp_path: Path, illegal: Log) -> None:
    once = run("convert", write("a.jsonl", illegal)).stdout
    (tmp_path / "b.jsonl").write_text(once, encoding="utf-8")
    assert run("convert", str(tmp_path / "b.jsonl")).stdout == once


def test_a_file_can_be_written_over_itself(run: Run, write: Write, clean: Log) -> None:
    path = write("a.jsonl", clean, clean)
    os.chmod(path, 0o600)
    result = run("convert", path, "--output", path)
    assert (result.stdout, result.stderr, result.exit_code) == ("", "", 0)
    assert len(Path(path).read_text(encoding="utf-8").splitlines()) == 2
    assert [name for name in os.listdir(Path(path).parent) if name.startswith(".fupan")] == []
    assert stat.S_ISREG(os.stat(path).st_mode)


def test_what_cannot_be_read_is_said_and_the_rest_written(run: Run, write: Write, clean: Log) -> None:
    path = write("a.jsonl", clean, "{", clean)
    result = run("convert", path)
    assert len(result.stdout.splitlines()) == 2
    assert "error[malformed]" in result.stderr
    assert f"fupan: {path}:2: not converted" in result.stderr
    assert result.exit_code == 2


def test_notices_go_to_the_standard_error(run: Run, write: Write, clean: Log) -> None:
    result = run("convert", write("a.jsonl", clean | {"weather": "rain"}))
    assert "notice[unknown-field]" in result.stderr
    assert len(result.stdout.splitlines()) == 1
    assert result.exit_code == 0


def test_a_target_that_cannot_be_written(run: Run, write: Write, tmp_path: Path, clean: Log) -> None:
    result = run("convert", write("a.jsonl", clean), "--output", str(tmp_path / "no folder" / "b.jsonl"))
    assert "cannot be written" in result.stderr
    assert result.exit_code == 2


def test_an_input_that_is_not_there_leaves_the_target_as_it_is(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "b.jsonl"
    target.write_text("kept", encoding="utf-8")
    result = run("convert", str(tmp_path / "none.jsonl"), "--output", str(target))
    assert "no such file" in result.stderr
    assert result.exit_code == 2
    assert target.read_text(encoding="utf-8") == "kept"


def test_what_is_no_file_is_written_to_and_not_replaced(run: Run, write: Write, tmp_path: Path, clean: Log) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        result = run("convert", write("a.jsonl", clean), "--output", str(pipe))
        assert (result.stderr, result.exit_code) == ("", 0)
        assert stat.S_ISFIFO(pipe.stat().st_mode)
        assert json.loads(os.read(reader, 1 << 20))["format"] == "fupan/1"
    finally:
        os.close(reader)


@pytest.mark.parametrize(("written_as", "play", "seat"), [("text", "play", "E"), ("text-zh", "出", "东")])
def test_loose_text_reads_to_the_same_matches(
    run: Run, write: Write, tmp_path: Path, clean: Log, illegal: Log, written_as: str, play: str, seat: str
) -> None:
    path = write("a.jsonl", clean, illegal)
    result = run("convert", "--to", written_as, path)
    assert (result.stderr, result.exit_code) == ("", 0)
    assert f"{seat} {play} " in result.stdout
    (tmp_path / "notes.txt").write_text(result.stdout, encoding="utf-8")
    again = run("convert", str(tmp_path / "notes.txt"))
    assert (again.stderr, again.exit_code) == ("", 0)
    assert again.stdout == run("convert", path).stdout


def test_a_typed_log_is_checked_as_it_is(run: Run, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("游戏：掼蛋\n玩家：东 李伟，北 赵敏，西 孙悦，南 钱璐\n第1局\n东 3♥3♠\n", encoding="utf-8")
    result = run("check", str(notes))
    assert "line 4: '东 3♥3♠' is read as E play 3h 3s" in result.stdout
    notes.write_text("游戏：掼蛋\n玩家：东 李伟，北 赵敏，西 孙悦，南 钱璐\n第1局\n东 出 3x\n", encoding="utf-8")
    result = run("check", str(notes))
    assert "line 4, column 5: '3x'" in result.stdout
    assert result.exit_code == 2
