"""The fit from the records to the module of the engine."""

import subprocess
import sys
from pathlib import Path

import engine
from engine.insight.model_card import ModelCard
from tests.fitting.held_out import Forecasts, Matches, measured
from tests.fitting.positions import FEATURES, matches_in
from tests.fitting.regression import slopes_of, weights_of

FILES = ("greedy.jsonl.gz", "random.jsonl.gz")
FITTED = 2, 5
"""The share of the matches that it is fitted on: the first by SHA-256.  Few weights need fewer hands than the proof."""
MODULE = Path(engine.__file__).parent / "insight" / "fitted_chance.py"
_TEXT = '''\
"""The chance that a team wins a hand: its weights and how well it forecasts, as ``python -m tests.fitting`` writes."""

from typing import Final

from engine.insight.model_card import Bin, EstimatedFigure, ModelCard, Quarter

CARD: Final = {card!r}
'''


def fit(folder: Path) -> ModelCard:
    """The fit on the records in a folder, measured on the matches that it does not use."""
    matches, others = (matches_in(folder / name) for name in FILES)
    count = len(matches) * FITTED[0] // FITTED[1]
    fitted, held = matches[:count], matches[count:]
    hands = [hand for match in fitted for hand in match]
    forecasts = Forecasts(weights_of(hands), slopes_of(hands), sum(hand.won for hand in hands) / len(hands))
    quarters, bins, error = measured(forecasts, held)
    return ModelCard(
        weights=dict(zip(FEATURES, forecasts.weights, strict=True)),
        fitted_matches=len(fitted),
        fitted_hands=len(hands),
        held_matches=len(held),
        held_hands=_hands(held),
        quarters=quarters,
        bins=bins,
        calibration_error=error,
        other_matches=len(others),
        other_hands=_hands(others),
        others=measured(forecasts, others)[0],
    )


def _hands(matches: Matches) -> int:
    return sum(map(len, matches))


def written(card: ModelCard) -> str:
    """The text of the module, formatted."""
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "-", "--stdin-filename", str(MODULE)],
        input=_TEXT.format(card=card),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
