"""The rows of disputes, people, texts and verdicts, held against what the record says."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, cast

from sqlalchemy import Column, FromClause, Table, select
from sqlalchemy.orm import Session

from app.database.bounded_stores import table_of
from app.database.joined_players import batches
from app.database.packing import BytesDamaged, unpacked
from app.database.tables.disputes import Evidence
from app.database.tables.matches import Blob
from app.database.tables.traces import Kind, recorded_fields, traced
from app.disputes.audit_check.said import ACTORS, DISPUTES, RECORDED, RULINGS, TEXTS, RecordDifference, RecordReading
from app.disputes.audit_log.binding import salted_hash
from app.text.moments import moment

_EVIDENCE: Final = table_of(Evidence)
_LAST: Final = (DISPUTES.c.state, RULINGS.c.in_force)
"""What later entries change."""


@dataclass(frozen=True, slots=True)
class CheckScope:
    """Which rows are held against the record."""

    dispute: int | None = None
    """Only those of one dispute; None: all."""
    partial: bool = False
    """Whether the record goes on after the entries that were read: rows may then be newer than they are."""
    files: bool = True
    """Whether the files of evidence and verdicts are read, too."""


def compare_rows(session: Session, said: RecordReading, scope: CheckScope) -> Iterator[RecordDifference]:
    """What differs of the rows that repeat what entries say, and of the files of evidence."""
    yield from said.unread
    for table in RECORDED:
        compare = _bound if table in (ACTORS, TEXTS) else _compared
        yield from compare(session, said, scope, table)


def _compared(session: Session, said: RecordReading, scope: CheckScope, table: Table) -> Iterator[RecordDifference]:
    what, own = RECORDED[table].what, recorded_fields(table)
    rows, fields = cast(FromClause, table), own
    if any(key.column.table is RULINGS for key in table.foreign_keys):
        rows, fields = table.join(RULINGS), recorded_fields(RULINGS) | own
    left = {
        key: expected_row
        for key, expected_row in said.rows[table].items()
        if scope.dispute in (None, expected_row.dispute)
    }
    wanted = select(*fields.values()).select_from(rows)
    if scope.dispute is not None:
        wanted = wanted.where(fields["dispute"] == scope.dispute)
    for values in session.execute(wanted):
        row = dict(zip(fields, map(_as_said, values), strict=True))
        known = left.pop(tuple(row[name] for name in RECORDED[table].key), None)
        if known is None:
            if not scope.partial:
                yield RecordDifference(None, what)
            continue
        for name, column in own.items():
            entry, value = known.values.get(name, (known.entry, None))
            if row[name] != value and not (scope.partial and any(column is last_column for last_column in _LAST)):
                yield RecordDifference(entry, "state" if column is DISPUTES.c.state else what)
        if table is _EVIDENCE and scope.files and not _is_kept(session, str(row["sha256"])):
            yield RecordDifference(known.entry, what)
    yield from (RecordDifference(expected_row.entry, what) for expected_row in left.values())


def _as_said(value: object) -> object:
    return moment(value) if isinstance(value, datetime) else value


def _bound(session: Session, said: RecordReading, scope: CheckScope, table: Table) -> Iterator[RecordDifference]:
    """What differs of names or texts whose hashes are in entries.

    A name or a text that is in no entry yet is on no page, and is not looked at.
    """
    ((text, _),) = traced(table, Kind.NAME, Kind.TEXT)
    fields: dict[str, Column[Any]] = recorded_fields(table)
    left, wanted = dict(said.rows[table]), select(text, table.c.salt, table.c.erased_at, *fields.values())
    for batch in batches(str(key[0]) for key in said.rows[table]):
        for name, salt, erased_at, *values in session.execute(wanted.where(table.c.id.in_(batch))):
            row = dict(zip(fields, values, strict=True))
            known = said.rows[table][row["id"],]
            if scope.partial and erased_at is not None:
                del left[row["id"],]
            elif None not in (name, salt) and erased_at is None:
                row["sha256"] = salted_hash(salt, name)
                if all(known.value(field) == value for field, value in row.items()):
                    del left[row["id"],]
    for (identity,), expected_row in left.items():
        if identity not in said.erased:
            yield RecordDifference(
                expected_row.values.get("sha256", (expected_row.entry, None))[0], RECORDED[table].what
            )


def kept_bytes(data: bytes | None, size: int) -> bytes | None:
    """The bytes that were packed; None where there are none, or where they are damaged or of another size."""
    try:
        raw = None if data is None else unpacked(data, size)
    except BytesDamaged:
        return None
    return raw if raw is not None and len(raw) == size else None


def _is_kept(session: Session, digest: str) -> bool:
    """Whether the bytes with a hash are kept, or were erased."""
    blob = session.get(Blob, digest)
    if blob is not None and blob.data is None and blob.erased_at is not None:
        return True
    raw = None if blob is None else kept_bytes(blob.data, blob.size)
    return raw is not None and sha256(raw).hexdigest() == digest
