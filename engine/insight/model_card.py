"""What is known of a model that was fitted: how well it forecasts matches that were held out of the fit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

PARTS: Final = 10_000
"""One, in the whole numbers of figures."""
MOST_CALIBRATION_ERROR: Final = 400
"""Of a model that may be shown along a hand, in ten-thousandths."""


@dataclass(frozen=True, slots=True)
class EstimatedFigure:
    """A figure with the ends of its 95 % interval over matches, in ten-thousandths."""

    value: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Quarter:
    """A quarter of the course of a hand: Brier scores, and by how much that of the model is lower."""

    model: EstimatedFigure
    high_cards: EstimatedFigure
    base_rate: EstimatedFigure
    better: EstimatedFigure
    """By how much it is lower than that of counting high cards."""

    @property
    def is_better(self) -> bool:
        """Whether the model forecasts better than counting high cards, by an interval above zero."""
        return self.better.low > 0


@dataclass(frozen=True, slots=True)
class Bin:
    """The positions at which the model gave a team a chance of between one tenth and the next, in ten-thousandths."""

    share: int
    """Their share of all positions."""
    forecast: int
    """The mean of their chances."""
    won: int
    """The share of them at which the team won."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What a model was fitted on, and how well it forecasts matches that were held out."""

    weights: Mapping[str, int]
    """By feature its weight, in thousandths."""
    fitted_matches: int
    fitted_hands: int
    held_matches: int
    held_hands: int
    quarters: tuple[Quarter, ...]
    bins: tuple[Bin, ...]
    calibration_error: EstimatedFigure
    """The mean distance between what was forecast and what came of it in a bin, each by its share."""
    other_matches: int
    other_hands: int
    others: tuple[Quarter, ...]
    """The same model on matches of players who choose at random."""

    @property
    def is_calibrated(self) -> bool:
        """Whether its mean calibration error is small enough."""
        return self.calibration_error.value <= MOST_CALIBRATION_ERROR
