"""What a browser may keep for use without a connection, and the script that keeps it."""

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.matches.ingest import ingest
from app.web.http.assets import Assets
from app.web.http.offline import HEADER
from tests.short_matches import MATCHES


@pytest.fixture
def address(web: Flask) -> str:
    """The address of a hand."""
    fupan = web.extensions["fupan"]
    (kept,) = ingest(fupan.sessions, fupan.checker, BytesIO(json.dumps(MATCHES[0]).encode()), "log.json")
    return f"/matches/{kept.id}/hands/1"


def test_only_these_views_are_marked(web: Flask) -> None:
    marked = {name for name, view in web.view_functions.items() if getattr(view, "may_be_kept", False)}
    assert marked == {"replay.hand", "replay.table"}


@pytest.mark.parametrize("query", ["", "?step=1", "/table?step=0", "/table?step=0&count=40", "?view=all"])
def test_what_may_be_kept(client: FlaskClient, address: str, query: str) -> None:
    answer = client.get(address + query)
    assert answer.headers[HEADER] == "keep"
    assert "no-store" not in answer.headers["Cache-Control"]


@pytest.mark.parametrize("query", ["?view=table", "?view=E", "/table?step=0&view=table", "/plays?step=0", "?step=x"])
def test_what_may_not(client: FlaskClient, address: str, query: str) -> None:
    assert HEADER not in client.get(address + query).headers


def test_an_answer_that_sets_a_cookie_may_not(client: FlaskClient, address: str) -> None:
    for query in ("results=shown", "colours=four", "lang=zh-Hans"):
        answer = client.get(f"{address}?{query}")
        assert "Set-Cookie" in answer.headers
        assert HEADER not in answer.headers


def test_of_a_view_of_a_seat_no_copy_stays(client: FlaskClient, address: str) -> None:
    seat = MATCHES[0]["players"][0]["seat"]
    for query in ("?view=table", f"?view={seat}", f"/table?step=0&view={seat}"):
        answer = client.get(address + query)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-store"


def test_other_pages_may_not(client: FlaskClient, address: str) -> None:
    match = address.removesuffix("/hands/1")
    for other in ("/", "/matches/", match, f"{match}/present", "/disputes/", "/add", "/offline"):
        answer = client.get(other)
        assert answer.status_code in (200, 308)
        assert HEADER not in answer.headers


def release(client: FlaskClient) -> dict[str, Any]:
    answer = client.get("/service-worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    found = re.match(r"const RELEASE = (\{.*\});\n", answer.text)
    assert found is not None
    made: dict[str, Any] = json.loads(found[1])
    return made


def test_the_script_names_what_is_kept_from_the_start(client: FlaskClient) -> None:
    made = release(client)
    assert set(made["pages"]) == {"en", "zh-Hans", "zh-Hant"}
    for tag, page in made["pages"].items():
        answer = client.get(page)
        assert answer.status_code == 200
        assert f'<html lang="{tag}">' in answer.text
        assert "Set-Cookie" not in answer.headers
    for file in made["files"]:
        answer = client.get(file, buffered=True)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
    assert made["versioned"] == ["/static/", "/style.css"]
    assert client.get("/offline/fr").status_code == 404
    assert client.get(made["language"]).status_code == 204


def test_the_script_changes_with_the_files(client: FlaskClient) -> None:
    first = client.get("/service-worker.js")
    again = client.get("/service-worker.js", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert release(client)["version"] == release(client)["version"]


def test_a_release_is_named_by_all_its_files(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    file = tmp_path / "js" / "one.js"
    file.write_text("1")
    before = Assets(tmp_path).release()
    file.write_text("2")
    assert Assets(tmp_path).release() != before


def test_the_policy_lets_the_worker_and_the_manifest_be_loaded(client: FlaskClient) -> None:
    policy = client.get("/").headers["Content-Security-Policy"].split("; ")
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy


def test_the_manifest(client: FlaskClient) -> None:
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    found = json.loads(answer.data)
    assert found["name"] == "Fupan 复盘"
    assert [each["sizes"] for each in found["icons"]] == ["any", "192x192", "512x512"]
    for icon in found["icons"]:
        assert client.get(icon["src"], buffered=True).mimetype == icon["type"]
