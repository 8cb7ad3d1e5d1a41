"""A filled database of the version before, with rulings, gets them into what is counted, and can be taken back."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import inspect, text

from app.config import Config
from app.database import MIGRATIONS
from app.fupan import Fupan
from app.ingest import Ingested
from app.statistics.figures import person_figures
from app.statistics.filters import FactFilter
from app.statistics.recount import count_pending, pending
from tests.drawn_rulings import set_scores
from tests.fact_rows import fact_rows
from tests.short_matches import MATCHES

SAMPLE = Path(__file__).parents[3] / "sample_logs" / "bao_huang" / "rizhao-evening.json"
BEFORE = "0018"
Take = Callable[..., list[Ingested]]


@pytest.fixture
def ruled(fupan: Fupan, take: Take) -> tuple[Fupan, int]:
    """An installation with matches, one of which was ruled on, and its number."""
    take(b"\n".join(json.dumps(match).encode() for match in MATCHES))
    (kept,) = take(SAMPLE.read_bytes(), SAMPLE.name)
    count_pending(fupan.sessions)
    set_scores(fupan, kept.id, 1, {"A": 0, "B": 50, "C": 0, "D": -50, "E": 0})
    return fupan, kept.id


def test_rulings_of_a_database_of_the_version_before_are_counted(ruled: tuple[Fupan, int], database_url: str) -> None:
    fupan, match = ruled
    with fupan.sessions() as session:
        expected = fact_rows(session)
    with fupan.sessions.kw["bind"].connect() as connection, connection.begin():
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, BEFORE)
    here = inspect(fupan.sessions.kw["bind"])
    assert "ruled_hands" not in here.get_table_names()
    assert not any(
        column["name"].startswith(("computed_", "adjusted"))
        for table in ("facts", "tallies", "partnerships", "seat_results")
        for column in here.get_columns(table)
    )
    # That version wrote what was computed.
    with fupan.sessions() as session:
        session.execute(text("UPDATE facts SET score = 0, won = NULL WHERE match = :match"), {"match": match})
        session.execute(text("UPDATE tallies SET score = 0 WHERE match = :match"), {"match": match})
        session.commit()
    again = Fupan.open(Config(database_url=database_url, secret_key="for tests alone"))
    with again.sessions() as session:
        waiting = pending(session)
        assert waiting.uncounted + waiting.short
        assert fact_rows(session) != expected
    assert count_pending(again.sessions)
    with again.sessions() as session:
        assert fact_rows(session) == expected
        assert sum(each.whole.adjusted for each in person_figures(session, "bao_huang", FactFilter())) == 5
    again.close()
