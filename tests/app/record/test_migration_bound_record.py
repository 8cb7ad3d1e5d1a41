"""A filled database of the version before gets the columns that bind rows to the record, and can be taken back."""

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import inspect

from app.audit.checking import audit
from app.config import Config
from app.database import MIGRATIONS, open_database, transact, upgrade
from app.disputes.reading import dispute
from app.fupan import Fupan
from app.record.actors import Role, actor_id
from app.record.appending import append
from app.verdicts.handed_out import VerdictFilter, verdicts

BEFORE = "0025"
COLUMNS = {
    "actors": {"salt", "entry"},
    "record_texts": {"salt"},
    "rulings": {"interest"},
    "verdicts": {"ruling", "state", "replaces"},
}
ACTOR, TEXT = "a" * 32, "b" * 32
MOMENT = "'2026-05-01 12:00:00'"
ROWS = (
    f"INSERT INTO actors (id, name, role, made_at) VALUES ('{ACTOR}', 'Zhao Min', 'arbiter', {MOMENT})",
    f"INSERT INTO record_texts (id, text, made_at) VALUES ('{TEXT}', 'Right.', {MOMENT})",
    "INSERT INTO disputes (digest, claim, found, state, actor_id, opened_at, changed_at) VALUES ('d', "
    f"""'{{"text":"{TEXT}"}}', '{{"found":"in-words"}}', 'ruled', '{ACTOR}', {MOMENT}, {MOMENT})""",
    "INSERT INTO rulings (dispute_id, number, outcome, text_id, actor_id, in_force, at) "
    f"VALUES (1, 1, 'upheld', '{TEXT}', '{ACTOR}', true, {MOMENT})",
    "INSERT INTO verdicts (dispute_id, body_sha256, engine, rules_sha256, digest, actor_id, at, size) "
    f"VALUES (1, 'b', '1', 'r', 'd', '{ACTOR}', {MOMENT}, 0)",
)


def test_the_columns_come_and_go(database_url: str) -> None:
    engine = open_database(database_url)
    upgrade(engine, BEFORE)
    with engine.begin() as connection:
        for row in ROWS:
            connection.exec_driver_sql(row)
    assert all(names.isdisjoint(of(engine, table)) for table, names in COLUMNS.items())
    fupan = Fupan.open(Config(database_url=database_url, secret_key="for tests alone"))
    with fupan.sessions() as session:
        found = dispute(session, 1)
        (listed,) = verdicts(session, VerdictFilter())
    assert found is not None
    assert (found.rulings[0].interest, found.rulings[0].reported, listed.replaced_by) == ((), (), None)
    assert {each.what for each in audit(fupan.sessions).differs} == {"claim", "ruling", "verdict"}, (
        "no entry speaks of rows that an earlier version wrote"
    )
    transact(
        fupan.sessions,
        lambda session: append(
            session, actor=actor_id(session, "Zhao Min", Role.ARBITER), event="state", subject="s", data={"text": TEXT}
        ),
    )
    assert "name" not in {each.what for each in audit(fupan.sessions).differs}, "a name is bound at the next act"
    fupan.close()
    assert all(names <= of(engine, table) for table, names in COLUMNS.items())
    with engine.begin() as connection:
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, BEFORE)
    assert all(names.isdisjoint(of(engine, table)) for table, names in COLUMNS.items())
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT name FROM actors").scalar() == "Zhao Min"
    engine.dispose()


def of(engine: object, table: str) -> set[str]:
    return {each["name"] for each in inspect(engine).get_columns(table)}
