"""A log is written in the browser: cards dealt and played by taps, lines typed and completed, findings beside them."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import until

NAMES = ("Li Wei", "Zhao Min", "Sun Yue", "Qian Lu")
DEALT = 27
LEAST = 44
"""Pixels of a side of what is tapped."""
SMALL = """(selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect()).filter((box) => box.width < 43.99 || box.height < 43.99).length"""
ACROSS = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"


def begin(page: Page) -> None:
    """Begins a log of a game with four players."""
    page.goto("/writing/new?game=guandan")
    for seat, name in zip("ENWS", NAMES, strict=True):
        page.fill(f"#player-{seat}", name)
    page.locator(".sheet-form .actions button").last.click()
    expect(page.locator(".writing-key").first).to_be_visible()
    page.wait_for_load_state()


def lines(page: Page) -> list[str]:
    """The lines of the text."""
    return page.input_value("#text").split("\n")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_hand_is_dealt_and_a_trick_played_by_taps(visit: Any, width: int) -> None:
    page: Page = visit(viewport={"width": width, "height": 844}).page
    begin(page)
    assert page.evaluate(SMALL, ".writing-key, .writing-pad button, .writing-hands a") == 0
    pad, text = (page.locator(each).bounding_box() or {} for each in (".writing-pad", ".writing-text"))
    assert (pad["y"] < text["y"]) == (width == 390), "on a phone the pad comes first"
    seat = page.locator("button[name=to-seat][aria-pressed=true]")
    expect(seat).to_contain_text(NAMES[0])
    taps = 0
    for name in ("As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "9h", "9d", "Ah", "Kh", "Qh", "Jh", "RJ"):
        page.locator(f".writing-key[value='{name}']").click()
        taps += 1
    page.locator(".writing-key[value='As']").click()
    taps += 1
    expect(page.locator(".writing-key[value='As']")).to_be_disabled()
    page.locator("[data-undo]").click()
    expect(page.locator(".writing-key[value='As']")).to_be_enabled()
    taps -= 1
    expect(page.locator("[data-count]")).to_have_text(str(taps))
    for name in ("As", "Ks", "Qs", "Js", "Ts", "8s", "3c", "4c", "5c", "6c", "7c", "3d", "4d"):
        page.locator(f".writing-key[value='{name}']").click()
        taps += 1
    assert taps == DEALT
    expect(seat).to_contain_text(NAMES[1])
    (deal,) = lines(page)
    assert len(deal.split(":")[1].split()) == DEALT
    page.locator("button[name=to-mode][value=play]").click()
    expect(page.locator(".writing-offers")).to_be_visible()
    expect(seat).to_contain_text(NAMES[0])
    for name in ("9s", "9h"):
        page.locator(f".writing-key[value='{name}']").click()
    play = page.locator(".writing-offer:not(.is-breaking) button[value='E play 9s 9h']")
    expect(play).to_be_visible()
    expect(page.locator(".writing-offers")).to_contain_text("pair of 9s: it may be led")
    play.click()
    for number, name in enumerate(NAMES[1:]):
        expect(seat).to_contain_text(name)
        page.locator(".writing-offer button[value$=' pass']").click()
        expect(page.locator(".writing-gutter li")).to_have_count(3 + number)
    expect(page.locator(".writing-turn")).to_contain_text(f"turn of {NAMES[0]}")
    assert lines(page)[1:] == ["E play 9♠ 9♥", "N pass", "W pass", "S pass"]
    for across in (width, 320):
        page.set_viewport_size({"width": across, "height": 844})
        whole, seen = page.evaluate(ACROSS)
        assert whole <= seen, across
        assert page.evaluate(SMALL, ".writing-key, .writing-pad button") == 0
    page.reload()
    assert lines(page)[1:] == ["E play 9♠ 9♥", "N pass", "W pass", "S pass"]


def test_a_form_that_was_sent_without_the_script_is_not_sent_again(visit: Any) -> None:
    page: Page = visit(viewport={"width": 1280, "height": 844}).page
    begin(page)
    with page.expect_navigation():
        page.evaluate("document.getElementById('writing').submit()")
    page.locator("#text").fill("E 9s9h")
    expect(page.locator(".writing-turn")).to_contain_text(NAMES[1])
    page.reload()
    assert lines(page) == ["E 9s9h"]


def test_typed_lines_are_checked_as_they_grow(visit: Any) -> None:
    window = visit(viewport={"width": 1280, "height": 844})
    page: Page = window.page
    begin(page)
    loads = window.loads
    page.locator("#text").press_sequentially("E 9s9h\nN 3s")
    expect(page.locator(".writing-gutter .has-error")).to_have_text("2")
    expect(page.locator(".writing-remarks li.has-error")).to_contain_text("line 2")
    page.locator("#text").fill("E 9s9h\nN pass")
    expect(page.locator(".writing-gutter .has-error")).to_have_count(0)
    expect(page.locator(".writing-turn")).to_contain_text(NAMES[2])
    assert window.loads == loads
    page.reload()
    assert lines(page) == ["E 9s9h", "N pass"]


def test_the_next_line_is_completed_by_keys(visit: Any) -> None:
    page: Page = visit(viewport={"width": 1280, "height": 844}).page
    begin(page)
    page.locator("#text").fill("E holds: 9s 9h 3c")
    expect(page.locator("[data-word=card]")).to_have_count(3)
    line, options = page.get_by_role("combobox"), page.get_by_role("option")
    line.focus()
    expect(options).to_have_count(4)
    page.keyboard.press("ArrowDown")
    expect(line).to_have_attribute("aria-activedescendant", re.compile("line-word-0"))
    page.keyboard.press("Enter")
    page.keyboard.type("pl")
    page.keyboard.press("Tab")
    expect(line).to_have_value("E play ")
    page.keyboard.type("9")
    expect(options).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(line).to_have_attribute("aria-expanded", "false")
    page.keyboard.type("h")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(line).to_have_value("")
    assert lines(page) == ["E holds: 9s 9h 3c", "E play 9h"]


def test_what_is_typed_during_a_check_is_not_lost(visit: Any) -> None:
    page: Page = visit(viewport={"width": 390, "height": 844}).page
    begin(page)
    typed = [f"# note {number}" for number in range(12)]
    with page.expect_response(lambda answer: "# note 11" in (answer.request.post_data or "")):
        page.locator("#text").press_sequentially("\n".join(typed), delay=15)
    expect(page.locator("#writing")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator(".writing-gutter li")).to_have_count(len(typed))
    assert lines(page) == typed
    page.reload()
    assert lines(page) == typed


def test_what_is_typed_before_the_scripts_are_there_is_checked(visit: Any) -> None:
    page: Page = visit(viewport={"width": 1280, "height": 844}).page
    begin(page)
    held: list[Route] = []
    page.route(re.compile(r"/js/sheets/writing\.js"), lambda route: held.append(route))
    page.goto(page.url, wait_until="commit")
    page.locator("#text").fill("E holds: 9s 9h 3c")
    until(page, lambda: held)
    (script,) = held
    script.continue_()
    expect(page.locator("[data-word=card]")).to_have_count(3)
