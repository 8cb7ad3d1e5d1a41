"""The rule books in the browser: they fit a phone, and two sheets of paper."""

import re
from io import BytesIO
from typing import Any

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from engine.games import GAMES
from tests.browser.drawn import Drawn

SIDES = 4
"""The sides of two sheets."""


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_a_book_fits_two_sheets_and_a_phone(drawn: Drawn, visit: Any, game: str, language: str) -> None:
    page = visit(viewport={"width": 390, "height": 844}).page
    address = f"/rules/{game}/book?chapter=all&lang={language}"
    if not drawn.before(page, address):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert len(PdfReader(BytesIO(page.pdf(format="A4"))).pages) <= SIDES


def test_an_example_is_stepped_through(visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 844}).page
    page.goto("/rules/guandan/book?chapter=all")
    page.locator(".book-duel").nth(4).get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile("/examples/guandan-beats/5$"))
    expect(page.locator("main")).to_contain_text("does not beat")
    page.get_by_role("link", name="Previous", exact=True).click()
    expect(page.locator("main")).to_contain_text("Step 1 of 2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
