"""A whole dispute in the browser, from the upload to a signed verdict that the command line verifies elsewhere."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from app.disputes.verdicts.key_folder import make_key
from app.disputes.verdicts.public_keys import as_pem

REPO = Path(__file__).parents[2]
LOG = REPO / "sample_logs" / "demo" / "disputes" / "guandan-bomb.json"


@pytest.fixture
def public(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """The public key of the issuer, whose key the server signs with."""
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path / "keys"))
    return as_pem(make_key(tmp_path / "keys", "spring-cup").public)


@pytest.mark.parametrize("width", [1280, 390])
def test_from_the_upload_to_a_verdict_verified_elsewhere(visit: Any, public: bytes, tmp_path: Path, width: int) -> None:
    page = visit(viewport={"width": width, "height": 844}).page
    page.goto("/add")
    page.get_by_label("Logs, tables of scores, studies").set_input_files(LOG)
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("link", name="A bomb that did not beat").first.click()
    page.goto(f"{page.url}/hands/3?step=13")
    page.get_by_role("link", name="Dispute").first.click()
    _act(page, "Gao Shan", "player")
    page.get_by_label("A finding that the rules should give").check()
    page.get_by_label("What was wrong").select_option("does-not-beat")
    page.get_by_role("button", name="Open the dispute").click()
    expect(page.locator("body")).to_contain_text("The claim is right under this match's rules.")
    page.get_by_label("Comment", exact=True).fill("Five of a rank is less than a straight flush.")
    page.get_by_role("button", name="Comment").click()
    page.get_by_label("Evidence: another log").set_input_files(LOG)
    page.get_by_role("button", name="Add", exact=True).click()
    _act(page, "Ye Hong", "arbiter")
    page.get_by_role("button", name="Change").click()
    page.get_by_role("button", name="Take under review").click()
    scores = page.get_by_role("group", name="Scores that the arbiter sets")
    expect(scores).to_be_hidden()
    page.get_by_label("The arbiter sets other scores").check()
    expect(scores.get_by_label("Hand").first).to_have_value("3")
    expect(scores).to_be_visible()
    page.get_by_label("The hand counts nothing").check()
    expect(scores).to_be_hidden()
    page.get_by_label("Why", exact=True).fill("The bomb did not beat, and the lead decided the hand.")
    page.get_by_role("button", name="Rule").click()
    page.get_by_role("button", name="Make the ruling final").click()
    page.get_by_role("button", name="Issue a verdict").click()
    with page.expect_download() as found:
        page.get_by_role("link", name="Download the verdict (JSON)").click()
    verdict = tmp_path / "verdict.json"
    found.value.save_as(verdict)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert _verified(tmp_path, verdict, public) == 0
    verdict.write_bytes(verdict.read_bytes().replace(b'"outcome":"void"', b'"outcome":"stands"'))
    assert _verified(tmp_path, verdict, public) == 1


def _act(page: Page, name: str, role: str) -> None:
    page.get_by_label("Acting as").fill(name)
    page.get_by_label("Role").select_option(role)


def _verified(folder: Path, verdict: Path, public: bytes) -> int:
    """The status of `fupan verify` in an environment that knows neither the server's database nor its keys."""
    key = folder / "issuer.pem"
    key.write_bytes(public)
    kept = {name: text for name, text in os.environ.items() if not name.startswith("FUPAN_")}
    elsewhere = folder / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    command = [sys.executable, "-c", "from app.cli import main; main()", "verify", verdict, LOG, "--key", key]
    done = subprocess.run(
        command, cwd=elsewhere, env=kept | {"HOME": str(elsewhere), "PYTHONPATH": str(REPO)}, capture_output=True
    )
    assert not any(elsewhere.iterdir())
    return done.returncode
