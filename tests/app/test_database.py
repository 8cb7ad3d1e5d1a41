"""Opening databases and bringing their tables up to date."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.orm import Session, sessionmaker

from app import store
from app.config import Config
from app.database import MIGRATIONS, open_database, upgrade, writing
from app.fupan import Fupan
from app.kept import deletion
from app.migrations import filling
from app.models import METADATA, Blob, Log
from app.outdated import outdated
from app.reprocessing import batches, commit, judge_batch
from app.saving import packed
from engine import __version__

SHEETS = "0004"
"""The revision that brings score sheets."""
SHEET_RULES = "0005"
KEPT = "0006"
"""The revision that brings the house rules of score sheets."""
REVISIONS = [each.revision for each in ScriptDirectory(MIGRATIONS).walk_revisions()][::-1]


@pytest.fixture
def empty(database_url: str) -> Iterator[Engine]:
    engine = open_database(database_url)
    yield engine
    engine.dispose()


def _differences(engine: Engine) -> list[Any]:
    with engine.connect() as connection:
        return compare_metadata(MigrationContext.configure(connection), METADATA)


def _add(fupan: Fupan, log: Log) -> None:
    with writing(fupan.sessions) as session:
        session.add(log)
        session.flush()


def test_an_empty_database_comes_to_what_the_models_say(empty: Engine) -> None:
    assert _differences(empty)
    upgrade(empty)
    assert _differences(empty) == []


def test_upgrading_again_changes_nothing(empty: Engine) -> None:
    upgrade(empty)
    upgrade(empty)
    assert _differences(empty) == []


def test_a_database_at_the_first_revision_keeps_its_rows(database_url: str, log: Callable[..., bytes]) -> None:
    engine = open_database(database_url)
    upgrade(engine, REVISIONS[0])
    raw = log()
    digest = sha256(raw).hexdigest()
    report = b'{"verdict":"clean","findings":[]}'
    with engine.begin() as connection:
        for statement, values in (
            ("INSERT INTO blobs VALUES (:sha, :data, :size)", {"data": packed(raw), "size": len(raw)}),
            ("INSERT INTO players (id, key_sha256, key, name) VALUES (7, :sha, 'li', 'Li')", {}),
            (
                "INSERT INTO logs (id, blob_sha256, position, source, format, game, match_id, uploaded_at, hands)"
                " VALUES (5, :sha, 0, 'old.json', 'gone', 'guandan', 'm1', '2024-05-01 12:00:00', 0)",
                {},
            ),
            ("INSERT INTO match_players VALUES (5, 0, 7, 'E', 'Li', 'li')", {}),
            (
                "INSERT INTO judgements (log_id, rules_sha256, rules_key, engine, own, current, verdict, errors,"
                " warnings, notices, report, report_size, digest, judged_at) VALUES (5, :sha, 'k', '0.0.1', true, true,"
                " 'clean', 0, 0, 0, :report, :size, 'sha256:0', '2024-05-01 12:00:00')",
                {"report": packed(report), "size": len(report)},
            ),
        ):
            connection.execute(text(statement), {"sha": digest} | values)
    engine.dispose()
    fupan = Fupan.open(Config(database_url=database_url, secret_key="for tests alone"))
    with fupan.sessions() as session:
        stored = store.match(session, 5)
    assert stored is not None
    assert (stored.raw, stored.source, stored.engine, stored.row.players) == (raw, "old.json", "0.0.1", ("Li",))
    assert stored.row.uploaded_at.tzinfo is not None
    assert stored.outdated
    assert _differences(fupan.sessions.kw["bind"]) == []
    (batch,) = batches(fupan.sessions)
    commit(fupan.sessions, judge_batch(batch))
    with fupan.sessions() as session:
        kept = session.execute(text("SELECT engine, current FROM judgements ORDER BY id")).all()
        assert outdated(session) == []
    assert [tuple(each) for each in kept] == [("0.0.1", False), (__version__, True)]
    fupan.close()


def test_sheets_come_to_a_filled_database(database_url: str) -> None:
    before = REVISIONS[REVISIONS.index(SHEETS) - 1]
    engine = open_database(database_url)
    upgrade(engine, before)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO blobs (sha256, size) VALUES (:sha, 0)"), {"sha": "0" * 64})
        connection.execute(
            text(
                "INSERT INTO logs (id, blob_sha256, position, source, format, uploaded_at, hands)"
                " VALUES (5, :sha, 0, 'old.json', 'fupan', '2024-05-01 12:00:00', 0)"
            ),
            {"sha": "0" * 64},
        )
    upgrade(engine, SHEETS)
    with engine.begin() as connection:
        for statement in (
            "INSERT INTO sheets (id, document, version, created_at, changed_at, log_id)"
            " VALUES (1, '{}', 0, '2024-05-01 12:00:00', '2024-05-01 12:00:00', 5)",
            "INSERT INTO sheet_taps (sheet_id, number, tap) VALUES (1, 0, 'out E')",
            "DELETE FROM logs",
        ):
            connection.execute(text(statement))
        assert connection.execute(text("SELECT id, log_id FROM sheets")).all() == [(1, None)]
        connection.execute(text("DELETE FROM sheets"))
        assert connection.execute(text("SELECT * FROM sheet_taps")).all() == []
    engine.dispose()


def test_sheets_that_are_there_are_under_no_house_rules(database_url: str) -> None:
    before = REVISIONS[REVISIONS.index(SHEET_RULES) - 1]
    engine = open_database(database_url)
    upgrade(engine, before)
    with engine.begin() as connection:
        for statement in (
            "INSERT INTO houses (id, game, name, name_key) VALUES (3, 'guandan', 'Friday', 'friday')",
            "INSERT INTO house_versions (id, house_id, version, preset, options, note, made_at)"
            " VALUES (7, 3, 1, 'tournament', '{}', '', '2024-05-01 12:00:00')",
            "INSERT INTO sheets (id, document, version, created_at, changed_at)"
            " VALUES (1, '{}', 0, '2024-05-01 12:00:00', '2024-05-01 12:00:00')",
            "INSERT INTO sheet_taps (sheet_id, number, tap) VALUES (1, 0, 'out E')",
        ):
            connection.execute(text(statement))
    upgrade(engine, SHEET_RULES)
    with engine.begin() as connection:
        assert connection.execute(text("SELECT id, house_version_id FROM sheets")).all() == [(1, None)]
        assert connection.execute(text("SELECT sheet_id, tap FROM sheet_taps")).all() == [(1, "out E")]
        connection.execute(text("UPDATE sheets SET house_version_id = 7"))
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(text("DELETE FROM house_versions"))
    engine.dispose()


def _fill(engine: Engine, matches: int) -> None:
    """Matches in the columns that all revisions before the index of texts have.  Each is a blob of its own.

    Four players are seated at each, one of them always the same.
    """
    moment = "2024-05-01 12:00:00"
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO players (id, key_sha256, key, name) VALUES (1, 'x', 'id', '王小明ß')"))
        connection.execute(
            text("INSERT INTO blobs VALUES (:sha, NULL, 0)"), [{"sha": f"{n:064}"} for n in range(1, matches + 1)]
        )
        connection.execute(
            text(
                "INSERT INTO logs (id, blob_sha256, position, source, format, game, match_id, event, uploaded_at,"
                f" hands) VALUES (:n, :sha, 0, :source, 'fupan/1', 'guandan', :name, NULL, '{moment}', 0)"
            ),
            [{"n": n, "sha": f"{n:064}", "source": f"A.jsonl:{n}", "name": f"M{n}"} for n in range(1, matches + 1)],
        )
        connection.execute(
            text(
                "INSERT INTO match_players (log_id, place, player_id, seat, name, name_key)"
                " VALUES (:n, :place, 1, 'E', :name, :key)"
            ),
            [
                {"n": n, "place": place, "name": name, "key": name.casefold()}
                for n in range(1, matches + 1)
                for place, name in enumerate(("王小明ß", "a", "b", "c"))
            ],
        )
        connection.execute(
            text(
                "INSERT INTO judgements (log_id, rules_sha256, rules_key, engine, own, current, verdict, errors,"
                " warnings, notices, report, report_size, digest, judged_at) VALUES (:n, 'r', 'k', '0.0.1', true, true,"
                f" 'clean', 0, 0, 0, :report, 0, 'd', '{moment}')"
            ),
            [{"n": n, "report": b""} for n in range(1, matches + 1)],
        )


@pytest.mark.parametrize("stopped", [False, True])
@pytest.mark.parametrize("before", [REVISIONS[0], KEPT])
def test_the_texts_of_earlier_matches_can_be_searched(empty: Engine, before: str, stopped: bool) -> None:
    matches = 3 * filling.BATCH // 2
    upgrade(empty, before)
    _fill(empty, matches)
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    if stopped:
        with pytest.raises(KeyboardInterrupt):
            upgrade(empty, tell=stop)
        with empty.connect() as connection:
            assert connection.execute(text("SELECT count(*) FROM match_texts")).scalar() == filling.BATCH
    upgrade(empty, tell=lambda done, total: told.append((done, total)))
    assert told == ([] if stopped else [(filling.BATCH, matches)]) + [(matches, matches)]
    assert _differences(empty) == []
    sessions = sessionmaker(empty)
    with sessions() as session:
        assert store.matches(session, store.MatchFilter(text="小明")).total == matches
        assert store.matches(session, store.MatchFilter(text="明SS", player="王小明SS")).total == matches
        assert [row.id for row in store.matches(session, store.MatchFilter(text="a.jsonl:741")).items] == [741]
        assert store.player_names(session, "王") == ("王小明ß",)
        assert store.verdicts(session) == (("clean", matches),)
    upgrade(empty, tell=stop)


def test_what_matches_are_called_here_is_searched_after_an_upgrade(empty: Engine) -> None:
    upgrade(empty, KEPT)
    _fill(empty, 4)
    with empty.begin() as connection:
        connection.execute(text("UPDATE logs SET title = '决赛 Final' WHERE id = 3"))
        connection.execute(
            text(
                "UPDATE match_players SET name = 'Ann', name_key = 'ann', recorded_name = 'a'"
                " WHERE log_id = 2 AND place = 1"
            )
        )
        connection.execute(text("INSERT INTO deletions (id, what, deleted_at) VALUES (1, 'x', '2024-05-01 12:00:00')"))
        connection.execute(text("INSERT INTO deleted_matches SELECT 4, 1, id FROM judgements WHERE log_id = 4"))
        connection.execute(text("UPDATE judgements SET current = false WHERE log_id = 4"))
    upgrade(empty)
    with sessionmaker(empty)() as session:
        for wanted, expected in (
            ({"text": "决赛"}, [3]),
            ({"text": "FINAL"}, [3]),
            ({"text": "ann"}, [2]),
            ({"player": "Ann"}, [2]),
            ({"text": "jsonl"}, [3, 2, 1]),
        ):
            assert [row.id for row in store.matches(session, store.MatchFilter(**wanted)).items] == expected
        assert deletion.undo(session, 1)
        assert [row.id for row in store.matches(session, store.MatchFilter(text="M4")).items] == [4]
    empty.dispose()


def test_every_revision_can_be_gone_back_from(empty: Engine) -> None:
    from alembic import command
    from alembic.config import Config as AlembicConfig

    upgrade(empty)
    with empty.connect() as connection, connection.begin():
        settings = AlembicConfig()
        settings.set_main_option("script_location", str(MIGRATIONS))
        settings.attributes["connection"] = connection
        command.downgrade(settings, "base")
    assert set(inspect(empty).get_table_names()) <= {"alembic_version"}


def test_processes_that_start_together_upgrade_once(database_url: str) -> None:
    engines = [open_database(database_url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(upgrade, engines))
    assert _differences(engines[0]) == []
    for engine in engines:
        engine.dispose()


def test_sqlite_runs_as_it_should(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'f.sqlite3'}")
    with engine.connect() as connection:
        asked = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "foreign_keys", "busy_timeout")
        }
    engine.dispose()
    assert asked == {"journal_mode": "wal", "foreign_keys": 1, "busy_timeout": 30_000}


def test_foreign_keys_hold(fupan: Fupan) -> None:
    orphan = Log(blob_sha256="0" * 64, source="x", format="fupan/1", uploaded_at=datetime.now(UTC), hands=0)
    with pytest.raises(IntegrityError):
        _add(fupan, orphan)


def test_what_raises_is_undone(fupan: Fupan) -> None:
    def fail(session: Session) -> None:
        session.add(Blob(sha256="1" * 64, data=b"", size=0))
        session.flush()
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError), writing(fupan.sessions) as session:
        fail(session)
    with fupan.sessions() as session:
        assert session.get(Blob, "1" * 64) is None


def test_a_moment_without_a_zone_is_refused(fupan: Fupan) -> None:
    naive = Log(blob_sha256="0" * 64, source="x", format="fupan/1", uploaded_at=datetime(2024, 5, 1), hands=0)
    with pytest.raises(StatementError, match="time zone"):
        _add(fupan, naive)


def test_a_writer_on_sqlite_waits_for_the_other(tmp_path: Path) -> None:
    config = Config(database_url=f"sqlite:///{tmp_path / 'f.sqlite3'}", secret_key="for tests alone")
    fupan = Fupan.open(config)

    def add(number: int) -> None:
        with writing(fupan.sessions) as session:
            known = session.execute(text("SELECT count(*) FROM blobs")).scalar()
            session.add(Blob(sha256=f"{known:064d}", data=b"", size=number))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(64)))
    sessions: sessionmaker[Session] = fupan.sessions
    with sessions() as session:
        assert session.execute(text("SELECT count(*), max(sha256) FROM blobs")).one() == (64, f"{63:064d}")
    fupan.close()
