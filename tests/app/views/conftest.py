"""A visitor with matches at hand, and a reader of the pages."""

import json
from collections.abc import Callable
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.matches.ingest import ingest

SAMPLE = Path(__file__).parents[3] / "static" / "samples" / "spring-cup.json"
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
