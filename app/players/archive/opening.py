"""An archive as the queries of statistics read it: each table a view of its files."""

import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any, Final

import duckdb
from sqlalchemy import BigInteger, Boolean, Column, Date, DateTime, Float, Integer, LargeBinary, SmallInteger, Table
from sqlalchemy.orm import Session, sessionmaker

from app.database.tables.matches import METADATA
from app.players.archive.columns import BY_MONTH, BY_PERSON, MADE, NUMBERED, RULES, VERDICTS
from app.players.archive.duckdb_dialect import engine_of
from app.players.archive.layout import Archive, ArchiveUnusable, archive_at, state_of
from app.text.language import _

_LOG: Final = logging.getLogger(__name__)
MEMORY: Final = "256MB"
"""The memory of DuckDB at most; what needs more fails, since nothing is written elsewhere."""
THREADS: Final = 2
_END: Final = b"PAR1"
_SMALL: Final = 256 * 1024
"""The bytes of a table of names, or of what is made of all matches, that is read once, when the archive is opened."""
_CLOSED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_community_extensions": "false",
        "python_enable_replacements": "false",
    }
)
_AS_LOGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "id": "match",
        "blob_sha256": "sha256",
        "position": "position",
        "source": "source",
        "format": "format",
        "game": "game",
        "match_id": "match_id",
        "event": "event",
        "hands": "hands",
    }
)
"""The columns of ``logs`` that the index of verdicts has."""
_AS_JUDGEMENTS: Final[Mapping[str, str]] = MappingProxyType(
    {"id": "match", "log_id": "match", "report": "report", "report_size": "report_size"}
)


def sessions_of(folder: Path) -> sessionmaker[Session]:
    """Sessions that ask an archive what they ask a database, each as the archive is when it begins.

    Tables that an archive does not have, such as notes and rulings, are empty.  Raises ArchiveUnusable if there is no
    archive in the folder that this version reads, or one of its files is damaged.
    """
    return _Sessions(folder)


