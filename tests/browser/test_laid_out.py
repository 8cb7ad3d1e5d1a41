"""How pages are laid out: no two boxes of text overlap, nothing is cut off, and nothing scrolls sideways."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from tests.browser.conftest import show_downloads

SIZES = ((320, 640), (390, 844), (844, 390), (1280, 800))
MEASURE = (Path(__file__).parent / "laid_out.js").read_text(encoding="utf-8")
OPEN = """for (const each of document.querySelectorAll("details:not(.menu, [data-shape])")) each.open = true"""
"""Opens what is folded, but for menus, which lie over the page, and a chart that is loaded then and has a page."""
MATCHES = range(57, 67)
"""The matches of the demo after the season: disputed ones and an evening, of every game."""
REDRAWN = """() => [...document.querySelectorAll(".js-plotly-plot:not([hidden])")].every((plot) => {
    const drawn = plot.querySelector(".main-svg");
    return !drawn || Math.abs(drawn.getBoundingClientRect().width - plot.clientWidth) < 2;
})"""
"""Whether all charts have the width of the window."""
FAULTS = (67, 72, 73, 75, 84, 96, 104)
"""Some of the faulty samples."""


@pytest.fixture(params=["en", "zh-Hans", "zh-Hant"])
def reader(request: pytest.FixtureRequest, browser: Browser, demo: str) -> Iterator[Page]:
    """A window of a reader of a language."""
    context = browser.new_context(base_url=demo, reduced_motion="reduce", service_workers="block")
    context.add_cookies([{"name": "lang", "value": request.param, "url": demo}])
    show_downloads(context)
    yield context.new_page()
    context.close()


def wrong_with(page: Page) -> dict[str, Any]:
    """What is wrong with the page that is open, by the size of the window."""
    page.evaluate(OPEN)
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(REDRAWN)
        if wrong := page.evaluate(MEASURE):
            found[f"{width} × {height}"] = wrong[:4]
    return found


def wrong_on(reader: Page, addresses: list[str]) -> dict[str, Any]:
    """What is wrong with the pages of some addresses."""
    found = {}
    for address in addresses:
        reader.goto(address)
        if wrong := wrong_with(reader):
            found[address] = wrong
    return found


def steps(web: Flask) -> list[str]:
    """The last step of every hand of the demo; of the first and last hand of each match the deal and the middle too."""
    client, found = web.test_client(), list[str]()
    for match in MATCHES:
        overview = client.get(f"/matches/{match}").text
        hands = sorted({int(each) for each in re.findall(rf"/matches/{match}/hands/(\d+)", overview)})
        for hand in hands:
            address = f"/matches/{match}/hands/{hand}"
            (last,) = {int(each) for each in re.findall(r'data-steps="(\d+)"', client.get(address).text)}
            among = {0, last // 2, last} if hand in (hands[0], hands[-1]) else {last}
            found += [f"{address}?step={step}" for step in sorted(among)]
    return found


def test_every_page_is_laid_out_well(reader: Page, one_of_each_page: list[str]) -> None:
    matches = [f"/matches/{each}" for each in (*MATCHES, *FAULTS)]
    assert wrong_on(reader, [*one_of_each_page, *matches]) == {}


def test_every_hand_of_the_demo_is_laid_out_well(reader: Page, demo_web: Flask) -> None:
    addresses = steps(demo_web)
    assert len(addresses) > 80
    assert wrong_on(reader, addresses) == {}


FINE = """
<style>
.low { height: 3rem; overflow: auto }
.bar { position: sticky; bottom: 0; background: #fff }
.whole { width: 5em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
</style>
<p>A paragraph <b>with bold text</b>, <i>italics</i> and enough words that it takes more than one line, or two.</p>
<div class="low">A long text that is read by scrolling down.<br>One.<br>Two.<br>Three.<br>Four.<br>Five.<br>Six.</div>
<p class="whole" title="A name that is too long">A name that is too long</p>
<p class="heard">For readers of the screen.</p>
<p style="position: absolute; top: 0; visibility: hidden">Hidden</p>
<details><summary>More</summary><p>Folded</p></details>
<div style="height: 200vh">Below.</div><p class="bar">A bar that sticks.</p>
"""
FAULTY = {
    "a heading over a line of no height": (
        "overlap",
        '<div style="display: flex"><span style="height: 0; width: 100%; container-type: size">Hand 1</span></div>'
        "<h3 style='margin: 0'>Wrong scores</h3>",
    ),
    "a card under words": (
        "overlap",
        '<p style="position: absolute; top: 1rem; left: 1rem">Scores</p>'
        '<span class="card" style="position: absolute; top: 1rem; left: 2rem; width: 2rem; height: 3rem">5</span>',
    ),
    "a button over another": (
        "overlap",
        '<button>Previous</button><button style="margin-left: -2rem">Next</button>',
    ),
    "words without room": (
        "cut off",
        '<p style="width: 4em; overflow: hidden; white-space: nowrap">Step 161 of 161</p>',
    ),
    "words with three dots": (
        "cut off",
        '<p style="width: 4em; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Step 161 of 161</p>',
    ),
    "lines without room": ("cut off", '<p style="width: 4em; height: 1.2em; overflow: hidden">Step 161 of 161</p>'),
    "a picture without room": (
        "cut off",
        '<div style="width: 4em; height: 2em; overflow: hidden"><img alt="" width="200" height="20"></div>',
    ),
    "words left of the window": ("cut off", '<p style="margin-left: -3rem">Step 161 of 161</p>'),
    "a page wider than the window": ("scrolls sideways", '<div style="width: 2000px">Wide</div>'),
    "a table wider than its place": (
        "scrolls sideways",
        '<div style="overflow-x: auto"><p style="width: 2000px">Wide</p></div>',
    ),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_fault_is_found_at_every_size(browser: Browser, fault: str) -> None:
    what, html = FAULTY[fault]
    page = browser.new_page()
    page.set_content(html)
    found = wrong_with(page)
    page.close()
    assert len(found) == len(SIZES)
    assert {wrong[0] for each in found.values() for wrong in each} >= {what}


def test_what_lies_as_it_should_is_no_fault(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(FINE)
    found = wrong_with(page)
    page.close()
    assert found == {}
