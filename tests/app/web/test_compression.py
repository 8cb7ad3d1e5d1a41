"""Answers packed with zstd or gzip, and those that must not be."""

import gzip
import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import zstandard
from flask import Flask, make_response
from flask.testing import FlaskClient
from flask_wtf.csrf import generate_csrf
from werkzeug.test import TestResponse

from app.matches.ingest import ingest
from app.web.http.assets import STYLE_SHEETS
from app.web.http.compression import LEAST_BYTES, without_secrets
from tests.app.conftest import probe

SAMPLES = Path(__file__).parents[3] / "sample_logs"
UNPACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.decompress,
    "zstd": lambda packed: zstandard.ZstdDecompressor().decompress(packed),
}
LONG = "a page of words " * 100
HAND_BYTES = 150 * 1024


def get(client: FlaskClient, address: str, accept: str = "gzip") -> TestResponse:
    return client.get(address, headers={"Accept-Encoding": accept}, buffered=True)


@pytest.fixture
def probed(own_web: Flask) -> FlaskClient:
    """A visitor of an application with pages of every kind."""

    @without_secrets
    def plain() -> str:
        return LONG

    @without_secrets
    def with_token() -> str:
        return LONG + generate_csrf()

    @without_secrets
    def with_cookie() -> Any:
        answer = make_response(LONG)
        answer.set_cookie("a", "b")
        return answer

    @without_secrets
    def fault() -> tuple[str, int]:
        return LONG, 422

    probe(own_web, "/plain", "plain", plain)
    probe(own_web, "/unmarked", "unmarked", lambda: LONG)
    probe(own_web, "/with-token", "with_token", with_token)
    probe(own_web, "/with-cookie", "with_cookie", with_cookie)
    probe(own_web, "/fault", "fault", fault)
    probe(own_web, "/short", "short", without_secrets(lambda: "x" * (LEAST_BYTES - 1)))
    probe(own_web, "/picture", "picture", without_secrets(lambda: make_response(LONG, {"Content-Type": "image/png"})))
    return own_web.test_client()


@pytest.mark.parametrize(
    ("accept", "encoding"),
    [
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("gzip;q=1.0, zstd;q=0.5", "gzip"),
        ("zstd;q=0, gzip", "gzip"),
        ("*", "zstd"),
        ("GZIP", "gzip"),
    ],
)
def test_the_encoding_that_the_browser_likes_best(probed: FlaskClient, accept: str, encoding: str) -> None:
    answer = get(probed, "/plain", accept)
    assert answer.headers["Content-Encoding"] == encoding
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert UNPACK[encoding](answer.data).decode() == LONG
    assert int(answer.headers["Content-Length"]) == len(answer.data) < len(LONG) // 4


@pytest.mark.parametrize("accept", ["", "identity", "br", "gzip;q=0", "gzip;q=0, *;q=0"])
def test_browsers_that_accept_no_known_encoding(probed: FlaskClient, accept: str) -> None:
    answer = get(probed, "/plain", accept)
    assert "Content-Encoding" not in answer.headers
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert answer.text == LONG


@pytest.mark.parametrize("address", ["/unmarked", "/with-token", "/with-cookie", "/fault", "/short", "/picture"])
def test_answers_that_go_out_as_they_are(probed: FlaskClient, address: str) -> None:
    answer = get(probed, address, "gzip, zstd")
    assert "Content-Encoding" not in answer.headers
    assert len(answer.data) == int(answer.headers["Content-Length"])


def test_no_answer_with_a_token_or_with_words_of_the_request_is_packed(web: Flask) -> None:
    """Each page is asked for words that it might repeat; one that is packed has neither them nor a token."""
    client = web.test_client()
    fupan = web.extensions["fupan"]
    for path in ("guandan/two-hands.json", "chinese_poker/criss-cross.json"):
        list(ingest(fupan.sessions, fupan.checker, BytesIO((SAMPLES / path).read_bytes()), path))
    values = {"identity": 1, "number": 1, "game": "guandan", "rule": "guandan.beats", "code": "does-not-beat"}
    values["filename"] = "favicon.svg"
    adapter = web.url_map.bind("localhost")
    packed = set()
    for rule in web.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or not rule.arguments <= values.keys():
            continue
        address = adapter.build(rule.endpoint, {name: values[name] for name in rule.arguments})
        guess = "csrf_token-guessed-by-somebody"
        names = ("text", "q", "player", "cards", "v", "count", "x")
        # A replay is refused under rules that are not known, so it is asked for without them too.
        for asked in (names, (*names, "rules")):
            answer = get(client, f"{address}?{'&'.join(f'{name}={guess}' for name in asked)}")
            if "Content-Encoding" in answer.headers:
                packed.add(rule.endpoint)
                page = UNPACK["gzip"](answer.data).decode()
                assert guess not in page
                assert "csrf_token" not in page
    assert packed >= {"replay.hand", "replay.table", "assets.sheet", "rules.rule", "rules.codes"}
    assert not packed & {"matches.listed", "matches.manage", "add.page", "sheets.new", "arrange.page"}


