"""How well a fit forecasts matches that were held out of it."""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from engine.insight.model_card import PARTS, Bin, EstimatedFigure, Quarter
from tests.fitting.positions import Hand

RESAMPLES = 4_000
SEED = 27
TENTHS = 10

Matches = Sequence[Sequence[Hand]]


class Forecasts(NamedTuple):
    """What a fit and what it is compared with forecast."""

    weights: tuple[int, ...]
    slopes: np.ndarray
    base_rate: float

    def of(self, hand: Hand) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """By position the chance of the first team: of the fit, by high cards, by the base rate."""
        by_cards = 1 / (1 + np.exp(-self.slopes[hand.quarters] * hand.high))
        return hand.chances(self.weights), by_cards, np.full(len(hand.high), self.base_rate)


def measured(forecasts: Forecasts, matches: Matches) -> tuple[tuple[Quarter, ...], tuple[Bin, ...], EstimatedFigure]:
    """The Brier scores by quarter, the bins of calibration, and the mean calibration error.

    Every hand counts as much as any other.  Each position counts twice in the calibration, once for each team.
    """
    errors = np.zeros((len(matches), 3, 4))
    bins = np.zeros((len(matches), 3, TENTHS))
    hands = np.array([len(match) for match in matches], dtype=float)
    for number, match in enumerate(matches):
        for hand in match:
            forecast = forecasts.of(hand)
            for kind, each in enumerate(forecast):
                squares = hand.shares * 4 * (each - hand.won) ** 2
                errors[number, kind] += np.bincount(hand.quarters, squares, minlength=4)
            for team, won in ((forecast[0], hand.won), (1 - forecast[0], not hand.won)):
                tenth = np.minimum((team * TENTHS).astype(int), TENTHS - 1)
                for kind, value in enumerate((np.ones(len(team)), team, np.full(len(team), float(won)))):
                    bins[number, kind] += np.bincount(tenth, hand.shares * value, minlength=TENTHS) / 2

    def score(kind: int, quarter: int) -> Callable[[np.ndarray], float]:
        return lambda times: float(times @ errors[:, kind, quarter] / (times @ hands))

    def better(quarter: int) -> Callable[[np.ndarray], float]:
        return lambda times: score(1, quarter)(times) - score(0, quarter)(times)

    def miscalibration(times: np.ndarray) -> float:
        found = np.einsum("i,ijk->jk", times, bins)
        return float(np.abs(found[1] - found[2]).sum() / found[0].sum())

    samples = _samples(len(matches))
    quarters = tuple(
        Quarter(*(_figure(of, samples) for of in (*(score(kind, quarter) for kind in range(3)), better(quarter))))
        for quarter in range(4)
    )
    share, forecast_in, won_in = bins.sum(0)
    found = tuple(
        Bin(_parts(one / share.sum()), _parts(two / one if one else 0), _parts(three / one if one else 0))
        for one, two, three in zip(share, forecast_in, won_in, strict=True)
    )
    return quarters, found, _figure(miscalibration, samples)


def _samples(count: int) -> list[np.ndarray]:
    """How often each match is drawn: first each once, then in each of the resamples of whole matches."""
    rng = Random(SEED)
    drawn = [rng.choices(range(count), k=count) for _ in range(RESAMPLES)]
    return [np.ones(count), *(np.bincount(each, minlength=count).astype(float) for each in drawn)]


def _figure(of: Callable[[np.ndarray], float], samples: Sequence[np.ndarray]) -> EstimatedFigure:
    value, *others = map(of, samples)
    others.sort()
    ends = others[len(others) * 25 // 1000], others[len(others) * 975 // 1000 - 1]
    return EstimatedFigure(_parts(value), *map(_parts, ends))


def _parts(value: float) -> int:
    return round(value * PARTS)
