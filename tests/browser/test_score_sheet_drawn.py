"""The score sheet on the page of a match: in narrow and wide windows, on paper, and its chart."""

import re
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.browser.drawn import Drawn

SAMPLES = Path(__file__).parents[2] / "sample_logs"
NAMES = [
    "bao_huang/sheets/score-sheet-wrong.json",
    "big_a/evening.json",
    "chinese_poker/first-to-eleven.json",
    "guandan/failures-at-a.json",
]
WIDTHS = (320, 390, 800, 1280)
OVERLAPS = """() => {
  const found = [];
  for (const row of document.querySelectorAll('.paper tbody tr')) {
    const boxes = [...row.children].map((cell) => cell.getBoundingClientRect()).filter((box) => box.width);
    boxes.forEach((one, place) => boxes.slice(place + 1).forEach((other) => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 1 && down > 1) found.push(row.id);
    }));
  }
  return found;
}"""


@pytest.fixture(autouse=True)
def games(site: str) -> None:
    """A match of each game beside the one that is there."""
    for number, name in enumerate(NAMES, 2):
        log = Request(f"{site}/api/v1/uploads?name={Path(name).name}", (SAMPLES / name).read_bytes())
        with urlopen(log) as answer:
            assert f'"id":{number},' in answer.read().decode().replace(" ", "")


def test_every_game_fits_every_window(drawn: Drawn, visit: Any) -> None:
    page: Page = visit(viewport={"width": WIDTHS[0], "height": 800}).page
    for number in range(1, len(NAMES) + 2):
        page.set_viewport_size({"width": WIDTHS[0], "height": 800})
        if drawn.before(page, f"/matches/{number}"):
            continue
        page.goto(f"/matches/{number}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (number, width)
            assert page.evaluate(OVERLAPS) == [], (number, width)
            row = page.locator(".paper tbody tr[id]").first.bounding_box()
            assert row is not None
            assert row["height"] < 380, (number, width)


def test_a_row_is_found_by_its_address_and_a_difference_has_a_sign_and_a_word(visit: Any) -> None:
    page: Page = visit(viewport={"width": 1280, "height": 800}).page
    page.goto("/matches/1#hand-5")
    expect(page.locator("#hand-5")).to_be_in_viewport()
    wrong = page.locator("#hand-5 .was")
    expect(wrong).to_have_text("recorded 9")
    assert "≠" in wrong.evaluate("(each) => getComputedStyle(each, '::before').content")


def test_the_chart_of_totals_has_steps_and_leads_to_the_hand(visit: Any) -> None:
    page: Page = visit(viewport={"width": 1280, "height": 900}).page
    page.goto("/matches/2#totals")
    figure = page.locator(".chart")
    figure.scroll_into_view_if_needed()
    expect(figure).to_have_attribute("data-drawn", "true", timeout=20_000)
    assert set(page.evaluate("document.querySelector('.chart-plot').data.map((each) => each.line.shape)")) == {"hv"}
    area = page.locator(".chart-plot .nsewdrag").bounding_box()
    assert area is not None
    points = page.locator(".chart-plot .points path")
    box = points.nth(2).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_url(re.compile(r"/matches/2/hands/3$"))


def test_on_paper_there_are_the_sheet_and_the_ladders_and_no_forms(visit: Any) -> None:
    page: Page = visit(viewport={"width": 794, "height": 1123}).page
    page.goto("/matches/1")
    page.emulate_media(media="print")
    for shown in (".paper", ".ladders", ".standing", ".ruling"):
        expect(page.locator(shown).first).to_be_visible()
    for left_out in (".chart", ".rename", ".paper details", ".files", ".dispute-this"):
        assert not page.locator(left_out).first.is_visible(), left_out
