"""A filled database of the version before gets the indexes by which events and games are found."""

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Engine, inspect, text

from app.database import upgrade
from app.fupan import Fupan
from app.migrations.versions import r0016_events as events
from app.statistics.season import Season, season_matches
from tests.season_matches import EVENT, of_game, put_season

COLUMNS = [["event", "game", "day", "match"], ["game", "day", "match"]]


def indexed(engine: Engine) -> list[list[str | None]]:
    return sorted((each["column_names"] for each in inspect(engine).get_indexes("counted_matches")), key=str)


def test_a_filled_database_is_upgraded(fupan: Fupan) -> None:
    matches = put_season(fupan, 2)
    engine: Engine = fupan.sessions.kw["bind"]
    with engine.begin() as connection, Operations.context(MigrationContext.configure(connection)):
        events.downgrade()
        connection.execute(text("UPDATE alembic_version SET version_num = :before"), {"before": events.down_revision})
    assert indexed(engine) == []
    upgrade(engine)
    assert indexed(engine) == COLUMNS
    with fupan.sessions() as session:
        found = season_matches(session, Season("guandan", EVENT))
        assert found.ids == [match.number for match in of_game(matches, "guandan")]
