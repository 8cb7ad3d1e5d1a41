"""Uploading by the form."""

import re
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

    def post(*files: tuple[bytes, str], address: str = "/upload", **fields: str) -> Any:
        form = client.get("/upload").get_data(as_text=True)
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
    assert 'href="/refusals/1"' in page
    assert "Files that could not be read" in page
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
    page = send((b"\n".join(lines), "many.jsonl"), address="/upload?part=results").get_data(as_text=True)
    assert page.count('class="result"') == 51
    assert "300 matches" in page
    assert "1 could not be read" in page
    assert re.search(r"verdict-clean.*?</span> 300<", page, re.S)
    assert "verdict-unreadable" not in page
    assert "/matches/?text=many.jsonl" in page
    assert "<html" not in page


def test_no_file(send: Callable[..., Any], client: FlaskClient) -> None:
    assert send().status_code == 400
    assert send((b"", "")).status_code == 400
    assert client.post("/upload", data={"logs": (BytesIO(b"{}"), "a.json")}).status_code == 400


def test_an_empty_file(send: Callable[..., Any]) -> None:
    answer = send((b"", "empty.json"))
    assert answer.status_code == 200
    assert "empty.json" in answer.get_data(as_text=True)


def test_too_large(send: Callable[..., Any], web: Flask) -> None:
    answer = send((b"x" * (web.config["MAX_CONTENT_LENGTH"] + 1), "large.json"))
    assert answer.status_code == 413
    assert "larger than this server takes" in answer.get_data(as_text=True)


def test_the_sample(send: Callable[..., Any], client: FlaskClient) -> None:
    answer = send(address="/upload/sample")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/matches/1")
    page = client.get("/matches/1").get_data(as_text=True)
    assert "spring-cup-7" in page
    assert "does-not-beat" in page
    assert send(address="/upload/sample").headers["Location"] == "/matches/1"
    assert client.post("/upload/sample").status_code == 400
