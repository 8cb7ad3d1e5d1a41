"""Databases for tests: migrated once by each process, and then copied or emptied, so that a test begins at once."""

import shutil
import sqlite3
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine, make_url, text

from app.database.config import Config
from app.database.tables.matches import METADATA
from app.matches.installation import Installation
from app.web.installation import open_installation

T = TypeVar("T")


def new_sqlite(path: Path) -> str:
    """The URL of a new SQLite file with empty tables."""
    shutil.copy(_migrated(), path)
    return f"sqlite:///{path}"


@cache
def _migrated() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="fupan-tests-"))
    path = folder / "migrated.sqlite3"
    _migrate(f"sqlite:///{path}")
    return path


def _migrate(url: str) -> None:
    open_installation(Config(database_url=url, secret_key="for tests alone")).close()


_FILLED: dict[tuple[Callable[[Installation], object], str], tuple[Callable[[Installation], None], object]] = {}
"""By what fills a database and its kind: what copies it into another one, and what filling it returned."""


def fill_once(fupan: Installation, fill: Callable[[Installation], T]) -> T:
    """Fills an installation with empty tables; returns what ``fill`` returns, which no test changes.

    A process fills one database of a kind, and copies it into those of further installations.
    """
    kind = make_url(fupan.config.database_url).get_backend_name()
    if (fill, kind) in _FILLED:
        copy, found = _FILLED[fill, kind]
        copy(fupan)
        return found  # type: ignore[return-value]
    made = fill(fupan)
    _FILLED[fill, kind] = (_kept_file if kind == "sqlite" else _kept_schema)(fupan), made
    return made


def _kept_file(fupan: Installation) -> Callable[[Installation], None]:
    """Copies a SQLite file; returns what copies it into another one."""
    filled = Path(tempfile.mkdtemp(prefix="fupan-tests-")) / "filled.sqlite3"
    _copy(_file(fupan), filled)
    return lambda other: _copy(filled, _file(other))


def _file(fupan: Installation) -> Path:
    return Path(make_url(fupan.config.database_url).database or "")


def _kept_schema(fupan: Installation) -> Callable[[Installation], None]:
    """Copies the tables of a schema of PostgreSQL; returns what copies their rows into those of another one."""
    kept, tables = f"fupan_test_{uuid.uuid4().hex}", METADATA.sorted_tables
    numbers = "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema() AND last_value > 0"
    with fupan.sessions.begin() as session:
        session.execute(text(f"CREATE SCHEMA {kept}"))
        for table in tables:
            session.execute(text(f"CREATE UNLOGGED TABLE {kept}.{table.name} AS TABLE {table.name}"))
        last = {str(name): int(value) for name, value in session.execute(text(numbers))}

    def copy(other: Installation) -> None:
        with other.sessions.begin() as session:
            for table in tables:
                names = ", ".join(f'"{column.name}"' for column in table.columns if column.computed is None)
                session.execute(text(f"INSERT INTO {table.name} ({names}) SELECT {names} FROM {kept}.{table.name}"))
            for name, value in last.items():
                session.execute(text("SELECT setval(CAST(:name AS regclass), :value)"), {"name": name, "value": value})

    return copy


def _copy(filled: Path, empty: Path) -> None:
    with closing(sqlite3.connect(filled)) as source, closing(sqlite3.connect(empty)) as target:
        source.backup(target)


@contextmanager
def postgres(named: str) -> Iterator[str]:
    """The URL of a schema with empty tables, in the database that ``named`` is the URL of.

    Tests of one process have the same schema, one after another.  Where a test has changed the tables themselves, or
    holds them, the next one has a new schema.
    """
    schema = _Schema.of(named)
    yield schema.url
    schema.empty()


@contextmanager
def empty_postgres(named: str) -> Iterator[str]:
    """The URL of a new schema without tables, in the database that ``named`` is the URL of."""
    admin = create_engine(make_url(named).set(drivername="postgresql+psycopg"))
    name, url = _new_schema(admin)
    yield url
    with admin.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
    admin.dispose()


def _new_schema(admin: Engine) -> tuple[str, str]:
    """The name of a new schema, and its URL."""
    name = f"fupan_test_{uuid.uuid4().hex}"
    with admin.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    return name, admin.url.update_query_dict({"options": f"-csearch_path={name}"}).render_as_string(hide_password=False)


class _Schema:
    """A migrated schema."""

    def __init__(self, named: str) -> None:
        self._admin: Engine = create_engine(make_url(named).set(drivername="postgresql+psycopg"))
        self._begin()

    @staticmethod
    @cache
    def of(named: str) -> "_Schema":
        """The schema of this process."""
        return _Schema(named)

    def _begin(self) -> None:
        self._name, self.url = _new_schema(self._admin)
        _migrate(self.url)
        with self._admin.connect() as connection:
            self._structure = self._described(connection)

    def empty(self) -> None:
        """Removes all rows, and begins anew where the tables are not as they were."""
        try:
            with self._admin.begin() as connection:
                connection.execute(text("SET LOCAL lock_timeout = '2s'"))
                sound = self._described(connection) == self._structure
                if sound:
                    self._remove_rows(connection)
        except Exception:
            sound = False
        if not sound:
            self._begin()

    def _described(self, connection: Connection) -> list[tuple[object, ...]]:
        found = connection.execute(
            text(
                "SELECT c.relname, c.relkind::text, a.attname, a.atttypid::int, a.attnotnull FROM pg_class c"
                " JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid"
                " WHERE n.nspname = :schema AND a.attnum > 0 ORDER BY 1, a.attnum"
            ),
            {"schema": self._name},
        )
        revision = connection.execute(text(f"SELECT 'revision', version_num FROM {self._name}.alembic_version"))
        triggers = connection.execute(
            text(
                "SELECT 'trigger', t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
                " JOIN pg_namespace n ON n.oid = c.relnamespace"
                " WHERE n.nspname = :schema AND NOT t.tgisinternal ORDER BY 2"
            ),
            {"schema": self._name},
        )
        return [tuple(row) for row in (*found, *revision, *triggers)]

    def _remove_rows(self, connection: Connection) -> None:
        tables = [f"{self._name}.{table.name}" for table in METADATA.sorted_tables]
        asked = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in tables)
        filled = connection.scalars(text(asked)).all()
        if filled:
            connection.execute(text(f"TRUNCATE {', '.join(filled)} CASCADE"))
        connection.execute(
            text(
                "SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)"
                " FROM pg_sequences WHERE schemaname = :schema AND last_value IS NOT NULL"
            ),
            {"schema": self._name},
        )
