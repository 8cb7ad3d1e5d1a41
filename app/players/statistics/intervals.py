"""Intervals: of a mean by Student's t, of a share by Wilson's score, both of 95 %."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import exp, lgamma, log, sqrt
from typing import Final

CONFIDENCE: Final = 0.95
_Z: Final = 1.959963984540054
"""The 0.975 quantile of the normal distribution."""
_TINY: Final = 1e-300
_STEPS: Final = 400


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with half the width of its interval (None under two values)."""

    value: float
    half: float | None


@dataclass(frozen=True, slots=True)
class Share:
    """A share of a count, with its interval; all between 0 and 1."""

    count: int
    of: int
    value: float
    low: float
    high: float


def mean(count: int, total: float, squares: float) -> Mean | None:
    """The mean of some values by their number, sum and sum of squares; None for no values."""
    if count < 1:
        return None
    middle = total / count
    if count == 1:
        return Mean(middle, None)
    variance = max(0.0, (squares - count * middle * middle) / (count - 1))
    return Mean(middle, t_quantile(count - 1) * sqrt(variance / count))


def share(count: int, of: int) -> Share | None:
    """A share with Wilson's interval; None of nothing."""
    if of < 1:
        return None
    value = count / of
    spread = _Z * _Z / of
    middle = value + spread / 2
    half = _Z * sqrt((value * (1 - value) + spread / 4) / of)
    return Share(count, of, value, max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread)))


@lru_cache(maxsize=4_096)
def t_quantile(freedom: int) -> float:
    """The 0.975 quantile of Student's t distribution with some degrees of freedom, from 1."""
    if freedom < 1:
        raise ValueError("no degrees of freedom")

    return _root(lambda t: t_beyond(t, freedom) - (1 - CONFIDENCE), _Z - 1e-9, 13.0)


def t_beyond(t: float, freedom: int) -> float:
    """The probability of a value beyond -t and t in Student's t distribution with some degrees of freedom."""
    return _beta(freedom / 2, 0.5, freedom / (freedom + t * t))


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is 0."""
    for _ in range(100):
        middle = (low + high) / 2
        if function(middle) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    """Its continued fraction, by Lentz's method."""
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _not_zero(1 + term * d)
            c = _not_zero(1 + term / c)
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
