"""What a long run has drawn, and found nothing wrong with, is not drawn again while nothing of it has changed.

A test that only looks at pages asks the fixture ``drawn`` before it opens one.  ``tests/data/drawn.json`` has a hash
of everything that a drawing follows from: what the server answers (the page, and the parts that it loads), the
scripts, the window, the browser, the fonts, and the sources of the checks.  A page whose hash is not there is opened
and checked.  What differs in each run without a difference in the drawing is left out: tokens, keys, moments, the
address of the server.

``python -m tests.browser.drawn`` draws every page in the long profile, and writes the file if nothing is wrong.
"""

import html
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit

from playwright.sync_api import Page, Request

from tests.profiles import PROFILE, VARIABLE

HERE: Final = Path(__file__).parent
REPO: Final = HERE.parents[1]
KNOWN: Final = REPO / "tests" / "data" / "drawn.json"
WRITTEN: Final = "FUPAN_DRAWN"
"""The variable that names the folder in which each test of a long run writes what it drew."""
FONTS: Final = Path("/usr/share/fonts")
CHECKS: Final = ("drawn.py", "laid_out.py", "laid_out.js", "contrasts.py")
"""The sources that tests which look share."""
_AGAIN: Final = "write it again with python -m tests.browser.drawn"
ALWAYS: Final = ("/verdicts/1.html", "/matches/66/hands/1/share")
"""Pages of the demo with a QR code of what differs in each run, a hash or an address: they are always drawn."""
_DIGITS: Final = 12
_WINDOW: Final = """[navigator.language, innerWidth, innerHeight, devicePixelRatio, ...[
    "(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "(any-pointer: coarse)", "print"
].map((each) => matchMedia(each).matches)]"""
_TOKEN: Final = re.compile(r'(?<=name="csrf_token" value=")[^"]*')
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?")
_KEY: Final = re.compile(r"(?<!\?v=)\b(?:[0-9a-f]{4}(?: ?[0-9a-f]{4}){3,}|[0-9a-f]{12,})\b|(?<=/)[\w-]{43}\b")
"""Keys and hashes, but for those in the addresses of styles, scripts and pictures: what is drawn follows from these."""
_PART: Final = re.compile(r' (?:src|data-tables?|data-state)="(/[^"]*)"')
"""Where a page names what it loads by itself.  A replay loads the tables of other steps from ``data-tables``: they are
not drawn before one goes there, and each step is a page of its own."""
_IMPORT: Final = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")


def as_drawn(text: str, site: str) -> str:
    """An answer of a server without what differs in each run: its own address, tokens, moments and keys."""
    for own in (site, quote(site, safe="")):
        text = text.replace(own, "")
    return _KEY.sub("", _MOMENT.sub("", _TOKEN.sub("", text)))


@cache
def fonts() -> str:
    """A hash of the fonts of this machine."""
    return _hash(*(each.read_bytes() for each in sorted(FONTS.rglob("*")) if each.is_file()))


@cache
def _script(path: Path) -> bytes:
    """A script with all that it imports."""
    found, waiting = dict[Path, str](), [path]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found[each] = each.read_text(encoding="utf-8")
            waiting += [(each.parent / name).resolve() for name in _IMPORT.findall(found[each])]
    return "\n".join(found[each] for each in sorted(found)).encode()


@cache
def _source(path: Path) -> bytes:
    return path.read_bytes()


@cache
def _rules() -> bytes:
    return (files("axe_playwright_python") / "axe.min.js").read_bytes()


def _hash(*parts: bytes) -> str:
    whole = sha256()
    for part in parts:
        whole.update(sha256(part).digest())
    return whole.hexdigest()[:_DIGITS]


@cache
def _known() -> tuple[dict[str, str], dict[str, list[str]], frozenset[str]]:
    """What the file was drawn with, the pages of each test, and those of all tests."""
    kept = json.loads(KNOWN.read_bytes())
    return kept["with"], kept["pages"], frozenset(chain.from_iterable(kept["pages"].values()))


