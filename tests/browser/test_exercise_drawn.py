"""An exercise in a browser from start to end: a wrong answer, another try, found, and remembered."""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.database.config import Config
from app.matches.ingest import ingest
from app.web.create_app import create_app
from tests.app.replay.reviewed import made, short_match
from tests.browser.served import served
from tests.databases import new_sqlite

TRY = "/matches/1/hands/1/steps/103/try"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a running application with a reviewed hand."""
    app = create_app(Config(database_url=new_sqlite(tmp_path / "fupan.sqlite3"), secret_key="for tests alone"))
    fupan = app.extensions["fupan"]
    list(ingest(fupan.sessions, fupan.checker, BytesIO(json.dumps(short_match()).encode()), "match.json"))
    made(fupan, 1, monkeypatch)
    with served(app) as address:
        yield address
    fupan.close()


def reached(page: Page, selector: str) -> None:
    """Moves on by the tab key until something has the focus."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"the tab key does not reach {selector}")


def test_a_better_play_is_found_on_a_phone_by_keys(visit: Any) -> None:
    page: Page = visit(viewport={"width": 390, "height": 844}).page
    page.goto("/matches/1/exercises")
    expect(page.locator("[data-exercise]:visible")).to_have_count(0)
    reached(page, f'a[href="{TRY}"]')
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{TRY}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sizes = page.locator(".pick").evaluate_all("each => each.map(one => [one.offsetWidth, one.offsetHeight])")
    assert min(min(size) for size in sizes) >= 44

    reached(page, 'button[value="pass"]')
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("This was done in the match.")
    expect(page.locator("#answer")).to_be_focused()
    expect(page.get_by_text("A best line with all cards open")).to_have_count(0)
    reached(page, 'input[value="Jd"]')
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("No other action is better")
    expect(page.get_by_text("A best line with all cards open")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    page.goto(TRY)
    expect(page.get_by_text("found before")).to_be_visible()
    page.goto("/matches/1/exercises")
    page.reload()
    expect(page.get_by_text("found before")).to_have_count(1)
    page.get_by_role("button", name="Forget it").click()
    expect(page.locator("[data-exercise]:visible")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-exercise]:visible")).to_have_count(0)


def test_an_exercise_needs_no_script(visit: Any) -> None:
    page: Page = visit(viewport={"width": 320, "height": 640}, java_script_enabled=False).page
    page.goto(TRY)
    page.locator('input[value="Ks"]').check(force=True)
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_text("There is a better one")).to_be_visible()
    page.get_by_role("button", name="Show the best play").click()
    expect(page.get_by_text("All deals that fit")).to_be_visible()
