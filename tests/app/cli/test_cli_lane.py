"""What commands write, and what they store, is the same through the compiled lane as without it."""

from collections.abc import Callable, Mapping
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from sqlalchemy import select

from app.cli.matches import judging
from app.cli.matches.importing import database
from app.database.tables.matches import METADATA, Judgement
from app.judging.counted import SHORT
from app.matches.ingest import ingest
from app.players.statistics.recount import count_pending
from engine.logs import FUPAN, LogRecord, UndecodedText
from tests.databases import new_sqlite
from tests.earlier_judgements import age
from tests.engine.fast.lane_cases import LANES, cases

Run = Callable[..., Result]
CASES = 8
"""Of each game."""
COUNTS = ("counted", "counts", "counts_size")


@pytest.fixture
def files(tmp_path: Path, compiled: None) -> list[str]:
    """Matches with and without faults in `fupan/1`: line by line, as whole texts, and in another encoding."""
    lines = [raw.replace(b"\n", b" ") for raw, _ in (case for game in LANES for case in cases(game, CASES, a_match=3))]
    (tmp_path / "many.jsonl").write_bytes(b"\r\n".join(lines))
    (tmp_path / "one.json").write_bytes(b"\xef\xbb\xbf" + lines[0])
    (tmp_path / "other.json").write_bytes(lines[3])
    (tmp_path / "wide.jsonl").write_bytes(b"\n".join(lines[:9]).decode("utf-8", "replace").encode("utf-16"))
    return [str(path) for path in sorted(tmp_path.iterdir())]


@pytest.mark.parametrize(
    "flags",
    [
        [],
        ["--json"],
        ["--quiet"],
        ["--recorded"],
        ["--json", "--recorded"],
        ["--json", "--option", "tribute=none"],
        ["--json", "--compare"],
        ["--json", "--jobs", "2"],
    ],
    ids=" ".join,
)
def test_a_check_writes_the_same(run: Run, files: list[str], flags: list[str], request: pytest.FixtureRequest) -> None:
    few = files if "--compare" not in flags else files[1:]
    fast = run("check", *flags, *few)
    request.getfixturevalue("pure")
    pure = run("check", *flags, *few)
    assert (fast.exit_code, fast.stderr) == (pure.exit_code, pure.stderr)
    assert fast.stdout_bytes == pure.stdout_bytes


def test_a_clean_match_is_not_decoded(run: Run, files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    decoded: list[str] = []

    def note(each: UndecodedText | LogRecord) -> list[LogRecord]:
        decoded.append(each.source)
        return []

    monkeypatch.setattr(judging, "guarded_decoded", note)
    assert FUPAN.name in run("check", "--json", "--format", FUPAN.name, files[2]).output
    assert decoded == []
    run("check", files[0])
    assert 0 < len(decoded) < len(LANES) * CASES


Rows = dict[str, list[tuple[Any, ...]]]


def _imported(run: Run, files: list[str]) -> None:
    run("import", *files)


def _imported_by_jobs(run: Run, files: list[str]) -> None:
    run("import", "--jobs", "2", *files)


def _uploaded(run: Run, files: list[str]) -> None:
    with database() as fupan:
        for file in files:
            assert list(ingest(fupan.sessions, fupan.checker, BytesIO(Path(file).read_bytes()), Path(file).name))


def _judged_again(run: Run, files: list[str]) -> None:
    run("import", "--option", "reporting=warn", *files)
    with database() as fupan:
        age(fupan)
    run("reprocess")


def _told_apart(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """A row without times, and without the counts of a judgement that is not shown: these wait until it is."""
    waiting = COUNTS if row.get("current") is False else ()
    return tuple(None if isinstance(each, datetime) or name in waiting else each for name, each in row.items())


def _stored(fill: Callable[[Run, list[str]], None], run: Run, files: list[str]) -> tuple[Rows, int]:
    """All rows once all is counted, and of how many judgements something was counted later."""
    fill(run, files)
    with database() as fupan:
        with fupan.sessions() as session:
            short = len(list(session.scalars(select(Judgement.id).where(Judgement.counted == SHORT))))
        count_pending(fupan.sessions)
        found: Rows = {}
        with fupan.sessions() as session:
            for table in METADATA.sorted_tables:
                rows = session.execute(select(table).order_by(*table.primary_key)).mappings()
                found[table.name] = [_told_apart(row) for row in rows]
    return found, short


@pytest.mark.parametrize("fill", [_imported, _imported_by_jobs, _uploaded, _judged_again])
def test_a_database_is_the_same(
    run: Run,
    files: list[str],
    fill: Callable[[Run, list[str]], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    few = files[:2]
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FUPAN_DATABASE_URL", new_sqlite(tmp_path / "fast.sqlite3"))
    fast, left = _stored(fill, run, few)
    request.getfixturevalue("pure")
    monkeypatch.setenv("FUPAN_DATABASE_URL", new_sqlite(tmp_path / "pure.sqlite3"))
    pure, every = _stored(fill, run, few)
    assert {name for name, rows in fast.items() if rows != pure[name]} == set()
    assert all(fast[name] for name in ("logs", "judgements", "facts", "tallies", "hand_plays"))
    assert 0 < left < every
