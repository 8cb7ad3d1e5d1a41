"""Opening databases and bringing their tables up to date."""

import ast
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, event, inspect, text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.orm import Session, sessionmaker

from app.database import opening as database
from app.database.checks import checks
from app.database.config import Config
from app.database.demo_logs import demo_files
from app.database.opening import MIGRATIONS, open_database, upgrade, writing
from app.database.tables.matches import METADATA, Blob, Log
from app.database.trouble import EARLIER, DatabaseUnusable
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.web.installation import open_installation
from tests.app.database.conftest import Later
from tests.schema import SCHEMA, revisions, schema
from tests.short_matches import put_short_matches

pytestmark = pytest.mark.databases_differ

SAMPLES = Path(__file__).parents[3] / "sample_logs"


@pytest.fixture
def database_url(bare_database_url: str) -> str:
    """Databases here have no tables at first."""
    return bare_database_url


@pytest.fixture
def empty(database_url: str) -> Iterator[Engine]:
    engine = open_database(database_url)
    yield engine
    engine.dispose()


def _differences(engine: Engine) -> list[Any]:
    with engine.connect() as connection:
        return compare_metadata(MigrationContext.configure(connection), METADATA)


def _add(fupan: Installation, log: Log) -> None:
    with writing(fupan.sessions) as session:
        session.add(log)
        session.flush()


def test_an_empty_database_comes_to_what_the_models_say(empty: Engine) -> None:
    assert _differences(empty)
    upgrade(empty)
    assert _differences(empty) == []


def test_upgrading_again_changes_nothing_and_does_not_wait_for_writers(empty: Engine) -> None:
    upgrade(empty)
    begun: list[bool] = []
    event.listen(empty, "begin", lambda connection: begun.append("fupan_writes" in connection.get_execution_options()))
    upgrade(empty)
    assert begun
    assert not any(begun)
    assert _differences(empty) == []


def test_the_schema_is_what_the_models_say() -> None:
    if len(revisions()) == 1:
        assert SCHEMA.read_text(encoding="utf-8") == schema(), "python -m tests.schema writes it anew"


def test_migrations_follow_no_later_change_of_the_program() -> None:
    for path in revisions():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.split(".")[0] in ("app", "engine", "tests")], path


def test_the_revision_of_other_tables_has_another_name(later: Later) -> None:
    later.begin()
    path = database.MIGRATIONS / "schema.json"
    path.write_text(path.read_text(encoding="utf-8").replace("visitor", "guest"), encoding="utf-8")
    (database.MIGRATIONS / "versions" / "later.py").unlink()
    other = ScriptDirectory(str(database.MIGRATIONS)).get_current_head()
    own = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    assert other != own
    assert EARLIER.fullmatch(str(own))


@pytest.fixture
def earlier(database_url: str) -> Callable[..., Config]:
    """Makes a database of a version before the first release, with the matches of some files."""
    config = Config(database_url=database_url, secret_key="for tests alone")

    def make(*files: Path) -> Config:
        fupan = open_installation(config)
        for path in files:
            with path.open("rb") as stream:
                assert list(ingest(fupan.sessions, fupan.checker, stream, path.name))
        with fupan.sessions() as session:
            session.execute(text("UPDATE alembic_version SET version_num = '0031'"))
            session.execute(text("ALTER TABLE logs ADD COLUMN gone INTEGER"))
            session.commit()
        fupan.close()
        return config

    return make


def _logs(config: Config) -> int:
    fupan = open_installation(config)
    assert _differences(fupan.sessions.kw["bind"]) == []
    with fupan.sessions() as session:
        count: int = session.execute(text("SELECT count(*) FROM logs")).scalar_one()
    fupan.close()
    return count


def test_an_earlier_database_that_is_empty_or_the_demo_is_replaced(earlier: Callable[..., Config]) -> None:
    assert _logs(earlier()) == 0
    assert _logs(earlier(Path(demo_files()[-1]))) == 0


@pytest.mark.parametrize("own", ["a match", "a note", "a club"])
def test_an_earlier_database_with_anything_else_is_left_as_it_is(earlier: Callable[..., Config], own: str) -> None:
    demo = Path(demo_files()[-1])
    config = earlier(demo, SAMPLES / "guandan" / "two-hands.json") if own == "a match" else earlier(demo)
    engine = open_database(config.database_url)
    if own == "a club":
        with engine.begin() as connection:
            connection.execute(
                text("INSERT INTO clubs (id, name, made_at) VALUES (1, 'Friday', '2024-05-01 12:00:00')")
            )
    if own == "a note":
        with engine.begin() as connection:
            connection.execute(
                text(
                    "INSERT INTO notes (log_id, hand, step, text, author, drawn, version, created_at, changed_at)"
                    " VALUES (1, 0, 0, 'Mine.', '', '', 1, '2024-05-01 12:00:00', '2024-05-01 12:00:00')"
                )
            )
    with pytest.raises(DatabaseUnusable, match="from before the first release") as refused:
        open_installation(config)
    assert "Its matches can be imported again" in str(refused.value)
    with pytest.raises(DatabaseUnusable, match="from before the first release"):
        list(checks(engine))
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0031"
        assert connection.execute(text("SELECT count(*), count(gone) FROM logs")).one() == (1 + (own == "a match"), 0)
    engine.dispose()


