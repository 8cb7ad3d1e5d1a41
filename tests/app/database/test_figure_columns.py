"""A figure is a column of the tables that have figures, without a revision that says so."""

from io import BytesIO
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect, select, text

from app.database.backup import restore_backup, write_backup
from app.database.checks import checks
from app.database.opening import open_database, refuse_other_version, upgrade
from app.database.tables.statistics import FACTS, FIGURE_COLUMNS, TALLIES
from app.database.trouble import DatabaseUnusable
from app.disputes.audit_log.appending import chain_now
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.players.statistics.recount import count_all
from app.text.folders import folder
from engine.games.figures import FIGURES

pytestmark = pytest.mark.databases_differ

LARGE = ("seconds", "seconds_high")


def _filled(fupan: Installation) -> Engine:
    path = folder("sample_logs") / "guandan" / "failures-at-a.json"
    with path.open("rb") as stream:
        list(ingest(fupan.sessions, fupan.checker, stream, path.name))
    engine: Engine = fupan.sessions.kw["bind"]
    return engine


def _without(engine: Engine, *names: str) -> None:
    """Makes the tables those of a version without some figures."""
    with engine.begin() as connection:
        for table in (FACTS, TALLIES):
            for name in set(names) & set(table.c.keys()):
                connection.execute(text(f"ALTER TABLE {table.name} DROP COLUMN {name}"))


def _columns(engine: Engine, table: str) -> dict[str, str]:
    return {each["name"]: str(each["type"]) for each in inspect(engine).get_columns(table)}


def test_a_database_gets_the_columns_of_figures_that_it_lacks(fupan: Installation) -> None:
    engine = _filled(fupan)
    before = [_columns(engine, table.name) for table in (FACTS, TALLIES)]
    with engine.connect() as connection:
        kept = sorted(connection.execute(select(FACTS.c.match, FACTS.c.hand, FACTS.c.seat, FACTS.c.plays)))
    _without(engine, "plays", *LARGE)
    assert [check.faults for check in checks(engine) if check.faults] == [
        ("they lack the figures plays, seconds, seconds_high; fupan import or fupan serve adds them",)
    ]
    with pytest.raises(DatabaseUnusable, match="lack the figures plays, seconds, seconds_high"):
        refuse_other_version(engine)
    upgrade(engine)
    assert [_columns(engine, table.name) for table in (FACTS, TALLIES)] == before
    refuse_other_version(engine)
    assert [check.faults for check in checks(engine) if check.faults] == []
    with engine.connect() as connection:
        assert {*connection.scalars(select(FACTS.c.plays))} == {None}
    count_all(fupan.sessions)
    with engine.connect() as connection:
        assert sorted(connection.execute(select(FACTS.c.match, FACTS.c.hand, FACTS.c.seat, FACTS.c.plays))) == kept
    assert any(plays for *_, plays in kept)


def test_a_backup_is_restored_with_the_figures_of_the_version_that_restores_it(
    fupan: Installation, tmp_path: Path
) -> None:
    engine = _filled(fupan)
    _without(engine, "bombs")
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE facts ADD COLUMN gone INTEGER"))
        connection.execute(text("UPDATE facts SET gone = 1"))
    file = tmp_path / "kept"
    write_backup(engine, file, chain_now, {})
    url = f"sqlite:///{tmp_path / 'restored.sqlite3'}"
    restored = restore_backup(url, BytesIO(file.read_bytes()))
    assert restored.rows[FACTS.name]
    made = open_database(url)
    assert {"bombs"} <= _columns(made, FACTS.name).keys() == {*FACTS.c.keys()}
    with made.connect() as connection, engine.connect() as before:
        columns = [each for each in FACTS.c if each.name != "bombs"]
        assert sorted(map(repr, connection.execute(select(*columns)))) == sorted(
            map(repr, before.execute(select(*columns)))
        )
    made.dispose()


def test_figure_columns_are_those_of_figures() -> None:
    assert set(FIGURES) < FIGURE_COLUMNS
    assert FIGURE_COLUMNS - set(FIGURES) == {f"{name}_high" for name, figure in FIGURES.items() if figure.large}
    assert set(TALLIES.c.keys()) >= FIGURE_COLUMNS
