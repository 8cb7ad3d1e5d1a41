"""Notes in the browser: cards marked by clicks and arrows drawn on a phone and on a desk, then seen on the replay."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_replay_in_sight import OUT_OF_SIGHT

SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
HAND = "/matches/1/hands/2"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def spot(page: Page, target: str) -> tuple[float, float]:
    """A point of a card or name on the drawing that is in sight."""
    box = page.locator(f'.note-table:visible .note-spot[data-target="{target}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + min(4, box["height"] / 2)


def click(page: Page, target: str) -> None:
    page.mouse.click(*spot(page, target))


def drag(page: Page, start: str, end: str) -> None:
    page.mouse.move(*spot(page, start))
    page.mouse.down()
    page.mouse.move(*spot(page, end), steps=4)
    page.mouse.up()


@pytest.mark.parametrize("size", SIZES)
def test_a_note_with_marks_is_drawn_and_seen(visit: Any, size: str) -> None:
    width, height = SIZES[size]
    page: Page = visit(viewport={"width": width, "height": height}).page
    page.goto(f"{HAND}?step=4")
    page.keyboard.press("m")
    page.wait_for_url("**/notes?step=4")
    assert page.evaluate(OVERFLOW) == 0
    page.locator(".note-tools").scroll_into_view_if_needed()
    page.evaluate("window.scrollTo(0, document.querySelector('.note-tables').offsetTop)")
    click(page, "E RJ")
    click(page, "N")
    click(page, "N")
    page.get_by_role("button", name="Cross").click()
    page.evaluate("window.scrollTo(0, document.querySelector('.note-tables').offsetTop)")
    click(page, "E 5h 2")
    drag(page, "E RJ", "N")
    page.get_by_role("button", name="Arrow").click()
    page.evaluate("window.scrollTo(0, document.querySelector('.note-tables').offsetTop)")
    click(page, "E BJ")
    click(page, "W")
    drawn = page.locator(".note-table:visible [data-drawn]")
    expect(drawn.locator("use")).to_have_count(2)
    expect(drawn.locator("line")).to_have_count(2)
    expect(page.locator("[data-said]")).to_have_text(
        re.compile("^ring on red joker of Li Wei; cross on 5 of hearts of Li Wei, number 2; arrow from red joker")
    )
    page.get_by_label("Text").fill("Too early,\n<b>keep</b> the joker.")
    page.get_by_role("button", name="Keep the note").click()
    page.wait_for_url("**/hands/2?step=4#notes")
    assert page.locator(".note-text").inner_text() == "Too early,\n<b>keep</b> the joker."
    page.evaluate("window.scrollTo(0, 0)")
    assert page.evaluate(OUT_OF_SIGHT) == []
    expect(page.locator(".felt .note-badge")).to_have_count(2)
    expect(page.locator(".note-arrows line")).to_have_count(2)
    felt = page.locator(".felt").bounding_box()
    assert felt is not None
    for line in page.locator(".note-arrows line").all():
        box = line.bounding_box()
        assert box is not None
        assert felt["x"] - 1 <= box["x"] <= felt["x"] + felt["width"]
    assert page.locator(".replay-marks .note-mark").count() == 1
    assert page.locator("#steps [data-step='4'] .note-here").count() == 1
    page.keyboard.press("ArrowRight")
    page.locator('.replay-scene[data-scene="5"]').wait_for(state="attached")
    expect(page.locator(".note-arrows, .felt .note-badge, .note-text")).to_have_count(0)
    expect(page.locator(".replay-marks .note-mark")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.locator('.replay-scene[data-scene="3"]').wait_for(state="attached")
    expect(page.locator(".note-mark, .note-here")).to_have_count(0)
    page.goto(f"{HAND}/study")
    assert page.evaluate(OVERFLOW) == 0
    table = page.locator(".note-table:visible")
    assert (table.locator("g use").count(), table.locator("line").count()) == (2, 2)


def test_a_note_is_written_without_a_script(visit: Any) -> None:
    page: Page = visit(viewport={"width": 320, "height": 640}, java_script_enabled=False).page
    page.goto(f"{HAND}?step=4")
    page.get_by_role("link", name="Write a note").click()
    page.get_by_label("Text").fill("Without a script.")
    page.get_by_label("Mark", exact=True).select_option("E RJ")
    page.get_by_label("Arrow from").select_option("E RJ")
    page.get_by_label("Arrow to").select_option("N")
    page.get_by_role("button", name="Draw it, keep nothing yet").click()
    drawn = page.locator(".note-table:visible [data-drawn]")
    expect(drawn.locator("use")).to_have_count(1)
    expect(drawn.locator("line")).to_have_count(1)
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator(".note-text")).to_contain_text("Without a script.")
    expect(page.locator(".felt .note-badge-ring")).to_have_count(1)
    expect(page.locator(".replay-marks .note-mark")).to_have_count(1)
