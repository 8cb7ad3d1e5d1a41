"""What a step of a replay costs: the same for the last hand of a long match as for its first."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.replay import fold
from tests.statements import statements

SAMPLE = Path(__file__).parents[3] / "sample_logs" / "chinese_poker" / "criss-cross.json"
HANDS = 100
PAGE = 150 * 1024


@pytest.fixture
def long_match(put: Callable[..., int]) -> str:
    """The address of the hands of a long match."""
    match = json.loads(SAMPLE.read_bytes())
    match["hands"] = [match["hands"][0]] * HANDS
    match.pop("recorded", None)
    match.pop("result", None)
    return f"/matches/{put(match)}/hands"


def test_the_last_hand_costs_what_the_first_costs(
    web: Flask, client: FlaskClient, long_match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []
    plays = fold._played
    monkeypatch.setattr(
        fold, "_played", lambda replay, match, index: (played.append(index), plays(replay, match, index))[1]
    )
    costs = {}
    for hand in (1, HANDS):
        assert client.get(f"{long_match}/{hand}?step=0").status_code == 200
        played.clear()
        with statements(web.extensions["fupan"]) as asked:
            page = client.get(f"{long_match}/{hand}?step=2")
        assert page.status_code == 200
        costs[hand] = (len(asked), len(played), round(len(page.data), -3))
    assert costs[1] == costs[HANDS]
    statements_of_a_step, hands_played, size = costs[1]
    assert statements_of_a_step <= 6
    assert hands_played == 0
    assert size < PAGE


def test_the_hands_before_are_played_once(
    client: FlaskClient, long_match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []
    plays = fold._played
    monkeypatch.setattr(
        fold, "_played", lambda replay, match, index: (played.append(index), plays(replay, match, index))[1]
    )
    for hand in (HANDS, HANDS - 1, 1, HANDS):
        assert client.get(f"{long_match}/{hand}").status_code == 200
    assert played == list(range(HANDS - 1))
