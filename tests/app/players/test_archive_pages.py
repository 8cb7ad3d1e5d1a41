"""The same matches in SQLite, in PostgreSQL and in an archive, which DuckDB reads: every query of statistics and every
page of it gives the same.
"""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from app.cli import main
from app.database.config import Config
from app.database.tables.statistics import COUNTED_MATCHES, PARTNERSHIPS
from app.matches.installation import Installation
from app.players.archive import compacting, duckdb_dialect
from app.players.archive.columns import BY_MONTH, BY_PERSON, MADE, NUMBERED, PLAYERS, RULES, VERDICTS
from app.players.archive.duckdb_dialect import Answers
from app.players.archive.opening import sessions_of
from app.players.ratings.changes import pending_games
from app.players.ratings.history import bring_up_to_date
from app.players.statistics.figures import person_figures
from app.players.statistics.filters import FactFilter
from app.players.statistics.luck import lucks
from app.players.statistics.people import keys_of
from app.players.statistics.person import lines_of, numbers_of, source_of
from app.players.statistics.recount import count_pending
from app.web.create_app import create_app
from app.web.installation import open_installation
from engine.games import GAMES
from tests.databases import new_sqlite, postgres

REPO = Path(__file__).parents[3]
DEMO = REPO / "sample_logs" / "demo"
SEASON = 8
"""Matches of the season of the demo."""
FIGURES = re.compile(r'<p class="under" role="note">.*?</p>\n?')
LINK = re.compile(r'<a href="/(?:matches/\d+[^"]*|hands/\?[^"]*)"[^>]*>(.*?)</a>', re.S)


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An evening of each game, and a part of a season."""
    folder = tmp_path_factory.mktemp("logs")
    for game in GAMES:
        name = f"{game.replace('_', '-')}-evening.json"
        (folder / name).write_bytes((DEMO / name).read_bytes())
    with gzip.open(DEMO / "club-season.jsonl.gz") as season:
        lines = [line for _, line in zip(range(SEASON), season, strict=False)]
    (folder / "season.jsonl").write_bytes(b"".join(lines))
    return folder


@pytest.fixture(scope="module")
def archive(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Their archive."""
    folder = tmp_path_factory.mktemp("archive")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compacting, "_NEWEST", 1)
        patch.setattr(compacting, "_OLDER", 4)
        done = CliRunner().invoke(main, ["archive", "build", str(logs), "--out", str(folder)])
    assert done.exit_code == 0, done.output
    assert list(folder.glob("months/older.*")), "some matches are among the older ones"
    return folder


@contextmanager
def _imported(url: str, logs: Path) -> Iterator[Installation]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUPAN_DATABASE_URL", url)
        assert CliRunner().invoke(main, ["import", str(logs)]).exit_code == 0
    fupan = open_installation(Config(database_url=url, secret_key="for tests alone"))
    count_pending(fupan.sessions)
    with fupan.sessions() as session:
        games = pending_games(session)
    for game in games:
        bring_up_to_date(fupan.sessions, game)
    yield fupan
    fupan.close()


