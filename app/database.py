"""The database: opening it, bringing its tables up to date, and transactions that write."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session, sessionmaker

from app.database_trouble import DatabaseUnusable, refuse_newer
from app.language import _
from app.migrations.filling import FILLED_BEFORE, count_matches

MIGRATIONS: Final = Path(__file__).parent / "migrations"
BUSY_SECONDS: Final = 30
"""How long a SQLite connection waits for another one that writes."""
ATTEMPTS: Final = 3
"""The most times that a transaction is tried if the database reports a conflict with other transactions."""
_WRITES: Final = "fupan_writes"
_AT_ONCE: Final = "fupan_at_once"
_WRITERS_LOCK: Final = 0x667570616E
"""The key of the PostgreSQL lock that every writing transaction holds."""

Result = TypeVar("Result")
Tell = Callable[[int, int], None]
"""Is called with the number of things done and the number of all."""


def open_database(url: str) -> Engine:
    """The engine of a database URL.  SQLite runs in WAL mode with foreign keys enforced; PostgreSQL uses psycopg.

    A new SQLite file can be read by its owner only.

    Raises sqlalchemy.exc.ArgumentError if it is not a URL, DatabaseUnusable if the driver is not installed.
    """
    parsed = make_url(url)
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        try:
            return create_engine(parsed, pool_pre_ping=True)
        except ModuleNotFoundError as missing:
            raise DatabaseUnusable(
                _(
                    "its driver {driver} is not installed; pip install 'fupan[postgres]' installs that of PostgreSQL",
                    driver=missing.name,
                )
            ) from missing
    _make_file(parsed)
    engine = create_engine(parsed, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _make_file(url: URL) -> None:
    """Makes the file of a database.  If that is not possible, SQLite reports the reason when it opens the file."""
    path = url.database
    if path and path != ":memory:" and not path.startswith("file:"):
        with suppress(OSError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def upgrade(engine: Engine, revision: str = "head", tell: Tell | None = None) -> None:
    """Brings the tables to a revision.  If several processes do this at once, one works and the others wait.

    Tables that are filled from many rows are filled in batches.  Each batch is committed separately, so an upgrade that
    was stopped continues there the next time.  ``tell`` is called with the number of matches done and of all.

    Raises DatabaseUnusable if a newer version of Fupan made the database.
    """
    with engine.connect() as connection:
        refuse_newer(connection, ScriptDirectory(str(MIGRATIONS)))
    for reached in _revisions(revision):
        fill = FILLED_BEFORE.get(reached)
        if fill is not None and not _has_reached(engine, reached):
            _fill(engine, fill, tell)
        with _writing_connection(engine) as connection:
            settings = AlembicConfig()
            settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
            settings.attributes["connection"] = connection
            command.upgrade(settings, reached)


def _revisions(last: str) -> list[str]:
    """The revisions that must be reached by themselves, in order, up to the last."""
    script = ScriptDirectory(str(MIGRATIONS))
    on_the_way = [each.revision for each in script.iterate_revisions(last, "base")][::-1]
    return [each for number, each in enumerate(on_the_way, 1) if _is_a_stop(on_the_way, number)]


def _is_a_stop(revisions: Sequence[str], number: int) -> bool:
    """Whether the first ``number`` revisions are reached together: the last of all, and before and after a filling."""
    return number == len(revisions) or any(each in FILLED_BEFORE for each in revisions[number - 1 : number + 1])


def _has_reached(engine: Engine, revision: str) -> bool:
    with engine.connect() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
    return current is not None and revision in {
        each.revision for each in ScriptDirectory(str(MIGRATIONS)).iterate_revisions(current, "base")
    }


def _fill(engine: Engine, fill: Callable[[Connection, int], int | None], tell: Tell | None) -> None:
    with engine.connect() as connection:
        total = count_matches(connection)
    done: int | None = 0
    while done is not None:
        with _writing_connection(engine) as connection:
            done = fill(connection, done)
        if tell is not None and done is not None:
            tell(min(done, total), total)


@contextmanager
def _writing_connection(engine: Engine) -> Iterator[Connection]:
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
    except (OperationalError, IntegrityError):
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
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "trusted_schema = OFF"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    cursor.close()


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
