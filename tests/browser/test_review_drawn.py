"""The review of a hand on its replay in a browser: asked for by a key, made meanwhile, and shown step by step."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from app.database.config import Config
from app.matches.ingest import ingest
from app.web.create_app import create_app
from engine.insight.review import Settings
from tests.app.working import do_any
from tests.browser.laid_out import wrong_with
from tests.browser.served import served
from tests.databases import new_sqlite

NJUPT = Path(__file__).parents[2] / "sample_logs" / "guandan" / "njupt.jsonl"
LUCKY = 88
HAND = "/matches/1/hands/1"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """The application with one hand, of which the last ten cards are reviewed."""
    monkeypatch.setattr(
        "app.matches.computed.reviews.settings_for", lambda _game: Settings(left=10, deals=100, fair_left=10)
    )
    app = create_app(Config(database_url=new_sqlite(tmp_path / "fupan.sqlite3"), secret_key="for tests alone"))
    fupan = app.extensions["fupan"]
    match = json.loads(NJUPT.read_bytes().splitlines()[0])
    match["hands"] = match["hands"][:1]
    assert len(list(ingest(fupan.sessions, fupan.checker, BytesIO(json.dumps(match).encode()), "log.json"))) == 1
    yield app
    fupan.close()


@pytest.fixture
def site(own: Flask) -> Iterator[str]:
    """The address of this application, running."""
    with served(own) as address:
        yield address


def line(page: Page) -> Any:
    return page.locator(".review-line")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_review_is_asked_for_made_and_walked_through(visit: Any, own: Flask, width: int) -> None:
    page: Page = visit(viewport={"width": width, "height": 844 if width == 390 else 800}).page
    page.goto(f"{HAND}?step={LUCKY - 1}")
    page.keyboard.press("r")
    expect(line(page)).to_contain_text("it needs results shown ahead")
    page.locator(".review-here").get_by_role("link").click()
    page.clock.install()
    page.get_by_role("button", name="Review this match").click()
    expect(line(page)).to_contain_text("0 of 1 hands are done")
    while do_any(own.extensions["fupan"]):
        pass
    loads = page.evaluate("performance.timeOrigin")
    page.clock.run_for(6000)
    ready = page.get_by_role("link", name="Show it")
    expect(ready).to_be_visible()
    assert page.evaluate("performance.timeOrigin") == loads
    ready.click()
    expect(line(page)).to_contain_text("The rules allowed one action.")
    mark = page.locator(".review-marks a")
    expect(mark).to_have_text("◆L")
    expect(mark).to_have_attribute("aria-label", f"Step {LUCKY}: lucky")
    mark.locator("text").click()
    page.clock.run_for(1000)
    expect(line(page)).to_contain_text("Cost 0.667 levels (exact); with all cards open 0. Lucky.")
    expect(page).to_have_url(re.compile(rf"step={LUCKY}&review=1$"))
    best = page.locator(".felt-holding .review-best")
    expect(best).to_have_attribute("aria-label", "5 of diamonds, best")
    assert best.evaluate("card => getComputedStyle(card).outlineStyle") == "solid"
    bar = page.locator(".replay-control-next").bounding_box()
    line(page).click()
    expect(page.locator(".review-box tbody tr")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    page.clock.run_for(1000)
    expect(page.locator(".review-best")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.clock.run_for(1000)
    expect(best).to_have_count(1)
    assert page.locator(".replay-control-next").bounding_box() == bar
    best.click()
    page.clock.run_for(1000)
    expect(page.locator(".replay-where")).to_contain_text("Step 91")
    page.keyboard.press("r")
    expect(line(page)).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_review_without_scripts(visit: Any, own: Flask, site: str, scheme: str) -> None:
    page: Page = visit(java_script_enabled=False, color_scheme=scheme).page
    page.goto(f"{HAND}?step={LUCKY}&review=1&results=shown")
    page.get_by_role("button", name="Review this match").click()
    expect(line(page)).to_contain_text("0 of 1 hands are done")
    while do_any(own.extensions["fupan"]):
        pass
    page.get_by_role("link", name="Refresh").click()
    expect(line(page)).to_contain_text("Lucky.")
    page.get_by_role("link", name="Previous step").click()
    expect(line(page)).to_contain_text("The rules allowed one action.")
    page.get_by_role("link", name=f"Step {LUCKY}: lucky").click()
    page.get_by_role("button", name="Best line, all cards open").click()
    page.wait_for_url(re.compile(r"/what-if\?.*then="))
    expect(page.locator(".replay-happened")).to_contain_text("plays")
    scripted: Page = visit(color_scheme=scheme).page
    scripted.goto(f"{site}{HAND}?step={LUCKY}&review=1&results=shown")
    assert wrong_with(scripted) == {}


def test_what_is_read_stays_while_the_other_hands_are_reviewed(visit: Any, own: Flask) -> None:
    match = json.loads(NJUPT.read_bytes().splitlines()[0])
    match["hands"] = match["hands"][:2]
    fupan = own.extensions["fupan"]
    list(ingest(fupan.sessions, fupan.checker, BytesIO(json.dumps(match).encode()), "two.json"))
    page: Page = visit().page
    page.clock.install()
    page.goto("/matches/2/review")
    page.get_by_role("button", name="Review this match").click()
    assert do_any(fupan)
    page.clock.run_for(6000)
    expect(page.locator("#asked + p")).to_contain_text("1 of 2 hands are done")
    page.goto("/matches/2/review?hand=1")
    page.locator(f"#step-{LUCKY} summary").click()
    loads = page.evaluate("performance.timeOrigin")
    assert do_any(fupan)
    page.clock.run_for(6000)
    expect(page.locator("#asked")).to_have_count(0)
    assert page.locator(f"#step-{LUCKY}").get_attribute("open") is not None
    page.clock.run_for(20000)
    assert page.evaluate("performance.timeOrigin") == loads