@pytest.fixture(scope="module")
def sqlite(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """They are imported."""
    with _imported(new_sqlite(tmp_path_factory.mktemp("data") / "fupan.sqlite3"), logs) as fupan:
        yield fupan


@pytest.fixture
def other(request: pytest.FixtureRequest, sqlite: Installation, archive: Path, logs: Path) -> Iterator[Installation]:
    """Another installation with the same matches: one that reads the archive, or one on PostgreSQL."""
    if request.param == "archive":
        app = create_app(replace(sqlite.config, archive=archive))
        yield app.extensions["fupan"]
        app.extensions["fupan"].close()
        return
    with postgres(request.param) as url, _imported(url, logs) as fupan:
        yield fupan


def _kinds() -> list[str]:
    import os

    return ["archive", *filter(None, [os.environ.get("FUPAN_TEST_POSTGRES")])]


def test_an_archive_has_the_rows_of_a_database(sqlite: Installation, archive: Path) -> None:
    app = create_app(replace(sqlite.config, archive=archive))
    fupan: Installation = app.extensions["fupan"]
    assert fupan.archive is not None
    for table in (*BY_MONTH, *BY_PERSON, *NUMBERED, *MADE):
        if table in (VERDICTS, RULES) or table.name == "rating_changes":
            continue
        columns = [column for column in table.c if column.name != "judgement"]
        rows = [
            sorted(repr(tuple(row)) for row in session.execute(select(*columns)))
            for sessions in (sqlite.sessions, fupan.archive)
            for session in [sessions()]
        ]
        assert rows[0] == rows[1], table.name
        assert rows[0] or table is not PLAYERS
    fupan.close()


@pytest.mark.parametrize("other", _kinds(), indirect=True, ids=lambda kind: kind.partition("+")[0])
def test_figures_and_pages_are_the_same(sqlite: Installation, other: Installation) -> None:
    filters = [FactFilter(), FactFilter(of_play=True, as_computed=True)]
    with sqlite.sessions() as session:
        keys = [each.key for each in person_figures(session, "guandan", FactFilter())]
    filters += [FactFilter(player=keys[0]), FactFilter(partner=keys[0]), FactFilter(player=keys[0], partner=keys[1])]
    for wanted in filters:
        for game in GAMES:
            for of in (person_figures, lucks):
                found = []
                for fupan in (sqlite, other):
                    with fupan.statistics() as session:
                        found.append(of(session, game, wanted))
                assert found[0] == found[1], (game, wanted)
    clients = [create_app(each.config).test_client() for each in (sqlite, other)]
    addresses = ["/people/", "/people/?text=li", "/events/", "/partners/"]
    addresses += [f"/ratings/{game}{of}" for game in GAMES for of in ("", "?of=pairs")]
    addresses += _linked(clients[0], "/people/", r'href="(/people/\d+)"')[:16:4]
    addresses += [f"{each}/decisions" for each in addresses if re.fullmatch(r"/people/\d+", each)]
    for event in _linked(clients[0], "/events/", r'href="(/events/show\?[^"]*)"')[:2]:
        addresses += [event, f"{event}&format=json"]
    for person in [each for each in addresses if re.fullmatch(r"/people/\d+", each)][:2]:
        addresses += [
            f"{person}/luck",
            f"{person}/months.csv",
            f"{person}/hands?count=errors",
            f"{person}/hands?order=worst",
        ]
        addresses += [
            f"{person}/with/",
            *_linked(clients[0], f"{person}/with/", rf'href="({person}/with/\d+[^"]*)"')[:2],
        ]
        more = f"{person}/more"
        addresses.append(more)
        addresses += _linked(clients[0], more, rf'href="({person}\?[^"]*(?:partner|role|since|preset)=[^"]*)"')[:4]
    bombs = 0
    for address in dict.fromkeys(addresses):
        shown = [_shown(client, address) for client in clients]
        assert shown[0] == shown[1], address
        bombs += 'id="bombs"' in shown[0]
    assert bombs, "the table of bombs is there"
    for client in clients:
        client.application.extensions["fupan"].close()


def _linked(client: FlaskClient, address: str, link: str) -> list[str]:
    page = client.get(address)
    assert page.status_code == 200, address
    return [each.replace("&amp;", "&") for each in dict.fromkeys(re.findall(link, page.text))]


def _shown(client: FlaskClient, address: str) -> str:
    """A page without what an archive leaves out: links to matches and searches, the forms of players and reviews."""
    page = client.get(address)
    assert page.status_code == 200, (address, page.text)
    whole = re.sub(r'nonce="[^"]*"|value="[^"]*" name="csrf_token"|name="csrf_token" value="[^"]*"', "", page.text)
    whole = whole.replace("/archive/matches/", "/matches/")
    whole = re.sub(r'<p><a href="/people/\d+/exercises">.*?</p>', "", whole)
    whole = FIGURES.sub("", LINK.sub(r"\1", whole))
    left_out = r'<section (?:id="aliases"|aria-labelledby="reviews").*?</section>|<p><a href="/disputes/.*?</p>'
    whole = re.sub(left_out, "", whole, flags=re.S)
    return re.sub(r"\s+", " ", whole)


def test_a_partner_in_all_games_reads_the_rows_of_the_two_people_alone(archive: Path) -> None:
    scans: list[dict[str, Any]] = []

    def collect(node: dict[str, Any]) -> None:
        if node["name"] == "READ_PARQUET":
            scans.append(node["extra_info"])
        for below in node.get("children", ()):
            collect(below)

    with sessions_of(archive)() as session:
        person = session.scalar(select(PARTNERSHIPS.c.person).where(PARTNERSHIPS.c.person > 0).limit(1))
        partner = session.scalar(select(PARTNERSHIPS.c.partner).where(PARTNERSHIPS.c.person == person).limit(1))
        assert person
        assert partner
        keys = keys_of(session, [person, partner])
        wanted = FactFilter(player=keys[person], partner=keys[partner])
        numbers = numbers_of(session, wanted)
        source = source_of(session, person, keys[person], None, wanted, numbers)
        assert lines_of(session, source, None, numbers).whole.hands
        statement = select(source.c.match, source.c.hands).compile(
            session.get_bind(), compile_kwargs={"literal_binds": True}
        )
        (plan,) = session.connection().exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}")
    for root in json.loads(plan[1]):
        collect(root)
    assert scans
    assert [each for each in scans if "person = " not in str(each.get("Filters"))] == []


