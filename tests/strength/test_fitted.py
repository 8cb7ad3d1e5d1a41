"""The constants of strength: they are those of the script, and they predict hands that nobody fitted them on."""

from functools import cache

import pytest

from engine.games import GAMES
from engine.replay.strength import Fit
from tests.offenders import for_every
from tests.profiles import PROFILE, cases
from tests.strength.__main__ import CHECKED_ON, FITTED_ON, STRANGERS, samples
from tests.strength.fitting import fitted, strength_of, strengths, weights_from
from tests.strength.predicting import EXPECTED, correlations, deciles, described, plain
from tests.strength.samples import Sample, made_up
from tests.strength.writing import kept_sums, path_of, written

CHECKED = {"guandan": 16, "bao_huang": 12, "big_a": 10, "chinese_poker": 20}
"""Matches of other seeds that the constants are tried on."""
FIRST_CHECKED = 50_000
REFITTED = {"guandan": 24, "bao_huang": 20, "big_a": 16, "chinese_poker": 30}
"""Matches that a smaller fit rests on."""
FIRST_REFITTED = 70_000

LEAST = {"guandan": (110, 140), "bao_huang": (300, 280), "big_a": (230, 350), "chinese_poker": (0, 600)}
"""Correlations with the place and with the result, in thousandths, that broken weights do not reach."""


def constants(game: str) -> Fit:
    return strength_of(game).fitted


@cache
def checked(game: str) -> tuple[Sample, ...]:
    seeds = range(FIRST_CHECKED, FIRST_CHECKED + CHECKED[game])
    return tuple(sample for policy in FITTED_ON[game] for sample in made_up(game, seeds, policy))


def of_place_and_result(game: str, known: Fit) -> tuple[int, int]:
    found = [each.strength for each in correlations(game, known, checked(game), "checked")]
    return (found[0], found[1]) if len(found) > 1 else (0, found[0])


@for_every("game", GAMES)
def test_the_weights_follow_from_the_sums_that_are_kept(game: str) -> None:
    known = constants(game)
    assert weights_from(kept_sums(game)) == (known.constant, *known.weights)


@for_every("game", GAMES)
def test_the_module_of_a_game_is_as_the_script_writes_it(game: str) -> None:
    assert path_of(game).read_text(encoding="utf-8") == written(game, constants(game))


@for_every("game", cases(GAMES, ("guandan",)))
def test_hands_of_other_seeds_are_as_the_constants_predict(game: str) -> None:
    """One test for all that is tried on these hands, because making them takes long."""
    what_is_expected_follows_from_the_strengths_and_the_lines(game)
    strength_predicts_the_place_and_the_result(game)
    strength_predicts_better_than_high_cards_alone(game)
    strong_hands_go_out_earlier_than_weak_ones_and_as_predicted(game)
    a_smaller_fit_predicts_about_as_well(game)


def what_is_expected_follows_from_the_strengths_and_the_lines(game: str) -> None:
    strength, known = strength_of(game), constants(game)
    hands = tuple(plain(checked(game)))
    assert len(hands) > 50
    for sample in hands:
        assert sample.expected == tuple(EXPECTED[game](known, strengths(strength, known, sample), sample))


def strength_predicts_the_place_and_the_result(game: str) -> None:
    place, result = of_place_and_result(game, constants(game))
    least_place, least_result = LEAST[game]
    assert place >= least_place
    assert result >= least_result


def strength_predicts_better_than_high_cards_alone(game: str) -> None:
    cards_of_a_seat = correlations(game, constants(game), checked(game), "checked")[0]
    assert cards_of_a_seat.strength > cards_of_a_seat.high_cards


def strong_hands_go_out_earlier_than_weak_ones_and_as_predicted(game: str) -> None:
    tenths = deciles(game, constants(game), checked(game))
    for weak, strong in ((tenths[:3], tenths[-3:]),):
        assert sum(each.result for each in weak) < sum(each.result for each in strong)
        if tenths[0].place:
            assert sum(each.place for each in weak) > sum(each.place for each in strong)
            for part in (weak, strong):
                assert abs(sum(each.place - each.predicted for each in part)) / 3 < 350


def a_smaller_fit_predicts_about_as_well(game: str) -> None:
    seeds = range(FIRST_REFITTED, FIRST_REFITTED + REFITTED[game])
    hands = [sample for policy in FITTED_ON[game] for sample in made_up(game, seeds, policy)]
    again = fitted(game, hands)
    for full, smaller in zip(of_place_and_result(game, constants(game)), of_place_and_result(game, again), strict=True):
        assert abs(full - smaller) < 120


def _the_whole_fit_gives_the_constants(game: str) -> None:
    known = constants(game)
    hands = [sample for of_policy in samples(game, FITTED_ON[game]).values() for sample in of_policy]
    again = described(game, fitted(game, hands), samples(game, CHECKED_ON[game]), samples(game, STRANGERS))
    assert (again.constant, again.weights, again.lines) == (known.constant, known.weights, known.lines)
    assert again.correlations == known.correlations[: len(again.correlations)]
    assert again.elsewhere == known.elsewhere[: len(again.elsewhere)]
    assert again.deciles == known.deciles


if PROFILE == "long":
    # It makes thousands of hands, so it is no part of a push.
    test_the_whole_fit_gives_the_constants = pytest.mark.parametrize("game", GAMES)(_the_whole_fit_gives_the_constants)
