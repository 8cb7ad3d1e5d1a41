"""Statistics count the same of a clean match through the compiled lane as in a replay."""

from dataclasses import replace

import pytest

from engine.fast.library import Library
from engine.games import GAMES
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.statistics.later import later_counts, later_counts_of
from engine.verdict.check import Checker
from engine.verdict.lane import found_by_lane
from tests.engine.fast.lane_cases import LANES, legal
from tests.engine.fast.test_lane import lane
from tests.profiles import examples

__all__ = ["lane"]


@pytest.mark.parametrize("game", LANES)
def test_facts_are_the_same_through_the_lane(lane: Library, game: str) -> None:
    fast, pure = Checker(counting=True), Checker(counting=True, pure=True)
    compared = 0
    for seed in range(examples(250)):
        record = read_match(write_match(legal(game, seed, hands=3)), "made up")
        clean = fast.clean(record.raw, record.source)
        if clean is None:
            continue
        compared += 1
        report = pure.check(record)
        assert clean.facts is not None
        assert replace(clean.facts, later=None) == report.facts, record.raw
        assert clean.as_json() == report.as_json(), record.raw
    assert compared > examples(250) // 3


@pytest.mark.parametrize("game", [game for game in LANES if GAMES[game].analysis is None])
def test_what_is_counted_later_is_the_same_through_the_lane(lane: Library, game: str) -> None:
    checker = Checker(pure=True)
    compared = 0
    for seed in range(examples(100)):
        record = read_match(write_match(legal(game, seed, hands=2)), "made up")
        assert record.match is not None
        rules = checker.rules(record.match)
        text = lane.read(record.raw)
        found = text if isinstance(text, int) else found_by_lane(lane, text, rules, counting=True)
        if isinstance(found, int):
            continue
        later = later_counts(GAMES[game], checker.judge(rules), record.match)
        assert later_counts_of(found) == later, record.raw
        compared += 1
    assert compared > examples(100) // 3
