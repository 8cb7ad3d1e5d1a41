"""The page on writing a log by hand: every word is on it and its examples are clean; a typed text is checked."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.judging.loose_examples import examples
from engine.games import GAMES
from engine.logs.loose.fields import ACTION, DEAL, FIELDS

Read = Callable[..., Any]
SAMPLES = Path(__file__).parents[3] / "sample_logs" / "text"
ADDRESS = "/logs/text"
FAULTY = "game: guandan\nplayers: E A, N B, W C, S D\n" + "E playz <3h>\n" * 8


def post(client: FlaskClient, **fields: str) -> tuple[int, str]:
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(ADDRESS).text)
    assert token is not None
    answer = client.post("/add", data={"csrf_token": token[1], **fields})
    return answer.status_code, answer.text


def test_every_word_is_on_the_page(read: Read) -> None:
    page = read(ADDRESS)
    for field in (*FIELDS, DEAL):
        if field is not ACTION:
            assert field.english in page.text
            assert field.chinese in page.text
    for game in GAMES.values():
        for typed in (*game.glossary.verbs.values(), *game.glossary.words.values()):
            assert [name for name in typed.names if name not in page.text] == []
        for example in examples(game):
            assert (SAMPLES / example.name).read_text("utf-8").split("\n")[0] in page.text


def test_upload_and_the_rules_of_logs_lead_to_it(read: Read) -> None:
    for address in ("/add", "/rules/log/", "/rules/log/log.text"):
        assert ADDRESS in read(address).links


@pytest.mark.parametrize("example", [each for game in GAMES.values() for each in examples(game)], ids=lambda e: e.name)
def test_an_example_can_be_checked(client: FlaskClient, example: Any) -> None:
    status, text = post(client, text=(SAMPLES / example.name).read_text("utf-8"))
    assert status == 200
    assert 'data-has="clean"' in text
    assert "verdict-clean" in text


def test_a_text_that_was_typed_is_checked_and_kept_in_the_box(client: FlaskClient) -> None:
    status, text = post(client, text=FAULTY)
    assert status == 200
    assert "taken for a log (loose text" in text
    assert "could not be read" in text
    for line in range(3, 11):
        assert f"line {line}, column 3: &#39;playz&#39;; did you mean &#39;play&#39;?" in text
    assert "E playz &lt;3h&gt;" in text
    assert "<3h>" not in text
    unread = client.get("/files/?show=unread").text
    assert "did you mean &#39;play&#39;?<" in unread


@pytest.mark.parametrize(
    ("fields", "status"),
    [({}, 400), ({"text": " \n"}, 400), ({"text": "x" * 1_000_001}, 413)],
)
def test_what_cannot_be_checked(client: FlaskClient, fields: dict[str, str], status: int) -> None:
    assert post(client, **fields)[0] == status


def test_a_form_without_its_token_is_refused(client: FlaskClient) -> None:
    assert client.post("/add", data={"text": "x"}).status_code == 400
