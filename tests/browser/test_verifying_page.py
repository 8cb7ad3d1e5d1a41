"""The page that verifies a verdict, in a browser: by its fields, and by files that are dropped together."""

from typing import Any

import pytest
from playwright.sync_api import expect

from app.disputes.verdicts.public_keys import as_pem
from tests.signed_verdicts import LOG, PUBLIC, signed

FILES = {"verdict.json": signed(), "log.json": LOG, "key.pem": as_pem(PUBLIC[0])}


@pytest.mark.parametrize("javascript", [True, False])
def test_by_the_fields(visit: Any, javascript: bool) -> None:
    page = visit(java_script_enabled=javascript).page
    page.goto("/verify")
    for label, name in (("The verdict", "verdict.json"), ("The log", "log.json"), ("The issuer’s key", "key.pem")):
        page.get_by_label(label).set_input_files(
            {"name": name, "mimeType": "application/octet-stream", "buffer": FILES[name]}
        )
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#outcome")).to_have_text("✓ Verified")
    expect(page.locator(".verify-checks tr").nth(7)).to_contain_text("not checked")


def test_files_that_are_dropped_together_go_to_their_fields(visit: Any) -> None:
    page = visit(viewport={"width": 390, "height": 800}).page
    page.goto("/verify")
    handle = page.evaluate_handle(
        """files => {
            const carried = new DataTransfer();
            for (const [name, text] of Object.entries(files)) carried.items.add(new File([text], name));
            return carried;
        }""",
        {name: raw.decode() for name, raw in reversed(FILES.items())},
    )
    page.dispatch_event("#drop", "dragover", {"dataTransfer": handle})
    page.dispatch_event("#drop", "drop", {"dataTransfer": handle})
    for field, name in (("verdict", "verdict.json"), ("logs", "log.json"), ("keys", "key.pem")):
        page.wait_for_function(
            "([field, name]) => document.getElementById(field).files[0]?.name === name", arg=[field, name]
        )
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#outcome")).to_have_text("✓ Verified")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
