"""The pages of the rule books."""

import re

import pytest
from flask.testing import FlaskClient

from engine.games import GAMES
from engine.replay.game import Game

BOOKS = [game for game in GAMES.values() if game.book is not None]
every_game = pytest.mark.parametrize("game", BOOKS, ids=[game.name for game in BOOKS])


@every_game
def test_the_book_has_every_rule_with_its_source(client: FlaskClient, game: Game) -> None:
    text = client.get(f"/rules/{game.name}/book?chapter=all").text
    for rule in game.pages:
        assert f"/rules/{game.name}/{rule.id}" in text
    assert text.count("Source:") == len(game.pages)


@every_game
def test_each_chapter_is_a_page_that_leads_to_the_next(client: FlaskClient, game: Game) -> None:
    whole = client.get(f"/rules/{game.name}/book?chapter=all").text
    titles = re.findall(r'<h2 id="chapter-\d+">([^<]+)</h2>', whole)
    address, seen = f"/rules/{game.name}/book", list[str]()
    assert "<h2 id=" not in client.get(address).text.partition('class="book-contents"')[2].partition("other-rules")[0]
    following = "chapter=1"
    while following:
        text = client.get(f"{address}?{following}").text
        seen += re.findall(r'<h2 id="chapter-\d+">([^<]+)</h2>', text)
        assert text.count('aria-current="page"') >= 2
        following = next(iter(re.findall(r'rel="next" href="[^"]*(chapter=\d+)"', text)), "")
    assert seen == titles


@every_game
def test_every_example_replays_at_its_first_and_last_step(client: FlaskClient, game: Game) -> None:
    assert game.book is not None
    for log in game.book.logs:
        for address in (f"/rules/{game.name}/examples/{log}/1", f"/rules/{game.name}/examples/{log}/1?step=0"):
            answer = client.get(address)
            assert answer.status_code == 200
            assert "<svg" in answer.text


@pytest.mark.parametrize(
    "address",
    [
        "/rules/guandan/examples/no-such/1",
        "/rules/guandan/examples/guandan-beats/0",
        "/rules/guandan/examples/guandan-beats/99",
        "/rules/guandan/examples/guandan-beats/1?step=99",
        "/rules/guandan/examples/guandan-beats/1?step=x",
        "/rules/no_such/book",
        "/rules/guandan/book?chapter=0",
        "/rules/guandan/book?chapter=99",
        "/rules/guandan/book?chapter=x",
        "/rules/log/book",
    ],
)
def test_what_is_not_there_is_not_found(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


@every_game
def test_the_answers_of_a_preset_lead_to_it(client: FlaskClient, game: Game) -> None:
    assert game.book is not None
    for preset in game.rules.presets:
        options = game.rules.resolve(preset).options
        answers = {name: str(options[name]).lower() for name in game.book.asked}
        text = client.get(f"/rules/{game.name}/presets", query_string=answers).text
        best = text.split('class="book-best"', 1)[1].split("</li>", 1)[0]
        assert f">{preset}</small>" in best
        assert "does not do" not in best


def test_an_answer_that_no_preset_has_leads_to_house_rules(client: FlaskClient) -> None:
    answers = {"tribute": "none", "return_limit": "any", "win_at": "team_a"}
    text = client.get("/rules/guandan/presets", query_string=answers).text
    best = text.split('class="book-best"', 1)[1].split("</h3>", 1)[0]
    assert "intro" in best
    assert "return_limit=any" in text


def test_an_answer_that_is_not_possible_is_ignored(client: FlaskClient) -> None:
    text = client.get("/rules/guandan/presets?tribute=%3Cb%3E&no_such=1").text
    assert "<b>" not in text
    assert 'class="book-best"' not in text