def test_pages_that_repeat_what_was_asked_are_not_marked(web: Flask) -> None:
    marked = {name for name, view in web.view_functions.items() if hasattr(view, "without_secrets")}
    assert marked == {
        "api_page.page",
        "book.example",
        "book.page",
        "chance.page",
        "drawings.png",
        "drawings.svg",
        "embed.hand",
        "embed.table",
        "book.example_drawing",
        "glossary.page",
        "help.page",
        "home.page",
        "matches.match",
        "pictures.beside_link",
        "pictures.whole",
        "help.topic",
        "kept_match.page",
        "pictures.card",
        "pictures.trick",
        "offline.page",
        "offline.page_in",
        "offline.worker",
        "plays.plays",
        "studies.file",
        "studies.page",
        "replay.hand",
        "replay.table",
        "rules.game",
        "rules.games",
        "rules.rule",
        "rules.code",
        "rules.codes",
        "shape.counts",
        "shape.page",
        "share.alone",
        "share.page",
        "strength.page",
        "assets.sheet",
    }


@pytest.mark.parametrize("encoding", ["gzip", "zstd"])
def test_static_files(web: Flask, encoding: str) -> None:
    client = web.test_client()
    address = "/static/js/replay/replay.js"
    whole = client.get(address, buffered=True)
    for _ in range(2):
        answer = get(client, address, encoding)
        assert answer.headers["Content-Encoding"] == encoding
        assert UNPACK[encoding](answer.data) == whole.data
        assert answer.headers["ETag"] == "W/" + whole.headers["ETag"]
    again = client.get(
        address, headers={"Accept-Encoding": encoding, "If-None-Match": answer.headers["ETag"]}, buffered=True
    )
    assert again.status_code == 304
    assert not again.data
    part = client.get(address, headers={"Accept-Encoding": encoding, "Range": "bytes=0-9"}, buffered=True)
    assert part.status_code == 206
    assert part.data == whole.data[:10]
    assert "Content-Encoding" not in part.headers


def test_every_page_has_one_style_sheet(web: Flask, client: FlaskClient) -> None:
    page = client.get("/").text
    (address,) = [part.split('"')[0] for part in page.split('<link rel="stylesheet" href="')[1:]]
    answer = client.get(address)
    assert answer.mimetype == "text/css"
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert client.get("/style.css").headers["Cache-Control"] == "no-cache"
    assert client.get("/style.css?v=old").headers["Cache-Control"] == "no-cache"
    folder = Path(web.static_folder or "") / "css"
    sheets = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.css")}
    assert sheets == {*STYLE_SHEETS, "charts", "disputes/printed"}
    positions = [answer.text.index((folder / f"{sheet}.css").read_text()) for sheet in STYLE_SHEETS]
    assert positions == sorted(positions)
    again = client.get("/style.css", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("encoding", ["gzip", "zstd"])
def test_a_hand_of_168_cards_is_small(web: Flask, encoding: str) -> None:
    """All that a browser fetches to step through it: the page, what it names, and every scene."""
    path = SAMPLES / "bao_huang" / "rizhao-evening.json"
    steps = len(json.loads(path.read_bytes())["hands"][1]["actions"])
    fupan = web.extensions["fupan"]
    (kept,) = ingest(fupan.sessions, fupan.checker, BytesIO(path.read_bytes()), path.name)
    client = web.test_client()
    hand = f"/matches/{kept.id}/hands/2"
    page = client.get(hand).text
    named = {part.split('"')[0] for word in ("href=", "src=") for part in page.split(f'{word}"')[1:]}
    files = {address for address in named if address.startswith(("/static/", "/style.css"))}
    assert len(files) == 4
    scenes = [f"{hand}/table?step={step}&count=40" for step in range(0, steps + 1, 40)]
    answers = [get(client, address, encoding) for address in (hand, *files, *scenes)]
    assert {answer.status_code for answer in answers} == {200}
    assert 10_000 < sum(len(answer.data) for answer in answers) < HAND_BYTES