def test_processes_that_start_together_upgrade_once(database_url: str) -> None:
    engines = [open_database(database_url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(upgrade, engines))
    assert _differences(engines[0]) == []
    for engine in engines:
        engine.dispose()


def test_a_new_file_that_others_open_too_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "f.sqlite3"
    other = sqlite3.connect(path, check_same_thread=False)
    other.executescript("CREATE TABLE t (x); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)")
    reader = sqlite3.connect(path)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM t").fetchall()
    tried: list[str] = []

    class Impatient(sqlite3.Connection):
        """A connection that does not wait for others; they end while it tries for the third time."""

        def cursor(self, *_factory: Any) -> sqlite3.Cursor:
            tried.append("")
            if len(tried) == 3:
                reader.close()
                other.rollback()
            return super().cursor()

    connection = sqlite3.connect(path, timeout=0, factory=Impatient)
    database._write_ahead(connection)
    assert len(tried) >= 3
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    other.close()


def test_sqlite_runs_as_it_should(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'f.sqlite3'}")
    with engine.connect() as connection:
        asked = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "foreign_keys", "busy_timeout")
        }
    engine.dispose()
    assert asked == {"journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 30_000}


def test_foreign_keys_hold(fupan: Installation) -> None:
    orphan = Log(blob_sha256="0" * 64, source="x", format="fupan/1", uploaded_at=datetime.now(UTC), hands=0)
    with pytest.raises(IntegrityError):
        _add(fupan, orphan)


def test_what_raises_is_undone(fupan: Installation) -> None:
    def fail(session: Session) -> None:
        session.add(Blob(sha256="1" * 64, data=b"", size=0))
        session.flush()
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError), writing(fupan.sessions) as session:
        fail(session)
    with fupan.sessions() as session:
        assert session.get(Blob, "1" * 64) is None


def test_a_moment_without_a_zone_is_refused(fupan: Installation) -> None:
    naive = Log(blob_sha256="0" * 64, source="x", format="fupan/1", uploaded_at=datetime(2024, 5, 1), hands=0)
    with pytest.raises(StatementError, match="time zone"):
        _add(fupan, naive)


def test_a_writer_on_sqlite_waits_for_the_other(tmp_path: Path) -> None:
    config = Config(database_url=f"sqlite:///{tmp_path / 'f.sqlite3'}", secret_key="for tests alone")
    fupan = open_installation(config)

    def add(number: int) -> None:
        with writing(fupan.sessions) as session:
            known = session.execute(text("SELECT count(*) FROM blobs")).scalar()
            session.add(Blob(sha256=f"{known:064d}", data=b"", size=number))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(64)))
    sessions: sessionmaker[Session] = fupan.sessions
    with sessions() as session:
        assert session.execute(text("SELECT count(*), max(sha256) FROM blobs")).one() == (64, f"{63:064d}")
    fupan.close()


def _contents(engine: Engine) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of every table."""
    names = sorted(set(inspect(engine).get_table_names()) - {"alembic_version"})
    with engine.connect() as connection:
        return {
            name: sorted((tuple(row) for row in connection.execute(text(f"SELECT * FROM {name}"))), key=repr)
            for name in names
        }


def test_a_filled_database_is_upgraded_with_all_that_it_has(database_url: str, later: Later) -> None:
    config = Config(database_url=database_url, secret_key="for tests alone")
    fupan = open_installation(config)
    put_short_matches(fupan)
    engine: Engine = fupan.sessions.kw["bind"]
    before = _contents(engine)
    assert len(before["logs"]) > 2
    fupan.close()
    later.begin()
    engine = open_database(database_url)
    assert [fault for each in checks(engine) for fault in each.faults if "and this version has later" in fault]
    upgrade(engine)
    after = _contents(engine)
    assert dict(after.pop("games_of_logs")) == dict(_games(engine))
    with engine.connect() as connection:
        assert set(connection.execute(text("SELECT weight FROM logs")).scalars()) == {7}
    assert {name: [(*row, 7) for row in rows] if name == "logs" else rows for name, rows in before.items()} == after
    assert [each for each in checks(engine) if each.faults] == []
    engine.dispose()


def _games(engine: Engine) -> list[tuple[int, str]]:
    with engine.connect() as connection:
        return [(number, game) for number, game in connection.execute(text("SELECT id, game FROM logs"))]
