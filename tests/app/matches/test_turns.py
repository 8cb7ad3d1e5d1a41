"""Whose job is next: those who ask have turns, what a page shows comes first, and no turn reads the whole queue."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event, insert, select, text, update
from sqlmodel import col

from app.database.opening import transact
from app.database.tables.jobs import Job
from app.matches import jobs
from app.matches.installation import Installation
from app.matches.jobs import JobRow, JobState

pytestmark = pytest.mark.databases_differ

MANY = 3_000
STATEMENTS = 10
"""The most statements of a turn: three queries twice, the beginnings, the lock of writers, and two changes."""


def asked(fupan: Installation, visitor: str | None, count: int = 1, *, slow: bool = True) -> list[int]:
    """Puts jobs of a visitor into the queue."""

    def put(session: Any) -> list[int]:
        return [jobs.add(session, "review", visitor, {"parameters": "{}"}, slow=slow) for _ in range(count)]

    return transact(fupan.sessions, put)


def turn(fupan: Installation) -> int | None:
    """Has a worker take up a job and keep a part of it, as with a hand of a review."""
    row = jobs.claim(fupan.sessions, slow=True)
    if row is not None:
        jobs.go_on(fupan.sessions, row)
    return None if row is None else row.id


def row_of(fupan: Installation, identity: int) -> JobRow:
    with fupan.sessions() as session:
        return jobs.row_of(session.execute(jobs.ROWS.where(col(Job.id) == identity)).one())


def test_who_asks_for_one_does_not_wait_for_a_hundred_of_another(fupan: Installation) -> None:
    many = asked(fupan, "a", 100)
    turn(fupan)
    (one,) = asked(fupan, "b")
    assert one in [turn(fupan), turn(fupan)]
    assert [turn(fupan) for _ in range(4)] == [many[0], one, many[0], one]


def test_three_who_ask_are_served_in_turn_and_each_in_order(fupan: Installation) -> None:
    first, second, nobody = asked(fupan, "a", 2), asked(fupan, "b", 3), asked(fupan, None, 1)
    done = []
    while (row := jobs.claim(fupan.sessions, slow=True)) is not None:
        jobs.finish(fupan.sessions, row)
        done.append(row.id)
    assert done == [first[0], second[0], nobody[0], first[1], second[1], second[2]]


def test_the_number_before_a_job_is_that_of_the_turns_before_it(fupan: Installation) -> None:
    many, (one,), (quick,) = asked(fupan, "a", 20), asked(fupan, "b"), asked(fupan, "a", slow=False)
    for wanted in (many[0], many[1], one, many[7]):
        with fupan.sessions() as session:
            before = jobs.ahead_of(session, row_of(fupan, wanted))
        taken = [quick]
        while (row := jobs.claim(fupan.sessions, slow=True)) is not None:
            taken.append(row.id)
        assert taken.index(wanted) == before, wanted
        waits = {"state": JobState.WAITING, "turn_at": datetime(2024, 5, 1, tzinfo=UTC)}
        transact(fupan.sessions, lambda session, waits=waits: session.execute(update(Job).values(waits)))
        later = {"turn_at": datetime(2024, 5, 2, tzinfo=UTC)}
        of_one = update(Job).where(col(Job.id) == one).values(later)
        transact(fupan.sessions, lambda session, of_one=of_one: session.execute(of_one))


def test_what_a_page_shows_is_next_until_a_part_of_it_is_kept(fupan: Installation) -> None:
    many = asked(fupan, "a", 5)
    jobs.note_shown(fupan.sessions, row_of(fupan, many[3]), 7)
    row = jobs.claim(fupan.sessions, slow=True)
    assert row is not None
    assert (row.id, row.hand) == (many[3], 7)
    jobs.go_on(fupan.sessions, row)
    assert row_of(fupan, many[3]).hand is None
    assert turn(fupan) == many[0]


def test_a_page_that_was_left_is_not_shown(fupan: Installation) -> None:
    many = asked(fupan, "a", 5)
    jobs.note_shown(fupan.sessions, row_of(fupan, many[3]), 7)
    before = datetime.now(UTC) - jobs.SHOWN - timedelta(seconds=1)
    transact(
        fupan.sessions,
        lambda session: session.execute(update(Job).where(col(Job.shown_at).is_not(None)).values(shown_at=before)),
    )
    assert turn(fupan) == many[0]


def test_what_is_quick_does_not_wait_for_what_takes_long(fupan: Installation) -> None:
    asked(fupan, "a", 3)
    (quick,) = asked(fupan, "a", slow=False)
    row = jobs.claim(fupan.sessions)
    assert row is not None
    assert row.id == quick
    assert jobs.claim(fupan.sessions) is None


def test_a_turn_reads_no_more_of_a_long_queue(fupan: Installation) -> None:
    """The statements are as many, and each finds its rows by an index."""
    said: list[tuple[str, Any]] = []
    bind = fupan.sessions.kw["bind"]
    counts = []
    for more in (2, MANY):
        moment = datetime.now(UTC)
        facts = {"kind": "review", "parameters": "{}", "slow": True, "turn_at": moment, "queued_at": moment}
        rows = [
            facts | {"state": (JobState.WAITING, JobState.DONE)[number % 2], "visitor": f"v{number % 1_500}"}
            for number in range(more)
        ]
        transact(fupan.sessions, lambda session, rows=rows: session.execute(insert(Job), rows))
        if bind.dialect.name == "postgresql":
            with bind.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(text("ANALYZE jobs"))
        said.clear()
        noted = lambda _c, _cur, statement, values, *_: said.append((statement, values))  # noqa: E731
        event.listen(bind, "before_cursor_execute", noted)
        try:
            assert jobs.claim(fupan.sessions, slow=True) is not None
        finally:
            event.remove(bind, "before_cursor_execute", noted)
        counts.append(len(said))
    assert counts[0] == counts[1] <= STATEMENTS
    postgresql = bind.dialect.name == "postgresql"
    planned = 0
    with bind.connect() as connection:
        for statement, values in said:
            if "jobs" not in statement:
                continue
            explain = "EXPLAIN " if postgresql else "EXPLAIN QUERY PLAN "
            plan = "\n".join(" ".join(map(str, row)) for row in connection.exec_driver_sql(explain + statement, values))
            assert not re.search(r"Seq Scan on jobs|SCAN (TABLE )?jobs", plan), (statement, plan)
            planned += 1
    assert planned >= 4


def test_a_job_ends_only_for_the_worker_that_has_it(fupan: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    (identity,) = asked(fupan, "a")
    first = jobs.claim(fupan.sessions, slow=True)
    assert first is not None
    monkeypatch.setattr(jobs, "LEASE", timedelta(0))
    second = jobs.claim(fupan.sessions, slow=True)
    assert second is not None
    assert (second.ends, second.claims) == (1, 2)
    jobs.finish(fupan.sessions, first)
    jobs.go_on(fupan.sessions, first)
    jobs.give_up(fupan.sessions, first, "no")
    with fupan.sessions() as session:
        assert session.scalar(select(col(Job.state)).where(col(Job.id) == identity)) == JobState.RUNNING
    jobs.finish(fupan.sessions, second)
    with fupan.sessions() as session:
        assert session.scalar(select(col(Job.state)).where(col(Job.id) == identity)) == JobState.DONE
