"""The pages of disputes: opening, taking part, ruling, the list, and what the page of the match shows of it."""

import json
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import text

from engine import GAMES
from tests.app.conftest import Page, Put
from tests.golden import SAMPLES

Read = Callable[..., Page]
LI = {"acting-name": "Li <Wei>", "acting-role": "player"}
ZHAO = {"acting-name": "Zhao Min", "acting-role": "arbiter"}
PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 20 + b"IEND\xaeB`\x82"


@pytest.fixture(autouse=True)
def without_tokens(web: Flask) -> None:
    """Forms are sent without tokens here; that they are demanded has a test of its own."""
    web.config["WTF_CSRF_ENABLED"] = False


@pytest.fixture
def match(put: Put, sample: dict[str, Any]) -> int:
    return put(sample)


def send(client: FlaskClient, address: str, **fields: Any) -> Page:
    return Page(client.post(address, data=fields, follow_redirects=True))


def opened(client: FlaskClient, match: int, **fields: Any) -> Page:
    return send(client, f"/matches/{match}/dispute", **LI, **({"claim": "text", "text": "E won."} | fields))


def test_links_lead_to_the_form_with_the_subject(client: FlaskClient, read: Read, match: int) -> None:
    links = [each for each in read(f"/matches/{match}").links if "/dispute?" in each]
    assert any("claim=totals" in each for each in links)
    assert any("line=1" in each and "hand=1" in each for each in links)
    of_finding = next(each for each in links if "finding=does-not-beat" in each)
    page = read(of_finding)
    assert page.faults == []
    assert "hand 2, step" in page.text
    (chosen,) = [each for each in page.all("input", name="claim") if "checked" in each]
    assert chosen["value"] == "finding"
    step = of_finding.partition("step=")[2].partition("&")[0]
    replayed = read(f"/matches/{match}/hands/2?step={step}")
    assert of_finding in replayed.links, "the finding in the replay"
    (button,) = read(f"/matches/{match}/hands/2?step=3").all("button", name="hand")
    assert (button["value"], button["formaction"]) == ("2", f"/matches/{match}/dispute")


def test_a_dispute_from_opening_to_the_end(client: FlaskClient, read: Read, match: int) -> None:
    page = opened(client, match, hand="3", claim="text", text="E won <b>.")
    assert page.status == 200
    assert page.faults == []
    assert "E won <b>." in page.text
    assert "Li <Wei>" in page.text
    assert "The claim is in words" in page.text
    assert not page.all("form", action="/disputes/1/rule"), "a player does not rule"
    assert "I saw it." in send(client, "/disputes/1/comment", **LI, text="I saw it.").text
    photo = send(client, "/disputes/1/evidence", **LI, file=(BytesIO(PNG), "sheet.png"))
    assert "sheet.png" in photo.text
    answer = client.get("/disputes/1/evidence/1")
    assert (answer.mimetype, answer.data) == ("image/png", PNG)
    send(client, "/disputes/1/acting", **ZHAO)
    assert read("/disputes/1").all("form", action="/disputes/1/rule")
    assert "under review" in send(client, "/disputes/1/review", **ZHAO).text
    before = read(f"/matches/{match}")
    row = {f"score-1-{seat}": "5" for seat in _seats(client, match)}
    adjusting = {"outcome": "adjusted", "text": "Both agree.", "hand-1": "3", "reason-1": "Miscounted"} | row
    refused = send(client, "/disputes/1/rule", **ZHAO, before="0", **(adjusting | {"score-1-E": "many"}))
    assert refused.status == 422
    assert "not a whole number: many" in refused.text
    assert "Both agree." in refused.text, "what was typed is kept"
    ruled = send(client, "/disputes/1/rule", **ZHAO, before="0", **adjusting)
    assert ruled.status == 200
    assert ruled.faults == []
    assert "The arbiter sets other scores" in ruled.text
    late = send(client, "/disputes/1/rule", **ZHAO, before="0", **adjusting)
    assert late.status == 422
    assert "Somebody else has ruled on this dispute meanwhile." in late.text
    after = read(f"/matches/{match}")
    assert "After rulings" in after.text
    assert "After rulings" not in before.text
    assert "Hand 3 counts" in after.text
    appealed = send(client, "/disputes/1/appeal", **LI, text="No.")
    assert "appealed" in appealed.text
    assert client.post(f"/matches/{match}/delete").status_code == 409
    assert client.delete(f"/api/v1/matches/{match}").status_code == 409
    shown = read("/disputes/?state=appealed&game=guandan")
    assert shown.faults == []
    assert "Dispute 1" in shown.text
    final = read("/disputes/?state=final").text
    assert "This filter leaves out 1 of 1 dispute. Show all" in final
    assert "No dispute passes this filter." in final
    assert read("/disputes/?state=odd", 400)


