"""Signatures made elsewhere: an arbiter signs the file of a verdict, and it is kept with the verdict of the club."""

import json
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.accounts.roles import Role
from app.database.config import Config, Mode
from app.disputes.verdicts.countersigning import CannotSign, countersigned
from app.disputes.verdicts.ed25519 import sign
from app.disputes.verdicts.key_folder import make_key
from app.disputes.verdicts.verifying import OverallResult, verify
from app.players.statistics.audited_scores import audit_with_scores
from app.web.create_app import create_app
from engine.verdict.proof.form import SIGNATURES, Signature, VerdictFile, read_verdict
from tests.app.club.test_ties import HANDS, NAMES, RULING
from tests.app.club.test_visibility import as_role, upload
from tests.app.conftest import Log, Page
from tests.signed_verdicts import KEYS, PUBLIC, signed

PAGE = "/verdicts/1/signatures"
API = "/api/v1/verdicts/1/signatures"


@pytest.fixture
def club(web_config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: Log) -> Iterator[Flask]:
    """A club that has issued a verdict."""
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path / "keys"))
    make_key(tmp_path / "keys", "club")
    app = create_app(replace(web_config, mode=Mode.CLUB))
    app.config.update(WTF_CSRF_ENABLED=False, PROPAGATE_EXCEPTIONS=False)
    issuer = as_role(app, Role.ARBITER, "Wu")
    match = upload(issuer, log(names=NAMES, hands=HANDS))
    issuer.post(f"/matches/{match}/dispute", data={"claim": "text", "text": "I won.", "hand": "1"})
    issuer.post("/disputes/1/rule", data=RULING)
    assert issuer.post("/disputes/1/verdict", data={"key": "club", "ruling": "1"}).status_code == 303
    yield app
    app.extensions["fupan"].close()


@pytest.fixture
def sun(club: Flask) -> FlaskClient:
    """An arbiter who has not issued the verdict."""
    return as_role(club, Role.ARBITER, "Sun")


def file_of(client: FlaskClient) -> bytes:
    return client.get("/verdicts/1.json").data


def with_key(raw: bytes, key: Ed25519PrivateKey) -> bytes:
    return countersigned(raw, lambda body: sign(key, body.signed()))


def send(client: FlaskClient, raw: bytes) -> TestResponse:
    return client.post(PAGE, data={"file": (BytesIO(raw), "signed.json")})


def refused(client: FlaskClient, raw: bytes, why: str) -> None:
    """The page and the API refuse a file, both with the reason, and what is kept remains."""
    before = file_of(client)
    page = Page(send(client, raw))
    assert (page.status, page.faults) == (422, [])
    assert why in page.text
    answer = client.post(API, data=raw)
    assert (answer.status_code, answer.mimetype) == (422, "application/problem+json")
    assert why in answer.json["detail"]
    assert file_of(client) == before


def test_a_signature_made_elsewhere_is_kept_with_the_verdict(club: Flask, sun: FlaskClient) -> None:
    issued = file_of(sun)
    issuer = read_verdict(issued).signatures
    form = Page(sun.get("/verdicts/1"))
    assert (form.faults, "fupan verdict sign verdict-1.json" in form.text) == ([], True)
    both = with_key(issued, KEYS[0])
    assert send(sun, both).status_code == 303
    assert file_of(sun) == both
    kept = read_verdict(both)
    assert (kept.body, kept.signatures[:1]) == (read_verdict(issued).body, issuer)
    assert sun.post(API, data=with_key(issued, KEYS[1])).json == {
        "keys": [sun.get("/api/v1/verdicts").json["verdicts"][0]["key"], PUBLIC[0].hex(), PUBLIC[1].hex()]
    }
    assert len(Page(sun.get("/verdicts/1")).text.split("Signed by the key")) == 5, "the file has three, and a heading"
    raw, log = file_of(sun), sun.get("/api/v1/matches/1/log").data
    public = bytes.fromhex(sun.get("/api/v1/verdicts").json["verdicts"][0]["key"])
    for keys, standing in (
        ([public, *PUBLIC[:2]], OverallResult.VERIFIED),
        ([public, PUBLIC[2]], OverallResult.FAILED),
    ):
        assert verify(raw, [("log.json", BytesIO(log))], keys).standing is standing
    audited = audit_with_scores(club.extensions["fupan"].sessions, None, None)
    assert (audited.whole, audited.differs) == (True, ())


