"""What a decision cost by what the seat could know: the mean over the deals that fit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Final, Literal

from msgspec import Struct

from engine.insight.deals import NoFittingDealError, drawn, ways
from engine.insight.solver import OutOfNodesError
from engine.replay.seen import SeatKnowledge, World

EXACT: Final = 200
"""The most deals that differ for all to be counted."""
FEWEST_DEALS: Final = 100
MOST_DEALS: Final = 5_000
_UNSOLVED: Final = 10
"""One in so many drawn deals may be left unsolved."""
_THOUSAND: Final = 1_000

Words = Literal["lucky", "fault", "best", "unlucky", "inaccuracy", "unclear"]
Number = int | float
"""A number with at most three places; whole ones are int."""
ValuesOf = Callable[[World], Sequence[int]]
"""The values of the actions of a decision in a deal, in the order of the actions.  Raises OutOfNodesError."""


class FairValue(Struct, frozen=True, kw_only=True):
    """What a decision is worth by what the seat could know."""

    best: Number
    value: Number
    loss: Number
    error: Number
    """One standard error of the difference between the action and the best one, or the best other one."""
    deals: int | None
    """The deals that are solved; None where cards are counted that come one after the other."""
    unsolved: int
    exact: bool
    best_actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """The values of the actions of a decision over deals."""

    texts: Sequence[str]
    """The actions by code points."""
    deals: Sequence[tuple[int, Sequence[int | Fraction]]]
    """Of each solved deal its weight, and the values of the actions."""
    unsolved: int
    exact: bool

    @property
    def means(self) -> list[Fraction]:
        """The means of the actions."""
        weight = sum(weight for weight, _ in self.deals)
        return [
            Fraction(sum(times * values[place] for times, values in self.deals)) / weight
            for place in range(len(self.texts))
        ]

    def squared_error(self, one: int, other: int) -> Fraction:
        """The square of the standard error of the difference of two actions."""
        if self.exact:
            return Fraction(0)
        differences = [values[one] - values[other] for _, values in self.deals]
        number, total = len(differences), sum(differences)
        squares = number * sum(difference * difference for difference in differences) - total * total
        return Fraction(squares) / (number * number * (number - 1))


@dataclass(frozen=True, slots=True)
class Fair:
    """What the sample says of a decision."""

    value: FairValue
    actions: tuple[tuple[Number, Number], ...]
    """The mean of each action, and the error of its difference to the best one."""
    words: Words


def sampled(seen: SeatKnowledge, texts: Sequence[str], values_of: ValuesOf, deals: int, name: str) -> Sample | None:
    """The values of the actions over the deals that fit; None if too many of them are not solved.

    ``name`` is what drawn deals are drawn by, with their number.
    """
    every = ways(seen, EXACT)
    number, worlds = deals, _drawn(seen, deals, name)
    if every is not None:
        number, worlds = len(every), iter(every)
    solved: list[tuple[int, Sequence[int]]] = []
    unsolved = 0
    try:
        for weight, world in worlds:
            try:
                solved.append((weight, values_of(world)))
            except OutOfNodesError:
                unsolved += 1
                if every is not None or unsolved * _UNSOLVED > number:
                    return None
    except NoFittingDealError:
        return None
    return Sample(texts, solved, unsolved, every is not None) if solved else None


def _drawn(seen: SeatKnowledge, deals: int, name: str) -> Iterator[tuple[int, World]]:
    return ((1, drawn(seen, f"{name}:{number}")) for number in range(deals))


def judged(sample: Sample, done: str, loss: int | None, unit: int, listed: int) -> Fair:
    """What a sample says of the action that was done, which lost something with all cards open.

    The loss is None for a placement, which has no such value: the sample is then the one count of all that can come.
    ``unit`` is what makes a difference; so many best actions are listed.
    """
    means, place = sample.means, sample.texts.index(done)
    high = max(means)
    best = means.index(high)
    other = best
    if means[place] == high:
        others = [number for number in range(len(means)) if number != place]
        other = max(others, key=lambda number: (means[number], -number))
    error = sample.squared_error(place, other)
    value = FairValue(
        best=rounded(high),
        value=rounded(means[place]),
        loss=rounded(high - means[place]),
        error=rounded_root(error),
        deals=None if loss is None else len(sample.deals),
        unsolved=sample.unsolved,
        exact=sample.exact,
        best_actions=tuple(text for text, mean in zip(sample.texts, means, strict=True) if mean == high)[:listed],
    )
    actions = tuple(
        (rounded(mean), rounded_root(sample.squared_error(number, best))) for number, mean in enumerate(means)
    )
    return Fair(value, actions, words(loss, high - means[place], error, unit))


def words(loss: int | None, fair: Fraction, error: Fraction, unit: int) -> Words:
    """What a decision is called by its open loss (None: it has none), its fair loss and the square of its error."""
    if _surely_above(fair - Fraction(unit, 2), error):
        return "lucky" if loss == 0 else "fault"
    if not loss and fair < Fraction(unit, 4):
        return "best"
    if loss and _surely_above(Fraction(unit, 4) - fair, error):
        return "unlucky"
    return "inaccuracy" if _surely_above(fair, error) else "unclear"


def _surely_above(value: Fraction, squared_error: Fraction) -> bool:
    """Whether a value is above 0 by more than two errors."""
    return value > 0 and value * value > 4 * squared_error


def rounded(value: Fraction) -> Number:
    """A number to three places, half to even."""
    return _written(round(value * _THOUSAND))


def rounded_root(square: Fraction) -> Number:
    """The root of a number to three places, half to even."""
    scaled = square * _THOUSAND * _THOUSAND
    low = isqrt(scaled.numerator // scaled.denominator)
    middle = (2 * low + 1) * (2 * low + 1)
    if scaled * 4 > middle or (scaled * 4 == middle and low % 2):
        low += 1
    return _written(low)


def _written(thousandths: int) -> Number:
    return thousandths // _THOUSAND if thousandths % _THOUSAND == 0 else thousandths / _THOUSAND


def means_by_text(fair: Fair | None, texts: Sequence[str]) -> Mapping[str, tuple[Number, Number]]:
    """The mean of each action and its error, by text; nothing if there is no sample."""
    return {} if fair is None else dict(zip(texts, fair.actions, strict=True))
