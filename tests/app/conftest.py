"""An installation of its own for each test: a real database in a folder, and on PostgreSQL where one is named."""

import gzip
import json
import os
import uuid
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import create_engine, make_url, text

from app.database.config import Config
from app.matches.ingest import Ingested, ingest
from app.matches.installation import Fupan
from app.web.create_app import create_app
from app.web.installation import open_installation

SHARED = Path(os.environ.get("FUPAN_SHARED") or Path(__file__).parents[3] / "shared")
POSTGRES = "FUPAN_TEST_POSTGRES"
Log = Callable[..., bytes]
Take = Callable[..., list[Ingested]]


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'fupan.sqlite3'}"
        return
    named = os.environ.get(POSTGRES)
    if not named:
        pytest.skip(f"no PostgreSQL database named ({POSTGRES} holds the URL of one)")
    url = make_url(named)
    schema = f"fupan_test_{uuid.uuid4().hex}"
    admin = create_engine(url.set(drivername="postgresql+psycopg"))
    with admin.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    yield url.update_query_dict({"options": f"-csearch_path={schema}"}).render_as_string(hide_password=False)
    with admin.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    admin.dispose()


@pytest.fixture
def fupan(database_url: str) -> Iterator[Fupan]:
    """An installation with empty tables, on each kind of database."""
    opened = open_installation(Config(database_url=database_url, secret_key="for tests alone"))
    yield opened
    opened.close()


@pytest.fixture
def web_config(tmp_path: Path) -> Config:
    """The settings of the web application under test: SQLite, uploads of 64 KiB, visitors at this machine."""
    return Config(
        database_url=f"sqlite:///{tmp_path / 'web.sqlite3'}",
        secret_key="for tests alone",
        upload_bytes=64 * 1024,
        local=True,
    )


@pytest.fixture
def web(web_config: Config) -> Iterator[Flask]:
    """The web application, errors answered as a visitor would see them."""
    app = create_app(web_config)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["fupan"].close()


@pytest.fixture
def client(web: Flask) -> FlaskClient:
    """A visitor."""
    return web.test_client()


@pytest.fixture
def log() -> Log:
    """Makes the text of a small match of Guandan: ``log(id, names, hands, **fields of the match)``."""

    def make(
        identity: str = "m1",
        names: tuple[str, ...] = ("Li", "Zhao", "Sun", "Qian"),
        hands: list[Any] | None = None,
        rules: dict[str, Any] | None = None,
        **info: str,
    ) -> bytes:
        players = [{"seat": seat, "name": name} for seat, name in zip("ENWS", names, strict=True)]
        match = {
            "format": "fupan/1",
            "game": "guandan",
            "match": {"id": identity, **info},
            "players": players,
            "hands": hands or [],
        }
        return json.dumps(match | ({"rules": rules} if rules else {}), ensure_ascii=False).encode()

    return make


@pytest.fixture
def peers() -> Path:
    """The records of other programs."""
    return SHARED / "peers"


@pytest.fixture
def samples() -> Callable[[str, int], list[bytes]]:
    """Gives the first logs of a set of matches of Guandan: ``samples("faulty", 10)``."""

    def read(name: str, count: int) -> list[bytes]:
        path = SHARED / "conformance" / "guandan" / f"{name}.log.jsonl.gz"
        if not path.exists():
            pytest.skip(f"the shared folder is not there: {path.name}")
        with gzip.open(path) as lines:
            return [line.rstrip(b"\n") for line in islice(lines, count)]

    return read


@pytest.fixture
def take(fupan: Fupan) -> Take:
    """Keeps the matches of some bytes: ``take(bytes, name)``."""

    def ingested(data: bytes, name: str = "upload.jsonl") -> list[Ingested]:
        return list(ingest(fupan.sessions, fupan.checker, BytesIO(data), name))

    return ingested
