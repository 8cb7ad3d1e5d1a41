"""Rules chosen in the browser: for an upload, for a match that is there, and under a name."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect


def log(identity: str, **rules: Any) -> list[Any]:
    seats = [{"seat": seat} for seat in "ENWS"]
    match = {"format": "fupan/1", "game": "guandan", "match": {"id": identity}, "players": seats, "hands": []}
    return [{"name": f"{identity}.json", "mimeType": "application/json", "buffer": json.dumps(match | rules).encode()}]


@pytest.mark.parametrize("javascript", [True, False])
def test_an_upload_under_a_preset_with_an_option_changed(visit: Any, javascript: bool) -> None:
    page = visit(java_script_enabled=javascript).page
    page.goto("/add")
    page.get_by_text("Judge under other rules than the logs claim").click()
    page.get_by_role("link", name="NJUPT", exact=True).click()
    page.get_by_text("Change options").click()
    page.wait_for_load_state()
    page.get_by_label("Which cards may be returned for tribute").select_option("nine")
    page.get_by_label("The number of failures at A").fill("2")
    for name in ("one", "two"):
        # The rules stay chosen for the next files, where the page stays.
        page.get_by_label("Logs, tables of scores, studies").set_input_files(log(name))
        page.get_by_role("button", name="Add", exact=True).click()
        said = page.locator(".upload-line", has_text=f"{name}.json")
        expect(said).to_contain_text("Judged under preset NJUPT with Cards returned: nine and Failures at A: 2")
        if not javascript:
            break
    page.get_by_role("link", name="one", exact=True).click()
    page.locator(".match-tabs").get_by_role("link", name="Rules").click()
    expect(page.locator("main")).to_contain_text("The log claims no rules, so that the preset Tournament applies.")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_match_is_tried_under_other_rules_and_then_made_so(visit: Any, javascript: bool) -> None:
    page = visit(java_script_enabled=javascript).page
    page.goto("/matches/1")
    page.locator(".match-tabs").get_by_role("link", name="Rules").click()
    page.get_by_text("Judge under other rules").click()
    page.get_by_role("link", name="Change options of Tournament").click()
    page.get_by_label("The number of failures at A").fill("1")
    page.get_by_role("button", name="Judge under these").click()
    expect(page).to_have_url("/matches/1?rules=tournament&a_failures=1")
    expect(page.locator(".trial")).to_contain_text("Not the match's rules.")
    page.go_back()
    page.go_forward()
    page.get_by_role("button", name="Make these the match's rules").click()
    expect(page).to_have_url("/matches/1")
    expect(page.locator("main")).to_contain_text("preset Tournament with Failures at A: 1")
    page.goto("/matches/1/rules")
    page.get_by_role("link", name="Under its claim").click()
    page.get_by_role("button", name="Make these the match's rules").click()
    page.goto("/matches/1/rules")
    expect(page.locator("main")).not_to_contain_text("Chosen here")


def test_house_rules_with_a_table(visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 800}).page
    page.goto("/house/")
    page.get_by_role("link", name="Chinese poker").click()
    page.get_by_label("Name", exact=True).fill("Sunday club")
    page.locator("summary", has_text="Edit the table").first.click()
    page.locator("[name='royalty_table.middle.four']").fill("8")
    page.get_by_role("button", name="Keep these rules").click()
    expect(page.locator("h1")).to_have_text("Sunday club")
    expect(page.locator("main")).to_contain_text("middle four 8 instead of no changes")
    page.get_by_role("link", name="Change them").click()
    expect(page.locator("[name='royalty_table.middle.four']")).to_have_value("8")
    page.locator("[name='royalty_table.middle.four']").fill("")
    page.get_by_role("button", name="Keep version 2").click()
    expect(page.locator(".versions")).to_contain_text("royalty_table: middle four 8 → no changes")


def test_a_match_of_unknown_rules_is_judged_under_the_nearest(visit: Any) -> None:
    page = visit().page
    page.goto("/add")
    page.get_by_label("Logs, tables of scores, studies").set_input_files(
        log("odd", rules={"preset": "njupt", "options": {"a_failure": 3}})
    )
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("link", name="Judge it under others").click()
    expect(page.locator(".ruling")).to_contain_text("Only its rules are unknown")
    page.get_by_role("link", name="Judge under the preset NJUPT, with Failures at A: 3").click()
    page.get_by_role("button", name="Make these the match's rules").click()
    expect(page.locator(".ruling")).to_contain_text("clean")


@pytest.mark.parametrize("javascript", [True, False])
def test_a_hand_is_stepped_through_under_the_rules_that_are_tried(visit: Any, javascript: bool) -> None:
    page = visit(java_script_enabled=javascript).page
    rules = "rules=tournament&a_failures=1"
    page.goto(f"/matches/1?{rules}")
    page.get_by_role("link", name="Replay hand 2", exact=True).click()
    expect(page.locator(".trial")).to_contain_text(
        "This is the hand under the preset Tournament, with Failures at A: 1."
    )
    page.locator("[data-control=next]").click()
    expect(page.locator(".replay-where")).to_contain_text("Step 1 of")
    expect(page.locator(".finding").first).to_contain_text("tribute")
    page.get_by_label("Go to step").fill("51")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator(".replay-where")).to_contain_text("Step 51 of")
    page.locator(".replay-views-menu summary").click()
    page.get_by_role("navigation", name="Whose cards are shown").get_by_role("link", name="The table").click()
    expect(page.locator(".replay-where")).to_contain_text("Step 51 of")
    page.get_by_role("link", name="Hand 3").click()
    expect(page.locator(".trial")).to_contain_text(
        "This is the hand under the preset Tournament, with Failures at A: 1."
    )
    assert rules in page.url
    page.get_by_role("link", name="The match under them").click()
    expect(page).to_have_url(f"/matches/1?{rules}")


def test_thirteen_cards_are_tapped(visit: Any) -> None:
    page = visit().page
    page.goto("/arrange")
    field, pad = page.get_by_label("The hand: 13 cards"), page.locator("#pad")
    field.fill("10s 9s")
    expect(pad).to_contain_text("2 / 13")
    for name in ("ace of spades", "ace of hearts", "2 of clubs"):
        pad.get_by_role("button", name=name).click()
    pad.get_by_role("button", name="ace of hearts", pressed=True).click()
    pad.get_by_role("button", name="Undo").click()
    expect(field).to_have_value("10s 9s As")
    for suit in ("diamonds", "clubs"):
        for rank in range(3, 8):
            pad.get_by_role("button", name=f"{rank} of {suit}").click()
    expect(pad).to_contain_text("13 / 13")
    expect(pad.get_by_role("button", name="2 of clubs")).to_be_disabled()
    page.get_by_label("Rows of the opponents").fill("6h 6s 4s / Th Td 9c Qs 8d / 3s 3h Kd 2c 2d")
    field.press("Enter")
    expect(page.locator("h2", has_text="The best arrangements")).to_be_visible()
