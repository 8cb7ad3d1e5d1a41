"""A filled database of the version before gets the tables of notes, and can be taken back."""

from collections.abc import Callable
from io import BytesIO

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import inspect

from app.config import Config
from app.database import MIGRATIONS, open_database, upgrade
from app.fupan import Fupan
from app.ingest import ingest
from app.notes.reading import notes_of_hand
from app.notes.writing import Written, add_note

BEFORE = "0022"
TABLES = {"notes", "noted_hands", "note_words"}


def down(database_url: str) -> None:
    engine = open_database(database_url)
    with engine.begin() as connection:
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, BEFORE)
    assert TABLES.isdisjoint(inspect(engine).get_table_names())
    engine.dispose()


def opened(database_url: str) -> Fupan:
    return Fupan.open(Config(database_url=database_url, secret_key="for tests alone"))


def test_the_tables_come_and_go(database_url: str, log: Callable[..., bytes]) -> None:
    engine = open_database(database_url)
    upgrade(engine, BEFORE)
    assert TABLES.isdisjoint(inspect(engine).get_table_names())
    engine.dispose()
    fupan = opened(database_url)
    list(ingest(fupan.sessions, fupan.checker, BytesIO(log(hands=[{"actions": ["E play 9s"]}])), "log.json"))
    fupan.close()
    down(database_url)
    fupan = opened(database_url)
    with fupan.sessions.begin() as session:
        add_note(session, 1, 0, 1, Written("Too early."))
    with fupan.sessions() as session:
        assert [each.text for each in notes_of_hand(session, 1, 0)] == ["Too early."]
    assert set(inspect(fupan.sessions.kw["bind"]).get_table_names()) >= TABLES
    fupan.close()
    down(database_url)
    fupan = opened(database_url)
    with fupan.sessions() as session:
        assert notes_of_hand(session, 1, 0) == []
    assert fupan.match(1) is not None
    fupan.close()
