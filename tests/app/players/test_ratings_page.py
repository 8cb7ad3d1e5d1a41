"""The leaderboards, and the command that prints them."""

import re
from collections.abc import Callable
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from msgspec import to_builtins

from app.matches.installation import Installation
from app.players.ratings.changes import pending_games
from app.players.ratings.history import bring_up_to_date
from tests.playouts import generate

Read = Callable[..., Any]
Put = Callable[..., int]


def won_by(seed: int, day: int, names: str) -> dict[str, Any]:
    """A whole match of four people on a day."""
    log = to_builtins(generate("guandan", seed, preset="njupt"))
    for player, name in zip(log["players"], names, strict=True):
        player.pop("id", None)
        player["name"] = name
    log["match"] = {"played_at": f"2025-03-{day:02}T20:00:00+08:00"}
    return log


def rate_all(web: Flask) -> None:
    fupan: Installation = web.extensions["fupan"]
    with fupan.sessions() as session:
        games = pending_games(session)
    for game in games:
        bring_up_to_date(fupan.sessions, game)


def test_the_board_says_when_ratings_are_behind_and_then_shows_them(web: Flask, read: Read, put: Put) -> None:
    empty = read("/ratings/").text
    assert "No match of Guandan is rated yet." in empty
    assert empty.count("Not rated are matches without a time of play") == 1
    put(won_by(1, 1, "ABCD"))
    put(won_by(2, 2, "ABCD"))
    undated = won_by(3, 3, "ABCD")
    del undated["match"]
    put(undated)
    assert "a job is bringing them up to date" in read("/ratings/").text
    rate_all(web)
    page = read("/ratings/guandan")
    assert "a job is bringing them up to date" not in page.text
    assert "2 of 3 counted matches are rated; 1 has no time of play with its offset." in page.text
    assert len(page.all("th", scope="row")) == 4
    figures = [float(cell.replace("−", "-")) for cell in re.findall(r'data-label="At least">(−?[\d.]+)<', page.source)]
    assert len(figures) == 4
    assert figures == sorted(figures, reverse=True)
    assert "at least" in page.text
    pairs = read("/ratings/guandan?of=pairs")
    assert len(pairs.all("th", scope="row")) == 2
    assert "There is no game nowhere" in read("/ratings/nowhere", 404).text
    assert read("/ratings/big_a?of=pairs").text.count("Partnerships") == 0


def test_a_board_is_a_file_and_hides_names(web: Flask, client: FlaskClient, put: Put, read: Read) -> None:
    put(won_by(1, 1, "ABCD"))
    rate_all(web)
    board = read("/ratings/guandan")
    assert {row["href"] for row in board.all("a") if (row["href"] or "").startswith("/ratings/guandan/people.")}
    lines = client.get("/ratings/guandan/people.csv").text.splitlines()
    assert lines[0] == "place,players,at_least,rating,rating_half,matches"
    assert sorted(line.split(",")[1] for line in lines[1:]) == list("ABCD")
    assert len(client.get("/ratings/guandan/pairs.json").text.splitlines()) == 2
    assert client.get("/ratings/guandan/people.parquet").data.startswith(b"PAR1")
    assert "no leaderboard pairs of big_a" in read("/ratings/big_a/pairs.csv", 404).text
    found = re.search(r'name="csrf_token" value="([^"]+)"', read("/people/").source)
    assert found is not None
    client.post("/people/names", data={"hidden": "1", "csrf_token": found[1]})
    for address in ("/ratings/guandan", "/ratings/guandan/people.csv"):
        shown = client.get(address).text
        assert "Player 1" in shown
        assert not re.search(r">[ABCD]<|,[ABCD],", shown)


def test_names_are_escaped(web: Flask, client: FlaskClient, put: Put) -> None:
    log = won_by(1, 1, "ABCD")
    log["players"][0]["name"] = "<b>Zhao</b>"
    put(log)
    rate_all(web)
    page = client.get("/ratings/guandan").text
    assert "<b>Zhao" not in page
    assert "&lt;b&gt;Zhao" in page
