"""Computations come to a database of the version before that has comparisons."""

import json
from collections.abc import Callable

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import inspect, text

from app.computed import queue
from app.computed.obtaining import compute
from app.computed.wanted import Kind, wanted_of
from app.database import MIGRATIONS, upgrade, writing
from app.fupan import Fupan
from app.ingest import Ingested
from tests.short_matches import MATCHES

BEFORE = "0026"


def test_a_filled_database_is_upgraded(fupan: Fupan, take: Callable[..., list[Ingested]]) -> None:
    (match,) = take(json.dumps(MATCHES[0]).encode())
    stored = fupan.match(match.id)
    assert stored is not None
    engine = fupan.sessions.kw["bind"]
    with engine.begin() as connection:
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, BEFORE)
    assert "computations" not in inspect(engine).get_table_names()
    with writing(fupan.sessions) as session:
        session.execute(
            text("INSERT INTO comparisons (judgement_id, engine, work, data, size) VALUES (:id, '0.1.0', 7, :data, 1)"),
            {"id": stored.judgement_id, "data": b"x"},
        )
    upgrade(engine)
    assert "comparisons" not in inspect(engine).get_table_names()
    after = fupan.match(match.id)
    assert after is not None
    assert after.report_json == stored.report_json
    decoded = fupan.decoded.get(after)
    assert decoded is not None
    wanted = wanted_of(Kind.COMPARISON, fupan.rules(after, decoded), after, decoded)
    queue.queued(fupan.sessions, after.judgement_id, wanted)
    claimed = queue.claim(fupan.sessions)
    assert claimed is not None
    compute(fupan, claimed)
    with fupan.sessions() as session:
        found = queue.kept(session, after.judgement_id, wanted)
    assert found is not None
    assert found.data
