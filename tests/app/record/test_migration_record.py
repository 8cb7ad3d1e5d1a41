"""A filled database of the version before gets the tables of the record, and can be taken back."""

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import inspect

from app.config import Config
from app.database import MIGRATIONS, open_database, transact, upgrade
from app.fupan import Fupan
from app.record.appending import append
from app.record.reading import record_lines
from engine.verdict.proof.chain import check_chain

BEFORE = "0009"
TABLES = {"record_entries", "actors", "record_texts"}


def test_the_tables_come_and_go(database_url: str) -> None:
    engine = open_database(database_url)
    upgrade(engine, BEFORE)
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO uploads (id, name, uploaded_at) VALUES (1, 'evening.zip', '2024-05-01 12:00:00')"
        )
    assert TABLES.isdisjoint(inspect(engine).get_table_names())
    fupan = Fupan.open(Config(database_url=database_url, secret_key="for tests alone"))
    transact(fupan.sessions, lambda session: append(session, actor="a", event="state", subject="s", data={}))
    assert check_chain(record_lines(fupan.sessions)).entries == 1
    fupan.close()
    assert set(inspect(engine).get_table_names()) >= TABLES
    with engine.begin() as connection:
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, BEFORE)
    assert TABLES.isdisjoint(inspect(engine).get_table_names())
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT name FROM uploads").scalar() == "evening.zip"
    engine.dispose()
