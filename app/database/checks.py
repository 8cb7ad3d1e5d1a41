"""The checks of a database by `fupan doctor`: its file, its tables, and whether its rows belong together."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Final

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, Table, and_, exists, func, inspect, or_, select
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col

from app.database.figure_columns import missing_figures, names_of
from app.database.opening import MIGRATIONS
from app.database.packing import unpacked
from app.database.tables.jobs import Job
from app.database.tables.matches import METADATA, Blob, Judgement, Log, MatchText
from app.database.tables.notes import NOTED_HANDS, Note
from app.database.tables.uploads import DeletedMatch, Part
from app.database.trouble import damage, refuse_newer, trouble
from app.text.language import _, marked, said
from app.text.language.keeping import text_kept
from engine import __version__

SHOWN: Final = 20
"""The most faults of a check that are listed."""
_BATCH: Final = 200
_OTHERS: Final = 0o077
"""The permissions of a file for people other than its owner."""


@dataclass(frozen=True, slots=True)
class DatabaseCheck:
    """Something that was checked, and what is wrong with it: at most ``SHOWN`` faults, each in a line."""

    name: str
    faults: tuple[str, ...] = ()
    more: bool = False
    """Whether there are faults besides these."""


def checks(engine: Engine) -> Iterator[DatabaseCheck]:
    """Checks a database and yields each check as it is done.  Checks that others make pointless are left out.

    Raises DatabaseUnusable for a database of a newer version, and SQLAlchemyError if it cannot be used at all.
    """
    sqlite = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        refuse_newer(connection, ScriptDirectory(str(MIGRATIONS)))
    if sqlite:
        yield _done(marked("the permissions of the file"), _readers(engine))
        pages = _done(marked("the pages of the file"), _damage(engine))
        yield pages
        if pages.faults:
            return
    with engine.connect() as connection:
        old = _older(connection)
        yield _done(marked("the version of the tables"), old)
        if old:
            return
        missing = list(_missing(connection))
        yield _done(marked("the tables, columns and indexes"), missing)
        if missing:
            return
        if sqlite:
            yield _done(marked("rows that refer to other rows"), _lost_rows(connection))
        yield _done(marked("the judgement of each match that lists show"), _judgements(connection))
        yield _done(marked("the index of texts"), _not_indexed(connection))
        yield _done(marked("the index of notes"), _notes_not_counted(connection))
        yield _done(marked("the bytes of the logs"), _bytes(connection))
        yield _done(marked("what the worker computes of matches"), _given_up(connection))


def _done(name: str, faults: Iterator[str] | list[str]) -> DatabaseCheck:
    first_faults = tuple(islice(faults, SHOWN + 1))
    return DatabaseCheck(name, first_faults[:SHOWN], len(first_faults) > SHOWN)


def _damage(engine: Engine) -> Iterator[str]:
    try:
        for number, line in enumerate(damage(engine)):
            if number == 0:
                yield _("it is damaged: restore a copy of the database, or export what can still be read")
            yield line
    except SQLAlchemyError as error:
        yield trouble(error)


def _older(connection: Connection) -> list[str]:
    """Whether the tables are those of an older version."""
    head = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    current = MigrationContext.configure(connection).get_current_revision()
    if current == head:
        missing = missing_figures(connection)
        said = _("they lack the figures {names}; fupan import or fupan serve adds them", names=names_of(missing))
        return [said] if missing else []
    if current is None:
        return [_("there are no tables yet; fupan import or fupan serve makes them")]
    return [
        _(
            "they are at revision {current}, and this version has {head}; fupan import or fupan serve upgrades them",
            current=current,
            head=head,
        )
    ]


def _missing(connection: Connection) -> Iterator[str]:
    """The tables, columns and indexes that are missing."""
    inspector = inspect(connection)
    tables = set(inspector.get_table_names())
    for table in METADATA.sorted_tables:
        if table.name not in tables:
            yield _("the table {table} is missing; restore a copy of the database", table=table.name)
            continue
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        yield from (
            _(
                "the column {column} of the table {table} is missing; restore a copy of the database",
                column=column.name,
                table=table.name,
            )
            for column in table.columns
            if column.name not in columns
        )
        yield from _missing_indexes(table, {index["name"] for index in inspector.get_indexes(table.name)})


def _missing_indexes(table: Table, there: set[str | None]) -> Iterator[str]:
    for index in sorted(str(table_index.name) for table_index in table.indexes):
        if index not in there:
            yield _(
                "the index {index} of the table {table} is missing; restore a copy of the database",
                index=index,
                table=table.name,
            )


def _lost_rows(connection: Connection) -> Iterator[str]:
    for table, row, parent, _key in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield _("row {row} of {table} refers to a row of {parent} that is missing", row=row, table=table, parent=parent)


def _judgements(connection: Connection) -> Iterator[str]:
    """Matches that lists leave out or show twice: each has one current judgement, deleted ones and parts have none."""
    judgement = select(func.count()).where(col(Judgement.log_id) == col(Log.id), col(Judgement.current).is_(True))
    shown = judgement.scalar_subquery()
    hidden = exists().where(col(DeletedMatch.log_id) == col(Log.id)) | exists().where(
        col(Part.of_log_id) == col(Log.id)
    )
    wrong = (hidden & (shown > 0)) | (~hidden & (shown != 1))
    for identity, count in connection.execute(select(col(Log.id), shown).where(wrong).order_by(col(Log.id))):
        if count == 0:
            yield _(
                "match {number} has none, so that no list shows it; import its log again, or restore a copy",
                number=identity,
            )
        else:
            yield _(
                "match {number} has {count}, more than lists may show; restore a copy of the database",
                number=identity,
                count=count,
            )


def _not_indexed(connection: Connection) -> Iterator[str]:
    """Matches that a search for a text cannot find."""
    indexed = exists().where(col(MatchText.log_id) == col(Log.id))
    for identity in connection.scalars(select(col(Log.id)).where(~indexed).order_by(col(Log.id))):
        yield _(
            "match {number} is not in it, so that no search finds it; restore a copy of the database", number=identity
        )


def _notes_not_counted(connection: Connection) -> Iterator[str]:
    """Hands whose notes are counted wrongly in the table that searches read."""
    counted = NOTED_HANDS.c
    written = select(col(Note.log_id), col(Note.hand), func.count().label("notes"))
    subquery = written.group_by(col(Note.log_id), col(Note.hand)).subquery()
    same = and_(counted.match == subquery.c.log_id, counted.hand == subquery.c.hand)
    wrong = (
        select(subquery.c.log_id, subquery.c.hand)
        .outerjoin(NOTED_HANDS, same)
        .where(or_(counted.notes.is_(None), counted.notes != subquery.c.notes))
    )
    left = select(counted.match, counted.hand).where(
        ~exists().where(col(Note.log_id) == counted.match, col(Note.hand) == counted.hand)
    )
    for match, hand in sorted(tuple(row) for row in connection.execute(wrong.union_all(left))):
        yield _(
            "hand {number} of match {match} is counted with another number of notes than it has; restore a copy of the "
            "database",
            number=hand + 1,
            match=match,
        )


def _given_up(connection: Connection) -> Iterator[str]:
    """What this version of the program failed at."""
    rows = connection.execute(
        select(col(Judgement.log_id), col(Job.reason))
        .join(Judgement, col(Judgement.id) == col(Job.judgement_id))
        .where(col(Job.engine) == __version__, col(Job.reason).is_not(None))
        .order_by(col(Judgement.log_id), col(Job.id))
    )
    for match, reason in rows:
        yield _("match {number}: {reason}", number=match, reason=said(text_kept(reason or "")))


def _bytes(connection: Connection) -> Iterator[str]:
    """Logs whose bytes are not those that their hash was made of."""
    last = ""
    while True:
        rows = connection.execute(
            select(col(Blob.sha256), col(Blob.data), col(Blob.size))
            .where(col(Blob.sha256) > last)
            .order_by(col(Blob.sha256))
            .limit(_BATCH)
        ).all()
        if not rows:
            return
        for digest, data, size in rows:
            if data is not None and not _is_sound(digest, data, size):
                yield _("the bytes with the hash {hash} have changed; restore a copy of the database", hash=digest)
        last = rows[-1][0]


def _is_sound(digest: str, data: bytes, size: int) -> bool:
    try:
        return sha256(unpacked(data, size)).hexdigest() == digest
    except Exception:
        return False


def _readers(engine: Engine) -> Iterator[str]:
    """Whether people other than its owner may read or write the file."""
    path = engine.url.database
    if path and os.path.exists(path):
        mode = os.stat(path).st_mode & 0o777
        if mode & _OTHERS:
            yield _(
                "its permissions are {mode}, so that other people may use it; chmod 600 {path} ends that",
                mode=f"{mode:03o}",
                path=path,
            )
