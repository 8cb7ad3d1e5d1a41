"""PostgreSQL that goes away while pages are asked for, and comes back."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from glob import glob
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import Engine, create_engine, event, make_url, text
from sqlalchemy.exc import OperationalError

from app.cli import main
from app.cli.serving.job_worker import Reviewer, work_once
from app.database.config import Config
from app.matches.installation import Installation
from app.web.create_app import create_app
from tests.app.conftest import POSTGRES

pytestmark = pytest.mark.databases_differ

PAGES = ("/matches/", "/api/v1/hands", "/people/", "/hands/")
APPLICATION = "fupan-away"
ON_POSTGRES = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


@pytest.fixture
def named(database_url: str) -> str:
    """The URL of an empty PostgreSQL database, whose connections have a name."""
    url = make_url(database_url).update_query_dict({"application_name": APPLICATION})
    return url.render_as_string(hide_password=False)


@pytest.fixture
def web(named: str) -> Iterator[Flask]:
    """The application over it, whose pool holds a connection."""
    app = create_app(Config(database_url=named, secret_key="for tests alone"))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    assert app.test_client().get("/matches/").status_code == 200
    yield app
    app.extensions["fupan"].close()


def _engine(web: Flask) -> Engine:
    engine: Engine = web.extensions["fupan"].sessions.kw["bind"]
    return engine


def _end_connections() -> None:
    """Ends every connection of the application, as a server that is stopped does."""
    admin = create_engine(make_url(os.environ[POSTGRES]).set(drivername="postgresql+psycopg"))
    with admin.begin() as connection:
        connection.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name"),
            {"name": APPLICATION},
        )
    admin.dispose()


def _is_away(web: Flask) -> None:
    for path in PAGES:
        answer = web.test_client().get(path)
        assert answer.status_code == 503, path
        assert 0 < int(answer.headers["Retry-After"]) <= 300
        assert "The database cannot be reached at the moment." in answer.text
        assert answer.headers["Cache-Control"] == "no-store"


@ON_POSTGRES
def test_a_server_that_is_away_and_comes_back(web: Flask) -> None:
    def refuse(_dialect: object, _record: object, _arguments: object, named: dict[str, Any]) -> None:
        named["host"] = "/nowhere"

    _end_connections()
    event.listen(Engine, "do_connect", refuse)
    _is_away(web)
    assert web.test_client().post("/api/v1/uploads?name=a.json", data=b"{}").status_code == 503
    event.remove(Engine, "do_connect", refuse)
    for path in PAGES:
        assert web.test_client().get(path).status_code == 200


@ON_POSTGRES
def test_connections_that_were_ended_while_nobody_used_them(web: Flask) -> None:
    _end_connections()
    for path in PAGES:
        assert web.test_client().get(path).status_code == 200


@ON_POSTGRES
def test_a_connection_that_ends_in_the_middle_of_a_request(web: Flask) -> None:
    ended: list[str] = []

    def end(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if not ended:
            ended.append(statement)
            _end_connections()

    event.listen(_engine(web), "before_cursor_execute", end)
    answer = web.test_client().get("/matches/")
    assert (answer.status_code, "Retry-After" in answer.headers) == (503, True)
    assert ended
    assert web.test_client().get("/matches/").status_code == 200


def test_the_worker_waits_for_a_server_that_is_away(fupan: Installation, caplog: pytest.LogCaptureFixture) -> None:
    away = OperationalError("SELECT 1", {}, Exception("gone"), connection_invalidated=True)
    with patch("app.matches.jobs.claim", side_effect=away):
        assert not work_once(fupan, Reviewer(fupan))
    assert "the database failed: its server cannot be reached (gone)" in caplog.text
    assert not work_once(fupan, Reviewer(fupan))


def test_a_command_says_that_the_server_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", "postgresql://fupan:secret@127.0.0.1:1/fupan")
    for command in (["stats"], ["doctor"], ["serve", "--port", "1"], ["import", "a.json"]):
        result = CliRunner().invoke(main, command)
        assert result.exit_code == 2
        assert "fupan@127.0.0.1" not in result.stderr
        assert "secret" not in result.output
        assert "127.0.0.1:1/fupan cannot be used: its server cannot be reached (" in result.stderr
        assert "fault of the program" not in result.stderr


class OwnServer:
    """A PostgreSQL server of the test's own, with its socket in a folder.  It is not started by root."""

    def __init__(self, folder: Path, programs: Path, user: str) -> None:
        self._folder = folder
        self._programs = programs
        self._before = ["runuser", "-u", user, "--"] if user else []
        self._run("initdb", "-U", "fupan", "-A", "trust", "--no-sync")

    @property
    def url(self) -> str:
        """The URL of its database."""
        return f"postgresql://fupan@/postgres?host={self._folder}"

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        options = f"-c listen_addresses= -c unix_socket_directories={self._folder} -c fsync=off"
        self._run("pg_ctl", "-w", "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        """Ends it at once, with all connections."""
        if (self._folder / "data" / "postmaster.pid").exists():
            self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._before, str(self._programs / program), "-D", str(self._folder / "data"), *arguments]
        subprocess.run(command, cwd=self._folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture
def server() -> Iterator[OwnServer]:
    """A server that is started."""
    program = shutil.which("initdb") or next(iter(sorted(glob("/usr/lib/postgresql/*/bin/initdb"))), None)
    if program is None:
        pytest.skip("initdb is not installed")
    user = "" if os.geteuid() else "postgres"
    if user and not (shutil.which("runuser") and any(each.pw_name == user for each in pwd.getpwall())):
        pytest.skip("root starts no PostgreSQL, and there is no other user for it")
    folder = Path(tempfile.mkdtemp())
    if user:
        shutil.chown(folder, user)
    own = None
    try:
        own = OwnServer(folder, Path(program).resolve().parent, user)
        own.start()
        yield own
    finally:
        if own is not None:
            own.stop()
        shutil.rmtree(folder)


def test_a_server_that_is_stopped_and_started(server: OwnServer, log: Callable[..., bytes]) -> None:
    app = create_app(Config(database_url=server.url, secret_key="for tests alone"))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    client = app.test_client()
    assert client.post("/api/v1/uploads?name=a.json", data=log("a")).status_code == 201
    server.stop()
    _is_away(app)
    assert client.post("/api/v1/uploads?name=b.json", data=log("b")).status_code == 503
    server.start()
    assert client.get("/matches/1").status_code == 200
    assert client.post("/api/v1/uploads?name=b.json", data=log("b")).status_code == 201
    app.extensions["fupan"].close()
