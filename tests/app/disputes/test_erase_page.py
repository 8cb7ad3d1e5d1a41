"""The page on which what identifies people in a disputed match is erased."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.database.tables.audit_log import ActorRow, RecordText
from app.disputes.audit_log.reading import record_lines
from engine.verdict.proof.chain import check_chain
from tests.app.conftest import Page, Put

Read = Callable[..., Page]
LI = {"acting-name": "Li Wei", "acting-role": "player"}
ZHAO = {"acting-name": "Zhao Min", "acting-role": "arbiter"}
PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 20 + b"IEND\xaeB`\x82"


@pytest.fixture(autouse=True)
def without_tokens(web: Flask, request: pytest.FixtureRequest) -> None:
    """Forms are sent without tokens here; that they are demanded has a test of its own."""
    web.config["WTF_CSRF_ENABLED"] = "token" in request.node.name


@pytest.fixture
def match(put: Put, sample: dict[str, Any], client: FlaskClient, web: Flask) -> int:
    """A match with a dispute that has a claim, a comment, a photo and a ruling."""
    identity = put(sample)
    before = web.config["WTF_CSRF_ENABLED"]
    web.config["WTF_CSRF_ENABLED"] = False
    send(client, f"/matches/{identity}/dispute", **LI, claim="text", text="Sun Yue saw it.")
    send(client, "/disputes/1/comment", **LI, text="Ask <Wu>.")
    send(client, "/disputes/1/evidence", **LI, file=(BytesIO(PNG), "wu-photo.png"))
    send(client, "/disputes/1/rule", **ZHAO, before="0", outcome="upheld", text="Wu agrees.")
    web.config["WTF_CSRF_ENABLED"] = before
    return identity


def send(client: FlaskClient, address: str, **fields: Any) -> Page:
    return Page(client.post(address, data=fields, follow_redirects=True))


def boxes(page: Page, name: str) -> list[str]:
    return [each["value"] or "" for each in page.all("input", type="checkbox", name=name)]


def erase(client: FlaskClient, read: Read, match: int, who: dict[str, str], **fields: Any) -> Page:
    """Sends the form as it is, but for its own arbiter's name."""
    page = read(f"/matches/{match}/erase")
    everything = {"name": boxes(page, "name"), "dispute": boxes(page, "dispute"), "players": "1"}
    return send(client, f"/matches/{match}/erase", **who, **({"confirm": str(match)} | everything | fields))


def test_the_page_lists_what_is_erased_and_what_remains(read: Read, match: int) -> None:
    page = read(f"/matches/{match}/erase")
    assert page.faults == []
    assert "Li Wei, player" in page.text
    assert "4 texts of dispute 1" in page.text
    for text in ("Sun Yue saw it.", "Ask <Wu>.", "wu-photo.png", "Wu agrees."):
        assert text in page.text
    assert "What remains" in page.text
    assert "The original log, its report" in page.text


def test_names_and_texts_are_erased_and_the_record_remains_whole(
    client: FlaskClient, read: Read, match: int, web: Flask
) -> None:
    names = boxes(read(f"/matches/{match}/erase"), "name")
    assert len(names) == 2
    done = erase(client, read, match, {"acting-name": "Sun Yi", "acting-role": "arbiter"})
    assert done.status == 200
    assert done.faults == []
    assert "Erased: 10 names and texts." in done.text
    assert "Nothing is left to erase." in done.text
    shown = read("/disputes/1")
    assert shown.faults == []
    for text in ("Li Wei", "Zhao Min", "Sun Yue saw it.", "Wu", "photo.png"):
        assert text not in shown.text
    assert shown.text.count("(erased)") >= 6
    fupan = web.extensions["fupan"]
    with fupan.sessions() as session:
        assert not any(each.text for each in session.scalars(select(RecordText)))
        assert [each.name for each in session.scalars(select(ActorRow)) if each.name] == ["Sun Yi"]
    lines = list(record_lines(fupan.sessions))
    assert check_chain(lines).whole
    assert sum(b'"event":"erased"' in line for line in lines) == 6
    assert "Li Wei" not in " ".join(read(f"/matches/{match}").text.split("In the log")[0:1]).split("Rename")[0]


@pytest.mark.parametrize(
    ("who", "fields", "reason"),
    [
        (LI, {}, "Only an arbiter erases what identifies people"),
        (ZHAO, {}, "Zhao Min erases this, so that name is kept"),
        (ZHAO | {"acting-name": "Sun Yi"}, {"confirm": "2"}, "Type the number of the match, 1"),
        (ZHAO | {"acting-name": "Sun Yi"}, {"confirm": ""}, "Type the number of the match, 1"),
        (ZHAO | {"acting-name": ""}, {}, "Say who acts"),
        (ZHAO | {"acting-name": "Sun Yi"}, {"name": ["0" * 32]}, "Something that was chosen does not belong"),
        (ZHAO | {"acting-name": "Sun Yi"}, {"dispute": ["9"]}, "Something that was chosen does not belong"),
    ],
)
def test_what_is_refused_erases_nothing(
    client: FlaskClient, read: Read, match: int, who: dict[str, str], fields: dict[str, Any], reason: str
) -> None:
    page = erase(client, read, match, who, **fields)
    assert page.status == 422
    assert page.faults == []
    assert f"Nothing erased: {reason}" in page.text
    assert "Li Wei" in read("/disputes/1").text
    assert "(erased)" not in read("/disputes/1").text


def test_nothing_chosen_erases_nothing(client: FlaskClient, match: int) -> None:
    page = send(client, f"/matches/{match}/erase", **ZHAO, confirm=str(match))
    assert "Nothing was chosen that is not erased already." in page.text


def test_names_alone_leave_the_texts(client: FlaskClient, read: Read, match: int) -> None:
    name = boxes(read(f"/matches/{match}/erase"), "name")
    page = send(client, f"/matches/{match}/erase", **{**ZHAO, "acting-name": "Sun Yi"}, name=name, confirm="1")
    assert "Erased: 2 names and texts." in page.text
    assert "Ask <Wu>." in read("/disputes/1").text


def test_a_disputed_match_is_not_deleted_and_leads_here(client: FlaskClient, read: Read, match: int) -> None:
    page = read(f"/matches/{match}/manage")
    assert f"/matches/{match}/erase" in page.links
    assert not page.all("form", action=f"/matches/{match}/delete")
    refused = Page(client.post(f"/matches/{match}/delete"))
    assert refused.status == 409
    assert f"Not deleted: Match {match} has a dispute, so it is not deleted." in refused.text
    assert refused.all("form", action=f"/matches/{match}/erase")


def test_a_match_without_disputes_is_deleted_not_erased(read: Read, put: Put, sample: dict[str, Any]) -> None:
    identity = put(sample)
    assert "it can be deleted as a whole" in read(f"/matches/{identity}/erase", 404).text
    assert "There is no match 9" in read("/matches/9/erase", 404).text


def test_the_form_demands_a_token(client: FlaskClient, match: int) -> None:
    assert client.post(f"/matches/{match}/erase", data={**ZHAO, "confirm": "1", "players": "1"}).status_code == 400
