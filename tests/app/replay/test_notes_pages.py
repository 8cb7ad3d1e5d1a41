"""Notes on pages: written without a script, shown at their steps, and told no earlier than they may be."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.replay.notes.drawn import NOTHING, Arrow, Mark, MarkShape, NoteDrawing
from app.replay.notes.reading import KeptNote, notes_of_hand
from app.replay.notes.writing import NoteDraft, add_note, change_note
from tests.app.conftest import Page, Put

Read = Callable[..., Page]
HAND = "/matches/1/hands/2"
HOSTILE = "</p><script>alert(1)</script>{{ 7*7 }}\u202eevil\n  \"'><img src=x onerror=1>"

BAD_DRAWN = (
    "{",
    "[]",
    '{"marks":[{"shape":"<b>","on":"E"}]}',
    '{"marks":[{"shape":"ring","on":"<b>"}]}',
    "x" * 9_000,
)
BAD_FIELDS: tuple[dict[str, str], ...] = (
    {"mark-on": "E 2h 7"},
    {"mark-on": "E", "mark-shape": "box"},
    {"arrow-from": "E"},
    {"text": "x" * 4_001},
)


@pytest.fixture(autouse=True)
def without_tokens(web: Flask, request: pytest.FixtureRequest) -> None:
    """Forms are sent without tokens here; that they are demanded has a test of its own."""
    web.config["WTF_CSRF_ENABLED"] = "token" in request.node.name


@pytest.fixture
def match(put: Put, sample: dict[str, Any]) -> int:
    assert put(sample) == 1
    return 1


def kept(web: Flask, hand: int = 1) -> list[KeptNote]:
    with web.extensions["fupan"].sessions() as session:
        return notes_of_hand(session, 1, hand)


def write(web: Flask, step: int, text: str = "Here.", drawn: NoteDrawing = NOTHING, author: str = "") -> int:
    with web.extensions["fupan"].sessions.begin() as session:
        return add_note(session, 1, 1, step, NoteDraft(text, author, drawn))


def field(page: Page, name: str) -> str:
    return page.all("input", name=name)[0]["value"] or ""


def has_class(page: Page, name: str) -> int:
    return sum(name in (each.get("class") or "").split() for _tag, each in page.elements)


@pytest.mark.usefixtures("match")
def test_a_note_with_marks_is_written_without_a_script(web: Flask, client: FlaskClient, read: Read) -> None:
    form = read(f"{HAND}/notes?step=4")
    assert form.faults == []
    options = [each["value"] for each in form.all("option")]
    assert "E RJ" in options
    drawn = Page(
        client.post(
            f"{HAND}/notes?step=4",
            data={
                "text": "So far\r\nso good",
                "author": " Li  Wei ",
                "drawn": field(form, "drawn"),
                "mark-on": "E 5h 2",
                "mark-shape": "cross",
                "act": "draw",
            },
        )
    )
    assert drawn.status == 200
    assert drawn.faults == []
    assert "cross on 5 of hearts of Li Wei, number 2" in drawn.text
    assert "So far" in drawn.source
    assert kept(web) == []
    more = {"mark-on": "N", "mark-shape": "star", "arrow-from": "E RJ", "arrow-to": "N", "act": "keep"}
    answer = client.post(
        f"{HAND}/notes?step=4",
        data={"text": "So far\r\nso good", "author": " Li  Wei ", "drawn": field(drawn, "drawn"), **more},
    )
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{HAND}?step=4#notes")
    (note,) = kept(web)
    assert (note.step, note.text, note.author) == (4, "So far\nso good", "Li Wei")
    assert note.drawn == NoteDrawing(
        (Mark(MarkShape.CROSS, "E 5h 2"), Mark(MarkShape.STAR, "N")), (Arrow("E RJ", "N"),)
    )
    page = read(f"{HAND}?step=4")
    assert page.faults == []
    assert "cross on 5 of hearts of Li Wei, number 2; star on Zhao Min; arrow from red joker of Li Wei" in page.text
    assert (has_class(page, "note-badge-cross"), has_class(page, "note-badge-star")) == (1, 1)
    (arrow,) = page.all("span", **{"class": "note-arrow-ends"})
    assert (arrow["data-from"], arrow["data-from-card"], arrow["data-to"]) == ("1", "red joker", "2")
    again = read(f"{HAND}/notes?step=9")
    assert field(again, "author") == "Li Wei"
    taken = client.post(
        f"{HAND}/notes/{note.id}?step=4",
        data={"text": note.text, "version": "1", "drawn": note.drawn.text(), "remove-mark": "0", "remove-arrow": "0"},
    )
    assert taken.status_code == 303
    assert kept(web)[0].drawn == NoteDrawing((Mark(MarkShape.STAR, "N"),))


@pytest.mark.usefixtures("match")
def test_notes_are_told_no_earlier_than_their_step(web: Flask, read: Read, client: FlaskClient) -> None:
    write(web, 4, "The secret of step four.")
    write(web, 30, "The secret of step thirty.")
    for address, told in (
        (f"{HAND}?step=3", 0),
        (f"{HAND}?step=4", 1),
        (f"{HAND}?step=29", 1),
        (f"{HAND}?step=30", 2),
    ):
        page = read(address)
        assert (has_class(page, "note-mark"), has_class(page, "note-here")) == (told, told), address
        assert ("thirty" in page.source) == ("step=30" in address)
    shown = read(f"{HAND}?step=3&results=shown")
    assert (has_class(shown, "note-mark"), has_class(shown, "note-here")) == (2, 2)
    assert "secret" not in shown.source
    ahead = client.get(f"{HAND}/table?step=0&count=40&results=hidden").get_data(as_text=True)
    assert has_class(read(f"{HAND}/table?step=4&count=9"), "note-mark") == 1
    assert "thirty" in ahead


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize("view", ["table", "E", "N"])
def test_no_view_that_hides_hands_has_notes(web: Flask, read: Read, client: FlaskClient, view: str) -> None:
    write(web, 4, "N holds the red joker.", NoteDrawing((Mark(MarkShape.RING, "N Ad"),), (Arrow("N Ad", "W"),)))
    client.set_cookie("results", "shown")
    for address in (f"{HAND}?step=4&view={view}", f"{HAND}/table?step=0&count=40&since=0&view={view}"):
        page = read(address)
        assert "red joker." not in page.source
        for name in ("note-mark", "note-here", "a-note", "badge", "note-arrow-ends", "to-notes"):
            assert has_class(page, name) == 0, name
    assert f"{HAND}/notes" not in read(f"{HAND}?step=4&view={view}").source
    for address in (f"{HAND}/notes?step=4&view={view}", f"{HAND}/study?view={view}", f"{HAND}/study.json?view={view}"):
        assert "red joker." not in read(address, 404).source


@pytest.mark.usefixtures("match")
def test_hostile_texts_are_shown_as_they_are(web: Flask, client: FlaskClient, read: Read) -> None:
    client.post(f"{HAND}/notes?step=4", data={"text": HOSTILE, "author": "<b>Li</b>", "act": "keep"})
    (note,) = kept(web)
    assert note.text == HOSTILE
    for address in (
        f"{HAND}?step=4",
        f"{HAND}/table?step=4",
        f"{HAND}/notes?step=4",
        f"{HAND}/notes?step=4&note={note.id}",
        f"{HAND}/study",
    ):
        page = read(address)
        assert page.faults == [], address
        assert page.all("img", src="x") == []
        assert "alert(1)" not in "".join(str(each) for tag, each in page.elements if tag == "script")
        assert "<script>alert" not in page.source
        assert "<b>Li" not in page.source
        assert "{{ 7*7 }}" in page.text
    for drawn in (
        "{",
        "[]",
        '{"marks":[{"shape":"<b>","on":"E"}]}',
        '{"marks":[{"shape":"ring","on":"<b>"}]}',
        "x" * 9_000,
    ):
        answer = Page(client.post(f"{HAND}/notes?step=4", data={"text": "x", "drawn": drawn}))
        assert answer.status == 422
        assert answer.faults == []
        assert "<b>" not in answer.source
    for fields in (
        {"mark-on": "E 2h 7"},
        {"mark-on": "E", "mark-shape": "box"},
        {"arrow-from": "E"},
        {"text": "x" * 4_001},
    ):
        answer = Page(client.post(f"{HAND}/notes?step=4", data={"text": "Typed before.", **fields}))
        assert answer.status == 422
        assert fields.get("text", "Typed before.") in answer.source
    assert len(kept(web)) == 1


@pytest.mark.usefixtures("match")
def test_a_note_that_changed_meanwhile_is_shown_beside_what_was_typed(
    web: Flask, client: FlaskClient, read: Read
) -> None:
    note = write(web, 4, "First.")
    form = read(f"{HAND}/notes?step=4&note={note}")
    with web.extensions["fupan"].sessions.begin() as session:
        change_note(session, 1, 1, note, 1, NoteDraft("By another."))
    sent = {"text": "By me.", "version": field(form, "version"), "act": "keep"}
    answer = Page(client.post(f"{HAND}/notes/{note}?step=4", data=sent))
    assert answer.status == 409
    assert "nothing was overwritten" in answer.text
    assert "By another." in answer.text
    assert "By me." in answer.text
    assert kept(web)[0].text == "By another."
    gone = client.post(f"{HAND}/notes/{note}/delete?step=4", data={"version": "1"})
    assert gone.status_code == 409
    again = client.post(f"{HAND}/notes/{note}?step=4", data=sent | {"version": field(answer, "version")})
    assert again.status_code == 303
    assert kept(web)[0].text == "By me."
    assert client.post(f"{HAND}/notes/{note}/delete?step=4", data={"version": "3"}).status_code == 303
    assert kept(web) == []
    late = Page(client.post(f"{HAND}/notes/{note}?step=4", data=sent))
    assert late.status == 409
    assert "By me." in late.text
    assert "/notes?step=4" in (late.all("form", id="note-form")[0]["action"] or "")


@pytest.mark.usefixtures("match")
def test_what_is_not_there_is_not_found(web: Flask, read: Read, client: FlaskClient) -> None:
    note = write(web, 4)
    for address in (
        f"{HAND}/notes?step=999",
        f"{HAND}/notes?step=5&note={note}",
        f"{HAND}/notes?step=4&note=99",
        f"{HAND}/notes?step=4&note=999999999999",
        "/matches/9/hands/1/notes",
        "/matches/1/hands/99/study",
        "/matches/9/hands/1/study.json",
    ):
        read(address, 404)
    assert client.post(f"{HAND}/notes/{note}?step=5", data={"text": "x", "version": "1"}).status_code == 404


@pytest.mark.usefixtures("match")
def test_forms_need_a_token(web: Flask, client: FlaskClient) -> None:
    note = write(web, 4)
    for address in (
        f"{HAND}/notes?step=4",
        f"{HAND}/notes/{note}?step=4",
        f"{HAND}/notes/{note}/delete",
        "/add",
    ):
        assert client.post(address, data={"text": "x", "version": "1"}).status_code == 400
    assert [each.text for each in kept(web)] == ["Here."]


@pytest.mark.usefixtures("match")
def test_a_study_has_all_notes_in_order_and_is_taken_again(web: Flask, client: FlaskClient, read: Read) -> None:
    write(web, 30, "Late.")
    write(web, 0, "The deal.", NoteDrawing((Mark(MarkShape.QUERY, "E 5h"),), (Arrow("E", "N"),)))
    page = read(f"{HAND}/study")
    assert page.faults == []
    assert page.text.index("The deal.") < page.text.index("Late.")
    assert has_class(page, "table-drawing") == 4
    marks = [each for each in page.all("use") if each.get("href") == "#shape-query"]
    assert (len(marks), len(page.all("line"))) == (2, 2)
    assert page.all("form") == []
    file = client.get(f"{HAND}/study.json")
    assert file.headers["Content-Disposition"] == "attachment; filename=study-1-2.json"
    for note in kept(web):
        client.post(f"{HAND}/notes/{note.id}/delete?step={note.step}", data={"version": "1"})
    assert kept(web) == []
    answer = Page(client.post("/add", data={"text": file.text}))
    assert "taken for a study" in answer.text
    assert f"{HAND}/study" in answer.links
    assert answer.faults == []
    assert [each.text for each in kept(web)] == ["The deal.", "Late."]


@pytest.mark.usefixtures("match")
def test_a_file_that_is_no_study_is_refused_with_its_fault(client: FlaskClient) -> None:
    for data, said in (
        (b'{"format": "fupan-study/1"}', 'expected "fupan-study/2"'),
        (
            json.dumps({"format": "fupan-study/2", "logs": [{}], "chapters": ["<b>"]}).encode(),
            "chapters[0]: ",
        ),
        (b'{"format": "fupan-study/2",', "The file is not JSON"),
    ):
        sent = {"logs": (BytesIO(data), "study.json")}
        answer = Page(client.post("/add", data=sent, content_type="multipart/form-data"))
        assert said in answer.text
        assert answer.faults == []
        assert "<b>" not in answer.source


@pytest.mark.usefixtures("match")
def test_the_search_shows_which_hands_have_notes(web: Flask, read: Read) -> None:
    write(web, 4, "Far too early.")
    page = read("/hands/?q=note:early")
    assert "1 note" in page.text
    assert f"{HAND}/study" in page.links
    assert "No hand" not in page.text
    assert [each["value"] for each in page.all("input", id="note")] == ["early"]
    assert read("/hands/?q=notes:0").text.count("1 note") == 0


def test_a_tag_leads_to_the_hands_that_have_it(web: Flask, match: int, read: Read) -> None:
    write(web, 4, "A #<b>bold</b> play, far #too-early.")
    write(web, 5, "Too early, not tagged.")
    with web.extensions["fupan"].sessions.begin() as session:
        add_note(session, match, 0, 1, NoteDraft("too-early"))
    for page in (read(f"{HAND}?step=4"), read(f"{HAND}/study"), read(f"{HAND}/notes?step=4")):
        (tag,) = [link for link in page.links if "note:" in link or "note%3A" in link]
    found = read(tag)
    assert found.faults == []
    assert {link for link in found.links if link.endswith("/study")} == {f"{HAND}/study"}
    offered = read("/matches/1/hands/1/notes?step=3")
    assert 'data-tag hidden translate="no">#too-early</button>' in offered.source


def test_erasing_a_disputed_match_removes_its_notes(web: Flask, match: int, client: FlaskClient, read: Read) -> None:
    li = {"acting-name": "Li Wei", "acting-role": "player"}
    client.post(f"/matches/{match}/dispute", data={**li, "claim": "text", "text": "No."})
    write(web, 4, "Wu said so.")
    page = read(f"/matches/{match}/erase")
    assert "1 note, with its author" in page.text
    assert "Wu said so." in page.text
    zhao = {"acting-name": "Zhao Min", "acting-role": "arbiter", "confirm": str(match), "notes": "1"}
    assert client.post(f"/matches/{match}/erase", data=zhao).status_code == 303
    assert kept(web) == []
    assert "Wu said so." not in read(f"/matches/{match}/erase").text
