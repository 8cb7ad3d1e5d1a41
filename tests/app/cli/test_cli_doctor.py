"""Databases that cannot be used, each with its sentence, and `fupan doctor`."""

import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from click.testing import Result

from app.database.opening import MIGRATIONS

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]
Start = Callable[..., "subprocess.Popen[bytes]"]
COMMANDS = (["import", "LOG"], ["reprocess"], ["serve", "--port", "1"], ["doctor"])


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, write: Write, clean: Log) -> Path:
    """A database with some matches, which the environment names."""
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("FUPAN_DATABASE_URL", raising=False)
    logs = [clean | {"match": {"id": f"m{number}", "event": f"{number} " * 900}} for number in range(20)]
    assert run("import", write("a.jsonl", *logs)).exit_code == 0
    return tmp_path / "data" / "fupan.sqlite3"


def _do(database: Path, *statements: str) -> None:
    connection = sqlite3.connect(database)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def _break_pages(database: Path) -> None:
    """Overwrites pages of the indexes and tables, but neither the first ones nor what says how many there are."""
    _do(database)
    size = database.stat().st_size
    with database.open("r+b") as file:
        for place in range(60 * 4096, size - 4096, 4096):
            file.seek(place)
            file.write(b"\xff" * 2_000)


def _said(result: Result) -> str:
    assert result.exit_code in (1, 2)
    assert "fault of the program" not in result.output
    assert "Traceback" not in result.output
    return result.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_database_of_a_newer_version(run: Run, write: Write, database: Path, clean: Log, command: list[str]) -> None:
    _do(database, "UPDATE alembic_version SET version_num = 'r9999'")
    result = run(*[write("b.jsonl", clean) if each == "LOG" else each for each in command])
    said = _said(result)
    assert said.startswith(
        f"fupan: the database {database} cannot be used: a newer version of Fupan made it: its tables are at "
    )
    assert "revision r9999" in said
    assert said.count("\n") == 1
    assert result.exit_code == 2


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_database_without_a_table(run: Run, write: Write, database: Path, clean: Log, command: list[str]) -> None:
    _do(database, "DROP TABLE match_players")
    result = run(*[write("b.jsonl", clean) if each == "LOG" else each for each in command])
    _said(result)
    assert "match_players is missing" in result.output
    assert "restore a copy" in result.output


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_database_with_damaged_pages(run: Run, write: Write, database: Path, clean: Log, command: list[str]) -> None:
    _break_pages(database)
    result = run(*[write("b.jsonl", clean) if each == "LOG" else each for each in command])
    _said(result)
    assert "damaged" in result.output or "wrong: the pages of the file" in result.output


def test_a_start_looks_for_damage(run: Run, database: Path) -> None:
    _break_pages(database)
    said = _said(run("serve", "--port", "1"))
    assert said.startswith(f"fupan: the database {database} cannot be used: it")
    assert " is damaged (" in said
    assert said.endswith("; fupan doctor says more\n")


def test_a_file_that_is_no_database(run: Run, write: Write, database: Path, clean: Log) -> None:
    database.write_bytes(b"not a database" * 1_000)
    said = _said(run("import", write("b.jsonl", clean)))
    assert f"{database} cannot be used: its file is not a database of SQLite, or is damaged at its beginning" in said


def test_doctor_finds_a_sound_database_sound(run: Run, database: Path) -> None:
    result = run("doctor")
    assert result.exit_code == 0
    assert [line.partition(": ")[0] for line in result.stdout.splitlines()[1:]] == ["ok"] * 10
    assert "sqlite:///" in result.stdout.splitlines()[0]


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE judgements SET current = 0 WHERE log_id = 2", "match 2 has none, so that no list shows it"),
        ("DELETE FROM match_texts WHERE log_id = 4", "match 4 is not in it, so that no search finds it"),
        ("DELETE FROM blobs", "refers to a row of blobs that is missing"),
        ("UPDATE blobs SET data = (SELECT data FROM blobs LIMIT 1)", "have changed; restore a copy"),
        ("DROP INDEX ix_logs_content_sha256", "the index ix_logs_content_sha256 of the table logs is missing"),
        ("ALTER TABLE logs DROP COLUMN title", "the column title of the table logs is missing"),
    ],
)
def test_doctor_says_what_is_wrong(run: Run, database: Path, statement: str, said: str) -> None:
    _do(database, statement)
    result = run("doctor")
    assert result.exit_code == 1
    assert said in result.stdout
    assert sum(line.startswith("wrong: ") for line in result.stdout.splitlines()) == 1


def test_doctor_says_which_revision_the_tables_have(run: Run, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    monkeypatch.setattr(ScriptDirectory, "get_current_head", lambda _script: "later")
    result = run("doctor")
    assert result.exit_code == 1
    assert f"they are at revision {own}, and this version has later" in result.stdout


def test_doctor_refuses_a_database_from_before_the_first_release(run: Run, database: Path) -> None:
    _do(database, "UPDATE alembic_version SET version_num = '0031'")
    result = run("doctor")
    assert result.exit_code == 2
    assert "a version of Fupan from before the first release made it" in result.stderr


def test_doctor_says_where_it_leaves_faults_out(run: Run, database: Path, write: Write, clean: Log) -> None:
    more = [clean | {"match": {"id": f"more{number}"}} for number in range(2)]
    assert run("import", write("b.jsonl", *more)).exit_code == 0
    _do(database, "DELETE FROM match_texts WHERE log_id <= 20")
    lines = run("doctor").stdout.splitlines()
    assert sum("so that no search finds it" in line for line in lines) == 20
    assert not any("and more" in line for line in lines)
    _do(database, "DELETE FROM match_texts")
    lines = run("doctor").stdout.splitlines()
    assert sum("so that no search finds it" in line for line in lines) == 20
    assert "  and more: only the first 20 are listed" in lines


def test_the_file_is_its_owners_alone(run: Run, database: Path) -> None:
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    for beside in database.parent.glob("fupan.sqlite3-*"):
        assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    database.chmod(0o644)
    assert run("reprocess").exit_code == 0
    assert stat.S_IMODE(database.stat().st_mode) == 0o600


def test_a_file_elsewhere_is_made_for_its_owner_and_its_permissions_are_said(
    run: Run, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.sqlite3"
    monkeypatch.setenv("FUPAN_DATABASE_URL", f"sqlite:///{other}")
    assert run("reprocess").exit_code == 0
    assert stat.S_IMODE(other.stat().st_mode) == 0o600
    other.chmod(0o640)
    result = run("doctor")
    assert result.exit_code == 1
    assert f"its permissions are 640, so that other people may use it; chmod 600 {other}" in result.stdout
    assert stat.S_IMODE(other.stat().st_mode) == 0o640


def test_without_a_database_doctor_makes_none(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    none = tmp_path / "none.sqlite3"
    monkeypatch.setenv("FUPAN_DATABASE_URL", f"sqlite:///{none}")
    assert _said(run("doctor")) == f"fupan: there is no database yet: {none}; fupan import or fupan serve makes it\n"
    assert not none.exists()


def test_a_driver_that_is_not_installed(run: Run, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", "mysql+nosuch://h/d")
    assert "mysql+nosuch://h/d cannot be used" in _said(run("reprocess"))
    monkeypatch.setenv("FUPAN_DATABASE_URL", "postgresql://h/d")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "pip install 'fupan[postgres]'" in _said(run("reprocess"))
