"""The fits: which seat goes out first, and which team wins by its high cards."""

from collections.abc import Sequence

import numpy as np

from tests.fitting.positions import FEATURES, UNIT, Hand

RIDGE = 2.0
"""The penalty on the squares of weights, in hands, with features scaled to a variance of 1."""
ROUNDS = 30


def weights_of(hands: Sequence[Hand]) -> tuple[int, ...]:
    """The weights of the features in thousandths: a multinomial logistic regression by Newton's method."""
    values = np.concatenate([hand.features for hand in hands]) / UNIT
    first = np.concatenate([np.full(len(hand.high), hand.first) for hand in hands])
    shares = np.concatenate([hand.shares for hand in hands])
    spread = np.einsum("i,ijk->k", shares, (values - values.mean(1, keepdims=True)) ** 2) / (4 * shares.sum())
    penalty = np.diag(RIDGE * spread)
    own = np.take_along_axis(values, first[:, None, None], 1)[:, 0]
    weights = np.zeros(len(FEATURES))
    for _ in range(ROUNDS):
        sums = values @ weights
        powers = np.exp(sums - sums.max(1, keepdims=True))
        parts = powers / powers.sum(1, keepdims=True)
        means = np.einsum("ij,ijk->ik", parts, values)
        weighed = values * np.sqrt(shares[:, None] * parts)[:, :, None]
        flat, mean = weighed.reshape(-1, len(weights)), means * np.sqrt(shares)[:, None]
        step = np.linalg.solve(flat.T @ flat - mean.T @ mean + penalty, shares @ (own - means) - penalty @ weights)
        weights = weights + step
        if np.abs(step).max() < 1e-9:
            break
    return tuple(int(each) for each in np.rint(weights * UNIT))


def slopes_of(hands: Sequence[Hand]) -> np.ndarray:
    """By quarter, what one high card more adds to the log odds of a team: logistic regressions without a constant."""
    more = np.concatenate([hand.high for hand in hands])
    won = np.concatenate([np.full(len(hand.high), float(hand.won)) for hand in hands])
    shares = np.concatenate([hand.shares for hand in hands])
    quarters = np.concatenate([hand.quarters for hand in hands])
    slopes = np.zeros(4)
    for _ in range(ROUNDS):
        forecast = 1 / (1 + np.exp(-slopes[quarters] * more))
        for quarter in range(4):
            here = quarters == quarter
            gradient = (shares * (won - forecast) * more)[here].sum()
            slopes[quarter] += gradient / (shares * forecast * (1 - forecast) * more**2)[here].sum()
    return slopes
