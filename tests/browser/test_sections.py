"""The main places of the site, the pages of each, and the key that leads to the search."""

from typing import Any

from playwright.sync_api import Page, expect


def test_slash_leads_to_the_search_of_hands(visit: Any) -> None:
    page: Page = visit(viewport={"width": 1280, "height": 800}).page
    page.goto("/rules/")
    page.keyboard.press("/")
    # Not before its scripts are there.
    page.wait_for_url("/hands/")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("bombs>=3 / 2")
    expect(page.locator("#q")).to_have_value("bombs>=3 / 2")


def test_every_main_place_lists_its_pages(visit: Any) -> None:
    page: Page = visit(viewport={"width": 390, "height": 844}).page
    page.goto("/")
    expect(page.locator(".section-pages")).to_have_count(0)
    places = page.locator(".sections a").evaluate_all("(links) => links.map((link) => link.pathname)")
    for place in places[:4]:
        page.goto(place)
        within = page.locator(".section-pages a")
        assert within.count() >= 3
        expect(page.locator(".section-pages [aria-current=page]")).to_have_count(1)
        for address in within.evaluate_all("(links) => links.map((link) => link.pathname)"):
            assert page.request.get(address).status == 200, address
    expect(page.locator(".sections [aria-current]")).to_have_text("Rules")
