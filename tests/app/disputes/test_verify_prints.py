"""The prints of verdicts on the page that verifies them, and the hash at their foot."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader
from werkzeug.test import TestResponse

from app.disputes.verdicts.printed_hash import body_hash, code_text
from tests.app.conftest import Page
from tests.signed_verdicts import BODY, LOG, signed
from tests.square_font import write_font

Send = Callable[..., TestResponse]
HASH = body_hash(BODY)


@pytest.fixture
def send(client: FlaskClient) -> Send:
    """Sends a verdict by the form, with its token."""

    def post(verdict: bytes = signed(), logs: tuple[bytes, ...] = (), **fields: str) -> TestResponse:
        token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/verify").text)
        assert token
        data: dict[str, Any] = {
            "csrf_token": token[1],
            "verdict": (BytesIO(verdict), "v.json"),
            "logs": [(BytesIO(log), "log.json") for log in logs],
            **{name.rstrip("_"): value for name, value in fields.items()},
        }
        return client.post("/verify", data=data)

    return post


def test_the_html_is_a_file_to_keep(send: Send) -> None:
    answer = send(logs=(LOG,), as_="html")
    assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="verdict-v1.html"'
    assert answer.headers["Cache-Control"] == "no-store"
    assert HASH in answer.text
    assert "Player C" in answer.text
    assert "without the log" in send(as_="html").text


def test_the_pdf_needs_a_font(send: Send, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_FONT", str(write_font(tmp_path / "squares.ttf")))
    answer = send(logs=(LOG,), as_="pdf")
    assert (answer.status_code, answer.content_type) == (200, "application/pdf")
    assert HASH in PdfReader(BytesIO(answer.data)).pages[0].extract_text()
    monkeypatch.setenv("FUPAN_FONT", str(tmp_path / "none.ttf"))
    refused = send(logs=(LOG,), as_="pdf")
    assert refused.status_code == 503
    assert Page(refused).faults == []
    assert "FUPAN_FONT" in refused.text


def test_what_is_no_verdict_is_not_printed(send: Send) -> None:
    answer = send(signed().replace(b'"issuer"', b'"Issuer"'), as_="html")
    assert "Content-Disposition" not in answer.headers
    assert "Failed" in answer.text


@pytest.mark.parametrize("typed", [HASH, HASH.upper(), code_text(HASH), f"{HASH[:20]} {HASH[20:]}"])
def test_a_print_is_told_from_that_of_another_verdict(send: Send, typed: str) -> None:
    assert "The print is of this verdict." in Page(send(hash=typed)).text
    assert "The print is of another verdict" in Page(send(hash="0" * 64)).text
    refused = send(hash="no hash")
    assert refused.status_code == 422
    assert "hash of a print has 64 digits" in Page(refused).text
    assert "Hash on paper" not in Page(send()).text
