"""A filled database of the version before gets the indexes by which events and games are found."""

from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import Engine, inspect

from app.database import MIGRATIONS, upgrade
from app.fupan import Fupan
from app.statistics.season import Season, season_matches
from tests.season_matches import EVENT, of_game, put_season

BEFORE = "0015"
COLUMNS = [["event", "game", "day", "match"], ["game", "day", "match"]]


def indexed(engine: Engine) -> list[list[str | None]]:
    return sorted((each["column_names"] for each in inspect(engine).get_indexes("counted_matches")), key=str)


def test_a_filled_database_is_upgraded(fupan: Fupan) -> None:
    matches = put_season(fupan, 2)
    engine: Engine = fupan.sessions.kw["bind"]
    with engine.begin() as connection:
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, BEFORE)
    assert not [each for each in indexed(engine) if each in COLUMNS]
    upgrade(engine)
    assert [each for each in indexed(engine) if each in COLUMNS] == COLUMNS
    with fupan.sessions() as session:
        found = season_matches(session, Season("guandan", EVENT))
        assert found.ids == [match.number for match in of_game(matches, "guandan")]
