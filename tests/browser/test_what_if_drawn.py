"""A hand played on by hand in a browser: cards are chosen, the sentence comes, and the branch is its address."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

STEP = 17


def actions(page: Page) -> list[str]:
    """The actions of the branch at whose address a page is."""
    return parse_qs(urlsplit(page.url).query).get("then", [""])[0].split("~")


def settled(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [390, 1280])
def test_a_branch_is_played(visit: Any, width: int, tmp_path: Path) -> None:
    window = visit(viewport={"width": width, "height": 844 if width == 390 else 800}, has_touch=width == 390)
    page: Page = window.page
    page.goto(f"/matches/1/hands/2?step={STEP}")
    page.keyboard.press("w")
    page.wait_for_url("**/what-if?step=17")
    expect(page.get_by_text("not in the record").first).to_be_visible()
    settled(page, width)

    sizes = page.locator(".pick").evaluate_all("each => each.map(one => [one.offsetWidth, one.offsetHeight])")
    assert min(min(size) for size in sizes) >= 44
    box = page.locator("#reading")
    expect(box).to_contain_text("Nothing is chosen yet.")
    page.locator(".pick").first.click()
    expect(box.locator(".would")).to_have_count(1)
    expect(box).to_contain_text("llowed")
    loads = window.loads
    page.locator(".pick").last.click()
    expect(box).to_contain_text("Not allowed")
    page.get_by_role("button", name="Clear").click()
    expect(box).to_contain_text("Nothing is chosen yet.")
    assert window.loads == loads

    page.locator(".pick").first.click()
    page.locator("[data-play]").first.click()
    expect(page.locator(".replay-where")).to_contain_text(f"{STEP + 1} of {STEP + 1}")
    assert len(actions(page)) == 1
    page.locator('[data-until=""]').click()
    page.wait_for_url("**/what-if?*pass*")
    assert [action.split()[1] for action in actions(page)[1:]] == ["pass"] * 3
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("link", name="Play on from this step")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("End")
    expect(page.locator(".replay-where")).to_contain_text(f"{STEP + 4} of {STEP + 4}")
    page.locator("[data-undo]").click()
    expect(page.locator(".replay-where")).to_contain_text(f"{STEP + 3} of {STEP + 3}")
    assert len(actions(page)) == 3
    with page.expect_download() as download:
        page.locator("[data-export]").click()
    kept = tmp_path / "branch.json"
    download.value.save_as(kept)
    log = json.loads(kept.read_text("utf-8"))
    assert log["hands"][0]["actions"][STEP:] == actions(page)
    page.locator("[data-record]").click()
    expect(page.locator("#replay")).to_be_visible()
    settled(page, width)


def test_a_branch_is_played_without_scripts(visit: Any) -> None:
    page: Page = visit(viewport={"width": 320, "height": 640}, java_script_enabled=False).page
    page.goto(f"/matches/1/hands/2/what-if?step={STEP}")
    page.locator(".pick input").first.check(force=True)
    page.get_by_role("button", name="What is it?").click()
    expect(page.locator("#reading .would")).to_have_count(1)
    page.locator("[data-play]").first.click()
    expect(page.locator(".replay-where")).to_contain_text(f"{STEP + 1} of {STEP + 1}")
    page.locator("[data-undo]").click()
    expect(page.locator(".replay-where")).to_contain_text(f"{STEP} of {STEP}")
