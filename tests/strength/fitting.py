"""The fit: least squares for the weights, and a rising line for what a difference in strength lets one expect."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from engine.games import GAMES
from engine.replay.strength import UNIT, Fit, Line, Strength
from tests.strength.samples import Sample

POINTS: Final = 16
"""The points of a line."""
FEWEST: Final = 60
"""Hands that a point of a line rests on."""

Points = list[tuple[int, int]]


def strength_of(game: str) -> Strength:
    """How a game measures strength."""
    strength = GAMES[game].strength
    assert strength is not None
    return strength


class Sums(NamedTuple):
    """What the weights follow from: sums over all seats that were observed, a 1 before their counts."""

    squares: tuple[tuple[int, ...], ...]
    """Of the product of every two counts."""
    products: tuple[int, ...]
    """Of the product of each count with what the seat came to."""


def summed(game: str, samples: Sequence[Sample]) -> Sums:
    """The sums over some hands."""
    rows: list[tuple[int, ...]] = []
    targets: list[int] = []
    for counts, target in _observations(game, strength_of(game), samples):
        rows.append((1, *counts))
        targets.append(target)
    table, came_to = np.array(rows, dtype=np.int64), np.array(targets, dtype=np.int64)
    squares: list[list[int]] = (table.T @ table).tolist()
    products: list[int] = (table.T @ came_to).tolist()
    return Sums(tuple(map(tuple, squares)), tuple(products))


def weights_from(sums: Sums) -> tuple[int, ...]:
    """The constant and the weights by least squares, worked out in fractions and rounded.

    The square of each weight counts as one more observation, so that what never occurs gets no weight.
    """
    size = len(sums.products)
    rows = [
        [Fraction(sums.squares[row][column] + (row == column and row > 0)) for column in range(size)]
        + [Fraction(sums.products[row])]
        for row in range(size)
    ]
    for pivot in range(size):
        scale = rows[pivot][pivot]
        rows[pivot] = [each / scale for each in rows[pivot]]
        for row in range(size):
            if row != pivot and rows[row][pivot]:
                times = rows[row][pivot]
                rows[row] = [each - times * above for each, above in zip(rows[row], rows[pivot], strict=True)]
    return tuple(round(row[-1]) for row in rows)


def fitted(game: str, samples: Sequence[Sample]) -> Fit:
    """The constants that some hands give; what says how well they predict is left out."""
    constant, *weights = weights_from(summed(game, samples))
    known = Fit(len(samples), constant, tuple(weights), {}, 0, 0, (), (), ())
    lines = {name: line_through(_differences(game, name, known, samples)) for name in strength_of(game).differences}
    return replace(known, lines=lines)


def _observations(game: str, strength: Strength, samples: Sequence[Sample]) -> Iterator[tuple[tuple[int, ...], int]]:
    """The counts of a seat with what it came to: places gained on the middle, or units won of one opponent."""
    for sample in samples:
        counts = [
            strength.counts(cards, sample.level, role) for cards, role in zip(sample.cards, sample.roles, strict=True)
        ]
        if sample.places:
            middle = (len(sample.cards) + 1) * UNIT // 2
            for each, place in zip(counts, sample.places, strict=True):
                yield each, middle - place
        else:
            for (one, other), won in sample.units["two-four"].items():
                yield counts[one], won * UNIT
                yield counts[other], -won * UNIT


def strengths(strength: Strength, known: Fit, sample: Sample) -> list[int]:
    """The strength of each seat by some constants."""
    return [
        known.constant
        + sum(
            weight * count
            for weight, count in zip(known.weights, strength.counts(cards, sample.level, role), strict=True)
        )
        for cards, role in zip(sample.cards, sample.roles, strict=True)
    ]


def _differences(game: str, name: str, known: Fit, samples: Sequence[Sample]) -> Points:
    strength = strength_of(game)
    points: Points = []
    for sample in samples:
        points += _ahead[game](name, strengths(strength, known, sample), sample)
    return points


def _guandan(_name: str, of: Sequence[int], sample: Sample) -> Points:
    ahead = of[0] + of[2] - of[1] - of[3]
    return [(ahead, sample.results[0]), (-ahead, sample.results[1])]


def _by_roles(first: str, second: str, alone: str) -> Callable[[str, Sequence[int], Sample], Points]:
    """The difference of the means of a side with two roles and of the others; the result of its second seat."""

    def points(name: str, of: Sequence[int], sample: Sample) -> Points:
        roles = (first, second) if name != alone else (alone,)
        side = [seat for seat, role in enumerate(sample.roles) if role in roles]
        if len(side) != len(roles):
            return []
        others = len(of) - len(side)
        own = sum(of[seat] for seat in side)
        ahead = (own * others - (sum(of) - own) * len(side)) // (others * len(side))
        opponent = next(seat for seat, role in enumerate(sample.roles) if not role)
        return [(ahead, -sample.results[opponent])]

    return points


def _chinese_poker(name: str, of: Sequence[int], sample: Sample) -> Points:
    points: Points = []
    for (one, other), won in sample.units[name].items():
        points += [(of[one] - of[other], won * UNIT), (of[other] - of[one], -won * UNIT)]
    return points


_ahead: Final[dict[str, Callable[[str, Sequence[int], Sample], Points]]] = {
    "guandan": _guandan,
    "bao_huang": _by_roles("emperor", "protector", "alone"),
    "big_a": _by_roles("declarer", "partner", "alone"),
    "chinese_poker": _chinese_poker,
}


def line_through(points: Points) -> Line:
    """A line that never falls: the means of parts of equal size, those that fall taken together."""
    ordered = sorted(points)
    parts = max(2, min(POINTS, len(ordered) // FEWEST))
    bounds = [len(ordered) * part // parts for part in range(parts + 1)]
    blocks = [
        [sum(x for x, _ in part), sum(y for _, y in part), len(part)]
        for low, high in pairwise(bounds)
        if (part := ordered[low:high])
    ]
    merged: list[list[int]] = []
    for block in blocks:
        merged.append(block)
        while len(merged) > 1 and merged[-2][1] * merged[-1][2] >= merged[-1][1] * merged[-2][2]:
            last = merged.pop()
            merged[-1] = [one + other for one, other in zip(merged[-1], last, strict=True)]
    return tuple((round(x / count), round(y / count)) for x, y, count in merged)


def correlation(one: Sequence[float], other: Sequence[float]) -> int:
    """Pearson's, in thousandths; 0 where one does not vary."""
    first, second = np.array(one, dtype=float), np.array(other, dtype=float)
    if len(first) < 2 or not first.std() or not second.std():
        return 0
    found: Any = np.corrcoef(first, second)[0, 1]
    return round(float(found) * 1000)