def test_the_file_of_another_verdict_is_refused(sun: FlaskClient) -> None:
    refused(sun, signed(), "it is the file of another verdict")


def test_the_same_signature_is_refused_the_second_time(sun: FlaskClient) -> None:
    refused(sun, file_of(sun), "it has no signature that is not here already")
    both = with_key(file_of(sun), KEYS[0])
    assert send(sun, both).status_code == 303
    refused(sun, both, "it has no signature that is not here already")
    with pytest.raises(CannotSign, match="has signed it already"):
        with_key(both, KEYS[0])


def test_a_signature_under_the_key_of_another_is_refused(sun: FlaskClient) -> None:
    verdict = read_verdict(file_of(sun))
    made, theirs = (sign(key, verdict.body.signed()) for key in KEYS[:2])
    wrong = Signature(alg="Ed25519", key=theirs.key, sig=made.sig)
    forged = VerdictFile(body=verdict.body, signatures=[*verdict.signatures, wrong]).as_bytes()
    refused(sun, forged, "a signature does not hold: that of the key")
    with pytest.raises(CannotSign, match="does not hold"):
        with_key(forged, KEYS[2])


def test_signatures_and_bytes_are_bounded(sun: FlaskClient) -> None:
    raw = file_of(sun)
    keys = [Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in range(10, 10 + SIGNATURES)]
    for key in keys[:-1]:
        raw = with_key(raw, key)
    assert send(sun, raw).status_code == 303
    with pytest.raises(CannotSign, match="at most 16 signatures"):
        with_key(raw, keys[-1])
    refused(sun, with_key(signed(read_verdict(raw).body), keys[-1]), "at most 16 signatures")
    for wrong, why in ((b"", "the file is empty"), (raw[:-1], "line feed"), (raw + b"\n", "")):
        refused(sun, wrong, why)
    assert sun.post(API, data=b" " * 70_000).status_code == 413
    assert send(sun, b" " * 70_000).status_code == 413


@pytest.mark.parametrize("role", [Role.GUEST, Role.MEMBER, Role.RECORDER])
def test_who_is_no_arbiter_adds_no_signature(club: Flask, sun: FlaskClient, role: Role) -> None:
    """The verdict of a public match is seen by all."""
    as_role(club, Role.ADMIN).post("/matches/1/visibility", data={"visibility": "public"})
    before = file_of(sun)
    client, both = as_role(club, role), with_key(before, KEYS[0])
    shown = Page(client.get("/verdicts/1"))
    assert (shown.status, PAGE in [each["action"] for each in shown.all("form")]) == (200, False)
    answers = [send(client, both), client.post(API, data=both)]
    assert [each.status_code for each in answers] == [403, 403]
    assert "Arbiters and admins" in answers[1].json["detail"]
    assert file_of(sun) == before


def test_the_form_demands_a_token(club: Flask, sun: FlaskClient) -> None:
    both = with_key(file_of(sun), KEYS[0])
    club.config["WTF_CSRF_ENABLED"] = True
    assert send(sun, both).status_code == 400
    assert len(json.loads(file_of(sun))["signatures"]) == 1


def test_what_is_not_there_is_not_signed(sun: FlaskClient) -> None:
    both = with_key(file_of(sun), KEYS[0])
    assert sun.post("/verdicts/9/signatures", data={"file": (BytesIO(both), "a.json")}).status_code == 404
    assert sun.post("/api/v1/verdicts/9/signatures", data=both).status_code == 404
    assert sun.post(PAGE).status_code == 422
