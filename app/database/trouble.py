"""What can be wrong with a database itself, in words."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import DatabaseError, SQLAlchemyError, TimeoutError

from app.database.tables.matches import METADATA
from app.text.language import _, marked, said
from engine.rulebook.sentences import enumerated

DOCTOR: Final = marked("fupan doctor says more")
_SHOWN: Final = 20
EARLIER: Final = re.compile(r"00\d\d|[a-z]+\d|first_[0-9a-f]{12}")
"""The revisions of versions from before the first release, and the first one of it."""
_TREE: Final = re.compile(r"(?:\b[Tt]ree (?:page )?|^Page )(\d+)")
"""How SQLite names a damaged table or index: by its first page."""


class DatabaseUnusable(Exception):
    """Why a database cannot be used, in words."""


class TroubleKind(StrEnum):
    """What an error of a database is about."""

    AWAY = "away"
    """Its server cannot be reached."""
    BUSY = "busy"
    FULL = "full"
    READ_ONLY = "read only"
    DAMAGED = "damaged"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class _Known:
    """An error of a database: its codes, parts of its message or its name, and the words for it."""

    kind: TroubleKind
    words: str
    marks: tuple[str, ...] = ()
    sqlite: tuple[int, ...] = ()
    """The result codes of SQLite, primary or extended."""
    states: tuple[str, ...] = ()
    """How the SQLSTATE of PostgreSQL begins."""

    def covers(self, error: BaseException, cause: BaseException) -> bool:
        """Whether an error, and what the driver raised, are of this."""
        code, state = getattr(cause, "sqlite_errorcode", 0), getattr(cause, "sqlstate", None) or ""
        return (
            bool({code, code & _PRIMARY} & {*self.sqlite})
            or bool(self.states and state.startswith(self.states))
            or any(mark == type(cause).__name__ or mark in _first_line(cause) for mark in self.marks)
            or (self.kind is TroubleKind.AWAY and _is_cut_off(error, cause))
        )


_PRIMARY: Final = 0xFF
"""The bits of a result code of SQLite that are its primary code."""
_ERRORS: Final = (
    _Known(
        TroubleKind.FULL,
        marked("there is no space left for it ({reason}); make room on its disk, and do this again"),
        marks=("disk is full", "No space left"),
        sqlite=(sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE),
        states=("53100",),
    ),
    _Known(
        TroubleKind.READ_ONLY,
        marked("it can be read but not written ({reason})"),
        marks=("readonly database", "read-only transaction"),
        sqlite=(sqlite3.SQLITE_READONLY,),
        states=("25006",),
    ),
    _Known(
        TroubleKind.DAMAGED,
        marked(
            "its file is not a database of SQLite, or is damaged at its beginning, or is encrypted ({reason}); "
            "restore a copy of it, or name another file"
        ),
        marks=("file is not a database",),
        sqlite=(sqlite3.SQLITE_NOTADB,),
    ),
    _Known(
        TroubleKind.DAMAGED,
        marked("it is damaged ({reason}); restore a copy of it, or export what can still be read"),
        marks=("malformed", "disk I/O error", "invalid page", "could not read block", "Could not decode to UTF-8"),
        sqlite=(sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_IOERR),
        states=("XX001", "XX002", "58030"),
    ),
    _Known(
        TroubleKind.OTHER,
        marked("it lacks a table or column that this version needs ({reason}); restore a copy of it"),
        marks=("no such table", "no such column", "UndefinedTable", "UndefinedColumn"),
    ),
    _Known(
        TroubleKind.BUSY,
        marked("another program has kept it locked for too long ({reason}); try again"),
        marks=("database is locked",),
        sqlite=(sqlite3.SQLITE_BUSY,),
        states=("40001", "40P01", "55P03"),
    ),
    _Known(
        TroubleKind.OTHER,
        marked("its file cannot be opened ({reason}); its folder must exist, and you must be permitted to read both"),
        sqlite=(sqlite3.SQLITE_CANTOPEN,),
    ),
    _Known(
        TroubleKind.AWAY,
        marked("its server cannot be reached ({reason}); start it, or name another database"),
        states=("08", "57P0", "53300"),
    ),
)


def trouble(error: SQLAlchemyError) -> str:
    """The meaning of a database error, in words."""
    known, reason = _known(error)
    return reason if known is None else _(known.words, reason=reason)


def kind_of(error: SQLAlchemyError) -> TroubleKind:
    """What a database error is about."""
    known, _reason = _known(error)
    return TroubleKind.OTHER if known is None else known.kind


def _known(error: SQLAlchemyError) -> tuple[_Known | None, str]:
    """What is known of an error, and what the database said.

    If nothing is known of it, but of an error before it, it is that one: where SQLite has no space left, it ends the
    transaction, so that leaving the inner ones fails too.
    """
    exception: BaseException | None = error
    while exception is not None:
        cause = getattr(exception, "orig", None) or exception
        for known in _ERRORS:
            if known.covers(exception, cause):
                return known, _first_line(cause)
        exception = exception.__context__
    return None, _first_line(getattr(error, "orig", None) or error)


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), "")


def _is_cut_off(error: BaseException, cause: BaseException) -> bool:
    """Whether there is no connection to a server: it was lost, or was not made (the driver has no code for that)."""
    driver = type(cause).__module__.partition(".")[0]
    not_made = driver == "psycopg" and type(cause).__name__ == "OperationalError" and not getattr(cause, "sqlstate", "")
    return not_made or getattr(error, "connection_invalidated", False) or isinstance(error, TimeoutError)


def undecoded_error(error: UnicodeDecodeError) -> sqlite3.DatabaseError:
    """The error of SQLite whose message is not UTF-8, as the messages about damaged names are."""
    said_of_it = sqlite3.DatabaseError(bytes(error.object).decode("utf-8", "replace"))
    said_of_it.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return said_of_it


def unknown_revision(connection: Connection, script: ScriptDirectory) -> str | None:
    """The revision of the tables, if this version does not have it."""
    known = {revision.revision for revision in script.walk_revisions()}
    heads = MigrationContext.configure(connection).get_current_heads()
    return next((head for head in heads if head not in known), None)


def refuse_newer(connection: Connection, script: ScriptDirectory) -> None:
    """Raises DatabaseUnusable if a newer version of Fupan made the tables, or one from before the first release."""
    unknown = unknown_revision(connection, script)
    if unknown and EARLIER.fullmatch(unknown):
        raise DatabaseUnusable(
            _(
                "a version of Fupan from before the first release made it, and this version does not carry its tables "
                "over; nothing in it was changed. Its matches can be imported again: name another database in "
                "FUPAN_DATABASE_URL, and give their logs to fupan import (the version that made it still serves them, "
                "at /api/matches/NUMBER/raw). Its disputes, rulings, verdicts, notes, drafts, house rules, searches "
                "and changed names would not come along"
            )
        )
    if unknown:
        raise DatabaseUnusable(
            _(
                "a newer version of Fupan made it: its tables are at revision {newer}, and this version knows them up "
                "to {known}; install that version, or use another database",
                newer=unknown,
                known=script.get_current_head(),
            )
        )


def refuse_older(connection: Connection, script: ScriptDirectory) -> None:
    """Raises DatabaseUnusable if an older version of Fupan made the tables, or there are none."""
    current, known = MigrationContext.configure(connection).get_current_revision(), script.get_current_head()
    if current is None:
        raise DatabaseUnusable(_("it can be read but not written, and has no tables; name another database"))
    if current != known:
        raise DatabaseUnusable(
            _(
                "it can be read but not written, and its tables are at revision {current} and have to be upgraded to "
                "{known}; run fupan import or fupan serve where it can be written",
                current=current,
                known=known,
            )
        )


def refuse_incomplete(connection: Connection) -> None:
    """Raises DatabaseUnusable if a table is missing."""
    missing = missing_tables(connection)
    if missing:
        if len(missing) == 1:
            raise DatabaseUnusable(_("the table {name} is missing from it; restore a copy of it", name=missing[0]))
        names = said(enumerated(missing))
        raise DatabaseUnusable(_("the tables {names} are missing from it; restore a copy of it", names=names))


def missing_tables(connection: Connection) -> list[str]:
    """The names of the tables that are missing."""
    return sorted(set(METADATA.tables) - set(inspect(connection).get_table_names()))


def refuse_damaged(engine: Engine) -> None:
    """Raises DatabaseUnusable if a quick check of a SQLite file finds damage.  The check reads the whole file.

    Raises SQLAlchemyError if it cannot be checked for another reason.
    """
    try:
        faults = list(damage(engine, quick=True))
    except SQLAlchemyError as error:
        if kind_of(error) is not TroubleKind.DAMAGED:
            raise
        raise DatabaseUnusable(_("{first}; {rest}", first=trouble(error), rest=_(DOCTOR))) from error
    if faults:
        shown = faults[0]
        if len(faults) > 1:
            shown = _("{names} and {count} more", names=shown, count=len(faults) - 1)
        damaged = _("its file is damaged ({damage})", damage=shown)
        raise DatabaseUnusable(_("{first}; {rest}", first=damaged, rest=_(DOCTOR)))


def damage(engine: Engine, *, quick: bool = False) -> Iterator[str]:
    """The damage that SQLite finds in its file, in its own words with the names of tables and indexes.

    Nothing for other databases.
    With ``quick`` the indexes are not compared with their tables.  Raises SQLAlchemyError if the file cannot be read at
    all.
    """
    if engine.dialect.name != "sqlite":
        return
    check = "quick_check" if quick else "integrity_check"
    with engine.connect() as connection:
        try:
            lines = _checked(connection, f"{check}({_SHOWN + 1})")
        except DatabaseError:
            lines = _damaged_tables(connection)
            if not lines:
                raise
        names: dict[str, str] = {}
        if lines:
            with suppress(SQLAlchemyError):
                roots = connection.exec_driver_sql("SELECT rootpage, name FROM sqlite_master")
                names = {str(root): name for root, name in roots}
    for line in lines:
        yield _TREE.sub(lambda tree: f"{tree[0]} ({names[tree[1]]})" if tree[1] in names else tree[0], line)


def _checked(connection: Connection, check: str) -> list[str]:
    rows = connection.exec_driver_sql(f"PRAGMA {check}").scalars()
    return [line for row in rows for line in str(row).splitlines() if line != "ok" and not line.startswith("***")]


def _damaged_tables(connection: Connection) -> list[str]:
    """The tables of a file whose check ends with an error, and what it says of each."""
    faults = []
    for name in inspect(connection).get_table_names():
        try:
            faults += _checked(connection, f'quick_check("{name}")')
        except DatabaseError as error:
            faults.append(f"{name}: {_first_line(error.orig or error)}")
    return faults
