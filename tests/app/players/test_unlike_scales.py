"""Scores of unlike scales are not added without a word: the pages and the table of figures say so."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from msgspec import to_builtins

from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.players.statistics.filters import FactFilter
from app.players.statistics.people import person_of
from app.players.statistics.recount import count_pending
from app.players.statistics.scales import mixed_under
from engine.games import GAMES
from tests.playouts import generate

Read = Callable[..., Any]
WORDS = "These hands are scored on unlike scales"
NAMES = "ABCDE"


def put(fupan: Installation, game: str, seed: int, preset: str, **options: object) -> None:
    log = to_builtins(generate(game, seed, preset=preset, options=options, hands=2))
    for name, player in zip(NAMES, log["players"], strict=False):
        player["name"] = name
        player.pop("id", None)
    log["match"] = {"event": "Cup", "played_at": f"2025-03-{seed + 1:02}T20:00:00+08:00"}
    list(ingest(fupan.sessions, fupan.checker, BytesIO(json.dumps(log).encode()), f"{game}-{seed}.json"))
    count_pending(fupan.sessions)


@pytest.fixture
def fupan(web: Flask) -> Installation:
    found: Installation = web.extensions["fupan"]
    return found


@pytest.mark.parametrize(
    ("game", "first", "second", "mixed"),
    [
        ("bao_huang", ("rizhao", {}), ("shanghai", {}), True),
        ("bao_huang", ("gamerules", {}), ("catsatcards", {}), False),
        ("bao_huang", ("gamerules", {}), ("gamerules", {"target": 7}), False),
        ("bao_huang", ("shanghai", {}), ("shanghai", {"balanced": True}), True),
        ("big_a", ("catsatcards", {}), ("printed", {}), True),
        ("chinese_poker", ("two-four", {}), ("two-four", {"row_unit": 5}), True),
        ("guandan", ("tournament", {}), ("national_2017", {}), False),
    ],
)
def test_scales_are_those_of_the_options_that_say_what_a_point_is_worth(
    fupan: Installation, game: str, first: Any, second: Any, mixed: bool
) -> None:
    for seed, (preset, options) in enumerate((first, second)):
        put(fupan, game, seed, preset, **options)
    with fupan.sessions() as session:
        assert mixed_under(session, game, FactFilter()) is mixed
        assert not mixed_under(session, game, FactFilter(event="no such"))


def test_every_option_of_a_scale_is_an_option_of_its_game() -> None:
    for game in GAMES.values():
        assert set(game.scale) <= {option.name for option in game.rules.options}
    assert GAMES["guandan"].scale == ()


def test_stakes_that_differ_are_unlike_scales(fupan: Installation) -> None:
    log = to_builtins(generate("chinese_poker", 3, hands=3))
    seats = [player["seat"] for player in log["players"]]
    for name, player in zip(NAMES, log["players"], strict=False):
        player["name"] = name
    for hand in log["hands"]:
        hand.pop("result", None)
        hand.get("setup", {}).pop("stakes", None)
    log.pop("result", None)

    def kept() -> bool:
        list(ingest(fupan.sessions, fupan.checker, BytesIO(json.dumps(log).encode()), "staked.json"))
        count_pending(fupan.sessions)
        with fupan.sessions() as session:
            return mixed_under(session, "chinese_poker", FactFilter())

    assert not kept()
    log["hands"][0].setdefault("setup", {})["stakes"] = {f"{seats[0]}-{seats[1]}": 10}
    assert kept()


def test_a_page_of_a_person_is_of_one_preset_and_says_so(fupan: Installation, read: Read) -> None:
    for seed, preset in enumerate(("rizhao", "shanghai", "shanghai")):
        put(fupan, "bao_huang", seed, preset)
    person = _person(fupan)
    page = read(f"/people/{person}?game=bao_huang")
    assert page.faults == []
    assert "Hands under other presets are scored on another scale" in page.text
    assert WORDS not in page.text
    alone = read(f"/people/{person}?game=bao_huang&preset=shanghai")
    assert "Hands under other presets" not in alone.text
    every = read(f"/people/{person}?game=bao_huang&preset=any")
    assert every.faults == []
    assert WORDS in every.text
    assert any("preset=any" in link for link in page.links)


def test_partners_and_events_say_that_scales_are_mixed(fupan: Installation, read: Read) -> None:
    put(fupan, "bao_huang", 0, "rizhao")
    for address in ("/partners/?game=bao_huang", "/events/show?event=Cup&game=bao_huang"):
        assert WORDS not in read(address).text
    put(fupan, "bao_huang", 1, "shanghai")
    for address in ("/partners/?game=bao_huang", "/events/show?event=Cup&game=bao_huang"):
        page = read(address)
        assert page.faults == []
        assert WORDS in page.text


def _person(fupan: Installation) -> int:
    with fupan.sessions() as session:
        person = person_of(session, "A")
    assert person is not None
    return person
