"""A disk without space: what the pages and the command line say, on each kind of database."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import OperationalError

from app.cli import main
from app.database import opening as database
from app.database.config import Config
from app.database.trouble import TroubleKind, kind_of
from app.web.create_app import create_app
from app.web.installation import open_installation

pytestmark = pytest.mark.databases_differ

Text = Callable[..., bytes]
FULL = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'could not extend file "base/1/2": ENOSPC' USING ERRCODE = 'disk_full';
END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON blobs FOR EACH ROW EXECUTE FUNCTION refuse();
"""


def _fill(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves no space for more rows."""
    if url.startswith("postgresql"):
        engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
        with engine.begin() as connection:
            connection.execute(text(FULL))
        engine.dispose()
        return
    prepare = database._prepare_sqlite
    with closing(sqlite3.connect(make_url(url).database or "")) as kept:
        kept.execute("VACUUM")
        pages = kept.execute("PRAGMA page_count").fetchone()[0]

    def prepare_full(connection: Any, record: Any) -> None:
        prepare(connection, record)
        connection.execute(f"PRAGMA max_page_count = {pages + 1}")

    monkeypatch.setattr(database, "_prepare_sqlite", prepare_full)


@pytest.fixture
def full(database_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of a database with tables and without space for rows."""
    open_installation(Config(database_url=database_url, secret_key="for tests alone")).close()
    _fill(database_url, monkeypatch)
    return database_url


@pytest.fixture
def web(full: str) -> Iterator[Flask]:
    """The application over it."""
    app = create_app(Config(database_url=full, secret_key="for tests alone"))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["fupan"].close()


def test_an_upload_says_that_there_is_no_space(web: Flask, log: Text) -> None:
    client = web.test_client()
    answer = client.post("/api/v1/uploads?name=a.jsonl", data=b"\n".join(log(f"m{number}") for number in range(50)))
    assert answer.status_code == 507
    assert "There is no space left for the database" in answer.get_json()["detail"]
    assert client.get("/matches/").status_code == 200


def test_no_space_for_the_file_that_readers_share_is_no_damage() -> None:
    cause = sqlite3.OperationalError("disk I/O error")
    cause.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert kind_of(OperationalError("PRAGMA journal_mode = WAL", {}, cause)) is TroubleKind.FULL
    cause.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    assert kind_of(OperationalError("PRAGMA journal_mode = WAL", {}, cause)) is TroubleKind.DAMAGED


def test_a_command_says_that_there_is_no_space(
    full: str, log: Text, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", full)
    file = tmp_path / "a.jsonl"
    file.write_bytes(b"\n".join(log(f"m{number}") for number in range(50)))
    result = CliRunner().invoke(main, ["import", str(file)])
    assert result.exit_code == 2
    assert result.stderr.startswith(
        f"fupan: a.jsonl: the database {database.shown_url(full)} refused it: there is no space left for it ("
    )
    assert "make room on its disk" in result.stderr
    assert result.stderr.count("\n") == 1
    assert "savepoint" not in result.stderr
