"""The table of a hand as SVG and PNG, by its addresses."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from app.drawing.table.cards import card_name
from tests.square_font import write_font

Put = Callable[..., int]
SVG = "{http://www.w3.org/2000/svg}"
FAULT = 51
"""The step of the second hand at which the sample has a play that does not beat."""


@pytest.fixture
def table(put: Put, sample: dict[str, Any]) -> str:
    """The address of the table of the second hand of the sample."""
    return f"/matches/{put(sample)}/hands/2/table"


def cards(client: FlaskClient, address: str) -> Counter[str]:
    """The cards of a drawing by their names, with how often each is placed."""
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.data)
    names = {
        each.get("id"): (each.findtext(f"{SVG}title") or "").partition(",")[0] for each in root.iter(f"{SVG}symbol")
    }
    placed = [(each.get("href") or "")[1:] for each in root.iter(f"{SVG}use")]
    return Counter(names[symbol] for symbol in placed if symbol in names)


def test_a_drawing_has_all_hands(client: FlaskClient, table: str) -> None:
    found = cards(client, f"{table}.svg")
    assert found.total() == 108
    assert "a card not shown" not in found


def test_a_view_has_nothing_of_hidden_hands(client: FlaskClient, table: str, sample: dict[str, Any]) -> None:
    own = Counter(card_name(card) for card in sample["hands"][1]["deal"]["E"].split())
    found = cards(client, f"{table}.svg?view=E")
    assert found.pop("a card not shown") == 30
    assert found == own
    assert set(cards(client, f"{table}.svg?view=table")) == {"a card not shown"}
    assert "does not beat" not in client.get(f"{table}.svg?step={FAULT}&view=E").text
    assert "does not beat" in client.get(f"{table}.svg?step={FAULT}").text


def test_what_is_said_is_in_the_drawing(client: FlaskClient, table: str, sample: dict[str, Any]) -> None:
    text = client.get(f"{table}.svg?step={FAULT}&layout=tall&below=N").text
    assert 'viewBox="0 0 378 660"' in text
    assert "not allowed" in text
    assert "to beat" in text
    for player in sample["players"]:
        assert player["name"].split()[0] in text
    assert client.get(f"{table}.svg?colours=four").text != client.get(f"{table}.svg").text


@pytest.mark.parametrize("asked", ["step=112", "step=-1", "view=X", "layout=round", "below=X"])
def test_what_there_is_not_is_refused(client: FlaskClient, table: str, asked: str) -> None:
    assert client.get(f"{table}.svg?{asked}").status_code == 404
    assert client.get(f"{table}.png?{asked}").status_code == 404


def test_a_hand_is_drawn_under_rules_that_are_tried(client: FlaskClient, table: str) -> None:
    assert client.get(f"{table}.svg?rules=njupt").status_code == 200
    assert client.get(f"{table}.svg?rules=none").status_code in (400, 404)


def test_a_png_needs_a_font(client: FlaskClient, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_FONT", str(write_font(tmp_path / "squares.ttf")))
    answer = client.get(f"{table}.png?step=3&layout=tall")
    assert (answer.status_code, answer.content_type) == (200, "image/png")
    assert answer.data.startswith(b"\x89PNG")
    monkeypatch.setenv("FUPAN_FONT", str(tmp_path / "none.ttf"))
    refused = client.get(f"{table}.png")
    assert refused.status_code == 503
    assert "FUPAN_FONT" in refused.text
