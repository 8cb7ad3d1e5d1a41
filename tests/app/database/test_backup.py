"""Backups: what is restored is what was there at one moment, or nothing is."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, inspect, select
from sqlalchemy.orm import Session

from app.cli.serving.demo import file_disputes
from app.database import backup
from app.database.backup import BackupRefused, RestoredBackup, restore_backup, write_backup
from app.database.opening import open_database
from app.database.tables.accounts import Account
from app.database.tables.matches import METADATA
from app.disputes.audit_log.appending import chain_now
from app.matches import store
from app.matches.installation import Installation
from app.players.statistics.audited_scores import audit_with_scores
from app.web.installation import open_installation
from engine.verdict.proof.form import Chain
from tests.app.database.conftest import Later
from tests.databases import empty_postgres, fill_once
from tests.killed import tries

REPO = Path(__file__).parents[3]
NAMED = "FUPAN_TEST_POSTGRES"
KINDS = ["sqlite", "postgresql"]
Take = Callable[..., Any]


@pytest.fixture
def filled(fupan: Installation) -> Installation:
    """An installation with the disputed matches of the demo, an account, and a number that is not given again."""
    fill_once(fupan, _fill)
    return fupan


def _fill(fupan: Installation) -> None:
    file_disputes(fupan)
    with fupan.sessions.begin() as session:
        for name in ("first", "second"):
            session.add(Account(name=name, name_key=name, password="hash", role="member", made_at=_moment()))
    with fupan.sessions.begin() as session:
        session.delete(session.scalars(select(Account).where(Account.name == "second")).one())  # type: ignore[arg-type]


def _moment() -> Any:
    from datetime import UTC, datetime

    return datetime(2026, 5, 1, 12, 30, 15, 120_000, tzinfo=UTC)


def _rows(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    with engine.connect() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in METADATA.sorted_tables
        }


def _engine(fupan: Installation) -> Engine:
    engine: Engine = fupan.sessions.kw["bind"]
    return engine


def _written(fupan: Installation, file: Path, chain_of: Callable[[Session], Chain] = chain_now) -> bytes:
    write_backup(_engine(fupan), file, chain_of, {})
    return file.read_bytes()


@contextmanager
def _place(kind: str, folder: Path) -> Iterator[str]:
    """The URL of a place without a database."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'new' / 'restored.sqlite3'}"
        return
    named = os.environ.get(NAMED)
    if not named:
        pytest.skip(f"no PostgreSQL database named ({NAMED} holds the URL of one)")
    with empty_postgres(named) as url:
        yield url


@contextmanager
def _opened(fupan: Installation, url: str) -> Iterator[Installation]:
    opened = open_installation(replace(fupan.config, database_url=url))
    try:
        yield opened
    finally:
        opened.close()


@pytest.mark.databases_differ
@pytest.mark.parametrize("into", KINDS)
def test_what_is_restored_is_what_was_there(filled: Installation, tmp_path: Path, into: str) -> None:
    before = _rows(_engine(filled))
    assert len(before["logs"]) > 2
    assert len(before["record_entries"]) > 10
    data = _written(filled, tmp_path / "a.fupan")
    assert (tmp_path / "a.fupan").stat().st_mode & 0o077 == 0
    with _place(into, tmp_path) as url:
        restored = restore_backup(url, BytesIO(data))
        with _opened(filled, url) as other:
            assert _rows(_engine(other)) == before
            assert restored.rows == {name: len(before[name]) for name in restored.rows}
            assert set(restored.rows) == set(METADATA.tables)
            with filled.sessions() as here, other.sessions() as there:
                assert chain_now(there) == chain_now(here) == restored.head.chain
                for row in before["logs"]:
                    mine, its = store.match(here, row[0]), store.match(there, row[0])
                    assert mine is not None
                    assert its is not None
                    assert (its.report, its.row) == (mine.report, mine.row)
            assert audit_with_scores(other.sessions).whole
            with other.sessions.begin() as session:
                added = Account(name="third", name_key="third", password="hash", role="member", made_at=_moment())
                session.add(added)
                session.flush()
                assert added.id == 3


@pytest.mark.databases_differ
def test_a_backup_is_of_one_moment_though_others_write(
    filled: Installation, take: Take, log: Callable[..., bytes], tmp_path: Path
) -> None:
    before = _rows(_engine(filled))

    def meanwhile(session: Session) -> Chain:
        found = chain_now(session)
        take(log("written meanwhile"))
        return found

    data = _written(filled, tmp_path / "a.fupan", meanwhile)
    assert len(_rows(_engine(filled))["logs"]) == len(before["logs"]) + 1
    with _place("sqlite", tmp_path) as url:
        restore_backup(url, BytesIO(data))
        with _opened(filled, url) as other:
            assert _rows(_engine(other)) == before


