"""`fupan backup` and `fupan restore`."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, write: Callable[..., str], clean: Any) -> Path:
    """A folder with a database of one match and a key, which the environment names."""
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path / "keys"))
    monkeypatch.delenv("FUPAN_DATABASE_URL", raising=False)
    assert run("import", write("a.json", clean)).exit_code == 0
    assert run("keys", "new", "club").exit_code == 0
    return tmp_path


def test_a_backup_is_written_checked_and_restored(run: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = place / "a.fupan"
    done = run("backup", str(file))
    assert done.exit_code == 0
    assert "database: 1 match, " in done.stdout
    assert "signing keys" not in done.stdout
    assert file.stat().st_mode & 0o077 == 0
    checked = run("restore", str(file), "--check")
    assert (checked.exit_code, checked.stdout) == (0, done.stdout)
    again = run("restore", str(file))
    assert again.exit_code == 2
    assert "there is a database already" in again.stderr
    monkeypatch.setenv("FUPAN_DATA", str(place / "elsewhere"))
    assert run("restore", str(file)).stdout == done.stdout
    doctor = run("doctor")
    assert (doctor.exit_code, doctor.stdout.count("ok: ")) == (0, 10)


def test_keys_are_in_it_only_if_that_is_asked_for(run: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = (place / "keys" / "club.key").read_bytes()
    assert "signing keys: club" in run("backup", str(place / "a.fupan"), "--keys").stdout
    monkeypatch.setenv("FUPAN_KEYS", str(place / "other keys"))
    monkeypatch.setenv("FUPAN_DATA", str(place / "one"))
    assert run("restore", str(place / "a.fupan")).exit_code == 0
    assert not (place / "other keys").exists()
    monkeypatch.setenv("FUPAN_DATA", str(place / "two"))
    assert run("restore", str(place / "a.fupan"), "--keys").exit_code == 0
    put = place / "other keys" / "club.key"
    assert put.read_bytes() == key
    assert put.stat().st_mode & 0o077 == 0


def test_a_check_finds_what_is_wrong_in_a_backup(run: Run, place: Path) -> None:
    with sqlite3.connect(place / "data" / "fupan.sqlite3") as connection:
        connection.execute("UPDATE blobs SET data = x'00'")
        connection.execute("INSERT INTO record_entries VALUES (1, 'then', 'who', 'what', 'of', '{}', 'before')")
    connection.close()
    assert run("backup", str(place / "a.fupan")).exit_code == 0
    checked = run("restore", str(place / "a.fupan"), "--check")
    assert checked.exit_code == 1
    assert "wrong: the bytes of the logs" in checked.stdout
    assert "wrong: the record of disputes" in checked.stdout


def test_a_file_that_is_there_is_not_replaced(run: Run, place: Path) -> None:
    (place / "a.fupan").write_bytes(b"mine")
    refused = run("backup", str(place / "a.fupan"))
    assert (refused.exit_code, (place / "a.fupan").read_bytes()) == (2, b"mine")
    assert refused.stderr == f"fupan: {place / 'a.fupan'}: there is such a file already\n"
    refused = run("restore", str(place / "a.fupan"), "--check")
    assert refused.exit_code == 2
    assert "it is not a backup of Fupan" in refused.stderr


def test_a_folder_that_is_not_there(run: Run, place: Path) -> None:
    refused = run("backup", str(place / "no" / "a.fupan"))
    assert refused.exit_code == 2
    assert "cannot be written (No such file or directory)" in refused.stderr
