"""What can be wrong with a database itself, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import SQLAlchemyError

import app.kept.tables
import app.notes.tables  # noqa: F401 (it adds its tables to the metadata)
from app.language import _, marked, said
from app.models import METADATA
from engine.rulebook.sentences import enumerated

DOCTOR: Final = marked("fupan doctor says more")
_SHOWN: Final = 20


class DatabaseUnusable(Exception):
    """Why a database cannot be used, in words."""


@dataclass(frozen=True, slots=True)
class _Known:
    """An error of a database: parts of its message or its name, and the words for it."""

    marks: tuple[str, ...]
    words: str


_ERRORS: Final = (
    _Known(
        ("malformed", "disk I/O error", "invalid page", "could not read block"),
        marked("it is damaged ({reason}); restore a copy of it, or export what can still be read"),
    ),
    _Known(("file is not a database",), marked("its file is not a database of SQLite, or is encrypted ({reason})")),
    _Known(
        ("no such table", "no such column", "UndefinedTable", "UndefinedColumn"),
        marked("it lacks a table or column that this version needs ({reason}); restore a copy of it"),
    ),
    _Known(("database is locked",), marked("another program has kept it locked for too long ({reason}); try again")),
    _Known(("readonly database", "read-only transaction"), marked("it can be read but not written ({reason})")),
    _Known(("disk is full", "No space left"), marked("there is no space left for it ({reason})")),
)


def trouble(error: SQLAlchemyError) -> str:
    """The meaning of a database error, in words."""
    cause = getattr(error, "orig", None) or error
    reason = next(iter(str(cause).splitlines()), "")
    for known in _ERRORS:
        if any(mark in reason or mark == type(cause).__name__ for mark in known.marks):
            return _(known.words, reason=reason)
    return reason


def refuse_newer(connection: Connection, script: ScriptDirectory) -> None:
    """Raises DatabaseUnusable if a newer version of Fupan made the tables."""
    known = {each.revision for each in script.walk_revisions()}
    unknown = [each for each in MigrationContext.configure(connection).get_current_heads() if each not in known]
    if unknown:
        raise DatabaseUnusable(
            _(
                "a newer version of Fupan made it: its tables are at revision {newer}, and this version knows them up "
                "to {known}; install that version, or use another database",
                newer=unknown[0],
                known=script.get_current_head(),
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
    """Raises DatabaseUnusable if a quick check of a SQLite file finds damage.  The check reads the whole file."""
    try:
        found = list(damage(engine, quick=True))
    except SQLAlchemyError as error:
        raise DatabaseUnusable(_("{first}; {rest}", first=trouble(error), rest=_(DOCTOR))) from error
    if found:
        shown = found[0]
        if len(found) > 1:
            shown = _("{names} and {count} more", names=shown, count=len(found) - 1)
        damaged = _("its file is damaged ({damage})", damage=shown)
        raise DatabaseUnusable(_("{first}; {rest}", first=damaged, rest=_(DOCTOR)))


def damage(engine: Engine, *, quick: bool = False) -> Iterator[str]:
    """The damage that SQLite finds in its file, in its own words; nothing for other databases.

    With ``quick`` the indexes are not compared with their tables.  Raises SQLAlchemyError if the file cannot be read at
    all.
    """
    if engine.dialect.name != "sqlite":
        return
    with engine.connect() as connection:
        name = "quick_check" if quick else "integrity_check"
        for (lines,) in connection.exec_driver_sql(f"PRAGMA {name}({_SHOWN + 1})"):
            yield from (line for line in str(lines).splitlines() if line != "ok" and not line.startswith("***"))
