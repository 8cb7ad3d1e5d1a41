"""Verdicts on pages: issued on a dispute, listed, downloaded; rulings to be printed; what is judged otherwise since."""

import json
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from sqlmodel import col

from app.database.opening import transact
from app.database.packing import packed
from app.database.tables.disputes import RulingRow
from app.database.tables.verdicts import HandedOut, InVerdict
from app.disputes.audit_log.actors import ActorRole, actor_id, erase
from app.disputes.audit_log.reading import record_lines
from app.disputes.verdicts.key_folder import key_named, make_key, retire
from app.disputes.verdicts.verifying import OverallResult, verify
from app.matches.reprocessing import batches, commit, judge_batch
from engine import __version__
from engine.verdict.proof import canonical
from tests.app.conftest import Page, Put
from tests.earlier_judgements import EARLIER, age

LISTED = "/verdicts/?dispute=1&game=guandan&player="

Read = Callable[..., Page]
LI = {"acting-name": "Li <Wei>", "acting-role": "player"}
ZHAO = {"acting-name": "Zhao Min", "acting-role": "arbiter"}


@pytest.fixture(autouse=True)
def without_tokens(web: Flask) -> None:
    """Forms are sent without tokens here; that they are demanded has a test of its own."""
    web.config["WTF_CSRF_ENABLED"] = False


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of keys, with one in use and a newer one that is retired."""
    folder = tmp_path / "keys"
    monkeypatch.setenv("FUPAN_KEYS", str(folder))
    make_key(folder, "cup")
    make_key(folder, "old")
    retire(folder, "old")
    return folder


@pytest.fixture
def match(put: Put, sample: dict[str, Any]) -> int:
    return put(sample)


def send(client: FlaskClient, address: str, **fields: Any) -> Page:
    return Page(client.post(address, data=fields, follow_redirects=True))


def ruled(client: FlaskClient, match: int, **fields: Any) -> None:
    send(client, f"/matches/{match}/dispute", **LI, claim="text", text="E won <b>.", hand="3")
    decision = {"outcome": "void", "text": "Two cards were missing."} | fields
    assert send(client, "/disputes/1/rule", **ZHAO, before="0", **decision).status == 200


def test_a_verdict_is_issued_listed_and_downloaded_as_it_was(
    web: Flask, client: FlaskClient, read: Read, match: int, sample: dict[str, Any], keys: Path
) -> None:
    ruled(client, match)
    page = read("/disputes/1")
    assert page.faults == []
    assert [each["value"] for each in page.all("option") if each["value"] in ("cup", "old")] == ["cup"]
    shown = send(client, "/disputes/1/verdict", **ZHAO, key="cup", ruling="1")
    assert shown.status == 200
    assert shown.faults == []
    assert "void: the hand counts nothing" in shown.text
    answer = client.get("/verdicts/1.json")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="verdict-1.json"'
    html = client.get("/verdicts/1.html")
    assert html.headers["Content-Disposition"].startswith('attachment; filename="verdict-')
    assert "Two cards were missing." in html.get_data(as_text=True)
    assert "Zhao Min" in html.get_data(as_text=True)
    assert client.get("/verdicts/1.pdf").data.startswith(b"%PDF-")
    assert {"/verdicts/1.html", "/verdicts/1.pdf"} <= {*shown.links}
    assert client.get("/verdicts/2.pdf").status_code == 404
    public = make_key(keys, "other").public
    body = json.loads(answer.data)["body"]
    assert (body["issuer"], body["dispute"]["id"]) == ("Zhao Min", "dispute 1")
    log = client.get(f"/api/v1/matches/{match}/log").data
    signed = verify(answer.data, [("log.json", BytesIO(log))], [_public(keys)], body["chain"]["head"])
    assert signed.standing is OverallResult.VERIFIED
    assert verify(answer.data, [("log.json", BytesIO(log))], [public]).standing is OverallResult.FAILED
    for address in (f"/matches/{match}", "/disputes/1", *(f"{LISTED}{player}" for player in ("Li", "Li Wei"))):
        found = read(address)
        assert found.faults == []
        assert "/verdicts/1" in found.links, address
    changed = read("/verdicts/?changed=otherwise").text
    assert "This filter leaves out 1 of 1 verdict. Show all" in changed
    assert "No verdict passes this filter." in changed
    assert "issued verdict 1" in read("/disputes/1").text
    assert client.get("/verdicts/2.json").status_code == 404
    assert read("/verdicts/2", 404)


def _public(folder: Path) -> bytes:
    return key_named(folder, "cup").public


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        (LI | {"key": "cup"}, "Only an arbiter issues a verdict"),
        (ZHAO | {"key": "old"}, "Choose the key that signs the verdict."),
        (ZHAO, "Choose the key that signs the verdict."),
        (ZHAO | {"key": "../cup"}, "Choose the key that signs the verdict."),
        ({"acting-name": " ", "acting-role": "arbiter", "key": "cup"}, "Say who acts"),
    ],
)
@pytest.mark.usefixtures("keys")
def test_a_verdict_that_cannot_be_issued_is_refused(
    client: FlaskClient, match: int, fields: dict[str, str], reason: str
) -> None:
    ruled(client, match)
    page = send(client, "/disputes/1/verdict", **fields)
    assert page.status == 422
    assert reason in page.text
    assert client.get("/verdicts/1.json").status_code == 404


@pytest.mark.usefixtures("keys")
def test_a_verdict_shows_which_it_replaces_and_which_took_its_place(
    client: FlaskClient, read: Read, match: int
) -> None:
    ruled(client, match)

    def issue(ruling: int) -> dict[str, Any]:
        page = send(client, "/disputes/1/verdict", **ZHAO, key="cup", ruling=str(ruling))
        assert page.status == 200
        number = len(read("/verdicts/").all("a", class_="dispute-name"))
        found: dict[str, Any] = json.loads(client.get(f"/verdicts/{number}.json").data)["body"]["dispute"]
        return {name: found[name] for name in ("ruling", "state", "replaces")}

    def body(number: int) -> str:
        raw = json.loads(client.get(f"/verdicts/{number}.json").data)
        return sha256(canonical.write(raw["body"])).hexdigest()

    assert issue(1) == {"ruling": 1, "state": "ruled", "replaces": None}
    assert issue(1) == {"ruling": 1, "state": "ruled", "replaces": None}, "a copy"
    assert "took its place" not in read("/verdicts/1").text
    send(client, "/disputes/1/appeal", **LI, text="Look again.")
    assert issue(1) == {"ruling": 1, "state": "appealed", "replaces": body(2)}
    send(client, "/disputes/1/rule", **ZHAO, before="1", outcome="upheld", text="As it is.")
    assert issue(2) == {"ruling": 2, "state": "ruled", "replaces": body(3)}
    assert issue(2) == {"ruling": 2, "state": "ruled", "replaces": body(3)}, "a copy repeats it"
    send(client, "/disputes/1/close", **ZHAO)
    assert issue(2) == {"ruling": 2, "state": "final", "replaces": body(5)}
    for number, successor in ((1, 3), (2, 3), (3, 4), (4, 6), (5, 6)):
        page = read(f"/verdicts/{number}")
        assert page.faults == []
        assert "This verdict was replaced" in page.text
        assert f"/verdicts/{successor}" in page.links
    last = read("/verdicts/6")
    assert "This verdict was replaced" not in last.text
    assert "ruling 2, final" in last.text
    assert body(5) in last.text
    for listed in ("/verdicts/", "/disputes/1", f"/matches/{match}"):
        assert "replaced by verdict 6" in read(listed).text


@pytest.mark.breaks_record
def test_a_verdict_whose_file_is_damaged_has_a_page_that_says_so(
    web: Flask, client: FlaskClient, read: Read, match: int, keys: Path
) -> None:
    ruled(client, match)
    send(client, "/disputes/1/verdict", **ZHAO, key="cup", ruling="1")
    other = packed(b"{}")
    with web.extensions["fupan"].sessions() as session:
        session.execute(update(HandedOut).values(data=other, size=2))
        session.commit()
    page = read("/verdicts/1")
    assert page.faults == []
    assert "The file that is kept here is not a verdict any more" in page.text
    assert client.get("/verdicts/1.pdf").status_code == 410


@pytest.mark.usefixtures("keys")
def test_without_a_ruling_there_is_no_verdict(client: FlaskClient, match: int) -> None:
    send(client, f"/matches/{match}/dispute", **LI, claim="text", text="E won.")
    page = send(client, "/disputes/1/verdict", **ZHAO, key="cup", ruling="1")
    assert page.status == 422
    assert "No verdict can be issued: dispute 1 is not ruled on yet." in page.text
    assert send(client, "/disputes/9/verdict", **ZHAO, key="cup").status == 404


@pytest.mark.usefixtures("keys")
def test_the_form_demands_a_token(web: Flask, client: FlaskClient, match: int) -> None:
    ruled(client, match)
    web.config["WTF_CSRF_ENABLED"] = True
    assert client.post("/disputes/1/verdict", data=ZHAO | {"key": "cup"}).status_code == 400


def test_without_a_key_the_page_says_how_one_is_made(
    client: FlaskClient, read: Read, match: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path / "none"))
    ruled(client, match)
    assert "fupan keys new" in read("/disputes/1").text


@pytest.mark.usefixtures("keys")
def test_what_is_erased_goes_into_no_verdict_and_out_of_those_kept(
    web: Flask, client: FlaskClient, read: Read, match: int
) -> None:
    ruled(client, match)
    send(client, "/disputes/1/verdict", **ZHAO, key="cup", ruling="1")
    fupan = web.extensions["fupan"]
    with fupan.sessions() as session:
        held = {each.identity for each in session.query(InVerdict)}
        issuer = session.get(HandedOut, 1).actor_id
    (text, *_) = sorted(held - {issuer})
    transact(
        fupan.sessions,
        lambda session: erase(session, text, actor=actor_id(session, "Sun Yi", ActorRole.ARBITER)),
    )
    for kind in ("json", "html", "pdf"):
        assert client.get(f"/verdicts/1.{kind}").status_code == 410
    shown = read("/verdicts/1")
    assert "its file was removed here" in shown.text
    assert "Two cards were missing." not in shown.text
    refused = send(client, "/disputes/1/verdict", **ZHAO, key="cup", ruling="1")
    assert refused.status == 422
    assert "a text of dispute 1 was erased, and a verdict would have to repeat it" in refused.text


def _reprocess(web: Flask) -> None:
    fupan = web.extensions["fupan"]
    for batch in batches(fupan.sessions):
        commit(fupan.sessions, judge_batch(batch))


@pytest.mark.breaks_record
@pytest.mark.usefixtures("keys")
def test_what_another_version_judges_otherwise_is_marked(
    web: Flask, client: FlaskClient, read: Read, match: int
) -> None:
    fupan = web.extensions["fupan"]
    ruled(client, match)
    send(client, "/disputes/1/verdict", **ZHAO, key="cup", ruling="1")

    def older(report: dict[str, Any]) -> None:
        report["verdict"] = "misscored"
        report["findings"] = report["findings"][:1]

    age(fupan, older)
    _reprocess(web)
    assert "judged otherwise since" not in read("/disputes/").text, "only what was ruled on counts, and its digest"
    assert len(list(record_lines(fupan.sessions))) == 6


@pytest.mark.breaks_record
@pytest.mark.usefixtures("keys")
def test_marks_are_on_pages_in_lists_and_in_the_record(web: Flask, client: FlaskClient, read: Read, match: int) -> None:
    fupan = web.extensions["fupan"]
    _older_report(web)
    ruled(client, match)
    _issued_then(web, client)
    _reprocess(web)
    page = read("/disputes/1")
    assert page.faults == []
    assert "The match is judged otherwise now than when the dispute was ruled on." in page.text
    assert f"Engine {EARLIER} judged it then, {__version__} does now." in page.text
    assert "misscored → illegal; new: " in page.text
    again = f"the match was judged again, by engine {__version__} in place of {EARLIER}: misscored → illegal"
    assert again in page.text
    assert "judged otherwise since" in read("/disputes/?changed=otherwise").text
    assert "judged otherwise since" in read(f"/matches/{match}").text
    assert "judged otherwise since" in read("/verdicts/?changed=otherwise").text
    assert f"This verdict names engine {EARLIER}" in read("/verdicts/1").text
    assert "judged otherwise since" in read("/disputes/rulings").text
    entry = json.loads(list(record_lines(fupan.sessions))[-1])
    assert (entry["event"], entry["subject"], entry["actor"]) == ("reprocessed", f"match {match}", "fupan")
    assert (entry["data"]["disputes"], entry["data"]["verdicts"]) == ([1], [1])
    refused = send(client, "/disputes/1/verdict", **ZHAO, key="cup", ruling="1")
    assert refused.status == 422
    assert "is judged otherwise now than when dispute 1 was ruled on" in refused.text
    send(client, "/disputes/1/appeal", **LI, text="Look again.")
    send(client, "/disputes/1/rule", **ZHAO, before="1", outcome="upheld", text="As it is now.")
    assert "judged otherwise since" not in read("/disputes/").text
    late = send(client, "/disputes/1/verdict", **ZHAO, key="cup", ruling="1")
    assert "somebody has ruled on dispute 1 meanwhile; load its page again" in late.text
    send(client, "/disputes/1/close", **ZHAO)
    client.delete_cookie("fupan")
    final = read("/disputes/1")
    assert final.faults == []
    assert not final.all("form", action="/disputes/1/comment")
    assert final.all("form", action="/disputes/1/acting"), "a verdict can be issued on a final ruling too"
    assert send(client, "/disputes/1/verdict", **ZHAO, key="cup", ruling="2").status == 200


def _older_report(web: Flask) -> None:
    """Makes the reports look as if an earlier version had made them, with fewer findings."""

    def older(report: dict[str, Any]) -> None:
        report["verdict"] = "misscored"
        report["findings"] = report["findings"][1:]
        report["digest"] = "sha256:" + "0" * 64

    age(web.extensions["fupan"], older)


def _issued_then(web: Flask, client: FlaskClient) -> None:
    """Keeps a verdict as that version would have issued it."""
    fupan = web.extensions["fupan"]
    with fupan.sessions() as session:
        held = session.scalars(select(col(RulingRow.digest))).one()
        session.execute(update(RulingRow).values(digest=None))
        session.commit()
    assert send(client, "/disputes/1/verdict", **ZHAO, key="cup", ruling="1").status == 200
    with fupan.sessions() as session:
        session.execute(update(RulingRow).values(digest=held))
        session.execute(update(HandedOut).values(digest=held, engine=EARLIER))
        session.commit()


def test_rulings_of_an_event_are_printed(client: FlaskClient, read: Read, match: int, sample: dict[str, Any]) -> None:
    empty = read("/disputes/rulings?event=Other").text
    assert "Left out are 0 disputes without a ruling. Show all" in empty
    assert "Nothing was ruled on in this event yet." in empty
    event = sample["match"]["event"]
    row = {f"score-1-{seat}": "5" for seat in "ENWS"}
    votes = {"voter-1": "Sun Yi", "vote-1": "for", "voter-2": "Wu", "vote-2": "against", "dissent": "No <i>."}
    adjusted = {"outcome": "adjusted", "hand-1": "3", "reason-1": "Miscounted", "rule-1": "guandan.promotion"}
    ruled(client, match, **adjusted, **row, **votes)
    page = Page(client.get("/disputes/rulings", query_string={"event": event}))
    assert page.faults == []
    for words in (
        *("Dispute 1", f"match {match}", "hand 3", "E won <b>.", "The claim is in words, so nothing was computed."),
        *("Ruling 1.1", "The arbiter sets other scores", "Miscounted", "Sun Yi agrees", "Wu dissents", "No <i>."),
        *("Li <Wei> (player)", "Two cards were missing.", "Li Wei E +5"),
    ):
        assert words in page.text, words
    assert any("guandan.promotion" in each for each in page.links)
    assert "Nothing was ruled on" in read("/disputes/rulings?event=").text
    assert "Nothing was ruled on" in read("/disputes/rulings?event=other").text
    assert read("/disputes/rulings?state=odd", 400)
    assert "/disputes/rulings?event=Spring+Cup" in read("/events/show?event=Spring+Cup").links
