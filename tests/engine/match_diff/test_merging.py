"""A merged record has the fewest errors of all that can be taken together, never more than the better record."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert, to_builtins

from engine.match_diff import DifferenceKind, MatchComparison, compare_records
from engine.record.match import Match
from engine.rulebook.findings import Severity
from engine.verdict.check import Checker
from tests.playouts import GAMES, generate
from tests.playouts.judging import judged
from tests.playouts.strategies import few, matches_of, seeds

CHECKER = Checker()
MOST_TRIED = 6
"""The differences of which all combinations are tried."""

every_game = pytest.mark.parametrize("game", sorted(GAMES))


def errors_of(match: Match) -> int:
    """The errors that a check finds in a match."""
    return sum(each.severity is Severity.ERROR for each in judged(match, CHECKER).findings)


def wrong_seat(actions: list[str], place: int, seats: list[str], rng: Random) -> None:
    seat, _, rest = actions[place].partition(" ")
    actions[place] = f"{rng.choice([other for other in seats if other != seat])} {rest}"


def replaced(actions: list[str], place: int, seats: list[str], rng: Random) -> None:
    actions[place] = rng.choice([f"{seat} {what}" for seat in seats for what in ("pass", "play 3s", "play 9h 9h")])


def left_out(actions: list[str], place: int, seats: list[str], rng: Random) -> None:
    del seats, rng
    del actions[place]


def written_twice(actions: list[str], place: int, seats: list[str], rng: Random) -> None:
    del seats, rng
    actions.insert(place, actions[place])


def turned_about(actions: list[str], place: int, seats: list[str], rng: Random) -> None:
    del seats, rng
    actions[place : place + 2] = reversed(actions[place : place + 2])


DAMAGES = (wrong_seat, replaced, left_out, written_twice, turned_about)


def damaged(match: Match, rng: Random, most: int) -> Match:
    """A match with some of its actions damaged, and at times a recorded score or a card of a deal."""
    data = to_builtins(match)
    seats = [player["seat"] for player in data["players"]]
    for _ in range(rng.randint(1, most)):
        hand = rng.choice(data["hands"])
        if hand["actions"]:
            place = rng.randrange(len(hand["actions"]))
            rng.choice(DAMAGES)(hand["actions"], place, seats, rng)
    if rng.random() < 0.2:
        hand = rng.choice(data["hands"])
        hand.setdefault("result", {}).setdefault("scores", {})[seats[0]] = 99
    if rng.random() < 0.2 and rng.choice(data["hands"]).get("deal"):
        deal = rng.choice(data["hands"])["deal"]
        deal[seats[0]] = deal[seats[1]]
    return convert(data, Match)


def merged(compared: MatchComparison) -> Match:
    """The record that a merge makes by itself."""
    return compared.merged(compared.advised)


@pytest.mark.parametrize("right_first", [True, False])
@every_game
@pytest.mark.parametrize("seed", range(4))
def test_a_single_action_under_the_wrong_seat_is_one_difference(game: str, seed: int, right_first: bool) -> None:
    match = generate(game, seed, hands=2)
    rng = Random(seed)
    data = to_builtins(match)
    hand = rng.choice(data["hands"])
    wrong_seat(hand["actions"], rng.randrange(len(hand["actions"])), [each["seat"] for each in data["players"]], rng)
    wrong = convert(data, Match)
    compared = compare_records(CHECKER, *((match, wrong) if right_first else (wrong, match)))
    assert [each.kind for each in compared.differences] == [DifferenceKind.ACTION]
    assert all(each.is_contradiction for each in compared.differences)
    assert errors_of(match) == 0
    assert errors_of(merged(compared)) == 0
    if errors_of(wrong):
        assert merged(compared) == (match if right_first else compared.second)


@every_game
@few(60)
@given(data=st.data(), seed=seeds)
def test_a_merge_never_has_more_errors_than_the_better_record(game: str, data: st.DataObject, seed: int) -> None:
    match, rng = data.draw(matches_of(game, most_hands=2)), Random(seed)
    first, second = (match if rng.random() < 0.2 else damaged(match, rng, 4) for _ in range(2))
    compared = compare_records(CHECKER, first, second)
    better = min(errors_of(first), errors_of(compared.second))
    assert errors_of(merged(compared)) == compared.choice.errors
    assert errors_of(merged(compared)) <= better
    numbers = [each.number for each in compared.differences]
    if not compared.choice.bounded and len(numbers) <= MOST_TRIED:
        every = [chosen for size in range(len(numbers) + 1) for chosen in combinations(numbers, size)]
        assert compared.choice.errors == min(errors_of(compared.merged(chosen)) for chosen in every)


@every_game
@pytest.mark.parametrize("work", [0, 1, 500, 5_000])
def test_the_bound_on_the_search_keeps_to_the_better_record(game: str, work: int) -> None:
    for seed in range(4):
        rng = Random(seed)
        match = generate(game, seed, hands=2)
        first, second = damaged(match, rng, 8), damaged(match, rng, 8)
        compared = compare_records(CHECKER, first, second, work=work)
        better = min(errors_of(first), errors_of(compared.second))
        assert errors_of(merged(compared)) == compared.choice.errors
        assert compared.choice.errors is not None
        assert compared.choice.errors <= better
        if not work and better:
            assert compared.choice.bounded


def test_a_record_whose_rules_are_unknown_is_not_kept() -> None:
    match = generate("guandan", 1, hands=1)
    data: dict[str, Any] = to_builtins(match)
    data["rules"] = {"preset": "nobody knows"}
    unknown = convert(data, Match)
    compared = compare_records(CHECKER, unknown, match)
    assert errors_of(merged(compared)) == 0
    assert merged(compare_records(CHECKER, match, unknown)) == match