def test_a_place_where_a_database_is_does_not_change(filled: Installation, tmp_path: Path) -> None:
    data = _written(filled, tmp_path / "a.fupan")
    before = _rows(_engine(filled))
    with pytest.raises(BackupRefused, match="there is a database already"):
        restore_backup(filled.config.database_url, BytesIO(data))
    assert _rows(_engine(filled)) == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_backup_that_is_cut_off_or_changed_restores_nothing(filled: Installation, tmp_path: Path, kind: str) -> None:
    if filled.config.database_url.startswith("postgresql"):
        pytest.skip("files are alike")
    data = _written(filled, tmp_path / "a.fupan")
    middle = len(data) // 2
    changed = data[:middle] + bytes((data[middle] ^ 1,)) + data[middle + 1 :]
    with _place(kind, tmp_path) as url:
        for broken in (b"", data[:10], data[:100], data[:middle], data[:-1], changed, b"x" * 100):
            with pytest.raises(BackupRefused, match=r"it is not (a backup|whole)"):
                restore_backup(url, BytesIO(broken))
            engine = open_database(url)
            assert inspect(engine).get_table_names() == []
            engine.dispose()
            if kind == "sqlite":
                place = tmp_path / "new" / "restored.sqlite3"
                place.unlink()  # the one that this test opened
                assert list(place.parent.iterdir()) == []
        restore_backup(url, BytesIO(data))


KILLED = """
import os, signal, sys
from pathlib import Path
import msgspec
from app.database import backup
from app.database.opening import open_database
from app.disputes.audit_log.appending import chain_now

parts = 0
def written(part):
    global parts
    parts += 1
    if parts == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
    return encode(part)
def renamed(*paths):
    os.kill(os.getpid(), signal.SIGKILL)

encode, msgspec.msgpack.encode = msgspec.msgpack.encode, written
os.replace = renamed
backup.write_backup(open_database(sys.argv[1]), Path(sys.argv[2]), chain_now, {})
"""


@pytest.mark.parametrize("part", [40, 1_000_000])
def test_a_backup_that_is_killed_leaves_no_file(filled: Installation, tmp_path: Path, part: int) -> None:
    if filled.config.database_url.startswith("postgresql"):
        pytest.skip("files are written alike")
    file = tmp_path / "kept" / "a.fupan"
    file.parent.mkdir()
    arguments = [sys.executable, "-c", KILLED, filled.config.database_url, str(file), str(part)]
    done = subprocess.run(arguments, cwd=REPO, check=False)
    assert done.returncode == -signal.SIGKILL
    assert not file.exists()
    (draft,) = file.parent.iterdir()
    if part == 40:
        with pytest.raises(BackupRefused), draft.open("rb") as stream:
            restore_backup(f"sqlite:///{tmp_path / 'restored.sqlite3'}", stream)
    assert _written(filled, file)


RESTORING = """
from app.database.backup import restore_backup

def work():
    begin()
    with open(sys.argv[2], "rb") as stream:
        restore_backup(sys.argv[1], stream)
"""


@pytest.mark.databases_differ
def test_a_restoration_that_is_killed_leaves_no_database(filled: Installation, tmp_path: Path) -> None:
    into = "sqlite" if filled.config.database_url.startswith("sqlite") else "postgresql"
    file = tmp_path / "a.fupan"
    _written(filled, file)
    with _place(into, tmp_path) as url, tries(RESTORING, url, str(file)) as each:
        # PostgreSQL is sent rows without a statement for each: before the commit all of them are there.
        assert all(map(each.kill_at, (3, 6) if into == "sqlite" else (1, 2)))
        assert not each.kill_at(0)
        with _opened(filled, url) as other:
            assert _rows(_engine(other)) == _rows(_engine(filled))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data.replace(b"fupan-backup/1", b"fupan-backup/12", 1), "it is a backup of form 12, and Fupan"),
        (lambda data: data.replace(b"fupan-backup/1", b"fupan-cards/1", 1), "is not a backup of Fupan, or is damaged"),
    ],
)
def test_a_backup_of_a_later_form_is_not_called_damaged(
    filled: Installation, tmp_path: Path, change: Callable[[bytes], bytes], reason: str
) -> None:
    data = change(_written(filled, tmp_path / "a.fupan"))
    with pytest.raises(BackupRefused, match=reason):
        restore_backup(f"sqlite:///{tmp_path / 'new.sqlite3'}", BytesIO(data))


def test_a_backup_with_what_only_a_later_version_knows_names_that_version(
    filled: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with filled.sessions.begin() as session:
        session.connection().exec_driver_sql("CREATE TABLE later_things (id INTEGER PRIMARY KEY)")
    monkeypatch.setattr(backup, "__version__", "99.1")
    data = _written(filled, tmp_path / "a.fupan")
    monkeypatch.undo()
    with pytest.raises(BackupRefused, match=r"Fupan 99\.1 wrote it, a later version than this one"):
        restore_backup(f"sqlite:///{tmp_path / 'new.sqlite3'}", BytesIO(data))


def test_a_backup_of_an_older_version_is_brought_up_to_date(filled: Installation, tmp_path: Path, later: Later) -> None:
    data = _written(filled, tmp_path / "a.fupan")
    engine = filled.sessions.kw["bind"]
    before = _rows(engine)
    later.begin()
    url = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    restored: RestoredBackup = restore_backup(url, BytesIO(data))
    assert "games_of_logs" not in restored.rows
    new = open_database(url)
    assert _rows(new) == before
    with new.connect() as connection:
        games = connection.exec_driver_sql(
            "SELECT count(*), min(weight) FROM games_of_logs, logs WHERE logs.id = log_id"
        )
        assert games.one() == (len(before["logs"]), 7)
    new.dispose()
