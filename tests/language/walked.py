"""A walk over all pages by their links, and the English that is left on a page in another language."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from http import HTTPStatus
from itertools import combinations
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException

ENGLISH: Final = re.compile(r"[A-Za-z]{3,}(?:[ '’-][A-Za-z]+)*")
NAMES_OF_PROGRAMS: Final = re.compile(
    r"QR Code|https?://\S+|\bfupan [a-z]+(?: [A-Z]+| --[a-z]+)*|\b[0-9a-f]{4}(?: ?[0-9a-f]{4}){3,}\b|\b[0-9a-f]{16,}\b"
    r"|\b\w+(?:\.\w+)+\b|\b[a-zA-Z0-9]+(?:_[a-zA-Z0-9]+)+\b|\b[\w-]+ ?= ?[\w-]+|\^\w+|\{.*\}",
    re.ASCII,
)
"""Names, addresses, commands, hashes, paths (``setup.level``), ids (``win_at``), options with values (``deck = 216``).
"""
UNTRANSLATED: Final = frozenset({"code", "pre", "samp", "kbd", "script", "style", "var"})
VOID: Final = frozenset({"br", "hr", "img", "input", "link", "meta", "col", "wbr", "source", "use", "path", "rect"})
SAID: Final = ("title", "alt", "placeholder", "aria-label", "aria-description", "aria-roledescription")


class Said(HTMLParser):
    """The texts of a page that are in the language of the reader, without what logs and programs say."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: Final[list[str]] = []
        self.links: Final[list[str]] = []
        self.followed: Final[list[str]] = []
        """The links that crawlers may follow."""
        self._quiet: Final[list[bool]] = [False]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        language = given.get("lang")
        quiet = (
            self._quiet[-1]
            or tag in UNTRANSLATED
            or given.get("translate") == "no"
            or (tag != "html" and language is not None and language.startswith("en"))
        )
        if not quiet:
            self.texts.extend(given[name] or "" for name in SAID if name in given)
            if tag == "meta" and given.get("name") == "description":
                self.texts.append(given.get("content") or "")
            if tag == "input" and given.get("type") in ("submit", "button"):
                self.texts.append(given.get("value") or "")
        if tag == "a":
            self.links.append(given.get("href") or "")
            if "nofollow" not in (given.get("rel") or "").split():
                self.followed.append(self.links[-1])
        if tag not in VOID:
            self._quiet.append(quiet)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and len(self._quiet) > 1:
            self._quiet.pop()

    def handle_data(self, data: str) -> None:
        if not self._quiet[-1] and data.strip():
            self.texts.append(" ".join(data.split()))


def english_in(texts: Iterable[str], known: frozenset[str]) -> list[str]:
    """The English among texts: runs of Latin words of which some word of three letters or more is not known."""
    return [
        run
        for text in texts
        for run in ENGLISH.findall(NAMES_OF_PROGRAMS.sub(" ", text))
        if any(len(word) > 2 and word.lower() not in known for word in re.findall(r"[A-Za-z]+", run))
    ]


@dataclass(frozen=True)
class Visited:
    """A page that was visited."""

    address: str
    endpoint: str
    game: str
    html: str
    said: Said
    for_crawlers: bool
    """Whether the answer lets crawlers follow its links."""


Shapes = Callable[[tuple[str, str], list[str]], list[tuple[str, ...]]]
"""What an address tries, by its endpoint and game and the names of its arguments in order."""


def endpoint_alone(place: tuple[str, str], names: list[str]) -> list[tuple[str, ...]]:
    """An address tries its endpoint, whatever the arguments."""
    return [place]


def one_and_two_names(place: tuple[str, str], names: list[str]) -> list[tuple[str, ...]]:
    """An address tries each argument, and each two of them together."""
    some = [*combinations(names, 1), *combinations(names, 2)]
    return [(*place, *each) for each in some or [()]]


def all_names(place: tuple[str, str], names: list[str]) -> list[tuple[str, ...]]:
    """An address tries all of its arguments together."""
    return [(*place, *names)]


def walk(web: Flask, client: FlaskClient, starts: Iterable[str], each: int, shapes: Shapes) -> Iterator[Visited]:
    """The pages that links lead to from some addresses.

    An address of which all ``shapes`` were tried by so many pages as ``each`` says is not visited.  Pages that say that
    there is nothing do not count.
    """
    adapter = web.url_map.bind("localhost")
    waiting, met = list(starts), set[str]()
    tried: Counter[tuple[str, ...]] = Counter()
    while waiting:
        address = waiting.pop(0)
        parts = urlsplit(address)
        if parts.netloc or parts.scheme or not parts.path.startswith("/") or address in met:
            continue
        met.add(address)
        try:
            endpoint, values = adapter.match(parts.path, method="GET")
        except HTTPException:
            continue
        game = str(values.get("game", ""))
        names = sorted({name for name, _ in parse_qsl(parts.query)})
        its = shapes((endpoint, game), names)
        if endpoint in ("static", "language.choose") or all(tried[shape] >= each for shape in its):
            continue
        tried.update(its)
        answer = client.get(address)
        if answer.mimetype != "text/html":
            continue
        if answer.status_code >= HTTPStatus.BAD_REQUEST:
            tried.subtract(its)
        said = Said()
        said.feed(answer.text)
        waiting += [link.split("#")[0] for link in said.links]
        yield Visited(
            address, endpoint, game, answer.text, said, "nofollow" not in answer.headers.get("X-Robots-Tag", "")
        )


def one_of_each_place(pages: Iterable[Visited]) -> Iterator[Visited]:
    """The first page of every endpoint and game among some, and every error before it."""
    met = set[tuple[str, str]]()
    for page in pages:
        if (page.endpoint, page.game) not in met:
            yield page
            if not is_error(page):
                met.add((page.endpoint, page.game))


def is_error(page: Visited) -> bool:
    """Whether a page says that there is nothing."""
    return 'class="refusal"' in page.html


def one_of_each_endpoint(pages: Iterable[Visited]) -> list[str]:
    """The first page of every endpoint among some, and the first of an error.

    Parts of pages are left out.
    """
    found: dict[str, str] = {}
    for page in pages:
        if "<html" in page.html:
            found.setdefault("an error" if is_error(page) else page.endpoint, page.address)
    return list(found.values())
