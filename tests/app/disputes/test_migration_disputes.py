"""A filled database of the version before gets the tables of disputes, and can be taken back."""

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import inspect

from app.config import Config
from app.database import MIGRATIONS, open_database, upgrade
from app.fupan import Fupan

BEFORE = "0016"
TABLES = {
    *("disputes", "dispute_parties", "dispute_comments", "dispute_evidence"),
    *("rulings", "ruling_votes", "ruling_adjustments"),
}
ENTRY = (
    "INSERT INTO record_entries (n, at, actor, event, subject, data, prev) "
    "VALUES (1, '2026-05-01T12:00:00Z', 'a', 'state', 's', '{}', '" + "0" * 64 + "')"
)
OPENED = (
    "INSERT INTO disputes (digest, claim, found, state, actor_id, opened_at, changed_at) "
    "VALUES ('d', '{}', '{}', 'open', 'a', '2026-05-01 12:00:00', '2026-05-01 12:00:00')"
)


def test_the_tables_come_and_go(database_url: str) -> None:
    engine = open_database(database_url)
    upgrade(engine, BEFORE)
    with engine.begin() as connection:
        connection.exec_driver_sql(ENTRY)
        connection.exec_driver_sql("INSERT INTO actors (id, role, made_at) VALUES ('a', 'player', '2026-05-01')")
    assert TABLES.isdisjoint(inspect(engine).get_table_names())
    fupan = Fupan.open(Config(database_url=database_url, secret_key="for tests alone"))
    fupan.close()
    with engine.begin() as connection:
        connection.exec_driver_sql(OPENED)
        assert connection.exec_driver_sql("SELECT id FROM disputes").scalar() == 1
    assert set(inspect(engine).get_table_names()) >= TABLES
    with engine.begin() as connection:
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, BEFORE)
    assert TABLES.isdisjoint(inspect(engine).get_table_names())
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT subject FROM record_entries").scalar() == "s"
    engine.dispose()