class Drawn:
    """The pages that one test looks at."""

    def __init__(self, test: str, source: Path) -> None:
        """``test`` is the whole name of the test, ``source`` the file that has it."""
        self._test: Final = test
        self._check: Final = test.rpartition("::")[2].partition("[")[0]
        self._sources: Final = (_source(source), *(_source(HERE / name) for name in CHECKS), _rules())
        self._met: Final = set[str]()
        self._covered: Final = set[str]()
        self._loaded: Final = set[str]()
        self._heard: Final = set[Page]()
        self._with: dict[str, str] = {}

    def before(self, page: Page, address: str, what: str = "") -> bool:
        """Whether a long run found nothing wrong with what the page would show at an address.  A long run draws all.

        ``what`` names the check where a test looks at the same page for more than one.
        """
        if urlsplit(address).path in ALWAYS:
            return False
        known = self._hash_of(page, address, what)
        if PROFILE != "long":
            return known in _known()[2]
        if page not in self._heard:
            self._heard.add(page)
            page.on("request", self._hear)
        self._met.add(known)
        return False

    def _hash_of(self, page: Page, address: str, what: str) -> str:
        browser = page.context.browser
        assert browser is not None
        self._with = {"browser": browser.version, "fonts": fonts()}
        window = page.evaluate(_WINDOW)
        answer = page.context.request.get(address, headers={"Accept-Language": window[0]})
        parts = urlsplit(answer.url)
        site = f"{parts.scheme}://{parts.netloc}"
        text = as_drawn(answer.text(), site)
        request = json.dumps([self._check, what, as_drawn(address, site), answer.status, window, self._with]).encode()
        return _hash(request, text.encode(), *self._parts(page, answer.text(), site), *self._sources)

    def _parts(self, page: Page, text: str, site: str) -> Iterator[bytes]:
        """What a page loads by itself, but for what its address carries the hash of."""
        for name in dict.fromkeys(html.unescape(each) for each in _PART.findall(text)):
            path = urlsplit(name).path
            self._covered.add(path)
            if path.endswith(".js"):
                yield _script(REPO / path.removeprefix("/"))
            elif not path.startswith("/static/"):
                answer = page.context.request.get(f"{site}{name}")
                is_text = answer.headers.get("content-type", "").startswith(("text/", "application/json", "image/svg"))
                yield as_drawn(answer.text(), site).encode() if is_text else answer.body()

    def _hear(self, request: Request) -> None:
        path = urlsplit(request.url).path
        if urlsplit(request.frame.url).path in ALWAYS:
            return
        if not request.is_navigation_request() and not request.url.startswith(("data:", "blob:")):
            self._loaded.add(path)

    def end(self) -> None:
        """In a long run, fails where what was drawn is not what the file has, or rests on more than its hash."""
        if not self._met:
            return
        loaded = {each for each in self._loaded - self._covered if not each.startswith("/static/")}
        beside = loaded - {"/style.css", "/manifest.webmanifest"}
        assert beside == set(), f"what pages load is not in their hashes: {sorted(beside)[:20]}"
        if folder := os.environ.get(WRITTEN):
            path = Path(folder) / f"{_hash(self._test.encode())}.json"
            path.write_text(json.dumps([self._with, self._test, sorted(self._met)]), encoding="utf-8")
            return
        drawn_with, pages, _ = _known()
        assert self._with == drawn_with, f"drawn.json is of another browser or of other fonts: {_AGAIN}"
        assert sorted(self._met) == pages.get(self._test, []), f"drawn.json has other pages: {_AGAIN}"


def main() -> int:
    """Draws every page, and writes the file if all are as they should be; returns the exit code."""
    with tempfile.TemporaryDirectory(prefix="fupan-drawn-") as folder:
        command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", str(HERE)]
        ended = subprocess.run(command, cwd=REPO, env=os.environ | {VARIABLE: "long", WRITTEN: folder}, check=False)
        if ended.returncode:
            return ended.returncode
        drawn = [json.loads(each.read_bytes()) for each in Path(folder).iterdir()]
    (drawn_with,) = {json.dumps(each[0]) for each in drawn}
    pages = {test: met for _, test, met in sorted(drawn, key=lambda each: each[1])}
    kept = {"with": json.loads(drawn_with), "pages": pages}
    KNOWN.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
