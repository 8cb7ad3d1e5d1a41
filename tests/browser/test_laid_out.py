"""How pages are measured: boxes of text that overlap are found, what is cut off, and what scrolls sideways."""

import pytest
from playwright.sync_api import Browser

from tests.browser.laid_out import SIZES, wrong_with

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
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content(html)
    found = wrong_with(page)
    page.close()
    assert len(found) == len(SIZES)
    assert {wrong[0] for each in found.values() for wrong in each} >= {what}


def test_what_is_folded_is_measured_before_it_is_opened_too(browser: Browser) -> None:
    _, html = FAULTY["words left of the window"]
    page = browser.new_page()
    page.set_content(f"{html}<details><summary>More</summary>Scores</details>")
    found = wrong_with(page)
    page.close()
    assert len(found) == 1 + len(SIZES)


def test_what_lies_as_it_should_is_no_fault(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(FINE)
    found = wrong_with(page)
    page.close()
    assert found == {}
