"""`fupan import --jobs`: several processes judge, this one stores; stopped before any commit, it goes on."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from sqlalchemy import select
from sqlmodel import col

from app.cli.inputs import Inputs
from app.cli.matches import bulk, packing
from app.cli.matches.importing import database
from app.database.tables.matches import Blob, Judgement, Log
from app.database.tables.uploads import Copy, RefusedRecord
from app.matches.installation import Installation
from engine.logs import LogRecord, UndecodedText
from tests.earlier_judgements import EARLIER, age
from tests.killed import tries

Match = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]
REPO = Path(__file__).parents[3]
BATCH = 4

IMPORTED = """
from sqlalchemy.orm import Session
from app.cli import main
from app.cli.matches import bulk, importing
import app.web.installation

bulk.BATCH = 4

def work():
    sys.stdout = open(os.devnull, "w")
    event.listen(Session, "before_commit", count)
    main(["import", "--jobs", "2", sys.argv[1]], standalone_mode=False)
"""
"""The command, killed before a number of commits: each batch has a savepoint and a transaction."""


@pytest.fixture(autouse=True)
def _installation(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment names the database under test."""
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FUPAN_DATABASE_URL", database_url)


def _stored(fupan: Installation) -> list[tuple[object, ...]]:
    """What is stored of each match, in order."""
    shown = (Log.source, Log.position, Log.hands, Log.content_sha256, Judgement.digest, Judgement.current)
    packed = (Judgement.report, Judgement.counts, Blob.data, Blob.size)
    with fupan.sessions() as session:
        found = session.execute(
            select(*shown, *packed)  # type: ignore[call-overload]
            .join(Judgement, col(Judgement.log_id) == col(Log.id))
            .join(Blob, col(Blob.sha256) == col(Log.blob_sha256))
            .order_by(col(Log.id))
        )
        rest = [tuple(session.scalars(select(col(table.source)))) for table in (Copy, RefusedRecord)]
        return [*map(tuple, found), *rest]


def test_it_is_killed_before_each_commit_and_goes_on(
    fupan: Installation, write: Write, run: Run, clean: Match, illegal: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = [(clean, illegal)[number % 3 == 0] | {"match": {"id": str(number)}} for number in range(9)]
    path = write("a.jsonl", *logs[:5], "not a log", "", *logs[5:], json.dumps(logs[0], separators=(" , ", " : ")))
    with tries(IMPORTED, path) as process:
        for point, kept in ((2, 0), (4, BATCH), (4, 2 * BATCH - 1)):
            assert process.kill_at(point)
            assert len(_stored(fupan)) - 2 == kept, "matches of whole batches"
        assert not process.kill_at(0)
    resumed = _stored(fupan)
    assert [row[0] for row in resumed[:-2]] == [f"a.jsonl:{line}" for line in (1, 2, 3, 4, 5, 8, 9, 10, 11)]
    assert resumed[-2:] == [("a.jsonl:12",), ("a.jsonl:6",)]
    monkeypatch.setenv("FUPAN_DATABASE_URL", f"sqlite:///{Path(path).with_name('other.sqlite3')}")
    assert run("import", path).exit_code == 2
    with database() as other:
        assert _stored(other) == resumed


def test_what_is_stored_is_not_decoded_again(
    fupan: Installation, write: Write, run: Run, clean: Match, illegal: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("import", write("a.jsonl", clean))
    sources: list[str] = []
    decoded = packing.guarded_decoded

    def noted(each: UndecodedText | LogRecord) -> list[LogRecord]:
        sources.append(each.source)
        return decoded(each)

    monkeypatch.setattr(packing, "guarded_decoded", noted)
    result = run("import", write("b.jsonl", clean, illegal))
    assert result.stdout.splitlines()[:2] == ["b.jsonl:1: clean, already there", "b.jsonl:2: illegal, new"]
    assert sources == ["b.jsonl:2"]


@pytest.mark.parametrize("sample", ["guandan/foreign/arena-games.json", "chinese_poker/foreign/pineapple-boards.jsonl"])
def test_texts_with_several_matches_are_stored_match_by_match(fupan: Installation, run: Run, sample: str) -> None:
    path = str(REPO / "sample_logs" / sample)
    for jobs, new in (("2", 2), ("1", 0)):
        last = run("import", "--jobs", jobs, path).stdout.splitlines()[-1]
        assert last.endswith(f"; {new} new, {2 - new} already there")
        age(fupan)
    with fupan.sessions() as session:
        assert set(session.scalars(select(col(Judgement.engine)))) == {EARLIER}, "not judged again"


def test_a_file_that_changes_meanwhile_is_said_and_the_rest_is_stored(
    fupan: Installation, write: Write, clean: Match, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "BATCH", 2)
    path = write("a.jsonl", *(clean | {"match": {"id": str(number)}} for number in range(2)))
    inputs = Inputs([(path, path), (other := write("b.jsonl", clean), other)], None)
    judge = packing.judge_piece

    def after_a_change(piece: packing.Piece) -> packing.PackedPiece:
        Path(path).write_bytes(b"")
        return judge(piece)

    monkeypatch.setattr(bulk, "judge_piece", after_a_change)
    monkeypatch.setattr(bulk, "answers", lambda work, pieces, _number: (work(piece) for piece in pieces))
    batches = list(bulk.import_matches(fupan, inputs, 2))
    assert [[each.source for each in batch] for batch in batches] == [[], [f"{other}:1"]]
    assert capsys.readouterr().err == f"fupan: {path}: it was changed while it was read\n"
    assert inputs.failed
