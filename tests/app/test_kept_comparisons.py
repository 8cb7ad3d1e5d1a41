"""Comparisons of presets, written and read again."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from sqlalchemy import text, update
from sqlmodel import col

from app import store
from app.database import transact_at_once, writing
from app.fupan import Fupan
from app.ingest import Ingested
from app.kept_comparisons import keep_comparison, kept_comparison, read_comparison, write_comparison
from app.models import Judgement, KeptComparison
from app.search_barrier import compare_carefully
from engine.logs import read_logs
from engine.verdict.check import Checker
from engine.verdict.comparison import Comparison, compare
from tests.golden import SAMPLES

Text = Callable[..., bytes]
Take = Callable[..., list[Ingested]]
FOLDERS = sorted({path.parent for path in SAMPLES.rglob("*.json")})


def _compared(path: Any, checker: Checker) -> Comparison | None:
    with path.open("rb") as stream:
        (record, *_) = read_logs(stream, path.name)
    return compare_carefully(checker, record, checker.check(record), 12)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(SAMPLES)))
def test_what_is_read_is_what_was_written(folder: Any) -> None:
    found = [
        made
        for checker in (Checker(), Checker(options={"hands": "3"}))
        for path in sorted(folder.glob("*.json"))[:8]
        if (made := _compared(path, checker)) is not None
    ]
    assert found
    for made in found:
        again = read_comparison(write_comparison(made))
        assert again == made
        assert again.as_json() == made.as_json()
        assert [column.rules.key for column in again.columns] == [column.rules.key for column in made.columns]


@pytest.fixture
def made(fupan: Fupan, take: Take, log: Text) -> tuple[int, Comparison]:
    """The judgement of a match, and its comparison."""
    (kept,) = take(log())
    with fupan.sessions() as session:
        stored = store.match(session, kept.id)
    assert stored is not None
    (record,) = read_logs(BytesIO(stored.raw), "x")
    found = compare(fupan.checker, record, fupan.checker.check(record))
    assert found is not None
    return stored.judgement_id, found


def test_one_is_kept_for_each_judgement(fupan: Fupan, made: tuple[int, Comparison]) -> None:
    identity, comparison = made
    for work in (10, 20):
        assert transact_at_once(fupan.sessions, lambda session, work=work: keep_comparison(session, *made, work))
        with fupan.sessions() as session:
            assert kept_comparison(session, identity) == (comparison, work)
            assert kept_comparison(session, identity + 1) is None
    for change in ({"engine": "0.0.1"}, {"data": b"", "size": 0}):
        with writing(fupan.sessions) as session:
            session.execute(update(KeptComparison).values(**change))
        with fupan.sessions() as session:
            assert kept_comparison(session, identity) is None


def test_it_goes_with_its_judgement(fupan: Fupan, made: tuple[int, Comparison]) -> None:
    transact_at_once(fupan.sessions, lambda session: keep_comparison(session, *made, 10))
    with writing(fupan.sessions) as session:
        session.execute(Judgement.__table__.delete().where(col(Judgement.id) == made[0]))
    with fupan.sessions() as session:
        assert session.scalar(text("SELECT count(*) FROM comparisons")) == 0
    assert not transact_at_once(fupan.sessions, lambda session: keep_comparison(session, *made, 10))


def test_nobody_waits_for_another_writer_to_keep_one(fupan: Fupan, made: tuple[int, Comparison]) -> None:
    with writing(fupan.sessions):
        assert not transact_at_once(fupan.sessions, lambda session: keep_comparison(session, *made, 10))
    with fupan.sessions() as session:
        assert kept_comparison(session, made[0]) is None
    assert transact_at_once(fupan.sessions, lambda session: keep_comparison(session, *made, 10))
