"""Pages in each language in the browser: nothing is wider than the window, and no text is cut off."""

from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, TimeoutError
from werkzeug.serving import make_server

from app.language import LANGUAGES
from tests.language.demo_site import STARTS, demo_site
from tests.language.walked import walk

WIDTHS = (390, 1280)
DOWNLOADED = frozenset({"share.alone"})
"""Endpoints of pages that browsers keep as files."""
CUT_OFF = """() => [...document.querySelectorAll("main :is(a, button, th, td, dt, dd, label, legend, h2, h3, .tag)")]
    .filter((each) => {
        const style = getComputedStyle(each);
        return style.overflowX === "hidden" && style.textOverflow !== "ellipsis" && each.clientWidth > 8
            && each.scrollWidth > each.clientWidth + 1 && !each.closest(".felt, .sr, .skip");
    })
    .map((each) => each.textContent.trim().slice(0, 40))"""


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with demo_site(tmp_path_factory.mktemp("languages")) as made:
        yield made


@pytest.fixture(scope="module")
def address(web: Flask) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, web, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


def one_of_each_page(web: Flask) -> list[str]:
    """An address of every endpoint that gives a whole page to be opened and that links lead to."""
    adapter = web.url_map.bind("localhost")
    found: dict[Any, str] = {}
    for path, html in walk(web, web.test_client(), STARTS, each=1):
        if "<html" not in html or path.endswith(".html"):
            continue
        try:
            endpoint, _values = adapter.match(path.split("?")[0], method="GET")
        except Exception:
            continue
        if endpoint not in DOWNLOADED:
            found.setdefault(endpoint, path)
    return list(found.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_its_window(browser: Browser, web: Flask, address: str, language: str) -> None:
    context = browser.new_context(base_url=address, viewport={"width": WIDTHS[0], "height": 844}, locale=language)
    page = context.new_page()
    page.goto(f"/?lang={language}")
    pages = one_of_each_page(web)
    assert len(pages) > 45
    wrong = []
    for path in pages:
        page.goto(path)
        assert page.evaluate("document.documentElement.lang") == language
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            try:
                # A chart takes the width of its place a moment after the window has changed.
                page.wait_for_function("most => document.documentElement.scrollWidth <= most", arg=width, timeout=3000)
            except TimeoutError:
                wrong.append((path, width, "wider than the window"))
            wrong += [(path, width, text) for text in page.evaluate(CUT_OFF)]
    context.close()
    assert wrong == []
