"""Whatever is changed in the tables that pages and figures rest on, the audit of the database finds it."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from msgspec import structs
from sqlalchemy import Column, Table, select, text, update
from sqlmodel import col

from app.database.packing import packed
from app.database.tables.audit_log import ActorRow, RecordText
from app.database.tables.disputes import CommentRow, Dispute, Evidence, Party, RulingAdjustment, RulingRow, RulingVote
from app.database.tables.matches import Judgement, UtcTime
from app.database.tables.statistics import FACTS, SEAT_RESULTS
from app.database.tables.traces import recorded_fields
from app.database.tables.verdicts import HandedOut, InVerdict
from app.disputes.audit_check.checking import audit_dispute
from app.disputes.audit_check.rows import kept_bytes
from app.disputes.audit_check.said import RECORDED
from app.judging.counted import pack, unpack
from app.matches.installation import Installation
from app.players.statistics.audited_scores import audit_with_scores

pytestmark = pytest.mark.breaks_record

TABLES: Final[Mapping[str, Table]] = {
    model.__tablename__: model.__table__  # type: ignore[attr-defined]
    for model in (
        *(Dispute, Party, CommentRow, Evidence, RulingRow, RulingVote, RulingAdjustment),
        *(ActorRow, RecordText, HandedOut, InVerdict),
    )
} | {"facts": FACTS, "seat_results": SEAT_RESULTS}
NAMED: Final = frozenset({"judgement_id", "log_id", "changed_at"})
"""Columns that the contract leaves out."""
LEFT_OUT: Final = frozenset({"actors.made_at", "record_texts.made_at"})
"""Columns that nothing shown or counted rests on: when a name or a text was kept (its entry has the moment)."""
IN_USE: Final = {
    "facts": {"score", "won", "computed_score", "computed_won"},
    "seat_results": {"total", "won", "computed_won"},
}
"""The scores in use; the other columns of these tables are counted from the log, and recounted from it."""
WHAT: Final = {
    "disputes": {"claim", "state"},
    "dispute_comments": {"text"},
    "dispute_evidence": {"evidence"},
    "rulings": {"ruling", "vote", "adjustment"},
    "ruling_votes": {"vote"},
    "ruling_adjustments": {"adjustment"},
    "actors": {"name"},
    "record_texts": {"text"},
    "verdicts": {"verdict"},
    "facts": {"score"},
    "seat_results": {"score"},
}


def columns() -> list[str]:
    """The columns that are changed, each as ``table.column``."""
    return [
        each
        for name, table in TABLES.items()
        for column in table.columns
        if not column.primary_key
        and column.name not in NAMED
        and (each := f"{name}.{column.name}") not in LEFT_OUT
        and column.name in IN_USE.get(name, {column.name})
    ]


def other(fupan: Installation, column: Column[Any], value: Any) -> Any:
    """Another value that a column can have; of one that refers to a table, another of its keys."""
    for key in column.foreign_keys:
        with fupan.sessions() as session:
            return session.scalars(select(key.column).where(key.column != (value or "")).limit(1)).one()
    kind = column.type.python_type
    if column.name == "data":
        return packed(b"{}")
    if issubclass(kind, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    if issubclass(kind, bool):
        return not value
    if issubclass(kind, int):
        return 7 if value is None else value + 1
    if isinstance(column.type, UtcTime):
        return datetime.fromisoformat("2026-01-01T00:00:00+00:00") if value is None else value - timedelta(hours=1)
    if value is None:
        return "x"
    return value[:-1] + ("y" if value[-1:] == "x" else "x")


def test_there_is_something_to_change_in_each_table() -> None:
    assert {each.partition(".")[0] for each in columns()} == set(WHAT)
    assert {f"{name}.{column.name}" for name, table in TABLES.items() for column in table.columns} >= LEFT_OUT


def test_each_column_is_compared_or_named() -> None:
    """Names and texts are compared by their hashes, files by what is in them."""
    left_out = {
        f"{table.name}.{each.name}"
        for table in RECORDED
        for each in table.c
        if each.name not in {column.name for column in recorded_fields(table).values()} and not each.foreign_keys
    }
    assert left_out - LEFT_OUT == {
        *("disputes.changed_at", "dispute_comments.id", "dispute_evidence.id", "rulings.id", "verdicts.data"),
        *("verdicts.size", "actors.name", "actors.salt", "actors.erased_at"),
        *("record_texts.text", "record_texts.salt", "record_texts.erased_at"),
    }


def changed_one_by_one(fupan: Installation, names: list[str]) -> dict[str, list[str]]:
    """For each column, what the audit says of a database in which one row has another value in it."""
    found: dict[str, list[str]] = {}
    for name in names:
        table = TABLES[name.partition(".")[0]]
        column = table.c[name.partition(".")[2]]
        keys = [each for each in table.columns if each.primary_key]
        with fupan.sessions() as session:
            row = session.execute(select(*keys, column).order_by(*keys)).first()
        assert row is not None, name
        where = [key == value for key, value in zip(keys, row, strict=False)]
        for value in (other(fupan, column, row[-1]), row[-1]):
            with fupan.sessions() as session:
                session.execute(update(table).where(*where).values({column: value}))
                session.commit()
            if name not in found:
                found[name] = [each.what for each in audit_with_scores(fupan.sessions).differs]
    return found


def test_each_column_that_is_changed_is_found(disputed: Installation) -> None:
    assert audit_with_scores(disputed.sessions).differs == ()
    found = changed_one_by_one(disputed, columns())
    assert [name for name, whats in found.items() if not WHAT[name.partition(".")[0]].intersection(whats)] == []
    assert audit_with_scores(disputed.sessions).whole, "each change was taken back"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", sorted(WHAT))
def test_rows_that_are_gone_are_found(disputed: Installation, name: str) -> None:
    with closing(sqlite3.connect(disputed.config.database_url.removeprefix("sqlite:///"))) as connection:
        connection.execute(f"DELETE FROM {name}")
        connection.commit()
    assert WHAT[name].intersection(each.what for each in audit_with_scores(disputed.sessions).differs)


def test_counts_that_lack_a_seat_are_found(disputed: Installation) -> None:
    with disputed.sessions() as session:
        row = session.scalars(select(Judgement).where(col(Judgement.log_id) == 1, col(Judgement.current))).one()
        assert row.counts is not None
        counted = unpack(row.counts, row.counts_size)
        fewer = pack(structs.replace(counted, results=counted.results[:-1]))
        row.counts, row.counts_size = fewer.data, fewer.size
        session.commit()
    assert [each.what for each in audit_with_scores(disputed.sessions).differs] == ["score"]


def test_a_page_finds_what_is_changed_in_its_dispute(disputed: Installation) -> None:
    with disputed.sessions() as session:
        before = audit_dispute(session, 1, 1)
        assert (before.checked, before.broken) == (True, False)
        assert not audit_dispute(session, 2, 1).broken
    for change in (
        "UPDATE disputes SET state = 'ruled' WHERE id = 1",
        "UPDATE rulings SET outcome = 'void' WHERE number = 1",
        "UPDATE ruling_votes SET agrees = NOT agrees",
        "UPDATE ruling_adjustments SET rule = NULL",
        "UPDATE actors SET name = 'Sun' WHERE role = 'player'",
        "UPDATE record_texts SET text = 'x'",
        "UPDATE dispute_evidence SET said = 'x'",
        "UPDATE verdicts SET state = 'final'",
        "UPDATE record_entries SET data = '{}' WHERE n = 3",
    ):
        with disputed.sessions() as session:
            session.execute(text(change))
            session.flush()
            assert audit_dispute(session, 1, 1).broken, change
            session.rollback()
            assert not audit_dispute(session, 1, 1).broken


def test_damaged_bytes_are_not_kept() -> None:
    value = packed(b"evidence")
    assert kept_bytes(value, 8) == b"evidence"
    assert kept_bytes(value, 9) is None
    assert kept_bytes(b"evidence", 8) is None
    assert kept_bytes(None, 8) is None
