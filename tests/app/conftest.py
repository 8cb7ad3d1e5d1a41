"""An installation of its own for each test: a real database in a folder, and on PostgreSQL where one is named."""

import gzip
import json
import os
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient

from app.accounts import passwords
from app.database.config import Config
from app.matches.ingest import IngestResult, ingest
from app.matches.installation import Installation
from app.web.create_app import create_app
from app.web.http.pages import May, Permission
from app.web.installation import open_installation
from tests import profiles
from tests.applications import application
from tests.databases import empty_postgres, new_sqlite, postgres

SHARED = Path(os.environ.get("FUPAN_SHARED") or Path(__file__).parents[3] / "shared")
POSTGRES = "FUPAN_TEST_POSTGRES"
Log = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]


SHIPPED_HASHER = passwords._HASHER
"""What hashes passwords outside the tests."""


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> None:
    """Has a process hash passwords in a thousandth of the time, as many tests log in."""
    passwords._HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)  # type: ignore[misc]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves PostgreSQL out of the push profile, but for tests of what the databases differ in."""
    if profiles.PROFILE == "long":
        return
    left_out = [
        item
        for item in items
        if isinstance(item, pytest.Function)
        and hasattr(item, "callspec")
        and item.callspec.params.get("database") == "postgresql"
        and item.get_closest_marker("databases_differ") is None
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str | None:
    """The kind of a database: for SQLite None, for PostgreSQL the URL of the database that is named for tests."""
    if request.param == "sqlite":
        return None
    named = os.environ.get(POSTGRES)
    if not named:
        pytest.skip(f"no PostgreSQL database named ({POSTGRES} holds the URL of one)")
    return named


@pytest.fixture
def database_url(database: str | None, tmp_path: Path) -> Iterator[str]:
    """The URL of a database with empty tables."""
    if database is None:
        yield new_sqlite(tmp_path / "fupan.sqlite3")
        return
    with postgres(database) as url:
        yield url


@pytest.fixture
def bare_database_url(database: str | None, tmp_path: Path) -> Iterator[str]:
    """The URL of a database without tables."""
    if database is None:
        yield f"sqlite:///{tmp_path / 'fupan.sqlite3'}"
        return
    with empty_postgres(database) as url:
        yield url


@pytest.fixture
def fupan(database_url: str) -> Iterator[Installation]:
    """An installation with empty tables, on each kind of database."""
    opened = open_installation(Config(database_url=database_url, secret_key="for tests alone"))
    yield opened
    opened.close()


@pytest.fixture
def web_config(tmp_path: Path) -> Config:
    """The settings of the web application under test: SQLite, uploads of 64 KiB, visitors at this machine."""
    return Config(
        database_url=new_sqlite(tmp_path / "web.sqlite3"),
        secret_key="for tests alone",
        upload_bytes=64 * 1024,
    )


@pytest.fixture
def own_web(web_config: Config) -> Iterator[Flask]:
    """The web application, errors answered as a visitor would see them, for a test that changes its pages."""
    app = create_app(web_config)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["fupan"].close()


@pytest.fixture
def web(web_config: Config) -> Iterator[Flask]:
    """The web application, errors answered as a visitor would see them."""
    with application(web_config) as app:
        yield app


def probe(app: Flask, rule: str, endpoint: str, view: Callable[..., Any], methods: tuple[str, ...] = ("GET",)) -> None:
    """Adds an address to an application that everybody may use."""
    app.add_url_rule(rule, endpoint, view, methods=list(methods))
    rows = {(endpoint, method): Permission(May.READ) for method in methods}
    app.extensions["fupan-permissions"] = {**app.extensions["fupan-permissions"], **rows}


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
def take(fupan: Installation) -> Take:
    """Keeps the matches of some bytes: ``take(bytes, name)``."""

    def ingested(data: bytes, name: str = "upload.jsonl") -> list[IngestResult]:
        return list(ingest(fupan.sessions, fupan.checker, BytesIO(data), name))

    return ingested


SAMPLE = Path(__file__).parents[2] / "static" / "samples" / "spring-cup.json"
VOID = frozenset({"meta", "link", "input", "img", "br", "hr", "source"})
Put = Callable[..., int]


class Page(HTMLParser):
    """A page taken to pieces: its elements with their attributes, its text, and what is wrong with its nesting."""

    def __init__(self, answer: Any) -> None:
        super().__init__(convert_charrefs=True)
        self.status = answer.status_code
        self.source: str = answer.get_data(as_text=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.faults: list[str] = []
        self._open: list[str] = []
        self._words: list[str] = []
        self.feed(self.source)
        self.close()
        self.text = " ".join("".join(self._words).split())
        self.faults += [f"{tag} is left open" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.faults.append(f"{tag} has an attribute twice: {names}")
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"{tag} is closed out of turn at {self.getpos()}")

    def handle_data(self, data: str) -> None:
        self._words.append(data)

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        """The attributes of every element of a kind that has some attributes (``class_`` stands for class)."""
        named = {name.rstrip("_").replace("_", "-"): value for name, value in wanted.items()}
        return [
            attributes
            for each, attributes in self.elements
            if each == tag
            and all(
                value in (attributes.get(name) or "").split() if name == "class" else attributes.get(name) == value
                for name, value in named.items()
            )
        ]

    @property
    def links(self) -> list[str]:
        """Where its links lead, in order."""
        return [attributes["href"] or "" for attributes in self.all("a") if "href" in attributes]


@pytest.fixture
def read(client: FlaskClient) -> Callable[..., Page]:
    """Gets an address and takes its page to pieces."""

    def get(address: str, status: int = 200) -> Page:
        page = Page(client.get(address))
        assert page.status == status, page.text
        return page

    return get


@pytest.fixture
def put(web: Flask) -> Put:
    """Keeps the first match of a log, given as bytes or as an object; returns its number."""

    def keep(log: bytes | dict[str, Any], name: str = "log.json") -> int:
        data = log if isinstance(log, bytes) else json.dumps(log).encode()
        fupan = web.extensions["fupan"]
        return next(iter(list(ingest(fupan.sessions, fupan.checker, BytesIO(data), name)))).id

    return keep


@pytest.fixture
def sample() -> dict[str, Any]:
    """The sample match: eight hands, a play in the second that does not beat, a wrong level after the fifth."""
    loaded: dict[str, Any] = json.loads(SAMPLE.read_bytes())
    return loaded
