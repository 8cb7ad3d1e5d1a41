"""Results set against what the dealt cards let one expect: sums over the hands of which all cards are known."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isqrt
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, Integer, case, cast, func, literal, select
from sqlalchemy.orm import Session

from app.statistics.filters import FactFilter, conditions
from app.statistics.intervals import t_quantile
from app.statistics.people import keys_of, names_of
from app.statistics.tables import FACTS
from app.statistics.words import word_number
from engine.games import GAMES
from engine.replay.strength import Fitted

LEAST: Final = 30
"""Over fewer hands nothing is said."""
LEAST_OF_BIN: Final = 10
"""Hands of about equal strength, fewer than these, have no mean result."""
_BINS: Final = 10
_VALUES: Final = 4
"""Strength, expected, result, and what is beyond the cards."""
_BITS: Final = 20
"""The number of low bits of a square that are summed apart, so that no database runs out of bits."""
_LOW: Final = 2**_BITS - 1
_FINE: Final = 10**6
"""The parts of a unit to which the root of a variance is worked out."""
_NORMAL: Final = Fraction(196, 100)
_MANY: Final = 10_000
"""Over so many numbers Student's distribution is the normal one."""


@dataclass(frozen=True, slots=True)
class Summed:
    """Some whole numbers: how many, their sum, and the sum of their squares."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: "Summed") -> "Summed":
        return Summed(self.count + other.count, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> Fraction:
        """Their mean; 0 of none."""
        return Fraction(self.total, self.count or 1)

    @property
    def half(self) -> Fraction | None:
        """Half the width of the 95 % t-interval of the mean; None under two numbers."""
        if self.count < 2:
            return None
        return Fraction(t_quantile(self.count - 1)) * _root(self.variance / self.count)

    @property
    def variance(self) -> Fraction:
        """The variance of what the numbers are a sample of; 0 under two numbers."""
        count = self.count
        return Fraction(count * self.squares - self.total**2, count * (count - 1)) if count > 1 else Fraction(0)

    @property
    def is_noise(self) -> bool:
        """Whether the interval of the mean has zero in it, so that chance alone may have made it."""
        return self.half is None or abs(self.mean) <= self.half

    @property
    def needed(self) -> int | None:
        """The fewest numbers of this variance whose interval leaves zero out if their mean is this one; None if it is
        zero.
        """
        if not self.total or self.count < 2:
            return None
        ratio = self.variance / self.mean**2
        needed = max(2, ceil(_NORMAL**2 * ratio))
        while needed < _MANY and Fraction(t_quantile(needed - 1)) ** 2 * ratio >= needed:
            needed += 1
        return needed


@dataclass(frozen=True, slots=True)
class Bin:
    """Hands whose cards were about equally strong."""

    low: int | None
    """The strength from which it reaches, in thousandths; None for the lowest."""
    high: int | None
    """The strength below which it ends; None for the highest."""
    expected: Summed
    result: Summed


@dataclass(frozen=True, slots=True)
class Luck:
    """The results of a person in a game, set against the cards.  All numbers are in thousandths, a value a hand."""

    person: int
    key: str
    name: str
    game: str
    hands: int
    """The hands that the filter lets through; in ``known`` of them all cards and the result are known."""
    strength: Summed
    expected: Summed
    result: Summed
    beyond: Summed
    """The result less what was expected."""
    bins: tuple[Bin, ...]
    """By strength, from low to high; those without a hand too."""

    @property
    def known(self) -> int:
        """The number of hands of which all cards and the result are known."""
        return self.beyond.count

    @property
    def enough(self) -> bool:
        """Whether there are hands enough to say anything."""
        return self.known >= LEAST

    @property
    def needed(self) -> int | None:
        """Over how many hands a difference like that beyond the cards can be told from chance; None if there is none,
        or if nothing is to be said.
        """
        needed = self.beyond.needed if self.enough else None
        return None if needed is None else max(LEAST, needed)


def lucks(session: Session, game: str, wanted: FactFilter) -> list[Luck]:
    """Everybody whom a filter lets through, those of most known hands first, then by key.

    ``wanted.game`` is left out of account.  One query for the sums, and further ones for keys, names and words; empty
    for a game that does not measure strength.
    """
    number, strength = word_number(session, game), GAMES[game].strength
    if number is None or strength is None:
        return []
    facts = FACTS.c
    of_bin = _bin(*scale(strength.fitted))
    # The rows of one person are not sorted by the person too.
    by = (of_bin,) if wanted.player is not None else (facts.person, of_bin)
    rows = session.execute(
        select(func.min(facts.person), of_bin, *_columns())
        .where(facts.game == number, *conditions(session, wanted))
        .group_by(*by)
    )
    found: dict[int, dict[int | None, tuple[int, list[Summed]]]] = {}
    for person, place, hands, *numbers in rows:
        known = 0 if place is None else hands
        found.setdefault(person, {})[place] = (hands, list(_summed(known, numbers)))
    keys, names = keys_of(session, found), names_of(session, found)
    made = [
        _luck(person, keys[person], names[person], game, by_bin, strength.fitted) for person, by_bin in found.items()
    ]
    return sorted(made, key=lambda each: (-each.known, each.key))


def scale(fitted: Fitted) -> tuple[int, int, int]:
    """The bins of the strength of dealt hands: where the lowest ends, the width of the inner ones, and their number.

    The inner ones reach about from the mean of the weakest tenth of dealt hands to that of the strongest.
    """
    low, high = fitted.deciles[0].strength, fitted.deciles[-1].strength
    step = next(
        size for power in range(10) for size in (10**power, 2 * 10**power, 5 * 10**power) if size * _BINS >= high - low
    )
    first = -(-low // step) * step
    return first, step, (high - first) // step + 2


def average(fitted: Fitted) -> int:
    """The mean strength of the dealt hands on which the measure was checked."""
    return sum(decile.strength for decile in fitted.deciles) // len(fitted.deciles)


def _known() -> ColumnElement[bool]:
    facts = FACTS.c
    return facts.strength.is_not(None) & facts.expected.is_not(None) & facts.result.is_not(None)


def _bin(first: int, step: int, count: int) -> ColumnElement[Any]:
    """The number of the bin of a hand; NULL for one that is not known."""
    inner = [(FACTS.c.strength < first + place * step, literal(place, Integer)) for place in range(count - 1)]
    return case((~_known(), None), *inner, else_=literal(count - 1, Integer)).label("bin")


def _columns() -> list[ColumnElement[Any]]:
    facts = FACTS.c
    columns: list[ColumnElement[Any]] = [func.count()]
    for value in (facts.strength, facts.expected, facts.result, facts.result - facts.expected):
        square = cast(value, BigInteger) * value
        columns += [
            func.sum(value),
            func.sum(square.bitwise_rshift(literal(_BITS, Integer))),
            func.sum(square.bitwise_and(_LOW)),
        ]
    return columns


def _summed(count: int, numbers: list[Any]) -> Iterable[Summed]:
    for place in range(0, len(numbers), 3):
        total, high, low = (int(number or 0) for number in numbers[place : place + 3])
        yield Summed(count, total, (high << _BITS) + low)


def _luck(
    person: int,
    key: str,
    name: str,
    game: str,
    by_bin: Mapping[int | None, tuple[int, list[Summed]]],
    fitted: Fitted,
) -> Luck:
    first, step, count = scale(fitted)
    nothing = [Summed()] * _VALUES
    known = [sums for place, (_, sums) in by_bin.items() if place is not None]
    strength, expected, result, beyond = (sum(each, Summed()) for each in zip(nothing, *known, strict=True))
    bins = []
    for place in range(count):
        _, of_bin = by_bin.get(place, (0, nothing))
        low = None if place == 0 else first + (place - 1) * step
        high = None if place == count - 1 else first + place * step
        bins.append(Bin(low, high, of_bin[1], of_bin[2]))
    hands = sum(hands for hands, _ in by_bin.values())
    return Luck(person, key, name, game, hands, strength, expected, result, beyond, tuple(bins))


def _root(value: Fraction) -> Fraction:
    return Fraction(isqrt(value.numerator * _FINE**2 // value.denominator), _FINE)
