"""Backups: all rows of a database as they are at one moment, in a file that SQLite and PostgreSQL both restore.

A file is a line that names its form, and a stream of zstd.  In it each part is four bytes with its length, the part in
MessagePack, and the SHA-256 of it and all parts before.  The parts are what the backup is of, the tables with their
rows, in an order in which rows refer to rows before them, signing keys, and an end.  Values are written as SQLite
stores them.
"""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec
import zstandard
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Boolean, Connection, DateTime, Engine, LargeBinary, inspect
from sqlalchemy.engine import Inspector, make_url
from sqlalchemy.orm import Session

from app.database.drafts import draft_beside, draft_folder
from app.database.opening import MIGRATIONS, migrate, open_database, sqlite_file, writing_connection
from app.database.tables.statistics import FACTS, TALLIES
from app.database.trouble import DatabaseUnusable, refuse_newer
from app.text.language import _
from app.text.moments import moment
from engine.verdict.proof.form import Chain
from engine.version import __version__

_FAMILY: Final = b"fupan-backup/"
_FORM: Final = _FAMILY + b"1\n"
_DIGITS: Final = 8
"""The most bytes that the number of a later form takes beyond that of this one."""
_LENGTH: Final = 4
_PART_BYTES: Final = 512 * 1024 * 1024
"""The most bytes of a part that is read."""
_WINDOW: Final = 2**27
_ROWS: Final = 1_000
"""Rows of a part."""
_LARGE_ROWS: Final = 20
"""Rows of a part if they have bytes."""
_VERSION_TABLE: Final = "alembic_version"
_WITH_FIGURES: Final = frozenset({FACTS.name, TALLIES.name})
"""Tables whose columns of figures follow the version: those that this one does not have are left out."""
_MOMENT: Final = "YYYY-MM-DD HH24:MI:SS.US"
"""How PostgreSQL writes a moment as SQLite stores it."""

ChainOf = Callable[[Session], Chain]
"""What gives the length and the head of the record, which the rooms above know."""
Mend = Callable[[Connection], int]
"""What the rooms above change in what is restored, in its transaction; returns how much."""


class BackupRefused(Exception):
    """Why a file cannot be restored, in words."""


class BackupDamaged(BackupRefused):
    """A file is not what a backup of this version is."""


def _damaged() -> BackupDamaged:
    return BackupDamaged(_("it is not a backup of Fupan, or is damaged"))


class BackupHead(msgspec.Struct, frozen=True, tag="head"):
    """What a backup is of."""

    revision: str
    """That of the tables."""
    version: str
    """The version of Fupan that wrote it."""
    at: str
    chain: Chain
    """The record of disputes."""


class _Table(msgspec.Struct, frozen=True, tag="table"):
    """The beginning of a table."""

    name: str
    columns: tuple[str, ...]
    last: int
    """The last number that the database gave to a row, also to one that is gone; 0 if it does not keep that."""


class _Rows(msgspec.Struct, frozen=True, tag="rows"):
    """Rows of the table that was begun last."""

    rows: list[tuple[Any, ...]]


class _Key(msgspec.Struct, frozen=True, tag="key"):
    """The file of a signing key."""

    name: str
    data: bytes


class _End(msgspec.Struct, frozen=True, tag="end"):
    """The end of a backup that is whole."""

    rows: dict[str, int]
    """How many each table has."""


_Part = BackupHead | _Table | _Rows | _Key | _End


class RestoredBackup(msgspec.Struct, frozen=True):
    """What a backup had."""

    head: BackupHead
    rows: dict[str, int]
    """How many rows each table has."""
    keys: dict[str, bytes]
    """The files of signing keys, by their names."""
    mended: int = 0
    """How much was changed in it."""


