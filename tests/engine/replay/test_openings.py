"""Hands before their first action, and the tribute that is due then."""

import json
from typing import Any

from engine import GAMES, Checker, Match
from engine.logs.fupan.reading import read_match
from engine.replay.dues import Dues
from engine.replay.fold import openings
from tests.offenders import for_every


def sheet(game: str, *results: Any, seats: str = "ENWS", **rules: Any) -> Match:
    hands = [{"actions": [], "result": result} for result in results]
    players = [{"seat": seat} for seat in seats]
    match = {"format": "fupan/1", "game": game, "players": players, "hands": [*hands, {"actions": []}]}
    record = read_match(json.dumps(match | ({"rules": rules} if rules else {})).encode(), "made")
    assert record.match is not None
    return record.match


def dues(match: Match) -> list[Dues | None]:
    checker = Checker()
    ask = GAMES[match.game].dues
    assert ask is not None
    return [ask(replay) for replay in openings(checker.judge(checker.rules(match)), match)]


def test_guandan() -> None:
    match = sheet("guandan", {"finish": ["E", "W"]}, {"finish": ["N", "E", "S"]}, {"scores": dict.fromkeys("ENWS", 0)})
    none, double, single, unknown = dues(match)
    assert none == Dues({}, {})
    assert double == Dues({"N": 1, "S": 1}, {"E": 1, "W": 1})
    assert single == Dues({"W": 1}, {"N": 1})
    assert unknown is None
    assert dues(sheet("guandan", {"finish": ["E", "W"]}, preset="intro")) == [Dues({}, {})] * 2


def test_bao_huang() -> None:
    alone = {"finish": ["A"], "roles": {"emperor": "A"}}
    two = {"finish": ["B", "C", "D"], "roles": {"emperor": "A", "protector": "E"}}
    first, second, third = dues(sheet("bao_huang", alone, two, seats="ABCDE"))
    assert first == Dues({}, {})
    assert second == Dues(dict.fromkeys("BCDE", 1), {"A": 4})
    assert third == Dues({"A": 2, "E": 1}, dict.fromkeys("BCD", 1))
    assert dues(sheet("bao_huang", {"scores": dict.fromkeys("ABCDE", 0)}, seats="ABCDE"))[1] is None


def test_games_without_tribute() -> None:
    assert {name for name, game in GAMES.items() if game.dues is None} == {"big_a", "chinese_poker"}


@for_every("start", range(4))
def test_hands_are_opened_from_an_index_on(start: int) -> None:
    match = sheet("guandan", {"finish": ["E", "W"]}, {"finish": ["N", "S"]})
    checker = Checker()
    levels = [
        dict(replay.frame(0, 0, None).facts)["level"]
        for replay in openings(checker.judge(checker.rules(match)), match, start)
    ]
    assert levels == ["2", "5", "5"][start:]
