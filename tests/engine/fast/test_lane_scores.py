"""Whole matches come to the same scores, levels, failures and winners through the compiled lane."""

import json
from collections import Counter
from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engine.fast.library import Library
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.record.match import Match
from tests.engine.fast.lane_cases import LANES
from tests.engine.fast.test_lane import agreed, lane
from tests.engine.games.chinese_poker import made_chinese_poker as made
from tests.playouts import Style, generate
from tests.profiles import examples

__all__ = ["lane"]

PLAYED = {
    "guandan": ("a_failures", "a_failure_is", "win_at"),
    "big_a": ("lead_after_out",),
    "bao_huang": ("declarations", "protector", "tribute"),
    "chinese_poker": ("dealing", "fantasyland"),
}
"""Options that a match is played under."""
SCORED = {
    "guandan": ("a_failures", "a_failure_is", "win_at", "hands"),
    "big_a": ("four_five", "exposed_scores", "hands"),
    "bao_huang": ("scoring", "balanced", "solo_announced", "target", "hands"),
    "chinese_poker": (
        *("scoring", "row_unit", "overall", "scoop_bonus", "scoop_multiplier", "home_run_multiplier", "home_run_needs"),
        *("royalty_rule", "royalty_value", "royalty_limit", "royalties_against_foul", "scoop_multiplies_royalties"),
        *("naturals", "misset", "target", "hands_each"),
    ),
}
"""Options under which a match, whatever it was played under, is scored otherwise."""


def without_results(match: Match) -> Match:
    """A match of which nothing is recorded, so that it is as well scored under all rules."""
    return replace(match, hands=[replace(hand, result=UNSET) for hand in match.hands], result=UNSET)


@pytest.mark.parametrize("game", LANES)
def test_whole_matches_come_to_the_same_scores(lane: Library, game: str) -> None:
    found: Counter[tuple[str, str]] = Counter()
    values = LANES[game].values
    for seed in range(examples(100)):
        rng = Random(f"scores {seed}")
        options = {name: rng.choice(values[name]) for name in PLAYED[game]}
        if game == "guandan":
            options["tribute"] = rng.choice(("none", "standard"))
        match = generate(game, seed, options=options, policy="greedy", style=Style())
        found[agreed(lane, read_match(write_match(match), "whole"), {})] += 1
        bare = read_match(write_match(without_results(match)), "whole")
        for _ in range(8):
            others = {name: str(rng.choice(values[name])) for name in SCORED[game]}
            found[agreed(lane, bare, others)] += 1
    assert found["clean", "clean"] > found.total() // 4


@pytest.mark.parametrize(("multiplier", "points"), [(1, (12, 2, -6, -8)), (2, (24, -2, -10, -12))])
def test_a_home_run_multiplies_the_scoops_of_its_seat(lane: Library, multiplier: int, points: tuple[int, ...]) -> None:
    boards = {"A": made.TOP, "B": made.SECOND, "C": made.THIRD, "D": made.LAST}
    result = {"scores": dict(zip(boards, points, strict=True))}
    hand = made.hand(made.sets(**boards), {seat: made.cards(board) for seat, board in boards.items()}, result)
    log = made.match(hand, seats="ABCD", home_run_multiplier=multiplier)
    assert agreed(lane, read_match(json.dumps(log).encode(), "home run"), {}) == ("clean", "clean")
