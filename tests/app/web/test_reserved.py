"""What is reserved to the machine that serves the pages: which requests, where, and what pages offer instead."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.database.config import Config
from app.web.create_app import create_app
from app.web.http.reserved import RESERVED
from tests.app.conftest import Page

Log = Callable[..., bytes]
FORWARDED = {"X-Forwarded-For": "192.0.2.7"}
OPEN = frozenset(
    {
        # Uploads, and logs and sheets that are being written: what is made is new, and drafts have their own addresses.
        "api.upload",
        "uploads.sample",
        "uploads.take",
        "typed_logs.check",
        "paste.take",
        "sheets.create",
        "sheets.done",
        "sheets.drop",
        "sheets.from_match",
        "sheets.tap",
        "writing.done",
        "writing.drop",
        "writing.write",
        "writing_begin.create",
        "writing_begin.paste",
        "compare_records.merge",
        "studies.bring",
        # What players do in a dispute.
        "disputes.act_as",
        "disputes.appeal",
        "disputes.comment",
        "disputes.evidence",
        "disputes.open_one",
        # What can be undone in the same way, and loses nothing.
        "api.choose",
        "rules_of_match.choose",
        "hand_search.save",
        "house_rules.add",
        "house_rules.keep_change",
        "join_split.apart",
        "join_split.join",
        "join_split.split",
        # Notes belong to everybody who can open a match.
        "notes.add",
        "notes.change",
        "notes.remove",
        # What is kept for the visitor alone, for a presenter with a secret address, or not at all.
        "people.names",
        "hall.begin",
        "hall.present",
        "verify.check",
    }
)
"""The endpoints that change something and that every visitor may use."""


def changing(app: Flask) -> dict[str, list[tuple[str, str]]]:
    """By endpoint the methods and addresses of everything that is not only read."""
    found: dict[str, list[tuple[str, str]]] = {}
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}:
            address = rule.rule.replace("<int:identity>", "1").replace("<int:number>", "1").replace("<int:note>", "1")
            found.setdefault(rule.endpoint, []).append((method, address))
    return found


def test_of_everything_that_changes_something_it_is_said_whether_it_is_reserved(web: Flask) -> None:
    assert not RESERVED & OPEN
    assert changing(web).keys() == RESERVED | OPEN


@pytest.mark.parametrize("endpoint", sorted(RESERVED))
def test_a_reserved_request_of_somebody_elsewhere_is_refused(web: Flask, client: FlaskClient, endpoint: str) -> None:
    web.config["WTF_CSRF_ENABLED"] = False
    for method, address in changing(web)[endpoint]:
        for header in ("Forwarded", "forwarded", "X-Forwarded-For", "x-forwarded-host", "X-Forwarded-Anything"):
            answer = client.open(address, method=method, headers={header: ""})
            assert answer.status_code == 403, (address, header)
            assert b"--trust-visitors" in answer.data
        assert client.open(address, method=method, headers={"X-Forward": "1", "Via": "1.1 x"}).status_code != 403


@pytest.mark.parametrize(
    ("settings", "headers", "allowed"),
    [
        ({"local": True}, {}, True),
        ({"local": True}, FORWARDED, False),
        ({"local": False}, {}, False),
        ({"local": False, "trust_visitors": True}, FORWARDED, True),
    ],
)
def test_where_it_is_allowed(
    web_config: Config, settings: dict[str, Any], headers: dict[str, str], allowed: bool
) -> None:
    app = create_app(replace(web_config, **settings))
    answer = app.test_client().delete("/api/matches/7", headers=headers)
    assert answer.status_code == (404 if allowed else 403)
    assert answer.is_json
    app.extensions["fupan"].close()


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "have no accounts here yet"), ("zh-Hans", "这里还没有帐号"), ("zh-Hant", "這裡還沒有帳號")],
)
def test_forms_that_would_be_refused_are_not_offered(
    web: Flask, client: FlaskClient, log: Log, language: str, words: str
) -> None:
    web.config["WTF_CSRF_ENABLED"] = False
    hands = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]
    client.post("/api/matches?name=a.json", data=log(hands=hands))
    client.post("/api/matches?name=b.json", data=b"{}")
    client.post("/api/matches?name=c.json", data=log("m3", hands=hands))
    client.delete("/api/matches/2")
    client.post("/hands/saved", data={"q": "bombs>=3", "name": "bombs"})
    client.post("/house/new", data={"game": "guandan", "rules": "njupt", "name": "Friday", "a_failures": "3"})
    arbiter = {"acting-name": "Zhao", "acting-role": "arbiter"}
    opened = {"claim": "text", "text": "I won.", "hand": "1"}
    client.post("/matches/1/dispute", data=arbiter | opened)
    client.post("/disputes/1/rule", data=arbiter | {"before": "0", "outcome": "stands", "text": "So be it."})
    reserved = {address for endpoint in RESERVED for _, address in changing(web)[endpoint]}
    offered = 0
    for address in (
        "/matches/1/manage",
        "/disputes/1",
        "/matches/1/erase",
        "/deleted",
        "/uploads",
        "/refusals/1",
        "/hands",
        "/house/1",
        "/people/1",
    ):
        here = Page(client.get(f"{address}?lang={language}", follow_redirects=True))
        away = Page(client.get(f"{address}?lang={language}", headers=FORWARDED, follow_redirects=True))
        assert (here.status, away.status) == (200, 200), address
        assert away.faults == []
        forms = {each["action"] for each in here.all("form")} & reserved
        offered += len(forms)
        assert not {each["action"] for each in away.all("form")} & reserved, address
        assert words in away.text, address
        assert words not in here.text, address
    assert offered >= 8
    sent = client.post("/disputes/1/close", data=arbiter, headers=FORWARDED | {"Accept-Language": language})
    assert sent.status_code == 403
    assert words in Page(sent).text
    told = client.delete(f"/api/matches/1?lang={language}", headers=FORWARDED)
    assert words in told.json["error"]["explanation"]
