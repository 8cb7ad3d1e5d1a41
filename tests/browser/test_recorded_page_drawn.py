"""Recorded against derived, and the erasure of a disputed match, in a browser."""

from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

SAMPLE = Path(__file__).parents[2] / "sample_logs" / "guandan" / "sheets" / "score-sheet-wrong.json"


@pytest.mark.parametrize("width", [1280, 390])
def test_what_follows_is_grey_and_leads_to_its_cause(visit: Any, site: str, width: int) -> None:
    with urlopen(Request(f"{site}/api/v1/uploads?name=sheet.json", SAMPLE.read_bytes())) as answer:
        assert answer.status == 201
    page: Page = visit(viewport={"width": width, "height": 800}).page
    page.goto("/matches/2")
    page.get_by_role("link", name="Recorded against derived, line by line").click()
    root, carried = page.locator("#hand-3-scores-in"), page.locator("#match-totals")
    expect(root).to_contain_text("First difference")
    colour = "element => getComputedStyle(element.querySelector('.score-compared')).color"
    assert carried.evaluate(colour) != root.evaluate(colour)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    carried.get_by_role("link", name="score, hand 3").click()
    expect(root).to_be_in_viewport()
    page.locator(".score-totals").get_by_role("link", name="Hand 3", exact=True).click()
    expect(page.get_by_role("heading", name="Score of hand 3")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_disputed_match_is_erased_of_names_and_texts(visit: Any) -> None:
    page: Page = visit(viewport={"width": 390, "height": 800}).page
    page.goto("/matches/1/dispute?claim=text")
    page.get_by_label("Acting as").fill("Li Wei")
    page.get_by_label("Your words").fill("Sun Yue saw it.")
    page.get_by_role("button", name="Open the dispute").click()
    page.goto("/matches/1#files")
    page.get_by_role("link", name="Rename, join, split or delete").click()
    page.get_by_role("link", name="Erase what identifies people").click()
    expect(page.get_by_role("button", name="Erase for good")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.get_by_label("Acting as").fill("Zhao Min")
    page.get_by_label("Type the number of the match, 1").fill("1")
    page.get_by_role("button", name="Erase for good").click()
    expect(page.get_by_role("status")).to_contain_text("Erased:")
    page.goto("/disputes/1")
    expect(page.get_by_text("Sun Yue saw it.")).to_have_count(0)
    expect(page.get_by_text("(erased)").first).to_be_visible()
