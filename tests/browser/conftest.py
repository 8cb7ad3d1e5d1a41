"""A browser, and the application as a server of its own."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from werkzeug.serving import make_server

from app import create_app
from app.config import Config
from app.ingest import ingest

SAMPLE = Path(__file__).parents[2] / "static" / "samples" / "spring-cup.json"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of this machine.  Tests that need it are skipped where there is none, but in CI they fail."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        reason = "no Chromium found (apt-get install chromium)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """The address of a running application with the sample match as its first."""
    app = create_app(Config(database_url=f"sqlite:///{tmp_path / 'fupan.sqlite3'}", secret_key="for tests alone"))
    fupan = app.extensions["fupan"]
    with SAMPLE.open("rb") as stream:
        assert [kept.id for kept in ingest(fupan.sessions, fupan.checker, stream, SAMPLE.name)] == [1]
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()
    fupan.close()


class Visit:
    """A visitor's window; what its console says against a page is kept."""

    def __init__(self, browser: Browser, site: str, **settings: Any) -> None:
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
