"""Proofs of scores in a browser: from a number to its steps and back, wide and narrow, with scripts and without."""

import re

import pytest
from playwright.sync_api import Browser, expect


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scripts", [True, False])
def test_a_number_leads_to_the_step_it_rests_on(site: str, browser: Browser, width: int, scripts: bool) -> None:
    with browser.new_context(viewport={"width": width, "height": 900}, java_script_enabled=scripts) as context:
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.goto(f"{site}/matches/1")
        page.locator("a.proved", has_text="+").first.click()
        expect(page.locator("h1")).to_contain_text("Score of hand")
        line = page.locator(".score-line").first
        expect(line).to_have_attribute("open", "")
        line.locator("summary").click()
        expect(line).not_to_have_attribute("open", "")
        line.locator("summary").click()
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        if scripts:
            assert page.evaluate(overflow) == 0
        line.locator(".score-rests a.score-at").first.click()
        expect(page.locator(".score-following")).to_contain_text("Line 1 of the score")
        expect(page.locator(".replay-happened .score-tag")).to_be_visible()
        expect(page.locator(".replay-steps .score-tag").first).to_be_attached()
        marked = page.url
        page.locator(".replay-control-previous").click()
        expect(page.locator(".replay-happened .score-tag")).to_have_count(0)
        assert "proof=1" in page.url
        page.locator(".replay-control-next").click()
        expect(page.locator(".replay-happened .score-tag")).to_be_visible()
        expect(page).to_have_url(re.compile(f"step={marked.partition('step=')[2].partition('&')[0]}(&|$)"))
        assert sorted(page.url.partition("?")[2].split("&")) == sorted(marked.partition("?")[2].split("&"))
        if scripts:
            assert page.evaluate(overflow) == 0
            expect(page.locator(".score-following [aria-current=step]")).to_have_count(1)
        page.get_by_role("link", name="Without marks").click()
        expect(page.locator(".score-tag")).to_have_count(0)
        assert "proof" not in page.url
        assert faults == []
