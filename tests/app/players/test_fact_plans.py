"""How the databases answer the queries of one person, from rows that lie together, and of what waits to be counted."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import case, event, insert, select, text, update

from app.database.tables.matches import METADATA, Judgement, Log
from app.database.tables.statistics import FACTS, PARTNERSHIPS, SEAT_RESULTS, TALLIES
from app.judging.counted import UNCOUNTED, WHOLE
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.players.statistics.accuracy import accuracy_of
from app.players.statistics.figures import person_figures
from app.players.statistics.filters import FactFilter
from app.players.statistics.luck import lucks
from app.players.statistics.recount import count_some, left_to_count, pending
from tests.short_matches import MATCHES

pytestmark = pytest.mark.databases_differ

Take = Callable[..., list[IngestResult]]
LOGS, JUDGEMENTS = METADATA.tables[Log.__tablename__], METADATA.tables[Judgement.__tablename__]
PEOPLE, MATCHES_EACH = 400, 40
FIRST = 1_000
"""Numbers of made-up matches and people begin above those that are there."""
WANTED: list[dict[str, Any]] = [{}, {"partner": "Zhao"}, {"event": "Cup"}]


@pytest.fixture
def database_url(bare_database_url: str) -> str:
    """Plans depend on what was counted of tables before, so that each test has tables of its own."""
    return bare_database_url


@pytest.fixture
def large(fupan: Installation, take: Take) -> Installation:
    """An installation with one real person among many made-up ones, whose rows are copies of its own."""
    take(b"\n".join(json.dumps(match).encode() for match in MATCHES))
    with fupan.sessions() as session:
        fact, tally = (
            dict(session.execute(table.select().where(table.c.person != 0).limit(1)).mappings().one())
            for table in (FACTS, TALLIES)
        )
        result = dict(session.execute(SEAT_RESULTS.select().limit(1)).mappings().one())
        places = [
            {"person": FIRST + person, "match": FIRST + match, "seat": person % 4}
            for person in range(PEOPLE)
            for match in range(MATCHES_EACH)
        ]
        session.execute(insert(FACTS), [fact | place for place in places])
        session.execute(insert(TALLIES), [tally | place for place in places])
        alike = {(place["match"], place["seat"]): place for place in places}
        session.execute(insert(SEAT_RESULTS), [result | place for place in alike.values()])
        session.commit()
    analyze(fupan)
    return fupan


def analyze(fupan: Installation) -> None:
    with fupan.sessions.kw["bind"].connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))


def test_the_figures_of_a_person_are_read_from_the_rows_of_that_person(large: Installation) -> None:
    of_figures: list[dict[str, Any]] = [*WANTED, {"of_play": True}, {"as_computed": True}]
    for wanted in of_figures:
        with queries_of(large) as found, large.sessions() as session:
            person_figures(session, "guandan", FactFilter(player="Li", **wanted))
            pending(session)
        assert 6 <= len(found) <= 14, wanted
        no_scan(large, found, TALLIES.name)
    for wanted in WANTED:
        with queries_of(large) as found, large.sessions() as session:
            accuracy_of(session, "guandan", FactFilter(player="Li", **wanted))
        assert 4 <= len(found) <= 10, wanted
        no_scan(large, found)
        with queries_of(large) as found, large.sessions() as session:
            lucks(session, "guandan", FactFilter(player="Li", **wanted))
        assert 4 <= len(found) <= 10, wanted
        no_scan(large, found)


def test_what_is_pending_is_read_from_the_index_of_it(fupan: Installation, take: Take) -> None:
    take(json.dumps(MATCHES[0]).encode())
    first, last = FIRST, FIRST + 2_000
    with fupan.sessions() as session:
        log = dict(session.execute(select(LOGS)).mappings().one())
        made = dict(session.execute(select(JUDGEMENTS)).mappings().one())
        places = range(first, last)
        session.execute(insert(LOGS), [log | {"id": each, "position": each} for each in places])
        listed = [made | {"id": each, "log_id": each, "counted": WHOLE} for each in places]
        session.execute(insert(JUDGEMENTS), listed)
        waiting = JUDGEMENTS.c.log_id.in_((first, last - 1))
        session.execute(update(JUDGEMENTS).values(counted=case((waiting, UNCOUNTED), else_=WHOLE)))
        session.commit()
    analyze(fupan)
    with queries_of(fupan) as found, fupan.sessions() as session:
        assert (pending(session).total, left_to_count(session)) == (2, 2)
    assert len(found) == 2
    with fupan.sessions.begin() as session:
        session.execute(update(JUDGEMENTS).values(counted=WHOLE))
    with queries_of(fupan) as after:
        assert not count_some(fupan.sessions)
    with fupan.sessions.kw["bind"].connect() as connection:
        explain = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
        for statement, values in (*found, *after):
            steps = [row[-1] for row in connection.exec_driver_sql(f"{explain} {statement}", values)]
            read = [step for step in steps if re.search(r"(on|SEARCH|SCAN) judgements", step)]
            assert all("ix_judgements_counted_log_id" in step for step in read), steps
            assert len(read) == 1


@contextmanager
def queries_of(fupan: Installation) -> Iterator[list[tuple[str, Any]]]:
    """The queries, with their values, that are made within."""
    found: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if statement.startswith("SELECT"):
            found.append((statement, values))

    engine = fupan.sessions.kw["bind"]
    event.listen(engine, "before_cursor_execute", note)
    yield found
    event.remove(engine, "before_cursor_execute", note)


def no_scan(fupan: Installation, found: list[tuple[str, Any]], of_person: str = FACTS.name) -> None:
    """Queries read a table by its keys alone, or few of its rows; those of a person from the table with a name."""
    with fupan.sessions.kw["bind"].connect() as connection:
        if connection.dialect.name == "sqlite":
            steps = [
                row[3]
                for statement, values in found
                for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            ]
            scans = [step for step in steps if step.startswith("SCAN") and "anon" not in step]
            assert scans == []
            assert any(f"{of_person} USING PRIMARY KEY (person=?" in step for step in steps)
            return
        read = 0
        for statement, values in found:
            plan = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", values).scalar_one()
            read += _rows_read(plan[0]["Plan"])
        assert read < PEOPLE * MATCHES_EACH / 4


def _rows_read(node: dict[str, Any]) -> int:
    """The rows of facts, sums and results that a plan reads, with those that it throws away."""
    own = 0
    if node.get("Relation Name") in (FACTS.name, TALLIES.name, PARTNERSHIPS.name, SEAT_RESULTS.name):
        own = (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
    return int(own) + sum(_rows_read(each) for each in node.get("Plans", ()))
