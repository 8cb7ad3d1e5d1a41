"""What `fupan doctor` checks, on each kind of database."""

from collections.abc import Callable

import pytest
from sqlalchemy import text

from app.database.checks import DatabaseCheck, checks
from app.database.opening import transact
from app.matches.ingest import IngestResult, ingest
from app.matches.installation import Installation
from app.matches.uploads.deletion import delete_kept
from app.text.folders import folder
from tests.kept_rows import NOW

pytestmark = pytest.mark.databases_differ

Text = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]


def _found(fupan: Installation) -> list[DatabaseCheck]:
    return [each for each in checks(fupan.sessions.kw["bind"]) if each.faults]


def test_a_database_with_every_kind_of_row_is_sound(fupan: Installation, take: Take, log: Text) -> None:
    first, *_ = take(log("a") + b"\n" + log("b") + b"\n" + log("b") + b" \nnot a log\n")
    transact(fupan.sessions, lambda session: delete_kept(session, "it", NOW, matches=[first.id], refusals=[]))
    for path in sorted(folder("sample_logs").glob("*/*.*"))[:60]:
        with path.open("rb") as stream:
            for _ in ingest(fupan.sessions, fupan.checker, stream, path.name):
                pass
    assert _found(fupan) == []


def test_what_is_wrong_is_found(fupan: Installation, take: Take, log: Text) -> None:
    first, *_ = take(log("a") + b"\n" + log("b"))
    with fupan.sessions() as session:
        session.execute(text(f"UPDATE judgements SET current = false WHERE log_id = {first.id}"))
        session.execute(text("UPDATE blobs SET data = (SELECT data FROM blobs ORDER BY sha256 LIMIT 1)"))
        session.commit()
    hidden, changed = _found(fupan)
    assert hidden.faults == (
        f"match {first.id} has none, so that no list shows it; import its log again, or restore a copy",
    )
    assert len(changed.faults) == 1
    assert "have changed" in changed.faults[0]


def test_columns_and_indexes_are_looked_for(fupan: Installation) -> None:
    with fupan.sessions() as session:
        session.execute(text("DROP INDEX ix_logs_content_sha256"))
        session.execute(text("ALTER TABLE logs DROP COLUMN title"))
        session.commit()
    (tables,) = _found(fupan)
    assert tables.faults == (
        "the column title of the table logs is missing; restore a copy of the database",
        "the index ix_logs_content_sha256 of the table logs is missing; restore a copy of the database",
    )
