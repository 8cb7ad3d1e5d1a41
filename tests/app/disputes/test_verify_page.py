"""The page that verifies a verdict, as `fupan verify` does."""

import gzip
import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.disputes.verdicts.public_keys import as_pem
from engine.logs import write_match
from engine.verdict.proof import canonical
from tests.app.conftest import Page
from tests.playouts import generate
from tests.signed_verdicts import BODY, HEAD, KEYS, LOG, PUBLIC, signed
from tests.verdicts import body, changed

Send = Callable[..., Page]
RAW = signed()
PEM = as_pem(PUBLIC[0])


@pytest.fixture
def send(client: FlaskClient) -> Send:
    """Sends a verdict by the form, with its token: ``send(verdict, logs=…, keys=…, head=…)``."""

    def post(
        verdict: bytes, logs: tuple[bytes, ...] = (), keys: tuple[bytes, ...] = (), head: str = "", status: int = 200
    ) -> Page:
        token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/verify").get_data(as_text=True))
        assert token
        fields: dict[str, Any] = {
            "csrf_token": token[1],
            "verdict": (BytesIO(verdict), "v<b>.json"),
            "logs": [(BytesIO(log), "log.json") for log in logs],
            "keys": [(BytesIO(key), "key.pem") for key in keys],
            "head": head,
        }
        page = Page(client.post("/verify", data=fields))
        assert page.status == status, page.text
        assert page.faults == []
        return page

    return post


def test_the_form_needs_no_script(read: Callable[..., Page]) -> None:
    page = read("/verify")
    (form,) = page.all("form")
    assert (form["method"], form["enctype"], form["action"]) == ("post", "multipart/form-data", "/verify")
    assert [each["name"] for each in page.all("input", type_="file")] == ["verdict", "logs", "keys"]
    assert "/verify" in read("/disputes/").links


def test_a_verdict_verifies(send: Send) -> None:
    page = send(RAW, (LOG,), (PEM,), HEAD)
    assert "✓ Verified" in page.text
    assert "v<b>.json" in page.text
    assert "“Li Wei” (a claim: what counts is the key)" in page.text
    assert "What it says, which is not proved" not in page.text
    assert page.text.count(" ok ") == 7
    assert not page.all("span", class_="verify-failed")
    assert not page.all("span", class_="verify-skipped")


def test_what_is_not_checked_is_not_shown_like_a_pass(send: Send) -> None:
    for logs, keys in (((), ()), ((LOG,), ()), ((), (PEM,))):
        page = send(RAW, logs, keys)
        assert "? Not verified" in page.text
        assert "What it says, which is not proved" in page.text
        assert not page.all("section", class_="verify-proof-verified")
        assert page.all("section", class_="verify-proof-not-verified")


def test_a_change_fails(send: Send) -> None:
    page = send(RAW.replace(b"Li Wei", b"Li Wej"), (LOG,), (PEM,), HEAD)
    assert "✕ Failed" in page.text
    assert "These checks failed: signature, key." in page.text
    assert "Not signed by the key" in page.text


def test_of_a_file_without_the_form_nothing_is_shown(send: Send) -> None:
    page = send(RAW + b"\n", (LOG,), (PEM,))
    assert "Nothing in it counts." in page.text
    assert "Li Wei" not in page.text
    assert len(page.all("span", class_="verify-skipped")) == 6


def test_what_a_verdict_says_is_text(send: Send) -> None:
    raw = signed(body(LOG, issuer="<script>alert(1)</script>", identity="‮</dl>\0"))
    page = send(raw)
    assert "<script>alert" not in page.source
    assert "“<script>alert(1)</script>”" in page.text


def test_wrong_input_is_refused_with_a_sentence(send: Send) -> None:
    assert "The key key.pem cannot be used: not a public key" in send(RAW, keys=(b"no key",), status=422).text
    assert "64 digits" in send(RAW, head="abc", status=422).text
    assert "at most 10 are taken" in send(RAW, logs=(LOG,) * 11, status=422).text
    assert "at most 16 are taken" in send(RAW, keys=(PEM,) * 17, status=422).text
    large = gzip.compress(b" " * 9 * 2**20)
    assert "fupan verify takes logs of any size" in send(RAW, logs=(large,), status=422).text


def test_a_long_verdict_is_cut_off_and_refused(client: FlaskClient) -> None:
    answer = client.post("/verify", data={"verdict": (BytesIO(b" " * 100_000), "v.json")})
    assert answer.status_code == 413, "the bound on requests holds here too"


def test_nothing_is_checked_without_a_token_or_a_file(client: FlaskClient, send: Send) -> None:
    answer = client.post("/verify", data={"verdict": (BytesIO(RAW), "v.json")})
    assert answer.status_code == 400
    assert "valid token" in answer.get_data(as_text=True)
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/verify").get_data(as_text=True))
    assert token
    assert client.post("/verify", data={"csrf_token": token[1]}).status_code == 400


def test_one_of_several_logs_and_all_keys(send: Send) -> None:
    raw = signed(keys=KEYS[:2])
    other = write_match(generate("guandan", 5))
    pems = tuple(map(as_pem, PUBLIC[:2]))
    assert "✓ Verified" in send(raw, (other, LOG), pems).text
    one = changed(raw, lambda fields: fields["signatures"].pop())
    assert "✕ Failed" in send(one, (LOG,), pems).text
    assert canonical.write(BODY) in raw
