"""Swipes over the table go through the hand, and never back in the browser."""

from time import sleep
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import until

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BEFORE = "/matches/1"
REPLAYS = ["/matches/1/hands/2", "/embed/matches/1/hands/2"]
LAST = 111
MOVES = 12
SETTLED = 700
"""Milliseconds after which the browser would have gone back."""


def swipe(session: CDPSession, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger moves over the window, as the browser gets it from a screen."""
    kinds = ["touchStart", *["touchMove"] * MOVES]
    for moved, kind in enumerate(kinds):
        x, y = (before + (after - before) * moved / MOVES for before, after in zip(start, end, strict=True))
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        sleep(1 / 60)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def opened(visit: Any, address: str) -> tuple[Page, CDPSession]:
    """The page of an address, with another before it that the browser could go back to."""
    page: Page = visit(**PHONE).page
    page.goto(BEFORE)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return page, page.context.new_cdp_session(page)


def at(page: Page, replay: str, step: int) -> None:
    """The replay is at a step, and stays on its page."""
    page.wait_for_timeout(SETTLED)
    assert page.url.split("/", 3)[3].split("?")[0] == replay[1:]
    expect(page.locator(".replay-where")).to_contain_text(f"Step {step} of {LAST}")


@pytest.mark.parametrize("replay", REPLAYS)
def test_a_swipe_is_a_step(visit: Any, replay: str) -> None:
    page, session = opened(visit, f"{replay}?step=20")
    entries = page.evaluate("history.length")
    for start, end, step in ((330, 60, 21), (330, 60, 22), (60, 330, 21), (60, 330, 20), (60, 330, 19)):
        swipe(session, (start, 300), (end, 300))
        at(page, replay, step)
    assert page.evaluate("history.length") == entries


def test_a_swipe_at_the_first_and_last_step_does_nothing(visit: Any) -> None:
    page, session = opened(visit, f"{REPLAYS[0]}?step=0")
    swipe(session, (60, 300), (330, 300))
    at(page, REPLAYS[0], 0)
    page.goto(f"{REPLAYS[0]}?step={LAST}")
    swipe(session, (330, 300), (60, 300))
    at(page, REPLAYS[0], LAST)


def test_a_swipe_beside_the_table_does_not_leave_the_page(visit: Any) -> None:
    """A thumb that meets the sentence below the table, or what is above it."""
    page, session = opened(visit, f"{REPLAYS[0]}?step=20")
    for part in (".replay-step-said", ".replay-topbar"):
        box = page.locator(part).bounding_box()
        assert box is not None
        middle = box["y"] + box["height"] / 2
        swipe(session, (60, middle), (330, middle))
        at(page, REPLAYS[0], 20)


def test_the_page_scrolls_under_a_finger_that_moves_down(visit: Any) -> None:
    page, session = opened(visit, f"{REPLAYS[0]}?step=20")
    swipe(session, (200, 600), (200, 240))
    until(page, lambda: page.evaluate("scrollY") > 100)
    at(page, REPLAYS[0], 20)
