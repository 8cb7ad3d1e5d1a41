"""A browser, and the application as a server of its own."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any, Final

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

from app.database.config import Config
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.text.language import Language
from tests.applications import application
from tests.browser.drawn import WRITTEN, Drawn
from tests.browser.served import served
from tests.databases import fill_once, new_sqlite
from tests.language.demo_site import demo_site
from tests.language.visited import visited
from tests.language.walked import one_of_each_endpoint

HERE: Final = Path(__file__).parent
SAMPLE = Path(__file__).parents[2] / "static" / "samples" / "spring-cup.json"
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The programs that are looked for.  The first has no window to draw, and takes a quarter of the time for a visitor."""
PATIENCE: Final = 20
"""Seconds that a test waits for what has to come."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Has CI try a test of the browser that fails once more; the summary of the run lists it."""
    if WRITTEN in os.environ:
        items[:] = [item for item in items if "drawn" in getattr(item, "fixturenames", ())]
    if os.environ.get("CI"):
        for item in items:
            if item.path.is_relative_to(HERE):
                item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of this machine.  Tests that need it are skipped where there is none, but in CI they fail."""
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if chromium is None:
        reason = "no Chromium found (apt-get install chromium-headless-shell)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    # A loaded machine answers late; what is wrong stays wrong.
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def drawn(request: pytest.FixtureRequest) -> Iterator[Drawn]:
    """Says which pages a test that only looks need not open."""
    asked = Drawn(request.node.nodeid, request.path)
    yield asked
    asked.end()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a running application with the sample match as its first."""
    config = Config(database_url=new_sqlite(tmp_path / "fupan.sqlite3"), secret_key="for tests alone")
    with application(config) as app:
        fill_once(app.extensions["fupan"], _with_sample)
        with served(app) as address:
            yield address


def _with_sample(fupan: Installation) -> None:
    with SAMPLE.open("rb") as stream:
        assert [kept.id for kept in ingest(fupan.sessions, fupan.checker, stream, SAMPLE.name)] == [1]


@pytest.fixture(scope="session")
def demo_web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application with the demo and every faulty sample."""
    with demo_site(tmp_path_factory) as made:
        yield made


@pytest.fixture(scope="session")
def demo(demo_web: Flask) -> Iterator[str]:
    """The address of this application, running."""
    with served(demo_web) as address:
        yield address


@pytest.fixture(scope="session")
def one_of_each_page(demo_web: Flask, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """An address of every page of the demo that links lead to; parts of pages are left out."""

    pages = one_of_each_endpoint(visited(tmp_path_factory, demo_web, Language.ENGLISH))
    assert len(pages) > 45
    return pages


def show_downloads(context: BrowserContext) -> None:
    """Has the browser show the pages that are given to be kept as files, as they look once they are opened as files."""
    of_the_site = ("content-disposition", "content-security-policy")

    def show(route: Route) -> None:
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name not in of_the_site}
        route.fulfill(response=answer, headers=headers)

    for files in ("**/verdicts/*.html", "**/alone.html*"):
        context.route(files, show)


def until(page: Page, found: Callable[[], object]) -> None:
    """Waits until something is found that the page does meanwhile."""
    end = monotonic() + PATIENCE
    while not found():
        assert monotonic() < end
        page.wait_for_timeout(20)


class Visit:
    """A visitor's window; what its console says against a page is kept."""

    def __init__(self, browser: Browser, site: str, **settings: Any) -> None:
        # A service worker would answer in the place of the server; tests of it ask for it.
        settings.setdefault("service_workers", "block")
        self.context: BrowserContext = browser.new_context(base_url=site, **settings)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.expected: str | None = None
        """A part of the complaints that are meant to come."""
        self.loads = 0
        self.outside: list[str] = []
        self.page.on("console", lambda said: self._hear(said.type, said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self._see(request, site))

    def _hear(self, kind: str, text: str) -> None:
        if text == "Service Worker registration blocked by Playwright":
            return
        if kind in ("error", "warning") and (self.expected is None or self.expected not in text):
            self.complaints.append(text)

    def _see(self, request: Any, site: str) -> None:
        self.loads += request.is_navigation_request()
        if not request.url.startswith((site, "data:")):
            self.outside.append(request.url)


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Any]:
    """Opens windows: ``visit(viewport=…, java_script_enabled=…)``; no page may complain, or load from elsewhere."""
    opened: list[Visit] = []

    def begin(**settings: Any) -> Visit:
        opened.append(Visit(browser, site, **settings))
        return opened[-1]

    yield begin
    for each in opened:
        each.context.close()
        assert each.complaints == []
        assert each.outside == []