class _Sessions(sessionmaker[Session]):
    """Opens the archive again when another build of it is in use, and keeps the one before if that cannot be read."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._lock: Final = Lock()
        self._state = state_of(folder)
        super().__init__(engine_of(_opened(archive_at(folder))), expire_on_commit=False)

    def __call__(self, **given: Any) -> Session:
        """Another session."""
        with self._lock:
            state = state_of(self._folder)
            if state not in (None, self._state):
                self._state = state
                self._open_again()
        return super().__call__(**given)

    def _open_again(self) -> None:
        before = self.kw["bind"]
        try:
            self.configure(bind=engine_of(_opened(archive_at(self._folder))))
        except ArchiveUnusable as error:
            _LOG.error("%s", error)
            return
        # A session that is in use keeps its connection, and the files of the build before are still there.
        before.dispose()


@contextmanager
def sessions_in(archive: Archive) -> Iterator[sessionmaker[Session]]:
    """The same, for a while.  Raises ArchiveUnusable if a file is damaged."""
    with closing(_opened(archive)) as database:
        engine = engine_of(database)
        yield sessionmaker(engine, expire_on_commit=False)
        engine.dispose()


def open_memory(folder: Path, memory: str = MEMORY, threads: int = THREADS, spilled: Path | None = None) -> Any:
    """A new database in memory that can read the files below a folder and no others, and loads no extension.

    What does not fit in the memory is written to the folder ``spilled``, and is refused without it.
    """
    config: dict[str, Any] = {**_CLOSED, "memory_limit": memory, "threads": threads}
    config["temp_directory"] = "" if spilled is None else str(spilled)
    database = duckdb.connect(":memory:", config=config)
    database.execute(f"SET allowed_directories = [{text_of(str(folder.resolve()))}]")
    database.execute("SET enable_external_access = false")
    # Without GLOBAL it is of this connection alone, and every session has one of its own.
    database.execute("SET GLOBAL parquet_metadata_cache = true")
    return database


def read_of(paths: Iterable[Path]) -> str:
    """What a query reads from, to read some files."""
    return f"read_parquet([{', '.join(text_of(str(path.resolve())) for path in paths)}], hive_partitioning = false)"


def _opened(archive: Archive) -> Any:
    database = open_memory(archive.folder)
    try:
        all_tables = (*BY_MONTH, *BY_PERSON, *NUMBERED, *MADE)
        for table in all_tables:
            _make(database, table, archive.files(table.name))
        for table in METADATA.sorted_tables:
            if table.name == "logs":
                _make_from(database, table, _AS_LOGS, f"{VERDICTS.name} WHERE match IS NOT NULL")
            elif table.name == "judgements":
                of_rules = f"counted_matches JOIN {RULES.name} USING (options)"
                _make_from(database, table, _AS_JUDGEMENTS, of_rules)
            elif table not in all_tables:
                _make(database, table, [])
        database.execute("SET lock_configuration = true")
    except BaseException:
        database.close()
        raise
    return database


def _make(database: Any, table: Table, files: list[Path]) -> None:
    if not files:
        columns = ", ".join(f"{quoted(column.name)} {_duck(column)}" for column in table.c)
        database.execute(f"CREATE TABLE {quoted(table.name)} ({columns})")
        return
    columns = ", ".join(quoted(column.name) for column in table.c)
    try:
        # A view is made from the first file alone.
        for file in files:
            if not _has_end(file):
                database.execute(f"SELECT * FROM {read_of([file])} LIMIT 0")
        is_small = table in (*NUMBERED, *MADE) and sum(file.stat().st_size for file in files) <= _SMALL
        made = "TABLE" if is_small else "VIEW"
        database.execute(f"CREATE {made} {quoted(table.name)} AS SELECT {columns} FROM {read_of(files)}")
    except duckdb.Error as error:
        raise ArchiveUnusable(_damaged(database, files, error)) from error


def _has_end(file: Path) -> bool:
    with file.open("rb") as opened:
        opened.seek(max(0, file.stat().st_size - len(_END)))
        return opened.read() == _END


def _make_from(database: Any, table: Table, known: Mapping[str, str], source: str) -> None:
    columns = ", ".join(
        f"{quoted(known[column.name])} AS {quoted(column.name)}"
        if column.name in known
        else f"CAST(NULL AS {_duck(column)}) AS {quoted(column.name)}"
        for column in table.c
    )
    database.execute(f"CREATE VIEW {quoted(table.name)} AS SELECT {columns} FROM {source}")


def _damaged(database: Any, files: Iterable[Path], error: Exception) -> str:
    """The sentence about the first file that cannot be read."""
    for file in files:
        try:
            database.execute(f"SELECT * FROM {read_of([file])} LIMIT 0")
        except duckdb.Error as of_file:
            return damage(file, of_file)
    return str(error)


def damage(file: Path, error: Exception) -> str:
    """The sentence about a file that cannot be read."""
    reason = str(error).partition("\n")[0]
    return _("{file} of the archive is damaged: {reason}; build the archive again", file=file, reason=reason)


def _duck(column: Column[Any]) -> str:
    kind = column.type
    named = (
        (SmallInteger, "SMALLINT"),
        (BigInteger, "BIGINT"),
        (Integer, "INTEGER"),
        (Float, "DOUBLE"),
        (Boolean, "BOOLEAN"),
        (LargeBinary, "BLOB"),
        (Date, "DATE"),
    )
    decorated = getattr(kind, "impl", kind)
    if isinstance(decorated, DateTime):
        return "TIMESTAMP WITH TIME ZONE"
    return next((name for column_type, name in named if isinstance(kind, column_type)), "VARCHAR")


def quoted(name: str) -> str:
    """A name as SQL has it."""
    return '"' + name.replace('"', '""') + '"'


def text_of(text: str) -> str:
    """A text as SQL has it."""
    return "'" + text.replace("'", "''") + "'"
