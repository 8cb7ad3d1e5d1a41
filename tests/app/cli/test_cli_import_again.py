"""Imports that are stopped and run again, and matches that are there already in some other way."""

import json
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from engine.logs import LogRecord
from engine.verdict.check import Checker
from engine.verdict.report import Report
from tests.profiles import cases

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]
Start = Callable[..., "subprocess.Popen[bytes]"]
_HELD = """
    SELECT logs.position, logs.source, logs.hands, judgements.digest, judgements.current, blobs.data
    FROM logs JOIN judgements ON judgements.log_id = logs.id JOIN blobs ON blobs.sha256 = logs.blob_sha256
    ORDER BY logs.source, logs.position
"""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, which the environment names."""
    folder = tmp_path / "data"
    monkeypatch.setenv("FUPAN_DATA", str(folder))
    monkeypatch.delenv("FUPAN_DATABASE_URL", raising=False)
    return folder


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The sources of the matches that are judged in this process."""
    sources: list[str] = []
    check = Checker.check

    def counted(checker: Checker, record: LogRecord, *rules: Any) -> Report:
        if record.match is not None:
            sources.append(record.source)
        return check(checker, record, *rules)

    monkeypatch.setattr(Checker, "check", counted)
    return sources


def _rows(data: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(data / "fupan.sqlite3")) as connection:
        return connection.execute(query).fetchall()


def _numbered(log: Log, count: int) -> list[Log]:
    return [log | {"match": {"id": str(number)}} for number in range(count)]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_import_that_is_killed_loses_and_doubles_nothing(
    start: Start,
    run: Run,
    write: Write,
    data: Path,
    clean: Log,
    illegal: Log,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    jobs: str,
) -> None:
    same = json.dumps(clean | {"match": {"id": "7"}}, indent=None, separators=(" , ", " : "))
    path = write("a.jsonl", *_numbered(clean, 160), same, "not a log", *_numbered(illegal, 160))
    for lines in cases((1, 101, 201), (1, 201) if jobs == "1" else (101,)):
        process = start("import", "--jobs", jobs, path, stderr=subprocess.DEVNULL)
        assert process.stdout is not None
        with process.stdout as output:
            for _ in range(lines):
                output.readline()
            process.kill()
        process.wait(60)
        assert _rows(data, "SELECT count(*) FROM logs") >= [(lines - 3,)]
        assert run("doctor").exit_code == 0
    last = run("import", "--jobs", jobs, path)
    assert last.stdout.splitlines()[-1].startswith("321 matches: 161 clean, 160 illegal; ")
    assert _rows(data, "SELECT count(*) FROM copies") == [(1,)]
    assert _rows(data, "SELECT count(*) FROM refusals") == [(1,)]
    held = _rows(data, _HELD)
    assert len(held) == 320
    assert run("doctor").exit_code == 0
    other = tmp_path / "other"
    monkeypatch.setenv("FUPAN_DATA", str(other))
    whole = run("import", path)
    assert whole.stdout.splitlines()[-1] == (
        "321 matches: 161 clean, 160 illegal; 320 new, 1 already there; 1 not read as a match"
    )
    assert _rows(other, _HELD) == held


def test_a_further_copy_is_known_and_not_judged_again(
    run: Run, write: Write, data: Path, clean: Log, judged: list[str]
) -> None:
    other = json.dumps(clean, separators=(" , ", " : "))
    run("import", write("a.jsonl", clean, other))
    judged.clear()
    again = run("import", write("b.jsonl", other, clean))
    assert judged == []
    assert again.stdout.splitlines()[-1] == "2 matches: 2 clean; 0 new, 2 already there"
    assert _rows(data, "SELECT name FROM uploads") == [("a.jsonl",)]


def test_what_was_deleted_is_brought_back(run: Run, write: Write, data: Path, clean: Log, judged: list[str]) -> None:
    path = write("a.jsonl", clean, "not a log")
    run("import", path)
    assert run("delete", "--match", "1", "--file", "1").exit_code == 0
    assert _rows(data, "SELECT count(*) FROM judgements WHERE current") == [(0,)]
    again = run("import", path)
    assert again.stdout.splitlines()[0] == "a.jsonl:1: clean, already there"
    assert _rows(data, "SELECT count(*) FROM judgements WHERE current") == [(1,)]
    assert _rows(data, "SELECT count(*) FROM refusals WHERE deletion_id IS NULL") == [(1,)]
    assert _rows(data, "SELECT count(*) FROM deletions") == [(0,)]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_each_file_is_an_upload_of_its_own(
    run: Run, write: Write, data: Path, clean: Log, illegal: Log, tmp_path: Path, jobs: str
) -> None:
    logs = _numbered(clean, 130)
    write("logs/a/x.jsonl", *logs[:3])
    write("logs/b/x.jsonl", *logs[3:110], "not a log")
    write("logs/e/x.jsonl", logs[0])
    write("logs/d.jsonl", *logs[110:])
    assert run("import", "--jobs", jobs, str(tmp_path / "logs")).exit_code == 2
    assert _rows(data, "SELECT name, count(*) FROM uploads JOIN logs ON upload_id = uploads.id GROUP BY name") == [
        ("logs/a/x.jsonl", 3),
        ("logs/b/x.jsonl", 107),
        ("logs/d.jsonl", 20),
    ]
    assert _rows(data, "SELECT name FROM uploads JOIN refusals ON upload_id = uploads.id") == [("logs/b/x.jsonl",)]


def test_files_of_the_same_name_are_uploads_of_their_own(run: Run, write: Write, data: Path, clean: Log) -> None:
    first, second = _numbered(clean, 2)
    run("import", write("a/x.jsonl", first), write("b/x.jsonl", second))
    assert _rows(data, "SELECT name FROM uploads") == [("x.jsonl",), ("x.jsonl",)]


def test_rules_asked_for_know_no_bound_on_uploads_either(
    run: Run, write: Write, data: Path, clean: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.record.bounds.UPLOAD_MATCHES", 2)
    monkeypatch.setattr("engine.record.bounds.UPLOAD_BYTES", 2_000)
    result = run("import", "--rules", "njupt", write("a.jsonl", *_numbered(clean, 5)), write("b.jsonl", "nothing"))
    assert result.stdout.splitlines()[-1] == "5 matches: 5 clean; 5 new, 0 already there; 1 not read as a match"
    assert _rows(data, "SELECT name FROM uploads") == [("a.jsonl",), ("b.jsonl",)]
