"""Drafts of logs come to a database of the version before that is in use."""

import json
from collections.abc import Callable

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import inspect

from app.database import MIGRATIONS, transact, upgrade
from app.fupan import Fupan
from app.ingest import Ingested
from app.writing import drafts
from app.writing.texts import Parts
from tests.short_matches import MATCHES

BEFORE = "0024"
HEAD = "game: guandan\nplayers: E Li, N Zhao, W Sun, S Qian"


def test_a_filled_database_is_upgraded(fupan: Fupan, take: Callable[..., list[Ingested]]) -> None:
    take(json.dumps(MATCHES[0]).encode())
    engine = fupan.sessions.kw["bind"]
    with engine.begin() as connection:
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, BEFORE)
    assert "log_drafts" not in inspect(engine).get_table_names()
    upgrade(engine)
    key = transact(fupan.sessions, lambda session: drafts.add(session, "guandan", Parts(HEAD, ("E 9s9h",)), "en"))
    with fupan.sessions() as session:
        draft = drafts.find(session, key)
    assert draft is not None
    assert draft.hands()[0].actions == ["E play 9s 9h"]
    transact(fupan.sessions, lambda session: drafts.become(session, draft, 1))
    with fupan.sessions() as session:
        found = drafts.find(session, key)
    assert found is not None
    assert found.log_id == 1
    transact(fupan.sessions, lambda session: drafts.drop(session, found))
    with fupan.sessions() as session:
        assert drafts.find(session, key) is None
