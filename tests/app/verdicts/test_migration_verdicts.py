"""A filled database of the version before gets the tables of verdicts, and can be taken back."""

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import inspect

from app.config import Config
from app.database import MIGRATIONS, open_database, upgrade
from app.disputes.reading import dispute
from app.fupan import Fupan

BEFORE = "0019"
TABLES = {"verdicts", "verdict_texts"}
MOMENT = "'2026-05-01 12:00:00'"
ROWS = (
    f"INSERT INTO actors (id, name, role, made_at) VALUES ('a', 'Zhao Min', 'arbiter', {MOMENT})",
    f"INSERT INTO record_texts (id, text, made_at) VALUES ('t', 'Right.', {MOMENT})",
    "INSERT INTO disputes (digest, claim, found, state, actor_id, opened_at, changed_at) "
    f"""VALUES ('d', '{{"text":"t"}}', '{{"found":"in-words"}}', 'ruled', 'a', {MOMENT}, {MOMENT})""",
    "INSERT INTO rulings (dispute_id, number, outcome, text_id, actor_id, in_force, at) "
    f"VALUES (1, 1, 'upheld', 't', 'a', true, {MOMENT})",
)
ISSUED = (
    "INSERT INTO verdicts (dispute_id, body_sha256, engine, rules_sha256, digest, actor_id, at, size) "
    f"VALUES (1, 'b', '1', 'r', 'd', 'a', {MOMENT}, 0)"
)


def test_the_tables_come_and_go(database_url: str) -> None:
    engine = open_database(database_url)
    upgrade(engine, BEFORE)
    with engine.begin() as connection:
        for row in ROWS:
            connection.exec_driver_sql(row)
    assert TABLES.isdisjoint(inspect(engine).get_table_names())
    fupan = Fupan.open(Config(database_url=database_url, secret_key="for tests alone"))
    with fupan.sessions() as session:
        found = dispute(session, 1)
    fupan.close()
    assert found is not None
    assert (found.rulings[0].digest, found.judged_as, found.row.changed) == (None, "d", False)
    assert not found.erased
    with engine.begin() as connection:
        connection.exec_driver_sql(ISSUED)
    assert set(inspect(engine).get_table_names()) >= TABLES
    with engine.begin() as connection:
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, BEFORE)
    assert TABLES.isdisjoint(inspect(engine).get_table_names())
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT outcome FROM rulings").scalar() == "upheld"
    engine.dispose()
