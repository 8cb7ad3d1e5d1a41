"""Studies of several hands: their page, the way through them in the replay, and their file."""

from collections.abc import Callable
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.matches.installation import this_installation
from app.replay.notes.writing import NoteDraft, add_note
from tests.app.conftest import Page

Read = Callable[..., Any]
Put = Callable[..., int]
HOSTILE = '"><b>x</b>'


@pytest.fixture
def chapters(web: Flask, put: Put, sample: dict[str, Any]) -> str:
    """The chapters of a study: the second hand of one match, the only hand of another, the first of the one."""
    short = {name: value for name, value in sample.items() if name != "result"} | {"hands": sample["hands"][:1]}
    first, second = put(sample), put(short, "short.json")
    with web.app_context(), this_installation().sessions.begin() as session:
        add_note(session, first, 1, 7, NoteDraft("Here."))
        add_note(session, first, 1, 30, NoteDraft("And here."))
        add_note(session, second, 0, 0, NoteDraft("The deal."))
    return f"{first}.2 The bomb|{second}.1|{first}.1"


def asking(path: str, fields: dict[str, Any]) -> str:
    return f"{path}?{urlencode(fields, doseq=True)}"


def target(answer: Any) -> dict[str, list[str]]:
    assert answer.status_code == 303
    address = urlsplit(answer.headers["Location"])
    assert address.path == "/study"
    return parse_qs(address.query)


def test_a_study_lists_its_chapters(read: Read, client: FlaskClient, chapters: str) -> None:
    page = read(asking("/study", {"title": "Endgames", "chapters": chapters}))
    assert page.faults == []
    assert "Endgames" in page.text
    assert [each["value"] for each in page.all("input", name="chapter")] == ["1.2", "2.1", "1.1"]
    assert [each["value"] for each in page.all("input", name="named")] == ["The bomb", "", ""]
    assert "2 notes" in page.text
    assert "no notes" in page.text
    (first,) = [each for each in page.links if each.startswith("/matches/1/hands/2?")]
    assert parse_qs(urlsplit(first).query)["step"] == ["7"]
    for link in page.links:
        if link.startswith(("/study", "/matches/")):
            assert client.get(link, follow_redirects=True).status_code == 200, link


def test_the_replay_goes_from_chapter_to_chapter(read: Read, chapters: str) -> None:
    """Forth through all chapters and back, and from any of them to the study."""
    (link,) = [each for each in read(asking("/study", {"chapters": chapters})).links if "/hands/2?" in each]
    been = []
    while link:
        page = read(link)
        been.append(urlsplit(link).path)
        assert f"{len(been)} of 3" in page.text
        (back,) = [each for each in page.links if each.startswith("/study?")]
        assert parse_qs(urlsplit(back).query)["chapters"] == [chapters]
        link = next((each["href"] for each in page.all("a", rel="next") if "list=" in each["href"]), "")
    assert been == ["/matches/1/hands/2", "/matches/2/hands/1", "/matches/1/hands/1"]
    (before,) = [each["href"] for each in page.all("a", rel="prev") if "list=" in each["href"]]
    assert urlsplit(before).path == been[1]


def test_chapters_are_named_moved_and_removed(read: Read, client: FlaskClient, chapters: str) -> None:
    names = {"title": " End  games ", "chapter": ["1.2", "2.1"], "named": ["New|one", "Two"]}
    assert target(client.get("/study/change", query_string=names)) == {
        "title": ["End games"],
        "chapters": ["1.2 New/one|2.1 Two"],
    }
    page = read(asking("/study", {"chapters": chapters}))
    orders = [parse_qs(urlsplit(each).query)["chapters"][0] for each in page.links if each.startswith("/study?")]
    assert "2.1|1.2 The bomb|1.1" in orders
    assert "1.2 The bomb|1.1|2.1" in orders
    assert "1.2 The bomb|2.1" in orders


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"hand": "1.1"}, "2.1|1.1"),
        ({"hand": "http://somewhere/matches/1/hands/2?step=5&view=E"}, "2.1|1.2"),
        ({"hand": "2.1 Again"}, "2.1"),
        ({"q": "game:guandan"}, "2.1|1.2"),
    ],
)
@pytest.mark.usefixtures("chapters")
def test_chapters_are_added(client: FlaskClient, fields: dict[str, str], expected: str) -> None:
    """A search adds its hands with notes, the oldest first."""
    found = target(client.get("/study/change", query_string={"chapter": "2.1", "named": "", **fields}))
    assert found["chapters"] == [expected]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"hand": HOSTILE}, "is not a match and a hand, such as 40.1"),
        ({"q": "bombs>=many"}, "The line cannot be read."),
        ({"q": "note:nowhere"}, "No hand with notes was found."),
        ({"chapter": [f"1.{hand}" for hand in range(1, 41)], "hand": "2.1"}, "A study has at most 40 chapters."),
    ],
)
@pytest.mark.usefixtures("chapters")
def test_what_cannot_be_added_is_said(read: Read, fields: dict[str, Any], said: str) -> None:
    page = read(asking("/study/change", fields), 422)
    assert said in page.text
    assert page.faults == []
    assert "<b>x" not in page.source


@pytest.mark.parametrize("asked", ["x", "1", "1.0", "1.1|b", "|".join(f"1.{hand}" for hand in range(1, 42))])
def test_what_is_no_study_is_refused(client: FlaskClient, asked: str) -> None:
    for path in ("/study", "/study/file"):
        assert client.get(path, query_string={"chapters": asked}).status_code == 404
    assert client.get("/study/file").status_code == 404


def test_a_study_has_what_is_not_here(read: Read, chapters: str) -> None:
    page = read(asking("/study", {"title": HOSTILE, "chapters": f"99.1 {HOSTILE}|{chapters}"}))
    assert page.faults == []
    assert "Match 99 is not here." in page.text
    assert "<b>x" not in page.source
    assert read("/study").faults == []


def test_a_file_with_chapters_is_opened_as_one_study(web: Flask, client: FlaskClient, chapters: str) -> None:
    web.config["WTF_CSRF_ENABLED"] = False
    file = client.get("/study/file", query_string={"title": "Endgames", "chapters": chapters})
    assert file.status_code == 200
    assert file.headers["Content-Disposition"] == "attachment; filename=study.json"
    sent = {"logs": (BytesIO(file.data), "study.json")}
    answer = Page(client.post("/add", data=sent, content_type="multipart/form-data"))
    (there,) = [each for each in answer.links if each.startswith("/study?")]
    assert parse_qs(urlsplit(there).query) == {"title": ["Endgames"], "chapters": [chapters]}
