"""Uploading by the form and by drop."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

BROKEN = b'{"format": "fupan/1",\n "game" "guandan"}'


def log(identity: str) -> bytes:
    seats = [{"seat": seat, "name": f"<b>{seat}</b>"} for seat in "ENWS"]
    match = {"format": "fupan/1", "game": "guandan", "match": {"id": identity}, "players": seats, "hands": []}
    return json.dumps(match).encode()


def chosen(**files: bytes) -> list[Any]:
    return [
        {"name": f"{name}.json", "mimeType": "application/json", "buffer": content} for name, content in files.items()
    ]


@pytest.mark.parametrize("javascript", [True, False])
def test_by_form(visit: Any, javascript: bool) -> None:
    page = visit(java_script_enabled=javascript).page
    page.goto("/add")
    page.get_by_label("Logs, tables of scores, studies").set_input_files(chosen(one=log("one"), broken=BROKEN))
    page.get_by_role("button", name="Add", exact=True).click()
    lines = page.locator(".upload-line")
    expect(page.locator(".upload-file")).to_have_text(["one.json", "broken.json"])
    expect(lines.nth(1)).to_contain_text("expected a colon after the field name")
    shown = page.get_by_role("group", name="Show only")
    expect(shown.locator("label:visible")).to_have_text(
        [re.compile(each) for each in ("all files 2", "clean 1", "not read 1")]
    )
    shown.get_by_text("not read").click()
    expect(lines.nth(0)).to_be_hidden()
    expect(lines.nth(1)).to_be_visible()
    shown.get_by_text("all files").click()
    page.get_by_role("link", name="one", exact=True).click()
    expect(page.locator("h1")).to_have_text("one")
    expect(page.locator(".person").first).to_have_text("<b>E</b>")


def drop(page: Page, files: dict[str, str]) -> None:
    handle = page.evaluate_handle(
        """files => {
            const carried = new DataTransfer();
            for (const [name, text] of Object.entries(files)) carried.items.add(new File([text], name));
            return carried;
        }""",
        files,
    )
    page.dispatch_event("#drop", "dragover", {"dataTransfer": handle})
    expect(page.locator("#drop")).to_have_class("drop over")
    page.dispatch_event("#drop", "drop", {"dataTransfer": handle})
    expect(page.locator("#drop")).to_have_class("drop")


def test_by_drop(visit: Any) -> None:
    window = visit()
    page = window.page
    page.goto("/add")
    loads = window.loads
    drop(page, {"a.json": log("a").decode(), "b<i>.json": log("b").decode()})
    expect(page.locator(".upload-file")).to_have_text(["a.json", "b<i>.json"])
    drop(page, {"again.json": log("a").decode()})
    expect(page.locator("#upload-status")).to_contain_text("again.json: ✓clean here already")
    expect(page.locator(".upload-line")).to_have_count(3)
    expect(page.locator("[data-count=clean]")).to_have_text("3")
    assert window.loads == loads
    links = [link.get_attribute("href") for link in page.locator(".upload-line a[href^='/matches']").all()]
    assert links == ["/matches/2", "/matches/3", "/matches/2"]


def test_a_refusal_is_said(visit: Any) -> None:
    window = visit()
    page = window.page
    page.goto("/add")
    page.context.clear_cookies()
    window.expected = "status of 400"
    drop(page, {"a.json": log("a").decode()})
    expect(page.locator(".upload-failed")).to_contain_text("valid token")


def test_a_file_that_is_too_large_is_not_sent(visit: Any) -> None:
    window = visit(locale="zh-CN")
    page = window.page
    page.goto("/add")
    expect(page.locator("#upload")).to_contain_text("256 MiB")
    page.locator("#upload").evaluate("form => form.dataset.most = '1500000'")
    drop(page, {"large.json": "x" * 1_600_000, "a.json": log("a").decode()})
    expect(page.locator(".upload-failed")).to_contain_text("large.json有1.6 MiB，本站只收不超过256 MiB的文件")
    expect(page.locator(".upload-file")).to_have_text(["large.json", "a.json"])
    expect(page.locator("[data-count=unread]")).to_have_text("1")
    expect(page.locator("[data-count=clean]")).to_have_text("1")


def test_a_table_is_sent_and_its_columns_are_matched(visit: Any) -> None:
    page = visit().page
    page.goto("/add")
    page.set_input_files("#logs", {"name": "a.csv", "mimeType": "text/csv", "buffer": b"hand,finish\n1,E W\n2,N S\n"})
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Match its columns").click()
    page.get_by_role("button", name="Guandan").click()
    expect(page.locator("#text")).to_have_value("hand,finish\n1,E W\n2,N S\n")
    page.get_by_role("button", name="Next: match the columns").click()
    expect(page.locator("#column-1")).to_have_value("finish")


def test_the_sample(visit: Any) -> None:
    page = visit().page
    page.goto("/add")
    page.get_by_role("button", name="Look at a sample match").click()
    expect(page.locator("h1")).to_have_text("spring-cup-7")


def test_results_look_like_text(visit: Any) -> None:
    page = visit().page
    page.goto("/add")
    page.set_input_files("input[type=file]", {"name": "a.json", "mimeType": "application/json", "buffer": b"{}"})
    page.get_by_role("button", name="Add", exact=True).click()
    result = page.locator(".upload-line[data-has=unread]").first
    expect(result).to_be_visible()
    style = "element => [getComputedStyle(element).fontStyle, getComputedStyle(element).color]"
    assert result.evaluate(style) == page.locator("body").evaluate(style)
