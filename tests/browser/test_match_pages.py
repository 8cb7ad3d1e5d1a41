"""How a match, its settlements and the sections look in windows of every width."""

import re
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.browser.contrasts import SCHEMES, poor_contrasts
from tests.browser.drawn import Drawn

SAMPLES = Path(__file__).parents[2] / "sample_logs"
NAMES = [
    "chinese_poker/naturals-and-home-run.json",
    "chinese_poker/first-to-eleven.json",
    "bao_huang/rizhao-evening.json",
    "big_a/evening.json",
]
PAGES = [
    "/matches/2",
    "/matches/2/hands/1/score",
    "/matches/2/hands/3/score",
    "/matches/3/hands/1/score",
    "/matches/4",
    "/matches/5",
]
WIDTHS = (360, 390, 600, 768, 1280)
LINES = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.bottom))).size;
})"""


@pytest.fixture(autouse=True)
def games(site: str) -> None:
    """Matches of three games beside the one that is there."""
    for number, name in enumerate(NAMES, 2):
        log = Request(f"{site}/api/v1/uploads?name={Path(name).name}", (SAMPLES / name).read_bytes())
        with urlopen(log) as answer:
            assert f'"id":{number},' in answer.read().decode().replace(" ", "")


def test_every_page_fits_and_can_be_read(drawn: Drawn, visit: Any) -> None:
    """No page scrolls sideways, and text stands out: without motion, so that a change of scheme is there at once."""
    page: Page = visit(viewport={"width": WIDTHS[0], "height": 800}, reduced_motion="reduce").page
    for address in PAGES:
        page.set_viewport_size({"width": WIDTHS[0], "height": 800})
        if drawn.before(page, address):
            continue
        page.goto(address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            across = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert across[1] > width - 40
            assert across[0] <= across[1], (address, width)
        for scheme in SCHEMES:
            assert poor_contrasts(page, scheme) == [], (address, scheme)
        page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_sections_stand_in_one_line(visit: Any, width: int) -> None:
    page: Page = visit(viewport={"width": width, "height": 800}).page
    page.goto("/matches/2")
    tops = page.evaluate("[...document.querySelectorAll('.sections a')].map((link) => link.offsetTop)")
    assert len(tops) == 6
    assert len(set(tops)) == 1
    assert page.evaluate(LINES, ".sections a:not(.sections-search)") == [1] * 5
    assert page.evaluate("(nav => nav.scrollWidth <= nav.clientWidth)(document.querySelector('.sections'))")


@pytest.mark.parametrize("address", ["/matches/2", "/matches/4", "/matches/5"])
@pytest.mark.parametrize("width", [800, 1280])
def test_heads_of_columns_do_not_break(visit: Any, address: str, width: int) -> None:
    page: Page = visit(viewport={"width": width, "height": 800}).page
    page.goto(address)
    assert set(page.evaluate(LINES, ".hands thead th")) == {1}


def test_reasons_unfold_without_scripts(visit: Any) -> None:
    page: Page = visit(java_script_enabled=False).page
    page.goto("/matches/2")
    reason = page.get_by_text(re.compile("scoops .*: 2 times 3")).first
    expect(reason).to_be_hidden()
    page.get_by_text("15 reasons").click()
    expect(reason).to_be_visible()