def test_pages_say_that_they_show_an_archive_and_change_nothing(sqlite: Installation, archive: Path) -> None:
    app = create_app(replace(sqlite.config, archive=archive))
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    page = client.get("/people/1").text
    assert "These figures are of an archive." in page
    more = client.get("/people/1/more").text
    assert "Keys of this player" in more
    assert "people-join-form" not in more
    assert "These figures are of an archive." not in client.get("/matches/").text
    assert client.post("/people/1/join", data={"key": "li"}).status_code == 400
    match = re.search(r'href="(/archive/matches/\d+)"', page)
    assert match is not None
    shown = client.get(match[1])
    assert shown.status_code == 200
    assert "season.jsonl" in shown.text or "-evening.json" in shown.text
    assert client.get("/archive/matches/999999").status_code == 404
    app.extensions["fupan"].close()


def test_pages_show_what_later_builds_add(sqlite: Installation, logs: Path, tmp_path: Path) -> None:
    """A build removes the files that the build before the last used."""
    folder = tmp_path / "archive"
    app, found = None, [0]
    for name in ("guandan", "big-a", "chinese-poker"):
        path = logs / f"{name}-evening.json"
        assert CliRunner().invoke(main, ["archive", "build", str(path), "--out", str(folder)]).exit_code == 0
        app = app or create_app(replace(sqlite.config, archive=folder))
        assert app.test_client().get("/people/1").status_code == 200
        with app.extensions["fupan"].statistics() as session:
            found.append(session.scalar(select(func.count()).select_from(COUNTED_MATCHES)))
    assert app is not None
    assert found == sorted(set(found))
    (folder / "archive.json").write_text("{")
    assert app.test_client().get("/people/1").status_code == 200, "the last that can be read"
    app.extensions["fupan"].close()


def test_answers_are_kept_and_the_oldest_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duckdb_dialect, "KEPT", 8)
    database, answers = duckdb.connect(), Answers()
    database.execute("CREATE TABLE numbers AS SELECT 1 AS number")

    def asked(statement: str, value: object) -> list[tuple[object, ...]]:
        return answers.of(database, statement, [value])[1]

    one = "SELECT number, $1 FROM numbers"
    assert asked(one, 2) == [(1, 2)]
    database.execute("UPDATE numbers SET number = 5")
    assert asked(one, 2) == [(1, 2)], "kept"
    assert repr(asked(one, 2.0)) == "[(5, 2.0)]", "a parameter of another type"
    assert asked("SELECT unnest(range(7)) + $1", 0) == [(each,) for each in range(7)], "it takes the room of the others"
    assert asked(one, 2) == [(5, 2)]
    answers.forget()
    database.execute("UPDATE numbers SET number = 6")
    assert asked(one, 2) == [(6, 2)]


def test_nothing_else_is_read_and_nothing_is_loaded(sqlite: Installation, archive: Path, tmp_path: Path) -> None:
    fupan: Installation = create_app(replace(sqlite.config, archive=archive)).extensions["fupan"]
    with fupan.statistics() as session:
        assert session.scalar(text("SELECT current_setting('parquet_metadata_cache')")) is True, "in every session"
    other = tmp_path / "other.csv"
    other.write_text("a\n1\n")
    for statement in (
        f"SELECT * FROM read_csv('{other}')",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        f"ATTACH '{tmp_path / 'new.db'}'",
        f"COPY words TO '{other}'",
    ):
        with fupan.statistics() as session, pytest.raises(DBAPIError):
            session.execute(text(statement))
    assert other.read_text() == "a\n1\n"
    fupan.close()


def test_an_archive_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FUPAN_ARCHIVE", str(tmp_path))
    done = CliRunner().invoke(main, ["serve", "--port", "8733"])
    assert done.exit_code == 2
    assert f"FUPAN_ARCHIVE: {tmp_path} has no archive in it; build one: fupan archive build" in done.stderr
