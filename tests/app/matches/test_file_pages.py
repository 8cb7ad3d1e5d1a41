"""The list of files: uploads, refusals and deletions; the first page."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

Put = Callable[..., int]
Read = Callable[..., Any]
Log = Callable[..., bytes]


@pytest.fixture
def press(client: FlaskClient) -> Callable[[str, str], Any]:
    """Presses a button on a page: ``press(page, address of its form)``."""

    def send(page: str, address: str) -> Any:
        text = client.get(page).get_data(as_text=True)
        form = re.search(
            rf'action="{re.escape(address)}">\s*<input type="hidden" name="csrf_token" value="([^"]+)"', text
        )
        assert form is not None, text
        return client.post(address, data={"csrf_token": form[1]})

    return send


def test_a_match_is_deleted_and_brought_back(read: Read, put: Put, log: Log, press: Callable[..., Any]) -> None:
    number = put(log("gone"))
    answer = press(f"/matches/{number}/manage", f"/matches/{number}/delete")
    assert (answer.status_code, answer.location) == (303, "/files/?show=deleted&done=1")
    page = read("/files/?show=deleted&done=1")
    assert f"Deleted: match {number}: gone (Li, Zhao, Sun, Qian)." in page.text
    assert "No match yet" in read("/matches/").text
    assert "It can be brought back" in read(f"/matches/{number}", 410).text
    answer = press("/files/?show=deleted", "/files/deleted/1/undo")
    assert (answer.status_code, answer.location) == (303, "/matches/")
    assert "gone" in read("/matches/").text
    assert "Nothing is deleted." in read("/files/?show=deleted").text


def test_a_file_that_was_not_read_is_deleted(read: Read, put: Put, press: Callable[..., Any]) -> None:
    number = put(b"\x89PNG\r\n\x1a\n", "table.png")
    assert "This is a PNG picture." in read("/files/?show=unread").text
    assert "This is a PNG picture." in read(f"/files/unread/{number}").text
    assert press(f"/files/unread/{number}", f"/files/unread/{number}/delete").status_code == 303
    assert "unread file 1: table.png" in read("/files/?show=deleted").text
    assert "Every file that was uploaded could be read." in read("/files/?show=unread").text
    read(f"/files/unread/{number}", 404)


def test_files_that_were_not_read_come_in_pages(read: Read, put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.matches.files.PER_PAGE", 3)
    names = [f"table-{number}.png" for number in range(8)]
    for number, name in enumerate(names):
        put(b"\x89PNG\r\n\x1a\n" + bytes([number]), name)
    pages: list[list[str]] = []
    address: str | None = "/files/?show=unread"
    while address is not None:
        page = read(address)
        assert "8 files and records" in page.text
        pages.append([name for name in names[::-1] if name in page.text])
        address = next((link["href"] for link in page.all("a") if link.get("rel") == "next"), None)
    assert pages == [names[7:4:-1], names[4:1:-1], names[1::-1]]
    back = next(link["href"] for link in page.all("a") if link.get("rel") == "prev")
    newer = read(back)
    assert [name for name in names[::-1] if name in newer.text] == pages[1]
    first = read(next(link["href"] for link in newer.all("a") if link.get("rel") == "prev"))
    assert [name for name in names[::-1] if name in first.text] == pages[0]
    assert "Newer" not in first.text
    assert names[7] in read("/files/?show=unread&before=none").text


def test_every_list_of_files_comes_in_pages(
    read: Read, put: Put, log: Log, client: FlaskClient, monkeypatch: Any
) -> None:
    monkeypatch.setattr("app.web.matches.files.PER_PAGE", 2)
    names = [f"evening-{number}.json" for number in range(5)]
    gone = []
    for name in names:
        answer = client.delete(f"/api/v1/matches/{put(log(name), name)}")
        assert answer.json is not None
        gone.append(answer.json["deletion"])
    assert "Nothing has been uploaded" in read("/files/").text
    deleted = read("/files/?show=deleted")
    assert [name for name in names if name in deleted.text] == names[3:]
    older = read(next(link["href"] for link in deleted.all("a") if link.get("rel") == "next"))
    assert [name for name in names if name in older.text] == names[1:3]
    for each in gone:
        assert client.post(f"/api/v1/deletions/{each}/undo").status_code == 200
    there = read("/files/")
    assert [name for name in names if name in there.text] == names[3:]
    older = read(next(link["href"] for link in there.all("a") if link.get("rel") == "next"))
    assert [name for name in names if name in older.text] == names[1:3]
    newer = read(next(link["href"] for link in older.all("a") if link.get("rel") == "prev"))
    assert [name for name in names if name in newer.text] == names[3:]
    assert "No file waits." in read("/files/?show=waiting").text


def test_an_upload_is_deleted(read: Read, put: Put, log: Log, press: Callable[..., Any]) -> None:
    put(log("a") + b"\n" + log("b") + b"\n{", "evening.jsonl")
    assert "evening.jsonl" in read("/files/").text
    assert press("/files/", "/files/1/delete").status_code == 303
    assert "2 matches, 1 file that was not read" in read("/files/?show=deleted").text
    assert "Nothing has been uploaded" in read("/files/").text


def test_the_interface_for_programs_deletes_and_undoes(client: FlaskClient, put: Put, log: Log) -> None:
    number = put(log("a"))
    answer = client.delete(f"/api/v1/matches/{number}")
    assert answer.json == {"deletion": 1, "what": f"match {number}: a (Li, Zhao, Sun, Qian)"}
    assert client.delete(f"/api/v1/matches/{number}").status_code == 404
    assert client.get(f"/api/v1/matches/{number}/report").status_code == 404
    assert client.post("/api/v1/deletions/1/undo").json == {"undone": True}
    assert client.get(f"/api/v1/matches/{number}/report").status_code == 200
    assert client.post("/api/v1/deletions/1/undo").status_code == 404
    refused = put(b"", "empty.json")
    assert client.delete(f"/api/v1/refusals/{refused}").status_code == 200
    assert client.delete("/api/v1/uploads/1").status_code == 200
    assert client.delete("/api/v1/uploads/1").status_code == 404
    assert client.delete("/api/v1/uploads/99999999999").status_code == 404


def test_downloads_have_their_own_names(client: FlaskClient, put: Put, log: Log) -> None:
    number = put(log("a"), "evening.jsonl.gz")
    answer = client.get(f"/api/v1/matches/{number}/log")
    assert answer.headers["Content-Disposition"] == "attachment; filename=evening-1.json"
    refused = put(b"\x89PNG\r\n\x1a\n", "牌.png")
    answer = client.get(f"/api/v1/refusals/{refused}/log")
    assert answer.data == b"\x89PNG\r\n\x1a\n"
    assert "filename*=UTF-8''%E7%89%8C.png" in answer.headers["Content-Disposition"]


def test_titles_that_repeat_are_told_apart_by_file_and_upload(read: Read, put: Put, log: Log) -> None:
    put(log("friendly"), "may.json")
    assert "may.json · uploaded" not in read("/matches/").text
    put(log("friendly", names=("A", "B", "C", "D")), "june.json")
    page = read("/matches/")
    assert "may.json · uploaded 20" in page.text
    assert "june.json · uploaded 20" in page.text


def test_the_first_page_has_a_table_and_no_match_twice(
    client: FlaskClient, read: Read, put: Put, sample: dict[str, Any], log: Log
) -> None:
    first = read("/")
    (drawing,) = [each["src"] for each in first.all("img") if "table.svg" in each["src"]]
    assert client.get(drawing).mimetype == "image/svg+xml"
    assert "/rules/guandan/book" in first.links
    assert {"/add", "/add#sheet", "/add#write"} <= set(first.links)
    assert "Keep a score sheet" in first.text
    assert "Look at a sample match" in first.text
    assert "Needs a look" not in first.text
    clean, illegal = put(log("friendly")), put(sample)
    put(b"", "empty.json")
    page = read("/")
    assert f"/matches/{clean}" in page.links
    assert "Played lately" in page.text
    _, _, look = page.text.partition("Needs a look")
    assert "spring-cup-7" in look
    assert "friendly" not in look
    assert "The file is empty." in look
    assert len(page.all("li", **{"class": "result"})) == 3
    assert f"/matches/{illegal}" in page.links
    assert f"/matches/{illegal}/hands/1?step=0" in page.links


def test_the_same_match_in_other_bytes_is_said_to_be_here(client: FlaskClient, put: Put, log: Log) -> None:
    number = put(log("a"))
    again = put(json.dumps(json.loads(log("a")), indent=1).encode(), "again.json")
    assert number == again


def test_a_match_and_its_players_are_renamed_for_display(
    read: Read, put: Put, log: Log, client: FlaskClient, sample: dict[str, Any]
) -> None:
    number = put(sample)
    raw = client.get(f"/api/v1/matches/{number}/log").data
    report = client.get(f"/api/v1/matches/{number}/report").data
    page = read(f"/matches/{number}/manage")
    (token, *_) = [each["value"] for each in page.all("input", name="csrf_token")]
    fields = {"csrf_token": token, "title": " The  final ", "name-E": "Li Wei 李伟", "name-N": "Zhao Min"}
    assert client.post(f"/matches/{number}/rename", data=fields).status_code == 303
    page = read(f"/matches/{number}")
    assert "The final" in page.text
    assert "Li Wei 李伟" in page.text
    assert "In the log called" in page.text
    assert "spring-cup-7" in page.text
    forms = read(f"/matches/{number}/manage").text
    assert "(in the log: Li Wei)" in forms
    assert "(in the log: Zhao Min)" not in forms
    assert "Li Wei 李伟" in read(f"/matches/{number}/hands/1").text
    for query in ("text=the final", "text=李伟", "player=li wei 李伟", "player=liwei"):
        assert f"/matches/{number}" in read(f"/matches/?{query}").links, query
    assert client.get(f"/api/v1/matches/{number}/log").data == raw
    assert client.get(f"/api/v1/matches/{number}/report").data == report
    answer = client.patch(f"/api/v1/matches/{number}", json={"title": "", "names": {"E": ""}})
    assert answer.json is not None
    assert answer.json["match"]["title"] is None
    page = read(f"/matches/{number}")
    assert "The final" not in page.text
    assert "李伟" not in page.text


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ({"title": "x" * 201}, 400, "201 characters; 200 is the most"),
        ({"names": {"X": "Li"}}, 400, "The match has no seat X; its seats are E, N, W, S."),
        ({"names": ["E"]}, 400, "at `$.names`"),
        ({"nick": "x"}, 400, "unknown field"),
        ({"nmaes": {}}, 400, "unknown field `nmaes`. Did you mean names?"),
    ],
)
def test_names_that_are_not_taken(
    client: FlaskClient, put: Put, log: Log, asked: dict[str, Any], status: int, said: str
) -> None:
    number = put(log("a"))
    answer = client.patch(f"/api/v1/matches/{number}", json=asked)
    assert answer.status_code == status
    assert answer.json is not None
    assert said in answer.json["detail"]
    assert client.patch("/api/v1/matches/77", json={}).status_code == 404


def test_further_copies_are_named_on_the_page(read: Read, put: Put, log: Log) -> None:
    number = put(log("a"), "first.json")
    put(json.dumps(json.loads(log("a")), indent=1).encode("utf-16"), "again.json")
    assert "again.json" in read(f"/matches/{number}").text


def test_a_match_is_split_and_joined_on_its_page(
    read: Read, put: Put, client: FlaskClient, sample: dict[str, Any], log: Log
) -> None:
    number = put(sample)
    token = read(f"/matches/{number}/manage").all("input", name="csrf_token")[0]["value"]
    answer = client.post(f"/matches/{number}/split", data={"csrf_token": token, "after": "3"})
    assert answer.status_code == 303
    page = read(answer.location)
    assert f"hands 1 to 3 of match {number}, log.json" in page.text
    assert client.get(f"/matches/{number}").status_code == 301
    answer = client.post(f"{answer.location}/apart", data={"csrf_token": token})
    assert answer.location == f"/matches/{number}"
    other = put(log("friendly", hands=[{"actions": []}], rules={"preset": "tournament"}))
    refused = client.post(f"/matches/{number}/join", data={"csrf_token": token, "with": str(other)})
    assert refused.status_code == 400
    assert "claim different rules" in refused.get_data(as_text=True)
    assert client.post(f"/matches/{number}/join", data={"csrf_token": token, "with": "x"}).status_code == 400
    assert client.post(f"/matches/{number}/split", data={"csrf_token": token, "after": "99"}).status_code == 400
    assert client.post(f"/matches/{number}/apart", data={"csrf_token": token}).status_code == 400
