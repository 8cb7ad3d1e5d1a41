"""Stepping through the hands of games other than Guandan, without loading the page again."""

from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Page, expect

SAMPLES = Path(__file__).parents[2] / "sample_logs"


def put(site: str, name: str) -> None:
    """Keeps a sample as the second match."""
    with urlopen(Request(f"{site}/api/matches?name=log.json", (SAMPLES / name).read_bytes())) as answer:
        assert answer.status == 201


def test_rows_fill_up_and_discards_stay_hidden(visit: Any, site: str) -> None:
    put(site, "chinese_poker/pineapple-progressive.json")
    window = visit()
    page: Page = window.page
    page.goto("/matches/2/hands/1?step=3&view=A")
    theirs = page.get_by_role("region", name="Chen Hao")
    expect(theirs.get_by_role("group", name="front, 0 of 3 cards")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(theirs.get_by_role("group", name="front, 1 of 3 cards")).to_be_visible()
    line = page.locator('.steps [data-step="4"]')
    expect(line.get_by_role("img", name="a card not shown")).to_have_count(1)
    expect(line.get_by_role("img", name="ace of hearts")).to_have_count(1)
    expect(page.locator('.steps [data-step="5"]')).to_have_count(0)
    assert window.loads == 1


def test_captured_cards_are_told(visit: Any, site: str) -> None:
    put(site, "big_a/captures.json")
    window = visit()
    page: Page = window.page
    page.goto("/matches/2/hands/1?step=15")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".happening").get_by_role("group", name="taken into the hand")).to_be_visible()
    expect(page.get_by_role("status")).to_contain_text("and takes")
    page.keyboard.press("Home")
    expect(page.get_by_role("region", name="Li Wei").get_by_role("group", name="face down").last).to_be_visible()
    assert window.loads == 1
