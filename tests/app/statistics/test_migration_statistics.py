"""A filled database of the version before: keys of players are written again, and what it has is counted."""

import json
from collections.abc import Callable
from unicodedata import normalize

import pytest
from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import inspect, text

from app.config import Config
from app.database import MIGRATIONS, open_database, upgrade
from app.fupan import Fupan
from app.ingest import Ingested
from app.judged import sha256_of
from app.statistics.figures import person_figures
from app.statistics.filters import FactFilter
from app.statistics.recount import count_pending, count_some, pending
from app.statistics.tables import SEAT_RESULTS
from tests.fact_rows import fact_rows, number_of_rows
from tests.short_matches import MATCHES

Take = Callable[..., list[Ingested]]
BEFORE = "0010"


def go_to(fupan: Fupan, revision: str) -> None:
    with fupan.sessions.kw["bind"].connect() as connection, connection.begin():
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, revision)


@pytest.fixture
def before(fupan: Fupan, take: Take) -> Fupan:
    """An installation as the version before left it: nothing is counted, and keys are as logs have them."""
    take(b"\n".join(json.dumps(match).encode() for match in MATCHES))
    go_to(fupan, BEFORE)
    with fupan.sessions() as session:
        for old, new in (("Ré", normalize("NFD", "Ré")), ("Zhao", " Zhao\n"), ("p1", " ")):
            session.execute(
                text("UPDATE players SET key = :key, key_sha256 = :digest WHERE key = :old"),
                {"key": new, "digest": sha256_of(new), "old": old},
            )
        session.execute(
            text("INSERT INTO players (key_sha256, key, name) VALUES (:digest, :key, 'Sun')"),
            {"digest": sha256_of("Sun "), "key": "Sun "},
        )
        session.execute(
            text(
                "UPDATE match_players SET player_id = (SELECT id FROM players WHERE key = 'Sun ')"
                " WHERE player_id = (SELECT id FROM players WHERE key = 'Sun') AND log_id = 1"
            )
        )
        session.commit()
    assert "facts" not in inspect(fupan.sessions.kw["bind"]).get_table_names()
    return fupan


def test_keys_are_written_again_and_matches_counted(before: Fupan, database_url: str) -> None:
    fupan = Fupan.open(Config(database_url=database_url, secret_key="for tests alone"))
    with fupan.sessions() as session:
        keys = set(session.execute(text("SELECT key FROM players")).scalars())
        assert keys <= {"Li", "Zhao", "Ré", "王小明", "Sun"}
        assert session.execute(text("SELECT count(*) FROM players WHERE key = 'Sun'")).scalar_one() == 1
        seats = session.execute(
            text("SELECT count(*) FROM match_players m JOIN players p ON p.id = m.player_id WHERE m.name = 'Sun'")
        ).scalar_one()
        players = [each for match in MATCHES for each in match["players"]]
        assert seats == sum(each["name"] == "Sun" and each.get("id") != "p1" for each in players)
        assert pending(session).uncounted == len(MATCHES)
        assert person_figures(session, "guandan", FactFilter()) == []
    assert set(number_of_rows(fupan).values()) == {0}
    assert count_some(fupan.sessions)
    told: list[int] = []
    assert count_pending(fupan.sessions, told.append) == len(MATCHES) - 5
    assert told[-1] == len(MATCHES) - 5
    assert not count_some(fupan.sessions)
    with fupan.sessions() as session:
        assert pending(session).total == 0
        assert person_figures(session, "guandan", FactFilter(player="Ré"))[0].whole.hands
        assert len(fact_rows(session)[SEAT_RESULTS.name]) == sum(len(match["players"]) for match in MATCHES)
    fupan.close()


def test_going_back_takes_the_tables_away(before: Fupan) -> None:
    engine = open_database(str(before.config.database_url))
    upgrade(engine)
    assert "facts" in inspect(engine).get_table_names()
    go_to(before, BEFORE)
    left = inspect(engine)
    assert "facts" not in left.get_table_names()
    assert "counted" not in {column["name"] for column in left.get_columns("judgements")}
    engine.dispose()
