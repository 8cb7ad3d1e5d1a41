"""Databases that can be read but not written: what reads them works, and what writes says so."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from click.testing import Result
from sqlalchemy import make_url

from app.database.config import Config
from app.database.opening import MIGRATIONS
from app.matches.ingest import ingest
from app.text.folders import folder
from app.web.installation import open_installation

pytestmark = pytest.mark.databases_differ

Run = Callable[..., Result]
LOG = folder("sample_logs") / "guandan" / "njupt.jsonl"
READS = (
    ("stats",),
    ("hands",),
    ("ratings", "--game", "guandan"),
    ("house", "list"),
    ("delete", "--list"),
    ("audit", "verify"),
    ("audit", "export"),
    ("study", "export", "1.1"),
)
WRITES = (
    ("import", str(LOG)),
    ("reprocess",),
    ("stats", "--recount"),
    ("house", "add", "Friday", "--rules", "njupt"),
    ("delete", "--match", "1"),
    ("audit", "erase", "a", "--as", "b"),
    ("study", "import", str(LOG)),
    ("serve", "--port", "1"),
)
NOBODY = 65534


def _fill(url: str) -> None:
    fupan = open_installation(Config(database_url=url, secret_key="for tests alone"))
    for _ in ingest(fupan.sessions, fupan.checker, BytesIO(LOG.read_bytes()), LOG.name):
        pass
    fupan.close()


def _unwritable(url: str) -> str:
    """The URL of the same database, which cannot be written by it."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return f"sqlite:///file:{parsed.database}?mode=ro&uri=true"
    options = f"{parsed.query['options']} -cdefault_transaction_read_only=on"
    return parsed.update_query_dict({"options": options}).render_as_string(hide_password=False)


@pytest.fixture
def read_only(database_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of a filled database that cannot be written, which the environment names, without a data folder."""
    _fill(database_url)
    url = _unwritable(database_url)
    monkeypatch.setenv("FUPAN_DATABASE_URL", url)
    monkeypatch.setenv("FUPAN_DATA", "/dev/null/fupan")
    return url


def test_what_reads_needs_neither_a_key_nor_the_right_to_write(run: Run, read_only: str) -> None:
    for command in READS:
        result = run(*command)
        assert result.exit_code == 0, (command, result.output)
        assert " can be read but not written: nothing in it is brought up to date\n" in result.stderr, command
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert "wrong" not in result.output


def test_what_writes_says_in_a_sentence_that_it_cannot(run: Run, read_only: str) -> None:
    for command in WRITES:
        result = run(*command)
        assert result.exit_code == 2, command
        said = result.stderr.splitlines()
        assert len(said) == 1, (command, said)
        assert " cannot be used: it can be read but not written, and this command writes to it; " in said[0], command


def test_tables_of_another_version_are_not_upgraded(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.sqlite3"
    _fill(f"sqlite:///{path}")
    own = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    monkeypatch.setattr(ScriptDirectory, "get_current_head", lambda _script: "later")
    monkeypatch.setenv("FUPAN_DATABASE_URL", f"sqlite:///file:{path}?mode=ro&uri=true")
    result = run("stats")
    assert result.exit_code == 2
    assert f"its tables are at revision {own} and have to be upgraded to later" in result.stderr


@pytest.fixture
def anothers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder with a filled database that other users may read and may not write."""
    if os.name != "posix" or os.geteuid():
        pytest.skip("only root can become another user")
    named = Path(tempfile.mkdtemp())
    try:
        _fill(f"sqlite:///{named / 'fupan.sqlite3'}")
        named.chmod(0o755)
        monkeypatch.setenv("FUPAN_DATA", str(named))
        monkeypatch.delenv("FUPAN_DATABASE_URL", raising=False)
        yield named
    finally:
        shutil.rmtree(named)


@contextmanager
def _as_nobody() -> Iterator[None]:
    """Runs what is inside as a user without rights."""
    groups = os.getgroups()
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, 0)
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
        os.setgroups(groups)


def test_the_file_of_another_user_is_read(run: Run, anothers: Path) -> None:
    path = anothers / "fupan.sqlite3"
    # The interpreter may lie where only root can read, so everything is imported before.
    for command in (*READS, ("doctor",)):
        assert run(*command).exit_code == 0, command
    assert {each.name for each in anothers.iterdir()} == {path.name}
    path.chmod(0o644)
    with _as_nobody():
        for command in READS:
            result = run(*command)
            assert result.exit_code == 0, result.output
            assert f"{path} can be read but not written: nothing in it" in result.stderr
        result = run("doctor")
        assert "ok: the bytes of the logs" in result.stdout, result.output
        for command in WRITES[:-1]:
            result = run(*command)
            assert result.exit_code == 2, command
            assert result.stderr.count("\n") == 1, command
            assert f"{path} cannot be used: it can be read but not written, and this command" in result.stderr, command
    assert {each.name for each in anothers.iterdir()} == {path.name}


def test_a_file_that_may_not_be_read_is_said(run: Run, anothers: Path) -> None:
    with _as_nobody():
        for command in (("stats",), ("doctor",), ("import", str(LOG))):
            result = run(*command)
            assert result.exit_code == 2, command
            assert "its file cannot be opened (unable to open database file)" in result.stderr, command
            assert str(anothers / "fupan.sqlite3") in result.stderr
