"""Stepping through the hands of games other than Guandan, without loading the page again."""

from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

SAMPLES = Path(__file__).parents[2] / "sample_logs"


def put(site: str, name: str) -> None:
    """Keeps a sample as the second match."""
    with urlopen(Request(f"{site}/api/v1/uploads?name=log.json", (SAMPLES / name).read_bytes())) as answer:
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
    line = page.locator('.replay-steps [data-step="4"]')
    expect(line.get_by_role("img", name="a card not shown")).to_have_count(1)
    expect(line.get_by_role("img", name="ace of hearts")).to_have_count(1)
    expect(page.locator('.replay-steps [data-step="5"]')).to_have_count(0)
    assert window.loads == 1


def test_captured_cards_are_told(visit: Any, site: str) -> None:
    put(site, "big_a/captures.json")
    window = visit()
    page: Page = window.page
    page.goto("/matches/2/hands/1?step=15")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay-happening").get_by_role("group", name="taken into the hand")).to_be_visible()
    expect(page.locator("#announcement")).to_contain_text("and takes")
    page.keyboard.press("Home")
    expect(page.get_by_role("region", name="Li Wei").get_by_role("group", name="face down").last).to_be_visible()
    assert window.loads == 1


@pytest.mark.parametrize(
    "name", ["big_a/captures.json", "bao_huang/alone.json", "chinese_poker/pineapple-progressive.json"]
)
def test_announcements_tell_the_hand(visit: Any, site: str, name: str) -> None:
    """Reading them in order gives every action, with whose it was and its cards, and says when the hand is over."""
    put(site, name)
    page: Page = visit().page
    page.goto("/matches/2/hands/1?step=0")
    steps = min(int(page.locator(".replay-scene").get_attribute("data-steps") or 0), 20)
    line = page.locator("#announcement")
    told = []
    for step in range(1, steps + 1):
        page.keyboard.press("ArrowRight")
        expect(line).to_contain_text(f"Step {step} ")
        told.append(line.text_content() or "")
    listed = page.locator(".replay-steps [data-step]:not([data-step='0'])").evaluate_all(
        """lines => lines.map((line) => [
            line.querySelector("[data-seat]").dataset.seat,
            [...line.querySelectorAll("i")].map((card) => card.getAttribute("aria-label"))])"""
    )
    names = dict(
        page.locator(".felt-seat").evaluate_all(
            """seats => seats.map((seat) => [
                seat.dataset.seat,
                seat.getAttribute("aria-label")])"""
        )
    )
    assert len(told) == len(listed) == steps
    for text, (seat, cards) in zip(told, listed, strict=True):
        assert names[seat] in text
        assert [card for card in cards if card not in text] == []
    page.keyboard.press("End")
    expect(line).to_contain_text("The hand is over")