def write_backup(engine: Engine, file: Path, chain_of: ChainOf, keys: Mapping[str, bytes]) -> RestoredBackup:
    """Writes a backup, which is there as a whole or not at all.  Only its owner may read it.

    All is read in one transaction, from the state of one moment; others write meanwhile.  Raises BackupRefused if there
    is such a file, DatabaseUnusable for a database that another version made or that has no tables, and OSError.
    """
    if file.exists():
        raise BackupRefused(_("there is such a file already"))
    with draft_beside(file) as draft:
        with snapshot(engine) as connection:
            written = _write(connection, draft.stream, chain_of, keys)
        draft.flush()
        os.replace(draft.path, file)
    return written


def restore_backup(url: str, stream: BinaryIO, mend: Mend | None = None) -> RestoredBackup:
    """Makes the database of a URL from a backup, with the tables of this version.

    It is there as a whole, changed by ``mend``, or not at all.  Raises BackupRefused for a file that is not a whole
    backup that this version can read, and for a place where a database is.
    """
    file = sqlite_file(make_url(url))
    if file is None:
        return _restore_into(url, stream, mend)
    if os.path.exists(file):
        raise BackupRefused(_("there is a database already: {database}", database=file))
    place = Path(file)
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with draft_folder(place.parent) as folder:
        draft = folder / place.name
        restored = _restore_into(f"sqlite:///{draft}", stream, mend)
        with draft.open("rb") as made:
            os.fsync(made.fileno())
        try:
            os.link(draft, place)
        except FileExistsError:
            raise BackupRefused(_("there is a database already: {database}", database=file)) from None
    return restored


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that sees the state of one moment.  It does not keep others from writing."""
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        refuse_newer(connection, ScriptDirectory(str(MIGRATIONS)))
        yield connection


def _write(connection: Connection, stream: BinaryIO, chain_of: ChainOf, keys: Mapping[str, bytes]) -> RestoredBackup:
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None:
        raise DatabaseUnusable(_("there are no tables yet; fupan import or fupan serve makes them"))
    stream.write(_FORM)
    hashed, rows = sha256(), dict[str, int]()
    with zstandard.ZstdCompressor(level=3).stream_writer(stream, closefd=False) as packed:

        def put(part: _Part) -> None:
            data = msgspec.msgpack.encode(part)
            hashed.update(data)
            packed.write(len(data).to_bytes(_LENGTH, "big") + data + hashed.digest())

        with Session(connection) as session:
            head = BackupHead(revision, __version__, moment(), chain_of(session))
        put(head)
        inspector = inspect(connection)
        for name, _keys in inspector.get_sorted_table_and_fkc_names():
            if name is not None and name != _VERSION_TABLE:
                rows[name] = 0
                for part in _table(connection, inspector, name):
                    put(part)
                    rows[name] += len(part.rows) if isinstance(part, _Rows) else 0
        for key, data in keys.items():
            put(_Key(key, data))
        put(_End(rows))
    return RestoredBackup(head, rows, dict(keys))


def _table(connection: Connection, inspector: Inspector, name: str) -> Iterator[_Table | _Rows]:
    """The parts of a table: what it is, and its rows in the order of its key."""
    quote, postgres = connection.dialect.identifier_preparer.quote, connection.dialect.name == "postgresql"
    columns = [column for column in inspector.get_columns(name) if not column.get("computed")]
    shown = [_shown(quote(column["name"]), column["type"], postgres) for column in columns]
    key = inspector.get_pk_constraint(name)["constrained_columns"]
    yield _Table(name, tuple(column["name"] for column in columns), last_number(connection, name, key))
    order = ", ".join(map(quote, key))
    many = _LARGE_ROWS if any(isinstance(column["type"], LargeBinary) for column in columns) else _ROWS
    cursor = connection.exec_driver_sql(
        f"SELECT {', '.join(shown)} FROM {quote(name)} ORDER BY {order}",  # noqa: S608 (names of the database itself)
        execution_options={"yield_per": many},
    )
    for part in cursor.partitions():
        yield _Rows([tuple(row) for row in part])


def _shown(column: str, kind: object, postgres: bool) -> str:
    """How a column is asked for, so that its values are those that SQLite stores."""
    if postgres and isinstance(kind, DateTime):
        return f"to_char({column} AT TIME ZONE 'UTC', '{_MOMENT}')"
    return f"{column}::int" if postgres and isinstance(kind, Boolean) else column


def last_number(connection: Connection, table: str, key: list[str]) -> int:
    """The last number that the database gave to a row of a table, also to one that is gone; 0 if it keeps none."""
    if connection.dialect.name == "sqlite":
        if not _counts(connection, table):
            return 0
        number = connection.exec_driver_sql("SELECT seq FROM sqlite_sequence WHERE name = ?", (table,)).scalar()
    else:
        sequence = _sequence(connection, table, key)
        number = (
            sequence
            and connection.exec_driver_sql(
                "SELECT last_value FROM pg_sequences WHERE format('%%I.%%I', schemaname, sequencename) = %s",
                (sequence,),
            ).scalar()
        )
    return int(number or 0)


def _counts(connection: Connection, table: str) -> bool:
    """Whether SQLite keeps the last number of a table, so that none is given twice."""
    made = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", (table,))
    return "AUTOINCREMENT" in str(made.scalar())


def _sequence(connection: Connection, table: str, key: list[str]) -> str | None:
    """The sequence that numbers the rows of a table of PostgreSQL."""
    if len(key) != 1:
        return None
    quoted = connection.dialect.identifier_preparer.quote(table)
    sequence = connection.exec_driver_sql("SELECT pg_get_serial_sequence(%s, %s)", (quoted, key[0])).scalar()
    return None if sequence is None else str(sequence)


def _restore_into(url: str, stream: BinaryIO, mend: Mend | None) -> RestoredBackup:
    engine = open_database(url)
    try:
        with writing_connection(engine) as connection:
            if inspect(connection).get_table_names():
                raise BackupRefused(
                    _("there is a database already: {database}", database=engine.url.set(query={}).render_as_string())
                )
            restored = _fill(connection, _parts(stream))
            mended = 0 if mend is None else mend(connection)
        if mended and engine.dialect.name == "sqlite":
            # What was removed is in the free space of the file until it is written anew.
            with closing(engine.raw_connection()) as plain:
                plain.cursor().execute("VACUUM")
        return msgspec.structs.replace(restored, mended=mended)
    finally:
        engine.dispose()


def _fill(connection: Connection, parts: Iterator[_Part]) -> RestoredBackup:
    head = next(parts)
    if not isinstance(head, BackupHead):
        raise _damaged()
    try:
        return _fill_from(connection, head, parts)
    except BackupDamaged as damaged:
        if _numbers(head.version) <= _numbers(__version__):
            raise
        raise BackupRefused(
            _(
                "Fupan {version} wrote it, a later version than this one ({own}), and this one cannot read it; "
                "install that version",
                version=head.version,
                own=__version__,
            )
        ) from damaged


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers that a version consists of; what is none ends them."""
    text_match = re.match(r"\d+(?:\.\d+)*", version, re.ASCII)
    return tuple(map(int, text_match[0].split("."))) if text_match else ()


