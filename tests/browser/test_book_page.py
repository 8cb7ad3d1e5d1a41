"""The rule books in the browser: they fit a phone, and two sheets of paper."""

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from engine.games import GAMES

SIDES = 4
"""The sides of two sheets."""


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_a_book_fits_two_sheets_and_a_phone(visit: Any, game: str, language: str) -> None:
    page = visit(viewport={"width": 390, "height": 844}).page
    page.goto(f"/rules/{game}/book?lang={language}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert len(PdfReader(BytesIO(page.pdf(format="A4"))).pages) <= SIDES


def test_an_example_is_stepped_through(visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 844}).page
    page.goto("/rules/guandan/book")
    page.locator(".duel").nth(4).get_by_role("link", name="Replay").click()
    assert page.url.endswith("/examples/guandan-beats/5")
    assert "does not beat" in page.locator("main").inner_text()
    page.get_by_role("link", name="Previous", exact=True).click()
    assert "Step 1 of 2" in page.locator("main").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
