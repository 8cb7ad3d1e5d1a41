"""The chance that a team wins a hand: what the engine has is what the script makes of the records."""

from pathlib import Path

import numpy as np
import pytest

from engine.insight.fitted_chance import CARD
from engine.insight.model_card import EstimatedFigure
from tests.fitting.held_out import Forecasts, measured
from tests.fitting.positions import FEATURES, Hand, held_features
from tests.fitting.writing import MODULE, fit, written

TEN_CARDS = [4, 5, 6, 7, 8, 12, 16, 20, 52, 53]
"""3s 3h 3d 3c, 4s 5s 6s 7s, both kinds of jokers."""


def test_the_module_is_what_the_script_makes_of_the_records(shared: Path) -> None:
    found = fit(shared / "peers" / "guandan" / "njupt")
    assert found == CARD
    assert MODULE.read_text(encoding="utf-8") == written(found)


def test_figures_and_bins_fit_together() -> None:
    assert tuple(CARD.weights) == FEATURES
    assert sum(each.share for each in CARD.bins) == pytest.approx(10_000, abs=5)
    for below, above in zip(CARD.bins, reversed(CARD.bins), strict=True):
        assert below.share == pytest.approx(above.share, abs=1)
        assert below.won + above.won == pytest.approx(10_000, abs=1)
    for quarter in (*CARD.quarters, *CARD.others):
        assert quarter.better.value == pytest.approx(quarter.high_cards.value - quarter.model.value, abs=1)
        for figure in (quarter.model, quarter.high_cards, quarter.base_rate, quarter.better, CARD.calibration_error):
            assert figure.low <= figure.value <= figure.high


def test_what_is_counted_in_the_cards_of_a_seat() -> None:
    """One bomb, two jokers and four loose cards make seven plays; no card is of the level of 2."""
    assert held_features(TEN_CARDS, 0) == (125, 250, 0, 2708, 2398, 500, 4000)


def _hand(first: int, sums: tuple[int, int, int, int], high: int) -> Hand:
    """A hand of four positions, one in each quarter, of which all are alike."""
    return Hand(np.array([[[each] for each in sums]] * 4), np.array([high] * 4), first)


def test_scores_and_bins_of_hands_that_are_easy_to_count() -> None:
    """Seats alike: a half. One of the first team e⁹ times as strong: nearly 1."""
    forecasts = Forecasts((1000,), np.array([0.0, 0.0, 0.0, 5.0]), 0.5)
    quarters, bins, error = measured(forecasts, [[_hand(0, (0, 0, 0, 0), 1)], [_hand(2, (9000, 0, 0, 0), 1)]])
    assert [each.model.value for each in quarters] == [1250] * 4
    assert [each.base_rate.value for each in quarters] == [2500] * 4
    assert [each.high_cards.value for each in quarters] == [2500, 2500, 2500, 0]
    assert quarters[3].better == EstimatedFigure(-1250, -2500, 0)
    assert [each.share for each in bins] == [2500, 0, 0, 0, 0, 5000, 0, 0, 0, 2500]
    assert (bins[9].forecast, bins[9].won) == (9998, 10_000)
    assert (bins[5].forecast, bins[5].won) == (5000, 5000)
    assert error == EstimatedFigure(1, 0, 2)


def test_the_model_is_calibrated_but_not_better_than_high_cards_in_every_quarter() -> None:
    """Where this fails because a fit is better, replays may show its curve."""
    assert CARD.is_calibrated
    assert [quarter.is_better for quarter in CARD.quarters] == [False, True, True, True]
