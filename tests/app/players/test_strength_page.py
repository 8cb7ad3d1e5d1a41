"""The page about the strength of dealt hands: what it is, how well it predicts, and what it cannot say."""

import re

from flask.testing import FlaskClient

from app.text.decimals import fixed
from engine.games import GAMES


def test_the_page_has_every_weight_of_every_game(client: FlaskClient) -> None:
    for game in GAMES.values():
        assert game.strength is not None
        text = client.get(f"/strength?game={game.name}").get_data(as_text=True)
        start = text.index(f'<h2 id="{game.name}">')
        section = text[start : text.index("</section>", start)]
        for weight in game.strength.fitted.weights:
            assert fixed(abs(weight), 1000, 2) in section
        for line in game.strength.fitted.lines.values():
            assert fixed(abs(line[0][0]), 1000, 2) in section


def test_the_page_says_that_a_single_hand_shows_nothing_and_how_many_do(client: FlaskClient) -> None:
    text = client.get("/strength").get_data(as_text=True)
    assert "Nothing about a single hand" in text
    needed = re.findall(r"need ([\d,]+) hands each", text)
    assert len(needed) == 3
    counts = [int(count.replace(",", "")) for count in needed]
    assert counts == sorted(counts, reverse=True)


def test_what_is_beyond_the_cards_is_less_uncertain_than_the_result(client: FlaskClient) -> None:
    text = client.get("/strength").get_data(as_text=True)
    pairs = re.findall(
        r'data-label="result">± ([\d.]+)</td><td class="number" data-label="beyond the cards">± ([\d.]+)', text
    )
    assert len(pairs) == 5
    assert all(float(less) <= float(more) for more, less in pairs)


def test_a_game_without_a_measure_is_not_found(client: FlaskClient) -> None:
    assert client.get("/strength?game=whist").status_code == 404


def test_the_rules_lead_to_the_page(client: FlaskClient) -> None:
    assert 'href="/strength"' in client.get("/rules/").get_data(as_text=True)
