"""Uploading by the form and by drop."""

import json
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
    page.goto("/upload")
    page.get_by_label("Logs of one or more matches").set_input_files(chosen(one=log("one"), broken=BROKEN))
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".upload-result")).to_have_count(2)
    expect(page.locator(".upload-result h2")).to_have_text(["one.json", "broken.json"])
    expect(page.locator(".upload-result").nth(1)).to_contain_text("expected a colon after the field name")
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
    page.goto("/upload")
    loads = window.loads
    drop(page, {"a.json": log("a").decode(), "b<i>.json": log("b").decode()})
    expect(page.locator(".upload-result h2")).to_have_text(["a.json", "b<i>.json"])
    drop(page, {"again.json": log("a").decode()})
    expect(page.locator(".upload-result")).to_have_count(3)
    expect(page.locator(".upload-result").nth(2)).to_contain_text("here already")
    expect(page.locator("#upload-status")).to_contain_text("again.json: 1 match, here already")
    assert window.loads == loads
    links = [link.get_attribute("href") for link in page.locator(".result a[href^='/matches']").all()]
    assert links == ["/matches/2", "/matches/3", "/matches/2"]


def test_a_refusal_is_said(visit: Any) -> None:
    window = visit()
    page = window.page
    page.goto("/upload")
    page.context.clear_cookies()
    window.expected = "status of 400"
    drop(page, {"a.json": log("a").decode()})
    expect(page.locator(".failed")).to_contain_text("valid token")


def test_the_sample(visit: Any) -> None:
    page = visit().page
    page.goto("/upload")
    page.get_by_role("button", name="Look at a sample match").click()
    expect(page.locator("h1")).to_have_text("spring-cup-7")


def test_results_look_like_text(visit: Any) -> None:
    page = visit().page
    page.goto("/upload")
    page.set_input_files("input[type=file]", {"name": "a.json", "mimeType": "application/json", "buffer": b"{}"})
    page.get_by_role("button", name="Check").click()
    result = page.locator(".upload-result").first
    expect(result).to_be_visible()
    style = "element => [getComputedStyle(element).fontStyle, getComputedStyle(element).color]"
    assert result.evaluate(style) == page.locator("body").evaluate(style)
