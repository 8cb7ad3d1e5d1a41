"""Jobs in the database: what is kept, what makes room, and what waits."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select, update
from sqlmodel import col

from app.database.opening import writing
from app.database.tables.jobs import Job
from app.database.tables.matches import Judgement
from app.matches import jobs
from app.matches.computed import keeping
from app.matches.computed.keeping import KeptComputation
from app.matches.computed.obtaining import compute
from app.matches.computed.wanted import ComputationKind, Question, wanted_of
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.matches.jobs import ENDS, LEASE, JobState
from app.matches.store import StoredMatch
from engine.games import GAMES

pytestmark = pytest.mark.databases_differ

Text = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]


@pytest.fixture
def stored(fupan: Installation, take: Take, log: Text) -> StoredMatch:
    (kept,) = take(log())
    found = fupan.match(kept.id)
    assert found is not None
    return found


def wanted(preset: str = "intro", kind: ComputationKind = ComputationKind.TRIAL) -> Question:
    return Question(kind, GAMES["guandan"].rules.resolve(preset), 7)


def kept(fupan: Installation, stored: StoredMatch, what: Question) -> KeptComputation | None:
    with fupan.sessions() as session:
        return keeping.kept_computation(session, stored.judgement_id, what)


def keep(fupan: Installation, stored: StoredMatch, what: Question, data: bytes) -> None:
    """Keeps a result, also where a test beside this one is writing to the same PostgreSQL server."""
    for _ in range(500):
        keeping.keep(fupan.sessions, stored.judgement_id, what, data)
        found = kept(fupan, stored, what)
        if found is not None and found.data == data:
            return
        time.sleep(0.02)
    pytest.fail("it was not kept")


def count(fupan: Installation) -> int:
    with fupan.sessions() as session:
        return session.scalar(select(func.count()).select_from(Job)) or 0


def test_a_result_is_kept_for_what_was_asked(fupan: Installation, stored: StoredMatch) -> None:
    keep(fupan, stored, wanted(), b"one")
    keep(fupan, stored, wanted(), b"two")
    keep(fupan, stored, wanted("botzone"), b"three")
    assert count(fupan) == 2
    found = kept(fupan, stored, wanted())
    assert found is not None
    assert (found.data, found.row.state, found.row.match) == (b"two", JobState.DONE, stored.id)
    assert kept(fupan, stored, wanted(kind=ComputationKind.ALONE)) is None


def test_another_version_of_the_engine_computes_again(fupan: Installation, stored: StoredMatch) -> None:
    keep(fupan, stored, wanted(), b"one")
    with writing(fupan.sessions) as session:
        session.execute(update(Job).values(engine="0.0.1"))
    assert kept(fupan, stored, wanted()) is None
    keep(fupan, stored, wanted(), b"two")
    assert count(fupan) == 1
    assert kept(fupan, stored, wanted()) is not None


def test_it_goes_with_its_judgement(fupan: Installation, stored: StoredMatch) -> None:
    keep(fupan, stored, wanted(), b"one")
    with writing(fupan.sessions) as session:
        session.execute(Judgement.__table__.delete().where(col(Judgement.id) == stored.judgement_id))
    assert count(fupan) == 0
    keeping.keep(fupan.sessions, stored.judgement_id, wanted(), b"one")
    assert count(fupan) == 0


def test_nobody_waits_for_another_writer_to_keep_one(fupan: Installation, stored: StoredMatch) -> None:
    with writing(fupan.sessions):
        keeping.keep(fupan.sessions, stored.judgement_id, wanted(), b"one")
    assert count(fupan) == 0


def test_the_oldest_of_a_kind_make_room(
    fupan: Installation, stored: StoredMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "KIND_BYTES", 250)
    monkeypatch.setattr(keeping, "packed", bytes)
    monkeypatch.setattr(keeping, "unpacked", lambda data, _size: data)
    keep(fupan, stored, wanted(kind=ComputationKind.ALONE), b"x" * 100)
    for name in ("intro", "botzone", "tournament"):
        keep(fupan, stored, wanted(name), b"x" * 100)
    with fupan.sessions() as session:
        rows = session.execute(select(col(Job.kind), col(Job.packed_size))).all()
    assert sorted(map(tuple, rows)) == [("alone", 100), ("trial", 100), ("trial", 100)]
    monkeypatch.undo()
    monkeypatch.setattr(keeping, "RESULT_BYTES", 5)
    keeping.keep(fupan.sessions, stored.judgement_id, wanted("njupt"), b"x" * 6)
    assert kept(fupan, stored, wanted("njupt")) is None


def test_the_same_waits_once_and_the_first_is_next(fupan: Installation, stored: StoredMatch) -> None:
    first = keeping.queued_job(fupan.sessions, stored.judgement_id, wanted())
    assert keeping.queued_job(fupan.sessions, stored.judgement_id, wanted()) == first
    second = keeping.queued_job(fupan.sessions, stored.judgement_id, wanted("botzone"))
    with fupan.sessions() as session:
        assert (jobs.ahead_of(session, first), jobs.ahead_of(session, second)) == (0, 1)
    claimed = jobs.claim(fupan.sessions)
    assert claimed is not None
    assert claimed.id == first.id
    assert jobs.keep_on(fupan.sessions, claimed)
    jobs.put_back(fupan.sessions, claimed)
    again = jobs.claim(fupan.sessions)
    assert again is not None
    assert again.id == claimed.id
    compute(fupan, again)
    found = kept(fupan, stored, wanted())
    assert found is not None
    assert found.row.state is JobState.DONE
    assert not jobs.keep_on(fupan.sessions, claimed)


def test_what_is_too_large_to_be_kept_has_failed(
    fupan: Installation, stored: StoredMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "RESULT_BYTES", 5)
    keeping.queued_job(fupan.sessions, stored.judgement_id, wanted())
    claimed = jobs.claim(fupan.sessions)
    assert claimed is not None
    compute(fupan, claimed)
    found = kept(fupan, stored, wanted())
    assert found is not None
    assert (found.row.state, found.data) == (JobState.FAILED, None)


def test_a_worker_that_ends_each_time_is_not_started_for_ever(fupan: Installation, stored: StoredMatch) -> None:
    keeping.queued_job(fupan.sessions, stored.judgement_id, wanted())
    for _ in range(ENDS):
        assert jobs.claim(fupan.sessions) is not None
        assert jobs.claim(fupan.sessions) is None
        with writing(fupan.sessions) as session:
            silent = datetime.now(UTC) - LEASE - timedelta(seconds=1)
            session.execute(update(Job).values(seen_at=silent))
    assert jobs.claim(fupan.sessions) is None
    found = kept(fupan, stored, wanted())
    assert found is not None
    assert found.row.state is JobState.FAILED


def test_what_nobody_can_ask_for_any_more_is_dropped(
    fupan: Installation, stored: StoredMatch, take: Take, log: Text
) -> None:
    keeping.queued_job(fupan.sessions, stored.judgement_id, wanted())
    claimed = jobs.claim(fupan.sessions)
    assert claimed is not None
    with writing(fupan.sessions) as session:
        session.execute(update(Judgement).values(current=False))
    compute(fupan, claimed)
    assert count(fupan) == 0


def test_the_work_is_known_before_any(fupan: Installation, stored: StoredMatch, take: Take) -> None:
    """In actions × seats² where every two seats settle, else in actions."""
    for game, seats in (("guandan", 4), ("chinese_poker", 4)):
        from tests.playouts import generate

        match = next(each for each in (generate(game, seed, hands=3) for seed in range(9)) if len(each.seats) == seats)
        actions = sum(len(hand.actions) for hand in match.hands)
        rules = GAMES[game].rules.resolve()
        found = wanted_of(ComputationKind.TRIAL, rules, stored, match).work
        assert found == actions * (16 if game == "chinese_poker" else 1)
        assert wanted_of(ComputationKind.ALONE, rules, stored, match).work == 10 * found
