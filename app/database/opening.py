"""The database: opening it, bringing its tables up to date, and transactions that write."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any, Final, TypeVar
from urllib.parse import quote

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, InternalError, OperationalError
from sqlalchemy.orm import Session, sessionmaker

import app.database.tables.jobs  # noqa: F401 (rows of other tables name its rows)
from app.database.figure_columns import add_figures, missing_figures, names_of
from app.database.trouble import DatabaseUnusable, refuse_newer, refuse_older, undecoded_error
from app.text.language import _

MIGRATIONS: Final = Path(__file__).parent / "migrations"
BUSY_SECONDS: Final = 30
"""How long a SQLite connection waits for another one that writes."""
ATTEMPTS: Final = 3
"""The most times that a transaction is tried if the database reports a conflict with other transactions."""
CONNECT_SECONDS: Final = 5
"""How long a connection to PostgreSQL may take to be made, unless its URL says so."""
_SWITCHES: Final = 300
"""How often a connection tries again to have a new SQLite file log its changes ahead."""
_CONNECT_TIMEOUT: Final = "connect_timeout"
_READ_ONLY: Final = frozenset({("mode", "ro"), ("immutable", "1")})
"""What a URI of SQLite says of a file that is not written."""
_WRITES: Final = "fupan_writes"
_AT_ONCE: Final = "fupan_at_once"
_WRITERS_LOCK: Final = 0x667570616E
"""The key of the PostgreSQL lock that every writing transaction holds."""

Result = TypeVar("Result")


def open_database(url: str, *, read_only: bool = False) -> Engine:
    """The engine of a database URL.  SQLite runs in WAL mode with foreign keys enforced; PostgreSQL uses psycopg.

    A new SQLite file can be read by its owner only.  With ``read_only``, or if the file or its folder cannot be
    written, no transaction can write.

    Raises sqlalchemy.exc.ArgumentError if it is not a URL, DatabaseUnusable if the driver is not installed.
    """
    parsed = make_url(url)
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite":
        return _open_sqlite(parsed, read_only=read_only)
    waits = {} if _CONNECT_TIMEOUT in parsed.query else {_CONNECT_TIMEOUT: CONNECT_SECONDS}
    try:
        return create_engine(
            parsed,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args=waits if parsed.get_backend_name() == "postgresql" else {},
            execution_options={"postgresql_readonly": True} if read_only else {},
        )
    except ModuleNotFoundError as missing:
        raise DatabaseUnusable(
            _(
                "its driver {driver} is not installed; pip install 'fupan[postgres]' installs that of PostgreSQL",
                driver=missing.name,
            )
        ) from missing


def _open_sqlite(url: URL, *, read_only: bool) -> Engine:
    path = sqlite_file(url)
    if path is not None and not read_only:
        _make_file(path)
    writable = _is_writable(path) if path is not None else not _READ_ONLY & set(url.query.items())
    if path is None or (writable and not read_only):
        engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)
    else:
        engine = create_engine(url, creator=partial(_connect_read_only, path), hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite if writable and not read_only else _prepare_read_only)
    event.listen(engine, "begin", _begin_sqlite)
    event.listen(engine, "handle_error", _name_undecoded, retval=True)
    return engine


def sqlite_file(url: URL) -> str | None:
    """The path of an SQLite file; None for a database in memory, for one that is named by a URI, and for others."""
    path = url.database
    if url.get_backend_name() != "sqlite" or not path or path == ":memory:" or path.startswith("file:"):
        return None
    return path


def shown_url(url: str) -> str:
    """A database as it may be shown: the path of an SQLite file, or the URL without a password.

    The name of the setting if it is not a URL.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        return "FUPAN_DATABASE_URL"
    return sqlite_file(parsed) or parsed.set(query={}).render_as_string()


def can_be_written(engine: Engine) -> bool:
    """Whether transactions may write to a database."""
    asked = "PRAGMA query_only" if engine.dialect.name == "sqlite" else "SHOW transaction_read_only"
    with engine.connect() as connection:
        return connection.exec_driver_sql(asked).scalar() in (0, "off")


def _is_writable(path: str) -> bool:
    """Whether a file can be written; SQLite writes files beside it too."""
    return not os.path.exists(path) or (os.access(path, os.W_OK) and os.access(_folder(path), os.W_OK))


def _folder(path: str) -> str:
    return os.path.dirname(os.path.realpath(path))


def _connect_read_only(path: str) -> sqlite3.Connection:
    """A connection to a file that cannot be written.

    In a folder that cannot be written either, SQLite is opened as immutable, because it cannot make
    the file beside it that readers and writers share.
    """
    path = os.path.realpath(path)
    changes = f"{path}-wal"
    unchanged = not os.access(_folder(path), os.W_OK) and not (os.path.exists(changes) and os.path.getsize(changes))
    uri = f"file:{quote(path)}?mode=ro{'&immutable=1' if unchanged else ''}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, check_same_thread=False)