def _fill_from(connection: Connection, head: BackupHead, parts: Iterator[_Part]) -> RestoredBackup:
    if head.revision not in {revision.revision for revision in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}:
        raise BackupRefused(
            _(
                "Fupan {version} wrote it, whose tables (revision {revision}) this version does not know; install that "
                "version",
                version=head.version,
                revision=head.revision,
            )
        )
    migrate(connection, head.revision)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
    rows, keys, tables = dict[str, int](), dict[str, bytes](), list[_Table]()
    inspector = inspect(connection)
    for part in parts:
        if isinstance(part, _Table):
            _refuse_unknown(inspector, part)
            tables.append(part)
            rows[part.name] = 0
        elif isinstance(part, _Rows):
            _put_rows(connection, inspector, tables[-1], part.rows)
            rows[tables[-1].name] += len(part.rows)
        elif isinstance(part, _Key):
            keys[part.name] = part.data
        elif isinstance(part, _End) and part.rows != rows:
            raise _damaged()
    for table in tables:
        count_on(connection, table.name, table.last, inspector.get_pk_constraint(table.name)["constrained_columns"])
    migrate(connection, "head")
    return RestoredBackup(head, rows, keys)


def _refuse_unknown(inspector: Inspector, table: _Table) -> None:
    """Raises BackupRefused for a table or a column that the tables of its revision do not have, but for figures."""
    known = inspector.get_table_names()
    if table.name not in known:
        raise _damaged()
    if table.name not in _WITH_FIGURES and not {*table.columns} <= _columns_of(inspector, table.name).keys():
        raise _damaged()


