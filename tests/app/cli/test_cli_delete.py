"""`fupan delete`."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import Result
from sqlalchemy import update

from app.cli.matches.delete import purge_and_say
from app.database.config import Config
from app.database.tables.uploads import Deletion
from app.matches import store
from app.matches.installation import Installation
from app.matches.store import MatchFilter
from app.matches.uploads import acts
from app.web.installation import open_installation

Run = Callable[..., Result]
Write = Callable[..., str]


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    address = f"sqlite:///{tmp_path / 'fupan.sqlite3'}"
    monkeypatch.setenv("FUPAN_DATABASE_URL", address)
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path))
    return address


@pytest.fixture
def imported(url: str, run: Run, write: Write, clean: dict[str, object]) -> Installation:
    run("import", write("evening.jsonl", clean, "{"))
    return open_installation(Config(database_url=url, secret_key="for tests alone"))


def _listed(fupan: Installation) -> list[int]:
    with fupan.sessions() as session:
        return [row.id for row in store.matches(session, MatchFilter()).items]


def test_a_match_and_a_file_are_deleted_listed_and_brought_back(imported: Installation, run: Run) -> None:
    result = run("delete", "--match", "1", "--file", "1")
    assert result.exit_code == 0
    first, second = result.stdout.splitlines()
    assert first == (
        "deleted match 1: table-7 (Player E, Player N, Player W, Player S); fupan delete --undo 1 brings it back"
    )
    assert second == "deleted unread file 1: evening.jsonl:2; fupan delete --undo 2 brings it back"
    assert _listed(imported) == []
    listed = run("delete", "--list").stdout.splitlines()
    assert [
        re.match(r"\d+  \d{4}-\d\d-\d\d \d\d:\d\d  until \d{4}-\d\d-\d\d  ", each) is not None for each in listed
    ] == [
        True,
        True,
    ]
    assert run("delete", "--undo", "1").stdout == "deletion 1 undone\n"
    assert _listed(imported) == [1]
    assert run("delete", "--upload", "1").exit_code == 0
    assert _listed(imported) == []
    imported.close()


def test_what_is_not_there_is_said(imported: Installation, run: Run) -> None:
    result = run("delete", "--match", "9", "--file", "9", "--upload", "9", "--undo", "9")
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [
        "fupan: there is no match 9",
        "fupan: no unreadable file has the number 9",
        "fupan: there is no upload 9",
        "fupan: there is no deletion 9: it was undone already, or its bytes are removed",
    ]
    assert run("delete", "--list").stdout == "nothing is deleted\n"
    assert run("delete", "--purge").stdout == "nothing to remove\n"
    result = run("delete")
    assert result.exit_code == 2
    assert "nothing to delete" in result.stderr
    imported.close()


def test_a_purge_removes_what_was_deleted_thirty_days_ago(
    imported: Installation, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    run("delete", "--match", "1")
    run("delete", "--file", "1")
    assert acts.purge(imported.sessions, datetime.now(UTC) + timedelta(days=29, hours=23)) == 0
    with imported.sessions() as session:
        session.execute(
            update(Deletion).where(Deletion.id == 1).values(deleted_at=datetime.now(UTC) - timedelta(days=30))
        )
        session.commit()
    purge_and_say(imported)
    assert capsys.readouterr().err == "1 deleted match or file removed for good.\n"
    assert "unread file 1" in run("delete", "--list").stdout
    assert run("delete", "--undo", "1").exit_code == 1
    assert acts.purge(imported.sessions, datetime.now(UTC) + timedelta(days=31)) == 1
    assert run("delete", "--list").stdout == "nothing is deleted\n"
    imported.close()