def test_who_sat_at_the_table_is_warned_before_and_after_ruling(client: FlaskClient, read: Read, match: int) -> None:
    opened(client, match)
    assert "is also the name" not in read("/disputes/1").text
    seated = {"acting-name": "Li Wei", "acting-role": "arbiter"}
    before = send(client, "/disputes/1/acting", **seated)
    assert "Li Wei is also the name of a player of this match. Somebody else should rule." in before.text
    votes = {"voter-1": "Sun Yi", "vote-1": "for"}
    after = send(client, "/disputes/1/rule", **seated, before="0", outcome="stands", text="So it is.", **votes)
    assert after.faults == []
    assert "Li Wei is also the name of a player of this match." in after.text
    assert "ruled: stands (ruling 1); has the name of a player of the match" in after.text
    assert "Sun Yi agrees (reported by Li Wei)" in after.text
    assert "reported that Sun Yi voted for ruling 1" in after.text
    assert "Sun Yi agrees (reported by Li Wei)" in read("/disputes/rulings").text


def test_a_broken_record_is_shown_in_red(web: Flask, client: FlaskClient, read: Read, match: int) -> None:
    opened(client, match)
    page = read("/disputes/1")
    assert "Checked just now" in page.text
    assert not page.all("aside", class_="refused")
    with web.extensions["fupan"].sessions() as session:
        session.execute(text("UPDATE disputes SET state = 'final'"))
        session.commit()
    page = read("/disputes/1")
    assert page.faults == []
    assert page.all("aside", class_="refused", role="alert")
    assert "The record of this dispute is broken." in page.text
    assert "the state of a dispute is not what entry 1 says" in page.text
    assert "Checked just now" not in page.text


def test_the_rule_of_an_adjustment_is_chosen_from_those_of_the_game(
    client: FlaskClient, read: Read, match: int
) -> None:
    opened(client, match, hand="3")
    send(client, "/disputes/1/acting", **ZHAO)
    page = read("/disputes/1")
    assert page.all("select", name="rule-1")
    offered = [each["value"] for each in page.all("option") if (each["value"] or "").partition(".")[1]]
    rules = [rule.id for rule in GAMES["guandan"].pages]
    assert offered == rules * (len(offered) // len(rules))
    assert offered
    row = {f"score-1-{seat}": "5" for seat in _seats(client, match)}
    adjusting = {"outcome": "adjusted", "text": "Both agree.", "hand-1": "3", "reason-1": "Miscounted"} | row
    refused = send(client, "/disputes/1/rule", **ZHAO, before="0", **adjusting, **{"rule-1": "big_a.drawing"})
    assert refused.status == 422
    assert "The game has no rule big_a.drawing. Choose one of its rules, or none." in refused.text
    done = send(client, "/disputes/1/rule", **ZHAO, before="0", **adjusting, **{"rule-1": "guandan.promotion"})
    assert done.status == 200
    assert any("guandan.promotion" in each for each in done.links)


def test_no_reason_of_a_ruling_is_said_twice(client: FlaskClient, read: Read, match: int) -> None:
    opened(client, match, hand="3")
    send(client, "/disputes/1/acting", **ZHAO)
    rows = {f"score-{row}-{seat}": "5" for row in (1, 2, 3) for seat in _seats(client, match)}
    reasons = {"reason-1": "Both agree.", "reason-2": "Miscounted", "reason-3": "Miscounted"}
    hands = {"hand-1": "1", "hand-2": "2", "hand-3": "3"}
    ruling = {"outcome": "adjusted", "text": "Both agree."} | hands | rows | reasons
    done = send(client, "/disputes/1/rule", **ZHAO, before="0", **ruling)
    assert done.status == 200
    for page in (done, read("/disputes/rulings")):
        assert (page.text.count("Both agree."), page.text.count("Miscounted")) == (1, 1)


def _seats(client: FlaskClient, match: int) -> list[str]:
    return list(json.loads(client.get(f"/api/v1/matches/{match}/report").data)["totals"])


def test_a_claim_of_scores_is_compared_with_the_rules(client: FlaskClient, match: int) -> None:
    scores = json.loads(client.get(f"/api/v1/matches/{match}/report").data)["hands"][0]["scores"]
    given = {f"score-{seat}": str(points) for seat, points in scores.items()}
    assert (
        "The claim is right under this match's rules." in opened(client, match, claim="scores", hand="1", **given).text
    )
    odd = dict.fromkeys(given, "17")
    assert (
        "wrong under this match's rules and all others tried"
        in opened(client, match, claim="scores", hand="1", **odd).text
    )


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"acting-name": " "}, "Say who acts"),
        ({"acting-role": "king"}, "Say who acts"),
        ({"claim": "odd"}, "Choose what is claimed"),
        ({"hand": "x"}, "The hand is not a number from 1."),
        ({"hand": "99"}, "There is no hand 99"),
        ({"claim": "scores", "hand": "1", "score-E": "½"}, "not a whole number"),
        ({"claim": "scores", "hand": "1", "score-E": "-+5"}, "not a whole number"),
    ],
)
def test_a_form_that_does_not_fit_is_shown_again(
    client: FlaskClient, match: int, fields: dict[str, str], reason: str
) -> None:
    page = Page(client.post(f"/matches/{match}/dispute", data=LI | {"claim": "text", "text": "Kept"} | fields))
    assert page.status == 422
    assert reason in page.text
    assert "Kept" in page.source
    assert page.faults == []


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "The file is empty."),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "neither a photo"),
        (PNG[:-4], "The photo is cut off."),
        (b"\xff\xd8\xff\xe0", "The photo is cut off."),
    ],
)
def test_evidence_is_checked_on_arrival(client: FlaskClient, match: int, data: bytes, reason: str) -> None:
    opened(client, match)
    page = send(client, "/disputes/1/evidence", **LI, file=(BytesIO(data), "photo.png"))
    assert page.status == 422
    assert reason in page.text


