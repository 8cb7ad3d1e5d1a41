"""Uploading by the form."""

import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

Log = Callable[..., bytes]


@pytest.fixture
def send(client: FlaskClient) -> Callable[..., Any]:
    """Sends files by the form, its token with them: ``send((bytes, name), …)``."""

    def post(*files: tuple[bytes, str], address: str = "/add", **fields: str) -> Any:
        form = client.get("/add").get_data(as_text=True)
        token = re.search(r'name="csrf_token" value="([^"]+)"', form)
        assert token
        logs = [(BytesIO(data), name) for data, name in files]
        return client.post(address, data={"csrf_token": token[1], "logs": logs, **fields})

    return post


def test_several_files(send: Callable[..., Any], log: Log, read: Any) -> None:
    broken = b'{"format": "fupan/1",\n "game" "guandan"}'
    answer = send((log("one") + b"\n" + log("two"), "two.jsonl"), (broken, "broken<b>.json"))
    assert answer.status_code == 200
    page = answer.get_data(as_text=True)
    assert 'href="/matches/1"' in page
    assert 'href="/matches/3"' not in page
    assert 'href="/files/unread/1"' in page
    assert "2 matches" in page
    assert "broken&lt;b&gt;.json" in page
    assert "line 2, column" in page
    assert "two.jsonl:2" in page


def test_the_same_bytes_again_lead_to_the_match_that_is_there(send: Callable[..., Any], log: Log) -> None:
    send((log("one"), "a.json"))
    page = send((log("one"), "b.json")).get_data(as_text=True)
    assert 'href="/matches/1"' in page
    assert "here already" in page
    assert "/matches/2" not in page


def test_many_matches_stay_readable(send: Callable[..., Any], log: Log) -> None:
    lines = [log(f"m{number}") for number in range(300)] + [b"{"]
    page = send((b"\n".join(lines), "many.jsonl"), address="/add?part=results").get_data(as_text=True)
    assert page.count('class="upload-line"') == 1
    assert page.count('href="/matches/') == 51
    assert "300 matches" in page
    assert re.search(r"verdict-clean.*?</span> 300<", page, re.S)
    assert "/matches/?text=many.jsonl" in page
    assert "<html" not in page


def test_each_file_is_a_line_and_what_they_hold_is_counted(send: Callable[..., Any], log: Log) -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("table 1/one.json", log("one"))
        archive.writestr("table 2/two.json", log("two"))
        archive.writestr("photo.png", b"\x89PNG\r\n\x1a\n")
    answer = send((packed.getvalue(), "club.zip"), (log("one"), "one.json"), (b"", "none.json"))
    page = answer.get_data(as_text=True)
    assert re.findall(r'data-has="([^"]*)"', page) == ["clean", "clean", "unread", "clean known", "unread"]
    counts = {name: int(count) for name, count in re.findall(r'data-count="([^"]+)">(\d+)<', page)}
    assert {name: count for name, count in counts.items() if count} == {"files": 5, "clean": 3, "unread": 2, "known": 1}
    assert page.count("in <span") == 3
    assert "table 2/two.json" in page


REFUSED: dict[str, tuple[bytes, str]] = {
    "photo.jpg": (b"\xff\xd8\xff\xe0", 'href="/add#sheet">Begin a score sheet'),
    "report.json": (b'{"report":"fupan-report/1","log":{},"hands":[]}', "Upload the log that it was made from"),
    "rules.pdf": (b"%PDF-1.4", 'href="/add">paste them here'),
    "none.json": (b"", "Nothing is in it."),
    "cut.json": (b'{"format": "fupan/1", "game": "gua', "The end of the file is missing."),
    "other.json": (b'{"name": "x"}', 'href="/add#formats">all formats'),
    "old.rar": (b"Rar!\x1a\x07", "Unpack it and upload the files"),
    "words.txt": (b"We played yesterday.\n", 'href="/logs/text">how to write'),
    "half.json": (b'{"format": "fupan/1", "game": "guandan"}', "Correct the place that is named"),
}


def test_a_refused_file_says_what_to_do_next(send: Callable[..., Any], client: FlaskClient) -> None:
    page = send(*((data, name) for name, (data, _words) in REFUSED.items())).get_data(as_text=True)
    lines = page.split('<tr class="upload-line"')[1:]
    assert len(lines) == len(REFUSED)
    for line, (name, (_data, words)) in zip(lines, REFUSED.items(), strict=True):
        assert words in line, name
        (address,) = re.findall(r'href="(/files/unread/\d+)"', line)
        assert words in client.get(address).get_data(as_text=True), "the page of the file says the same"


def test_no_file(send: Callable[..., Any], client: FlaskClient) -> None:
    assert send().status_code == 400
    assert send((b"", "")).status_code == 400
    assert client.post("/add", data={"logs": (BytesIO(b"{}"), "a.json")}).status_code == 400


def test_an_empty_file(send: Callable[..., Any]) -> None:
    answer = send((b"", "empty.json"))
    assert answer.status_code == 200
    assert "empty.json" in answer.get_data(as_text=True)


def test_too_large(send: Callable[..., Any], web: Flask) -> None:
    answer = send((b"x" * (web.config["MAX_CONTENT_LENGTH"] + 1), "large.json"))
    assert answer.status_code == 413
    assert "larger than this server takes" in answer.get_data(as_text=True)


def test_the_sample(send: Callable[..., Any], client: FlaskClient) -> None:
    answer = send(address="/add/sample")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/matches/1")
    page = client.get("/matches/1").get_data(as_text=True)
    assert "spring-cup-7" in page
    assert "does-not-beat" in page
    assert send(address="/add/sample").headers["Location"] == "/matches/1"
    assert client.post("/add/sample").status_code == 400
