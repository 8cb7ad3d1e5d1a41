"""The pages of people in the browser: both widths and schemes, search, filter, charts, hidden names."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit

SIZES = [(1280, 900), (390, 844)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_people_are_looked_at_in_every_window(visit, width: int, height: int, scheme: str) -> None:  # type: ignore[no-untyped-def]
    page = visit(viewport={"width": width, "height": height}, color_scheme=scheme).page
    page.goto("/people/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("main").get_by_role("rowheader").get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="More figures", exact=True).click()
    page.wait_for_url("**/more?**")
    for figure in (page.locator(".chart").first, page.locator(".chart").last):
        figure.scroll_into_view_if_needed()
        expect(figure).to_have_attribute("data-drawn", "true", timeout=20_000)
    page.get_by_role("link", name="Decisions", exact=True).click()
    expect(page.get_by_role("heading", name="Bombs, and what they won")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#bombs a").first.click()
    expect(page.locator("#q")).to_have_value(re.compile(r"player:.* bomb"))
    for address in ("/people/1/more", "/people/1/hands?count=bombs", "/people/1/luck", "/ratings/"):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_a_person_is_searched_filtered_and_followed_into_a_hand(visit) -> None:  # type: ignore[no-untyped-def]
    page = visit(viewport={"width": 390, "height": 844}).page
    page.goto("/people/")
    name = page.get_by_role("rowheader").first.get_by_role("link").inner_text()
    page.get_by_label("Search", exact=True).fill(name[:3])
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name=name).first.click()
    page.locator(".people-filter-fold > summary").first.click()
    page.get_by_label("Hands", exact=True).select_option("play")
    page.get_by_role("button", name="Filter").click()
    page.wait_for_url("**basis=play**")
    expect(page.get_by_label("Hands", exact=True)).to_have_value("play")
    page.get_by_role("link", name="Decisions", exact=True).click()
    page.wait_for_url("**/decisions?**basis=play**")
    page.locator("#figures a").first.click()
    page.wait_for_url("**/hands?**")
    page.get_by_role("rowheader").get_by_role("link").first.click()
    page.wait_for_url("**/matches/1/hands/**")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_files_of_a_table_are_downloaded(visit, width: int, height: int) -> None:  # type: ignore[no-untyped-def]
    page = visit(viewport={"width": width, "height": height}).page
    page.goto("/people/1/decisions")
    section = page.locator("section", has=page.locator("#bombs"))
    for form, first in (("CSV", b"bomb,"), ("JSON", b'{"bomb"'), ("Parquet", b"PAR1")):
        with page.expect_download() as waiting:
            section.get_by_role("link", name=form, exact=True).click()
        assert waiting.value.suggested_filename == f"person-1-bombs.{form.lower()}"
        assert waiting.value.path().read_bytes().startswith(first)


def test_names_are_hidden_and_shown_again(visit) -> None:  # type: ignore[no-untyped-def]
    page = visit(viewport={"width": 1280, "height": 900}).page
    page.goto("/people/1/more")
    name = page.get_by_role("heading", level=1).inner_text()
    page.get_by_role("button", name="Hide names").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Player 1")
    page.get_by_role("button", name="Show names").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


@pytest.mark.parametrize("scripts", [True, False])
def test_no_tab_is_long_on_a_phone(browser: Browser, demo: str, scripts: bool) -> None:
    page = Visit(browser, demo, viewport={"width": 390, "height": 844}, java_script_enabled=scripts).page
    page.goto("/people/?text=Li+Wei")
    page.get_by_role("main").get_by_role("rowheader").get_by_role("link").first.click()
    for tab in ("Overview", "Decisions", "Hands", "More figures"):
        page.get_by_role("navigation", name="About this player").get_by_role("link", name=tab).click()
        page.wait_for_load_state()
        expect(page.locator(".tabs [aria-current=page]").first).to_have_text(tab)
        assert page.evaluate("document.documentElement.scrollHeight") <= 4_100, tab