def test_who_gives_a_photo_that_is_changed_is_told_to_keep_the_original(
    client: FlaskClient, read: Read, match: int
) -> None:
    opened(client, match)
    made, exif = BytesIO(), Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (40, 20)).save(made, "JPEG", exif=exif)
    page = send(client, "/disputes/1/evidence", **LI, file=(BytesIO(made.getvalue()), "<sheet>.jpg"))
    assert page.faults == []
    assert "Keep the original of <sheet>.jpg." in page.text
    given = sha256(made.getvalue()).hexdigest()
    kept = sha256(client.get("/disputes/1/evidence/1").data).hexdigest()
    assert given != kept
    later = read("/disputes/1")
    assert "Keep the original" not in later.text
    assert given in later.text
    assert kept in later.text
    plain = send(client, "/disputes/1/evidence", **LI, file=(BytesIO(PNG), "plain.png"))
    assert "Keep the original" not in plain.text


def test_a_log_as_evidence_is_compared_with_the_match(client: FlaskClient, match: int, sample: dict[str, Any]) -> None:
    opened(client, match)
    same = json.dumps(sample, indent=1).encode()
    page = send(client, "/disputes/1/evidence", **LI, file=(BytesIO(same), "again.json"))
    assert "the disputed match is in it, action by action" in page.text
    other = json.dumps(sample | {"hands": sample["hands"][:2]}).encode()
    page = send(client, "/disputes/1/evidence", **LI, file=(BytesIO(other), "two.json"))
    assert "it parts from the disputed match at hand 3." in page.text
    answer = client.get("/disputes/1/evidence/2")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert client.get("/disputes/1/evidence/9").status_code == 404
    assert client.get("/disputes/9").status_code == 404


def test_a_log_as_evidence_leads_to_what_it_says_otherwise(
    client: FlaskClient, read: Read, match: int, sample: dict[str, Any]
) -> None:
    opened(client, match)
    other = json.loads(json.dumps(sample))
    del other["hands"][2]["actions"][-1]
    del other["hands"][4]["actions"][-1]
    page = send(client, "/disputes/1/evidence", **LI, file=(BytesIO(json.dumps(other).encode()), "<phone>.json"))
    assert "it parts from the disputed match at hand 3." in page.text
    (address,) = [each for each in page.links if each.endswith("/compare")]
    compared = read(address)
    assert compared.faults == []
    assert "The two part at hand 3." in compared.text
    assert f"/matches/{match}/hands/3" in compared.links
    assert len(compared.all("li", class_="compare-difference")) == 2
    assert "<phone>.json" in compared.text
    same = json.dumps(sample | {"match": {**sample["match"], "event": "Autumn Cup"}}).encode()
    page = send(client, "/disputes/1/evidence", **LI, file=(BytesIO(same), "copy.json"))
    assert "its hands are those of the disputed match, but not all else" in page.text
    assert "Their hands are the same." in read("/disputes/1/evidence/2/compare").text
    strange = (SAMPLES / "bao_huang" / "alone.json").read_bytes()
    send(client, "/disputes/1/evidence", **LI, file=(BytesIO(strange), "strange.json"))
    assert "is not a record of the disputed match" in read("/disputes/1/evidence/3/compare", 422).text
    send(client, "/disputes/1/evidence", **LI, file=(BytesIO(PNG), "sheet.png"))
    read("/disputes/1/evidence/4/compare", 404)


def test_a_filter_that_names_nothing_is_refused(read: Read) -> None:
    assert "There is no such game. The games are guandan" in read("/disputes/?game=%00", 400).text
    assert "There is no such state. The states are open" in read("/disputes/?state=%00", 400).text


def test_forms_demand_a_token(web: Flask, client: FlaskClient, match: int) -> None:
    opened(client, match)
    web.config["WTF_CSRF_ENABLED"] = True
    for address in (f"/matches/{match}/dispute", *(f"/disputes/1/{each}" for each in ("comment", "rule", "evidence"))):
        assert client.post(address, data=LI).status_code == 400, address
    page = Page(client.get("/disputes/1"))
    forms = [each for each in page.all("form") if each.get("method") == "post"]
    assert len(page.all("input", name="csrf_token")) == len(forms)


def test_the_form_lists_hands_steps_reasons_and_players(read: Read, match: int) -> None:
    page = read(f"/matches/{match}/dispute?hand=1&step=2")
    assert '<option value="1" selected>' in page.source
    assert '<option value="2" selected>' in page.source
    assert "<datalist" in page.source
    assert "♥" in page.source or "♠" in page.source
    assert 'name="step"' not in read(f"/matches/{match}/dispute").source