def _columns_of(inspector: Inspector, table: str) -> dict[str, object]:
    """The types of the columns of a table."""
    return {column["name"]: column["type"] for column in inspector.get_columns(table)}


def _put_rows(connection: Connection, inspector: Inspector, table: _Table, rows: list[tuple[Any, ...]]) -> None:
    quote = connection.dialect.identifier_preparer.quote
    kinds = _columns_of(inspector, table.name)
    positions = [place for place, column in enumerate(table.columns) if column in kinds]
    names = [table.columns[place] for place in positions]
    if len(positions) < len(table.columns):
        rows = [tuple(row[place] for place in positions) for row in rows]
    name, columns = quote(table.name), ", ".join(map(quote, names))
    if connection.dialect.name == "sqlite":
        places = ", ".join("?" * len(names))
        connection.exec_driver_sql(f"INSERT INTO {name} ({columns}) VALUES ({places})", rows)  # noqa: S608
        return
    moments = [place for place, column_name in enumerate(names) if isinstance(kinds[column_name], DateTime)]
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {name} ({columns}) FROM STDIN") as copy:
        for row in rows:
            values = list(row)
            for place in moments:
                values[place] = None if values[place] is None else f"{values[place]}+00"
            copy.write_row(values)


def count_on(connection: Connection, name: str, last: int, key: list[str]) -> None:
    """Lets the numbers of a table continue after the last one that was given, or that a row has."""
    if connection.dialect.name == "sqlite":
        if last and _counts(connection, name):
            connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            connection.exec_driver_sql("INSERT INTO sqlite_sequence VALUES (?, ?)", (name, last))
        return
    sequence = _sequence(connection, name, key)
    if sequence is not None:
        quote = connection.dialect.identifier_preparer.quote
        largest = connection.exec_driver_sql(f"SELECT max({quote(key[0])}) FROM {quote(name)}").scalar()  # noqa: S608
        if highest := max(last, int(largest or 0)):
            connection.exec_driver_sql("SELECT setval(%s::regclass, %s)", (sequence, highest))


def _parts(stream: BinaryIO) -> Iterator[_Part]:
    """The parts of a backup up to its end.  Raises BackupRefused if it is not one, or not whole."""
    form = stream.read(len(_FORM))
    if form != _FORM:
        number = (form + stream.read(_DIGITS)).removeprefix(_FAMILY).partition(b"\n")[0]
        if form.startswith(_FAMILY) and number.isdigit():
            raise BackupRefused(
                _(
                    "it is a backup of form {number}, and Fupan {version} reads form 1; install a later version",
                    number=int(number),
                    version=__version__,
                )
            )
        raise _damaged()
    hashed, decoder = sha256(), msgspec.msgpack.Decoder(_Part)
    with zstandard.ZstdDecompressor(max_window_size=_WINDOW).stream_reader(stream, closefd=False) as plain:

        def exactly(count: int) -> bytes:
            data = bytearray()
            while len(data) < count:
                more = plain.read(min(count - len(data), 2**20))
                if not more:
                    raise BackupRefused(_("it is not whole: its end is missing"))
                data += more
            return bytes(data)

        try:
            while True:
                count = int.from_bytes(exactly(_LENGTH), "big")
                if count > _PART_BYTES:
                    raise _damaged()
                data = exactly(count)
                hashed.update(data)
                if exactly(hashed.digest_size) != hashed.digest():
                    raise _damaged()
                yield (part := decoder.decode(data))
                if isinstance(part, _End):
                    return
        except (zstandard.ZstdError, msgspec.MsgspecError) as error:
            raise _damaged() from error
