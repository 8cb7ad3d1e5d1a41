"""SQLite files that are damaged at different places: every command that opens one, and the pages."""

import shutil
import sqlite3
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import Result

from app.database.config import Config
from app.matches.ingest import ingest
from app.text.folders import folder
from app.web.create_app import create_app
from app.web.installation import open_installation

Run = Callable[..., Result]
PAGE = 4096
LOG = folder("sample_logs") / "guandan" / "faults"
COMMANDS = (
    ("import", "LOG"),
    ("reprocess",),
    ("serve", "--port", "1"),
    ("serve", "--port", "1", "--read-only"),
    ("doctor",),
    ("stats",),
    ("stats", "--recount"),
    ("ratings", "--game", "guandan"),
    ("hands", "bombs>=1"),
    ("house", "list"),
    ("house", "show", "Friday"),
    ("house", "add", "Friday", "--rules", "njupt"),
    ("delete", "--list"),
    ("delete", "--match", "1"),
    ("audit", "export"),
    ("audit", "verify"),
    ("audit", "text", "a"),
    ("audit", "erase", "a", "--as", "b"),
    ("study", "export", "1.1"),
    ("study", "import", "LOG"),
)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with the matches of some samples, closed."""
    path = tmp_path_factory.mktemp("filled") / "fupan.sqlite3"
    fupan = open_installation(Config(database_url=f"sqlite:///{path}", secret_key="for tests alone"))
    for log in sorted(LOG.glob("*.json"))[:40]:
        for _ in ingest(fupan.sessions, fupan.checker, BytesIO(log.read_bytes()), log.name):
            pass
    fupan.close()
    return path


@pytest.fixture
def database(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, which the environment names."""
    path = tmp_path / "data" / "fupan.sqlite3"
    path.parent.mkdir()
    shutil.copyfile(filled, path)
    path.chmod(0o600)
    monkeypatch.setenv("FUPAN_DATA", str(path.parent))
    monkeypatch.delenv("FUPAN_DATABASE_URL", raising=False)
    return path


def _overwrite(database: Path, place: int, data: bytes) -> None:
    with database.open("r+b") as file:
        file.seek(place)
        file.write(data)


def _root(database: Path, name: str) -> int:
    connection = sqlite3.connect(f"file:{database}?immutable=1", uri=True)
    root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
    connection.close()
    return int(root)


def break_header(database: Path) -> None:
    """Overwrites the beginning, by which SQLite knows its files."""
    _overwrite(database, 0, b"\xff" * 64)


def break_sizes(database: Path) -> None:
    """Overwrites what the beginning says of the pages."""
    _overwrite(database, 16, b"\xff" * 16)


def break_table(database: Path) -> None:
    """Overwrites the first page of the table of matches."""
    _overwrite(database, (_root(database, "logs") - 1) * PAGE, b"\xff" * PAGE)


def break_index(database: Path) -> None:
    """Overwrites the first page of an index."""
    _overwrite(database, (_root(database, "ix_logs_content_sha256") - 1) * PAGE, b"\xff" * PAGE)


def break_middle(database: Path) -> None:
    """Overwrites pages in the middle of the file."""
    pages = database.stat().st_size // PAGE
    for page in range(pages // 2, pages // 2 + 8):
        _overwrite(database, page * PAGE, b"\xff" * PAGE)


def truncate(database: Path) -> None:
    """Cuts off the second half of the file."""
    with database.open("r+b") as file:
        file.truncate(database.stat().st_size // 2)


def break_schema(database: Path) -> None:
    """Puts bytes that are not UTF-8 into the definitions of a table and its indexes."""
    data = database.read_bytes()
    assert b"CREATE TABLE match_texts" in data
    data = data.replace(b"CREATE TABLE match_texts", b"CREATX TABLE \xff\xfetch_texts").replace(
        b"match_texts", b"\xff\xfetch_texts"
    )
    database.write_bytes(data)


DAMAGES = (break_header, break_sizes, break_table, break_index, break_middle, truncate, break_schema)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_every_command_says_which_file_is_damaged_and_what_to_do(
    run: Run, database: Path, damage: Callable[[Path], None]
) -> None:
    damage(database)
    for command in COMMANDS:
        result = run(*(str(LOG) if each == "LOG" else each for each in command))
        assert result.exit_code in ((1, 2) if command == ("doctor",) else (2,)), command
        assert "fault of the program" not in result.output, command
        assert str(database) in result.output, command
        assert "damaged" in result.output or "wrong: the pages of the file" in result.output, command
        assert "restore a copy" in result.output or "fupan doctor" in result.output, command


def test_a_damaged_file_that_cannot_be_written(run: Run, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    break_schema(database)
    monkeypatch.setenv("FUPAN_DATABASE_URL", f"sqlite:///file:{database}?mode=ro&uri=true")
    for command in (("stats",), ("doctor",)):
        result = run(*command)
        assert result.exit_code == 2
        assert f"{database}?" in result.stderr or f"{database} " in result.stderr
        assert "it is damaged (malformed database schema (\ufffd\ufffdtch_texts)" in result.stderr


def test_what_is_damaged_is_named(run: Run, database: Path) -> None:
    break_table(database)
    assert "(logs: database disk image is malformed)" in run("stats").stderr
    assert "  logs: database disk image is malformed" in run("doctor").stdout.splitlines()


def test_a_damaged_index_is_named(run: Run, database: Path) -> None:
    break_index(database)
    assert "(ix_logs_content_sha256): " in run("doctor").stdout


def test_doctor_says_what_to_do_about_damaged_pages(run: Run, database: Path) -> None:
    break_table(database)
    assert "restore a copy" in run("doctor").output


def test_stored_bytes_that_are_damaged_are_said(run: Run, database: Path) -> None:
    connection = sqlite3.connect(database)
    connection.execute("UPDATE blobs SET data = x'00112233'")
    connection.execute("UPDATE judgements SET report = x'00112233'")
    connection.commit()
    connection.close()
    result = run("study", "export", "1.1")
    assert result.exit_code == 2
    assert result.stderr.startswith(
        f"fupan: the database {database} cannot be used: bytes that it stores are damaged ("
    )
    assert "restore a copy" in result.stderr


def test_pages_say_that_the_database_is_damaged(database: Path) -> None:
    break_table(database)
    app = create_app(Config(database_url=f"sqlite:///{database}", secret_key="for tests alone"))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answers = [app.test_client().get(path) for path in ("/matches/", "/matches/1", "/hands/", "/people/")]
    assert all(each.status_code in (200, 500) for each in answers)
    said = [each.text for each in answers if each.status_code == 500]
    assert said
    assert all("The database is damaged" in each and "fupan doctor" in each for each in said)
    app.extensions["fupan"].close()
