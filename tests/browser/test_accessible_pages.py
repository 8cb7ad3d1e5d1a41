"""Pages as axe-core judges them: no rule of WCAG 2.2 (A and AA) or of good practice is broken."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import show_downloads

EVERY_RULE = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
THAT_DIFFER = {
    "resultTypes": ["violations"],
    "runOnly": {
        "type": "rule",
        "values": ["color-contrast", "link-in-text-block", "html-lang-valid", "valid-lang", "link-name", "target-size"],
    },
}
"""Of colours, language, and the size of what is touched."""
RUN = """options => axe.run(document, options).then((found) => found.violations.map(
    (each) => [each.id, each.nodes.length, each.nodes[0].html.slice(0, 160), each.nodes[0].failureSummary]))"""
REPLAYS = [
    "/matches/66/hands/1?step=0",
    "/matches/66/hands/1?step=12",
    "/matches/66/hands/1?step=12&colours=four",
    "/matches/66/hands/1?step=30&results=shown&view=E",
    "/matches/62/hands/2?step=5&results=shown",
    "/matches/62/hands/2?step=161",
    "/matches/63/hands/2?step=60",
    "/matches/64/hands/3?step=8",
    "/matches/1/hands/1?step=1",
]
"""Steps of hands of every game, with findings, roles, rows and the end of a hand."""


@cache
def axe() -> str:
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def broken_rules(page: Page, options: dict[str, Any]) -> list[Any]:
    """The rules that the page breaks: each with how many elements break it, the first of them, and why."""
    page.evaluate(axe())
    found: list[Any] = page.evaluate(RUN, options)
    return found


@pytest.fixture(params=[("en", "light", 1280), ("zh-Hans", "dark", 390)], ids=["light", "dark"])
def reader(request: pytest.FixtureRequest, browser: Browser, demo: str) -> Iterator[Page]:
    """A window of a reader of a language, in light or dark."""
    language, scheme, width = request.param
    context = browser.new_context(
        base_url=demo, viewport={"width": width, "height": 844}, reduced_motion="reduce", color_scheme=scheme
    )
    show_downloads(context)
    page = context.new_page()
    page.goto(f"/?lang={language}")
    yield page
    context.close()


def test_no_page_breaks_a_rule(reader: Page, one_of_each_page: list[str]) -> None:
    """Every rule in light; in dark, in Chinese and on a phone those that look at what differs there."""
    light = reader.evaluate("matchMedia('(prefers-color-scheme: light)').matches")
    broken = {}
    for path in one_of_each_page:
        reader.goto(path)
        if found := broken_rules(reader, EVERY_RULE if light else THAT_DIFFER):
            broken[path] = found
    assert broken == {}


def test_no_step_of_a_replay_breaks_a_rule(reader: Page) -> None:
    broken = {}
    for path in REPLAYS:
        reader.goto(path)
        if found := broken_rules(reader, EVERY_RULE):
            broken[path] = found
    assert broken == {}
