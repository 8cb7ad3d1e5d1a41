"""Where a card of a hand went, said no earlier than the step says it."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.record.actions import parse_action
from tests.app.conftest import Page
from tests.statements import statements

Read = Callable[..., Page]
Put = Callable[..., int]
SAMPLES = Path(__file__).parents[3] / "sample_logs"


@pytest.fixture
def hand(put: Put, sample: dict[str, Any]) -> str:
    return f"/matches/{put(sample)}/hands/2"


def found(page: Page) -> str:
    """What the page says of the card."""
    return page.source.split('id="card-found"')[1].split('id="notes"')[0]


def steps(page: Page) -> list[int]:
    """The steps that are listed."""
    return [int(each) for each in re.findall(r'data-after="(\d+)"><a', found(page))]


def asked(hand: str, step: int, card: str, more: str = "") -> str:
    return f"{hand}?step={step}&where={quote(card)}{more}"


@pytest.mark.parametrize("card", ["10♥", "T♥", "TH", "th", "♥10", "红桃10", "紅心10", "10 of hearts", " 10h "])
def test_a_card_is_found_however_it_is_written(read: Read, hand: str, sample: dict[str, Any], card: str) -> None:
    actions = [parse_action(each) for each in sample["hands"][1]["actions"]]
    named = [step for step, each in enumerate(actions, 1) if "Th" in [word.partition("=")[0] for word in each.words]]
    page = read(asked(hand, 111, card))
    assert page.faults == []
    assert steps(page) == named != []
    (value,) = [each["value"] or "" for each in page.all("input", id="where")]
    assert steps(read(asked(hand, 111, value))) == named


@pytest.mark.parametrize(
    ("card", "name"), [("black joker", "black joker"), ("小王", "black joker"), ("大鬼", "red joker")]
)
def test_jokers_are_found(read: Read, hand: str, card: str, name: str) -> None:
    assert f'aria-label="{name}"' in found(read(asked(hand, 111, card)))


def test_nothing_is_said_beyond_the_step_unless_results_are_shown(read: Read, hand: str) -> None:
    every = steps(read(asked(hand, 111, "10h")))
    for step in (0, every[0] - 1, every[0], every[-1]):
        assert steps(read(asked(hand, step, "10h"))) == [each for each in every if each <= step]
    assert steps(read(asked(hand, 0, "10h", "&results=shown"))) == every


def test_who_was_dealt_and_who_holds_it_is_said(read: Read, put: Put, sample: dict[str, Any]) -> None:
    """Of every card that went as tribute: the seat that paid it had it at the deal, the other holds it after."""
    number = put(sample)
    names = {player["seat"]: player["name"] for player in sample["players"]}
    told = 0
    for index, hand in enumerate(sample["hands"]):
        actions = [parse_action(text) for text in hand["actions"]]
        before = next(step for step, each in enumerate(actions) if each.verb == "play")
        for action in actions[:before]:
            if action.verb == "tribute" and ">" in action.words:
                page = found(read(asked(f"/matches/{number}/hands/{index + 1}", before, action.words[0])))
                assert names[action.seat] in page.split("Deal</a>")[1].split("</li>")[0]
                assert names[action.words[-1]] in page.split(f"After step {before}: held by")[1]
                told += 1
    assert told


def test_a_view_says_only_what_it_shows(read: Read, hand: str, sample: dict[str, Any]) -> None:
    """The ace of clubs is seen by all as soon as it is played, and no earlier."""
    whole, table = (read(asked(hand, 111, "ac", more)) for more in ("", "&view=table"))
    assert "Deal</a>" in found(whole)
    assert "in no hand that is shown at the deal" in found(table)
    assert steps(whole) == steps(table) != []
    first = steps(whole)[0] - 1
    assert "held by" in found(read(asked(hand, first, "ac")))
    assert "held by" not in found(read(asked(hand, first, "ac", "&view=table")))


@pytest.mark.parametrize("card", ["zz", "2", "3♥ 3♠", "<b>x", "2h=9s", "??", "10♥" * 40, "\x00"])
def test_what_is_no_card_is_not_repeated(client: FlaskClient, hand: str, card: str) -> None:
    answer = client.get(asked(hand, 5, card))
    assert answer.status_code == 200
    assert "This is not a card of the game" in answer.text
    assert "<b>x" not in answer.text
    assert "value=" not in answer.text.split('id="where"')[1].split(">")[0]


def test_the_form_keeps_what_the_address_says(read: Read, hand: str) -> None:
    page = read(f"{hand}?step=9&view=E&seat=N&list=hands?q%3Dplace:1")
    form = page.source.split('class="replay-search"')[1].split("</form>")[0]
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    assert fields == {"step": "9", "view": "E", "seat": "N", "list": "hands?q=place:1"}


def test_a_placed_card_is_found(read: Read, put: Put) -> None:
    path = next((SAMPLES / "demo").glob("*open*face*.json"))
    log = json.loads(path.read_bytes())
    step, word = next(
        (step, word)
        for step, text in enumerate(log["hands"][0]["actions"], 1)
        for word in parse_action(text).words
        if word.endswith(":front")
    )
    page = read(asked(f"/matches/{put(log)}/hands/1", step, word.partition(":")[0]))
    assert step in steps(page)


def test_it_costs_no_query(read: Read, web: Flask, hand: str) -> None:
    read(f"{hand}?step=60")
    costs = []
    for address in (f"{hand}?step=60", asked(hand, 60, "10h")):
        with statements(web.extensions["fupan"]) as made:
            read(address)
        costs.append(len(made))
    assert costs[0] == costs[1]
