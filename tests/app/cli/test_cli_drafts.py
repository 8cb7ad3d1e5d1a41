"""What commands leave that are killed in the middle of what they write, and what removes it."""

import errno
import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import Result

from app.database.drafts import draft_beside, draft_folder, sweep

Run = Callable[..., Result]
ROOT = Path(__file__).parents[3]
PATIENCE = 120


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, write: Callable[..., str], clean: Any) -> Path:
    """A folder with a database of one match and a folder for temporary files, which the environment names."""
    for name in ("data", "keys", "temporary"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path / "keys"))
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.delenv("FUPAN_DATABASE_URL", raising=False)
    assert run("import", write("a.json", clean)).exit_code == 0
    return tmp_path


def _files(place: Path) -> set[Path]:
    return {each for each in place.rglob("*") if each.name not in ("fupan.sqlite3-wal", "fupan.sqlite3-shm")}


def _is_locked(draft: Path) -> bool:
    """Whether a process holds a draft: one that was only made may be removed, and its process makes another."""
    with draft.open("rb") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _stopped_in(place: Path, *arguments: str) -> "tuple[subprocess.Popen[bytes], Path]":
    """A run of fupan that is held while it writes, and its draft."""
    for _ in range(20):
        before = _files(place)
        process = subprocess.Popen(
            [sys.executable, "-c", "from app.cli import main; main()", *arguments],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
        )
        until = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < until:
            found = sorted(each for each in _files(place) - before if each.name.startswith("fupan-draft-"))
            if found:
                process.send_signal(signal.SIGSTOP)
                if found[0].exists() and _is_locked(found[0]):
                    return process, found[0]
                process.send_signal(signal.SIGCONT)
        process.wait(PATIENCE)
        for each in _files(place) - before:
            each.unlink()
    raise AssertionError


def _half_read(place: Path, file: Path, *options: str) -> "tuple[subprocess.Popen[bytes], Path]":
    """A run of `fupan restore` that waits for the second half of a backup, and its draft, which has a part of it."""
    pipe = place / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [sys.executable, "-c", "from app.cli import main; main()", "restore", str(pipe), *options],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    with pipe.open("wb") as stream:
        data = file.read_bytes()
        stream.write(data[: len(data) // 2])
        stream.flush()
        until = time.monotonic() + PATIENCE
        while not (found := [each for each in place.glob("*/fupan-draft-*") if any(each.iterdir())]):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.01)
        process.send_signal(signal.SIGSTOP)
    pipe.unlink()
    return process, found[0]


def _killed(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait(PATIENCE)


def test_the_draft_of_a_killed_backup_is_removed_by_the_next_one(run: Run, place: Path) -> None:
    (place / "backups").mkdir()
    file = str(place / "backups" / "a.fupan")
    process, draft = _stopped_in(place, "backup", file)
    assert run("backup", f"{file}.other").exit_code == 0
    assert str(draft) not in run("doctor").stdout
    assert draft.exists(), "a process works on it"
    _killed(process)
    assert draft.exists()
    assert run("backup", file).exit_code == 0
    assert {each.name for each in (place / "backups").iterdir()} == {"a.fupan", "a.fupan.other"}


def test_doctor_removes_and_lists_the_draft_of_a_killed_backup(run: Run, place: Path) -> None:
    (place / "backups").mkdir()
    process, draft = _stopped_in(place, "backup", str(place / "backups" / "a.fupan"))
    _killed(process)
    done = run("doctor")
    assert (done.exit_code, f"removed: {draft}" in done.stdout) == (0, True)
    assert [*(place / "backups").iterdir()] == []
    assert "removed" not in run("doctor").stdout


@pytest.mark.parametrize("options", [(), ("--check",)], ids=["into its place", "to check it"])
def test_the_draft_of_a_killed_restore_is_removed(run: Run, place: Path, options: tuple[str, ...]) -> None:
    file = place / "a.fupan"
    assert run("backup", str(file)).exit_code == 0
    for each in (place / "data").iterdir():
        each.unlink()
    process, draft = _half_read(place, file, *options)
    try:
        assert any(draft.iterdir())
        assert str(draft) not in run("doctor").stdout
        assert draft.exists(), "a process works on it"
    finally:
        _killed(process)
    done = run("doctor")
    assert f"removed: {draft}" in done.stdout, "also without a database"
    process, draft = _half_read(place, file, *options)
    _killed(process)
    assert run("restore", str(file), *options).exit_code == 0
    assert not draft.exists()


def test_no_draft_is_left_where_the_disk_is_full(run: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    assert run("keys", "new", "club").exit_code == 0
    before = {each for each in _files(place) if each.name != "draft-folders"}
    monkeypatch.setattr("os.replace", full)
    for arguments in (["erasures", "list"], ["backup", "b.fupan"], ["keys", "retire", "club"]):
        named = [str(place / each) if "." in each or each == "list" else each for each in arguments]
        done = run(*named)
        assert (done.exit_code, "No space left" in done.stderr) == (2, True), done.output
    assert {each for each in _files(place) if each.name != "draft-folders"} == before


def test_a_draft_that_is_in_use_stays(tmp_path: Path) -> None:
    with draft_beside(tmp_path / "a") as file, draft_folder(tmp_path) as folder:
        assert sweep(tmp_path) == []
        assert {each.name for each in tmp_path.iterdir()} == {file.path.name, folder.name}
    assert [*tmp_path.iterdir()] == []


def test_what_is_no_draft_stays(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "log.json").write_text("{}")
    (tmp_path / "fupan-draft-1-abc").symlink_to(tmp_path / "kept")
    (tmp_path / "fupan-draft-of-mine").write_text("")
    assert sweep(tmp_path, tmp_path / "none") == []
    assert (tmp_path / "kept" / "log.json").exists()
    (tmp_path / "fupan-draft-1-def").write_text("")
    assert sweep(tmp_path) == [tmp_path / "fupan-draft-1-def"]
