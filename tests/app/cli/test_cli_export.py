"""`fupan export` and `fupan import` of what it wrote: another installation has the same then."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from sqlalchemy import select, update

from app.accounts import acts
from app.cli.inputs import EXPORTED
from app.cli.matches.importing import open_fupan
from app.database.opening import transact
from app.database.seeing import Visibility
from app.database.tables.matches import Blob, Judgement, Log, Sheet
from app.matches.access import show_to
from app.matches.uploads.names import rename
from app.players.statistics.people import join
from app.sheets.sheet import drafts
from app.sheets.sheet.sheet import ScoreSheet
from engine.record.match import Player

Document = dict[str, Any]
Run = Callable[..., Result]
Write = Callable[..., str]
NO_RECORD = ["0"] * 4
"""No notes, accounts, disputes and verdicts."""
SHEET = ScoreSheet("guandan", tuple(Player(seat=seat, name=f"Player {seat}") for seat in "ENWS"))


@pytest.fixture
def into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Has what follows use a data folder of its own."""
    monkeypatch.delenv("FUPAN_DATABASE_URL", raising=False)
    return lambda name: monkeypatch.setenv("FUPAN_DATA", str(tmp_path / name))


def _fill(run: Run, write: Write, clean: Document, misscored: Document, illegal: Document) -> None:
    """Fills a database: three matches, house rules, a choice of rules, names, visibility, sheets and a person."""
    misscored["match"]["id"] = "table-8"
    joined = copy.deepcopy(illegal)
    joined["players"][0]["name"] = "Old Zhao"
    run("house", "add", "Friday table", "--rules", "njupt", "--note", "as agreed")
    run("house", "add", "Friday table", "--option", "return_limit=nine")
    run("import", write("evening/a.jsonl", clean, misscored), write("evening/b.txt", joined))
    run("import", "--house", "Friday table@1", "--option", "a_failures=3", write("c.json", misscored))
    fupan = open_fupan()

    def change(session: Any) -> None:
        rename(session, 1, "The final", {"E": "Qian"})
        show_to(session, 1, Visibility.PUBLIC)
        show_to(session, 3, Visibility.PRIVATE)
        join(session, "Player E", "Old Zhao")
        for match, tap in ((None, "out E"), (2, "out W")):
            sheet = drafts.add(session, SHEET)
            draft = drafts.tap(session, sheet, 0, tap)
            if match is not None:
                drafts.become(session, sheet, draft.version, match)

    transact(fupan.sessions, change)
    fupan.close()


def _judged() -> list[tuple[object, ...]]:
    """What is judged of each match, and which sheets there are."""
    fupan = open_fupan()
    with fupan.sessions() as session:
        wanted = select(Log.blob_sha256, Judgement.verdict, Judgement.digest, Judgement.rules_sha256)
        rows = session.execute(wanted.join(Judgement, Judgement.log_id == Log.id).where(Judgement.current))
        found = [tuple(row) for row in rows]
        found += [tuple(row) for row in session.execute(select(Sheet.document, Sheet.log_id))]
    fupan.close()
    return found


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_another_installation_has_the_same(
    run: Run,
    write: Write,
    into: Callable[[str], None],
    tmp_path: Path,
    clean: Document,
    misscored: Document,
    illegal: Document,
) -> None:
    into("first")
    _fill(run, write, clean, misscored, illegal)
    done = run("export", "--all", str(tmp_path / "out"))
    assert (done.exit_code, [line.split()[-1] for line in done.stdout.splitlines()]) == (
        0,
        ["3", "1", "2", "1", "0", *NO_RECORD],
    )
    judged, written = _judged(), _files(tmp_path / "out")
    assert len([name for name in written if name.startswith("logs/")]) == 3
    for part in (b"The final", b"Qian", b"public", b"private", b"Friday table@1", b"a_failures", b"out W"):
        assert any(part in data for name, data in written.items() if not name.startswith("logs/")), part

    into("second")
    for counts in (["3", "1", "2", "1", "0", *NO_RECORD], ["0"] * 9):
        done = run("import", str(tmp_path / "out"))
        assert (done.exit_code, [line.split()[-1] for line in done.stdout.splitlines()]) == (0, counts), done.output
    assert _judged() == judged
    fupan = open_fupan()
    with fupan.sessions() as session:
        assert [(each.act, each.by_account) for each in acts.latest(session)] == [(acts.Act.KEY_JOINED, None)]
    fupan.close()
    run("export", "--all", str(tmp_path / "again"))
    assert _files(tmp_path / "again") == written


def test_a_folder_that_is_not_whole_and_options_are_refused(
    run: Run, write: Write, into: Callable[[str], None], tmp_path: Path, clean: Document
) -> None:
    into("data")
    run("import", write("a.json", clean))
    out = tmp_path / "out"
    done = run("export", "--all", str(out))
    assert done.exit_code == 0, done.stderr
    assert "there is something in it already" in run("export", "--all", str(out)).stderr
    assert "is imported alone" in run("import", "--rules", "njupt", str(out)).stderr
    assert "is imported alone" in run("import", str(out), write("b.json", clean)).stderr
    (out / EXPORTED).write_text("{}")
    refused = run("import", str(out))
    assert (refused.exit_code, "not to its end" in refused.stderr) == (2, True)
    (out / EXPORTED).unlink()
    assert run("import", str(out / "logs")).exit_code == 0, "the logs alone are a folder of logs"


def test_a_damaged_log_ends_it_with_the_number_of_the_match(
    run: Run, write: Write, into: Callable[[str], None], tmp_path: Path, clean: Document, misscored: Document
) -> None:
    into("data")
    misscored["match"]["id"] = "table-8"
    run("import", write("a.jsonl", clean, misscored))
    fupan = open_fupan()
    damaged = select(Log.blob_sha256).where(Log.id == 2).scalar_subquery()
    transact(
        fupan.sessions, lambda session: session.execute(update(Blob).where(Blob.sha256 == damaged).values(data=b"x"))
    )
    fupan.close()
    done = run("export", "--all", str(tmp_path / "out"))
    assert (done.exit_code, "damaged (match 2: " in done.stderr) == (2, True), done.output