def _make_file(path: str) -> None:
    """Makes the file of a database.  If that is not possible, SQLite reports the reason when it opens the file."""
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Brings the tables to a revision, with a column for each figure.  If several processes do this at once, one works
    and the others wait.

    Raises DatabaseUnusable if another version of Fupan made the database whose tables this one does not know.
    """
    script = ScriptDirectory(str(MIGRATIONS))
    with engine.connect() as connection:
        refuse_newer(connection, script)
        current = MigrationContext.configure(connection).get_current_revision()
        if revision == "head" and current == script.get_current_head() and not missing_figures(connection):
            return
    with writing_connection(engine) as connection:
        migrate(connection, revision)


def migrate(connection: Connection, revision: str) -> None:
    """Brings the tables to a revision, with a column for each figure, in the transaction of a connection."""
    settings = AlembicConfig()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.attributes["connection"] = connection
    command.upgrade(settings, revision)
    add_figures(connection)


def refuse_other_version(engine: Engine) -> None:
    """Raises DatabaseUnusable if another version of Fupan made the tables."""
    script = ScriptDirectory(str(MIGRATIONS))
    with engine.connect() as connection:
        refuse_newer(connection, script)
        refuse_older(connection, script)
        if missing := missing_figures(connection):
            raise DatabaseUnusable(
                _(
                    "it can be read but not written, and its tables lack the figures {names}; run fupan import or "
                    "fupan serve where it can be written",
                    names=names_of(missing),
                )
            )


@contextmanager
def writing_connection(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that writes; see `writing`."""
    with engine.connect().execution_options(**{_WRITES: True}) as connection, connection.begin():
        _wait_for_writers(connection)
        yield connection


@contextmanager
def writing(sessions: sessionmaker[Session]) -> Iterator[Session]:
    """A session in a transaction that writes.  It is committed at the end, and rolled back if an exception is raised.

    There is one writer at a time.  The transaction waits for its turn before it reads, so what it has read is still
    valid when it writes, and two transactions that write the same rows in different orders cannot block each other.
    """
    with sessions() as session:
        _wait_for_writers(session.connection(execution_options={_WRITES: True}))
        yield session
        session.commit()


def transact_at_once(sessions: sessionmaker[Session], work: Callable[[Session], object]) -> bool:
    """Does work in a transaction that writes, unless it had to wait for another writer; False where it was not done.

    For what need not be written now: it is not done either where the database cannot be written, or does not take it.
    """
    try:
        with sessions() as session:
            connection = session.connection(execution_options={_WRITES: True, _AT_ONCE: True})
            if not _is_next_writer(connection):
                return False
            work(session)
            session.commit()
    except (OperationalError, IntegrityError, InternalError):
        return False
    return True


def transact(sessions: sessionmaker[Session], work: Callable[[Session], Result]) -> Result:
    """The result of ``work``, done in a transaction that writes.

    If it conflicts with another writer (a deadlock, a database that remained locked), it is tried again as a whole.
    Raises the last sqlalchemy.exc.OperationalError.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with writing(sessions) as session:
                return work(session)
        except OperationalError:
            if attempt == ATTEMPTS:
                raise
    raise AssertionError("unreachable")


def _wait_for_writers(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _WRITERS_LOCK})


def _is_next_writer(connection: Connection) -> bool:
    """Whether the transaction may write without waiting."""
    if connection.dialect.name == "postgresql":
        taken = connection.execute(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": _WRITERS_LOCK})
        return bool(taken.scalar())
    return True


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver itself begins a transaction only at the first change; `_begin_sqlite` begins it instead.
    connection.isolation_level = None
    _write_ahead(connection)
    _set_pragmas(connection, "synchronous = NORMAL")


def _write_ahead(connection: Any) -> None:
    """Has a file log its changes ahead.  Where several programs do this to a new file at once, SQLite has all but one
    fail without waiting; they try again until one has done it.
    """
    for left in range(_SWITCHES, -1, -1):
        try:
            _set_pragmas(connection, "journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not left or getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_BUSY:
                raise
            sleep(BUSY_SECONDS / _SWITCHES)
        else:
            return


def _prepare_read_only(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    _set_pragmas(connection, "query_only = ON")


def _set_pragmas(connection: Any, *pragmas: str) -> None:
    cursor = connection.cursor()
    try:
        for pragma in (*pragmas, "foreign_keys = ON", "trusted_schema = OFF", f"busy_timeout = {BUSY_SECONDS * 1000}"):
            cursor.execute(f"PRAGMA {pragma}")
    except UnicodeDecodeError as error:
        raise undecoded_error(error) from error
    finally:
        cursor.close()


def _name_undecoded(context: ExceptionContext) -> BaseException | None:
    """The error of the database for a message of SQLite that is not UTF-8, which the driver cannot decode."""
    if isinstance(context.original_exception, UnicodeDecodeError):
        return DatabaseError(context.statement, None, undecoded_error(context.original_exception))
    return None


def _begin_sqlite(connection: Connection) -> None:
    options = connection.get_execution_options()
    begin = "BEGIN IMMEDIATE" if options.get(_WRITES, False) else "BEGIN"
    if not options.get(_AT_ONCE, False):
        connection.exec_driver_sql(begin)
        return
    connection.exec_driver_sql("PRAGMA busy_timeout = 0")
    try:
        connection.exec_driver_sql(begin)
    finally:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
