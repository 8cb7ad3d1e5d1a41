"""A score sheet filled by taps on a phone."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import until

PHONE = {"width": 390, "height": 844}
NAMES = {"E": "Li Wei", "N": "Zhao Min", "W": "Sun Yue", "S": "Qian <i>Lu</i>"}


def begin(page: Page, game: str = "guandan", names: dict[str, str] = NAMES) -> None:
    page.goto("/add")
    page.locator(f"a[href='/sheets/new?game={game}']").click()
    for seat, name in names.items():
        page.fill(f"#player-{seat}", name)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#current")).to_contain_text("Hand 1")
    page.wait_for_load_state()


def tap(page: Page, name: str) -> None:
    page.locator(".sheet-filling").get_by_role("button", name=name, exact=True).click()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.parametrize("javascript", [True, False])
def test_a_hand_by_taps_undone_and_gone_on_with_in_another_tab(visit: Any, javascript: bool) -> None:
    window = visit(viewport=PHONE, java_script_enabled=javascript, has_touch=True)
    page = window.page
    begin(page)
    loads = window.loads
    tap(page, "Li Wei")
    expect(page.locator(".sheet-out-order li")).to_have_text(["1 Li Wei"])
    tap(page, "Zhao Min")
    expect(page.locator(".sheet-out-order li")).to_have_count(2)
    tap(page, "Undo")
    expect(page.locator(".sheet-out-order li")).to_have_text(["1 Li Wei"])
    tap(page, "Sun Yue")
    expect(page.locator(".sheet-outcome")).to_contain_text("up 3")
    expect(page.locator(".sheet-out-order li").last).to_contain_text("3–4 Zhao Min and Qian <i>Lu</i>")
    expect(page.locator(".sheet-outcome")).to_contain_text("The next hand is played at 5. Tribute: Zhao Min and")
    assert fits(page)
    if javascript:
        assert window.loads == loads
    tap(page, "Next hand")
    expect(page.locator("#current")).to_contain_text("Hand 2 at level 5")
    tap(page, "Zhao Min")
    expect(page.locator(".sheet-out-order li")).to_have_count(1)
    address = page.url
    page.close()

    page = window.context.new_page()
    page.goto(address)
    expect(page.locator("#current")).to_contain_text("Hand 2 at level 5")
    expect(page.locator(".sheet-out-order li")).to_have_text(["1 Zhao Min"])
    tap(page, "Li Wei")
    expect(page.locator(".sheet-out-order li")).to_have_count(2)
    tap(page, "Qian <i>Lu</i>")
    expect(page.locator(".sheet-running td")).to_have_text(["+3", "+2", "+3", "+2"])
    with page.expect_download() as download:
        page.get_by_role("link", name="As fupan/1").click()
    with open(download.value.path(), "rb") as file:
        assert [hand["result"]["finish"] for hand in json.load(file)["hands"]] == [["E", "W"], ["N", "E", "S"]]
    page.get_by_label("The table stopped by the clock").check()
    page.get_by_role("button", name="Done: make it a match").click()
    expect(page.locator("h1")).to_have_text(re.compile(r"^Score sheet 1, \d{4}-\d\d-\d\d$"))
    expect(page.locator(".won")).to_have_count(2)
    assert fits(page)


def test_a_total_is_typed_and_checked(visit: Any) -> None:
    page = visit(viewport=PHONE).page
    begin(page)
    tap(page, "Li Wei")
    expect(page.locator(".sheet-out-order li")).to_have_count(1)
    tap(page, "Sun Yue")
    page.get_by_text("Scores and totals as the table wrote them").click()
    for seat, total in zip("ENWS", "3030", strict=True):
        page.fill(f"#total-{seat}", total)
    page.fill("#total-S", "1")
    tap(page, "Write down the totals")
    expect(page.locator(".sheet-running .first-wrong")).to_contain_text(
        "the total of Qian <i>Lu</i> after hand 1: recorded +1, computed 0"
    )
    expect(page.locator("#total-S")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#total-S")).to_be_visible()
    assert fits(page)


def test_what_is_typed_while_a_tap_is_sent_stays(visit: Any) -> None:
    window = visit(viewport=PHONE)
    page = window.page
    begin(page)
    tap(page, "Li Wei")
    expect(page.locator(".sheet-out-order li")).to_have_count(1)
    page.get_by_text("Scores and totals as the table wrote them").click()
    held: list[Route] = []
    window.context.route("**/*part=sheet", lambda route: held.append(route))
    tap(page, "Sun Yue")
    until(page, lambda: held)
    page.fill("#total-E", "3")
    page.fill("#total-S", "1")
    held[0].continue_()
    expect(page.locator(".sheet-outcome")).to_contain_text("up 3")
    expect(page.locator("#total-E")).to_have_value("3")
    expect(page.locator("#total-S")).to_have_value("1")
    expect(page.locator("#total-S")).to_be_focused()


def test_two_tabs_cannot_lose_a_hand(visit: Any) -> None:
    window = visit(viewport=PHONE)
    window.expected = "status of 409"
    page = window.page
    begin(page)
    other = window.context.new_page()
    other.goto(page.url)
    tap(page, "Li Wei")
    expect(page.locator(".sheet-out-order li")).to_have_count(1)
    tap(other, "Zhao Min")
    expect(other.get_by_role("alert")).to_contain_text("was changed elsewhere")
    expect(other.locator(".sheet-out-order li")).to_have_text(["1 Li Wei"])
    tap(other, "Sun Yue")
    expect(other.locator(".sheet-outcome")).to_contain_text("up 3")


def test_taps_wait_in_the_browser_while_the_server_cannot_be_reached(visit: Any) -> None:
    window = visit(viewport=PHONE)
    window.expected = "ERR_INTERNET_DISCONNECTED"
    page = window.page
    begin(page)
    window.context.route("**/*", lambda route: route.abort("internetdisconnected"))
    tap(page, "Li Wei")
    expect(page.locator("#sheet-status")).to_contain_text("Not saved yet")
    address = page.url
    page.close()
    window.context.unroute("**/*")
    page = window.context.new_page()
    page.goto(address)
    expect(page.locator(".sheet-out-order li")).to_have_text(["1 Li Wei"])
    expect(page.locator("#sheet-status")).to_have_text("Saved")


def test_a_token_that_is_too_old_is_renewed(visit: Any) -> None:
    window = visit(viewport=PHONE)
    window.expected = "status of 400"
    page = window.page
    begin(page)
    page.evaluate("document.querySelectorAll('[name=csrf_token]').forEach((each) => { each.value = 'old'; })")
    tap(page, "Li Wei")
    expect(page.locator(".sheet-out-order li")).to_have_text(["1 Li Wei"])


def test_roles_are_tapped_before_the_finish(visit: Any) -> None:
    page = visit(viewport=PHONE).page
    begin(page, "bao_huang", dict(zip("ABCDE", ("Ann", "Bo", "Cy", "Di", "Ed"), strict=True)))
    tap(page, "Cy")
    tap(page, "nobody: alone")
    expect(page.locator(".sheet-chosen summary")).to_have_text("Emperor Cy alone")
    tap(page, "×2")
    expect(page.get_by_role("button", name="×2", pressed=True)).to_be_visible()
    page.locator(".sheet-taps:not(.sheet-taps-small)").get_by_role("button", name="Cy").click()
    expect(page.locator(".sheet-points-won")).to_contain_text("Cy +24")
    assert fits(page)


@pytest.mark.parametrize("javascript", [True, False])
def test_rules_are_chosen_and_their_options_changed(visit: Any, javascript: bool) -> None:
    page = visit(viewport=PHONE, java_script_enabled=javascript).page
    page.goto("/sheets/new?game=guandan")
    page.fill("#player-E", "Li Wei")
    page.select_option("#rules", "njupt")
    page.get_by_role("button", name="Show their options").click()
    expect(page.locator("#options summary")).to_have_text("Change options of NJUPT")
    expect(page.locator("#player-E")).to_have_value("Li Wei")
    page.fill("#a_failures", "2")
    assert fits(page)
    page.press("#player-E", "Enter")
    expect(page.locator(".sheet-head")).to_contain_text("Guandan under the preset NJUPT, with Failures at A: 2")


def test_the_winner_is_written_down(visit: Any) -> None:
    page = visit(viewport=PHONE).page
    begin(page)
    tap(page, "Li Wei")
    expect(page.locator(".sheet-out-order li")).to_have_count(1)
    tap(page, "Sun Yue")
    page.get_by_text("The winner as the table wrote it").click()
    end = page.locator(".sheet-end")
    end.get_by_label("Zhao Min").check()
    end.get_by_role("button", name="Write down the winner").click()
    expect(end.locator(".is-wrong")).to_have_text("The table wrote down Zhao Min; the rules give nobody yet.")
    expect(end.get_by_label("Zhao Min")).to_be_checked()
    assert fits(page)


def test_a_spreadsheet_is_pasted(visit: Any) -> None:
    window = visit(viewport=PHONE)
    window.expected = "status of 422"
    page = window.page
    page.goto("/add")
    page.fill("#text", "No\tLi Wei\tZhao Min\tSun Yue\tS\tWho\n1\t1\t3\t2\t3\tx\n2\t2\t1\t5\t4\ty\n")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Guandan").click()
    for seat, name in NAMES.items():
        page.fill(f"#player-{seat}", name)
    page.get_by_role("button", name="Next: match the columns").click()
    page.select_option("#column-5", "ignore")
    page.get_by_role("button", name="Make the sheet").click()
    expect(page.locator(".sheet-cell-faults li")).to_have_text("D3 (Sun Yue): found '5', expected a place from 1 to 4")
    assert fits(page)
    page.fill("#text", page.locator("#text").input_value().replace("\t5\t", "\t3\t"))
    page.get_by_role("button", name="Make the sheet").click()
    expect(page.locator("#current")).to_contain_text("Hand 3 at level 3")
