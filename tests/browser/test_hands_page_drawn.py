"""The search of hands in the browser, at both widths, with JavaScript and without it."""

from typing import Any

import pytest
from playwright.sync_api import expect

SIZES = [(1280, 900), (390, 844)]


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_from_the_form_to_the_hand(visit: Any, width: int, height: int, scripts: bool) -> None:
    page = visit(viewport={"width": width, "height": height}, java_script_enabled=scripts).page
    page.goto("/matches/")
    page.get_by_role("link", name="Search hands", exact=True).click()
    page.locator(".search-form summary").click()
    page.get_by_label("Score from").fill("3")
    page.get_by_label("Place", exact=True).fill("1")
    page.get_by_role("form", name="Hands, by a form").get_by_role("button", name="Search").click()
    expect(page.locator("#q")).to_have_value("place:1 score>=3")
    rows = page.locator(".search-found tbody tr")
    expect(rows.first).to_contain_text("place 1 · score 3")
    for box in (rows.first.bounding_box(), page.locator(".search-line").first.bounding_box()):
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    page.locator(".search-form summary").click()
    expect(page.get_by_label("Score from")).to_have_value("3")
    if scripts:
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    rows.first.get_by_role("link").first.click()
    page.wait_for_url("**/matches/1/hands/**")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_search_is_saved_run_and_deleted(visit: Any, width: int, height: int) -> None:
    page = visit(viewport={"width": width, "height": height}).page
    page.goto("/hands/")
    page.locator("#q").fill("bombs>=1")
    page.locator("#q").press("Enter")
    page.get_by_label("Save this search under a name").fill("With a bomb")
    page.get_by_role("button", name="Save").click()
    page.goto("/hands/")
    page.get_by_role("link", name="With a bomb").click()
    expect(page.locator("#q")).to_have_value("bombs>=1")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("link", name="With a bomb")).to_have_count(0)


def test_found_logs_are_downloaded(visit: Any) -> None:
    page = visit(viewport={"width": 1280, "height": 900}).page
    page.goto("/hands/?q=place:1")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Logs of the matches").click()
    assert waiting.value.suggested_filename == "hands.log.jsonl"
    assert '"fupan/1"' in waiting.value.path().read_text(encoding="utf-8")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_what_cannot_be_read_is_said_beside_the_line(visit: Any, width: int, height: int) -> None:
    visitor = visit(viewport={"width": width, "height": height})
    visitor.expected = "400"
    visitor.page.goto("/hands/?q=plcae:1")
    expect(visitor.page.get_by_role("alert")).to_contain_text("did you mean 'place'?")
    expect(visitor.page.locator("#q")).to_have_attribute("aria-invalid", "true")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
