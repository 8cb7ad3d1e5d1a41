"""A hall in the browser: a presenter steps in one window, and a display in another one follows."""

import re
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import until

SIZES = ((1280, 720, 40), (1920, 1080, 60), (3840, 2160, 120))
"""Width and height of a display, and the height in pixels that every card of every hand has at least."""
ASKED = """performance.getEntriesByType("resource").filter((each) => each.name.endsWith("/state"))
    .map((each) => each.startTime)"""


def present(visit: Any, query: str = "hand=1&step=6", **settings: Any) -> tuple[Page, str]:
    """The presenter's page of a new presentation, and the address of its display."""
    page: Page = visit(**settings).page
    page.goto(f"/matches/1/present?{query}")
    page.get_by_role("button", name="Begin").click()
    display = page.get_by_role("link", name="To the display").get_attribute("href")
    assert display is not None
    page.get_by_role("link", name="To the presenter’s page").click()
    expect(page.get_by_role("heading", name="Presenter")).to_be_visible()
    page.wait_for_load_state()
    return page, display


def pauses(display: Page) -> list[float]:
    """The milliseconds from each question of a display after changes to the next one."""
    return [after - before for before, after in pairwise(display.evaluate(ASKED))]


def test_a_display_follows_the_presenter(visit: Any) -> None:
    presenter, address = present(visit, viewport={"width": 390, "height": 844}, has_touch=True)
    opened = visit(viewport={"width": 1920, "height": 1080})
    display: Page = opened.page
    asked: list[str] = []
    display.on("request", lambda request: asked.append(request.url))
    display.goto(address)
    said = display.locator(".hall-at")
    expect(said).to_have_text("Hand 1 of 8 · Step 6")
    presenter.get_by_role("button", name="Next step").tap()
    expect(said).to_have_text("Hand 1 of 8 · Step 7")
    presenter.keyboard.press("ArrowRight")
    presenter.keyboard.press("ArrowRight")
    expect(said).to_have_text("Hand 1 of 8 · Step 9")
    presenter.locator("[data-scrub]").fill("20")
    expect(said).to_have_text("Hand 1 of 8 · Step 20")
    expect(display.locator(".felt-holding [role=img]").nth(40)).to_be_visible()
    presenter.get_by_role("button", name="The table").tap()
    expect(display.locator(".felt-at-2 .felt-holding [role=img]")).to_have_count(1)
    expect(presenter.get_by_role("button", name="The table")).to_have_attribute("aria-pressed", "true")
    presenter.get_by_role("button", name="Next hand").tap()
    expect(said).to_have_text("Hand 2 of 8 · Step 0")
    assert opened.loads == 1, "the page of the display is loaded once"
    asked.clear()
    until(display, lambda: len(asked) > 1)
    assert [each for each in asked if not each.endswith("/state")] == []
    until(display, lambda: min(pauses(display)) < 1500)
    assert min(pauses(display)) > 990
    presenter.get_by_text("End the presentation").tap()
    presenter.get_by_role("button", name="End", exact=True).tap()
    expect(display.get_by_text("This presentation has ended.")).to_be_visible()
    presenter.get_by_role("button", name="Remove").tap()
    expect(presenter).to_have_url(re.compile(r"/matches/1/present$"))


def test_a_lost_connection_is_said_and_found_again(visit: Any) -> None:
    presenter, address = present(visit)
    opened = visit()
    opened.expected = "ERR_INTERNET_DISCONNECTED"
    display: Page = opened.page
    display.goto(address)
    opened.context.set_offline(True)
    lost = display.get_by_text("The connection is lost.")
    expect(lost).to_be_visible(timeout=15000)
    expect(display.locator(".hall-at")).to_have_text("Hand 1 of 8 · Step 6")
    presenter.get_by_role("button", name="Next step").click()
    opened.context.set_offline(False)
    expect(display.locator(".hall-at")).to_have_text("Hand 1 of 8 · Step 7", timeout=10000)
    expect(lost).to_be_hidden()


def test_cards_are_large_and_all_is_in_sight(visit: Any) -> None:
    _presenter, address = present(visit)
    display: Page = visit().page
    for width, height, least in SIZES:
        display.set_viewport_size({"width": width, "height": height})
        display.goto(address)
        cards = display.evaluate(
            "[...document.querySelectorAll('.felt-holding .card, .felt-beaten .card')].map(each => {"
            "const box = each.getBoundingClientRect(); return [box.height, box.left, box.right, box.bottom]})"
        )
        assert len(cards) > 80
        assert min(card[0] for card in cards) >= least
        assert all(left >= 0 and right <= width and bottom <= height for _high, left, right, bottom in cards)
        assert display.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_an_overlay_lets_the_picture_behind_it_through(visit: Any) -> None:
    _presenter, address = present(visit)
    display: Page = visit(viewport={"width": 1280, "height": 720}).page
    display.goto(f"{address}?background=transparent")
    backgrounds = display.evaluate(
        "['html', 'body', '#hall', '.hall-table', '.felt', '.hall-said']"
        ".map(each => getComputedStyle(document.querySelector(each)))"
        ".map(each => `${each.backgroundColor} ${each.backgroundImage}`)"
    )
    assert set(backgrounds) == {"rgba(0, 0, 0, 0) none"}


def test_a_presenter_without_scripts(visit: Any) -> None:
    presenter, address = present(visit, java_script_enabled=False)
    display: Page = visit(java_script_enabled=False).page
    display.goto(address)
    presenter.get_by_role("button", name="Next step").click()
    expect(display.locator(".hall-at")).to_have_text("Hand 1 of 8 · Step 7")
    presenter.get_by_label("Hand", exact=True).fill("3")
    presenter.get_by_role("button", name="Go").click()
    expect(display.locator(".hall-at")).to_have_text("Hand 3 of 8 · Step 7")


def test_the_presenters_page_fits_a_phone(visit: Any) -> None:
    presenter, _address = present(visit, viewport={"width": 320, "height": 568})
    assert presenter.evaluate("document.documentElement.scrollWidth") == 320
    for each in presenter.locator(".present-moves button").all():
        box = each.bounding_box()
        assert box is not None
        assert box["height"] >= 44
