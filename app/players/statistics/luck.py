"""Results set against what the dealt cards let one expect: sums over the hands whose cards are all known.

Intervals take the match as the sample, each weighted by its hands.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import ceil, isqrt
from typing import Any, Final, Self

from sqlalchemy import BigInteger, ColumnElement, Integer, Row, Select, and_, case, cast, func, literal, select
from sqlalchemy.orm import Session

from app.database.lookup import word_number
from app.database.tables.statistics import FACTS
from app.players.statistics.figures import terminal_name
from app.players.statistics.filters import FactFilter, conditions
from app.players.statistics.intervals import t_beyond, t_quantile
from app.players.statistics.people import keys_of, names_of
from app.text.blocks import Block, Gap, Line, TextTable
from app.text.decimals import fixed
from app.text.game_terms import said_by_game
from app.text.glossary import game_title
from app.text.language import _, said
from engine.games import GAMES
from engine.recorded.basis import Basis
from engine.replay.strength import UNIT, Fit
from engine.rulebook.sentences import say_of

LEAST: Final = 30
"""With fewer hands there are no figures."""
LEAST_MATCHES: Final = 5
"""With hands of fewer matches there are no figures."""
LEAST_OF_BIN: Final = 10
"""Hands of about equal strength, fewer than these, have no mean result."""
_BINS: Final = 10
_VALUES: Final = 4
"""Strength, expected, result, and what is beyond the cards."""
_FINE: Final = 10**6
"""The parts of a unit to which the root of a variance is worked out."""
_NORMAL: Final = Fraction(196, 100)
_FALSE: Final = 0.05
"""The share of marks in a list that may be wrong."""
_MANY: Final = 10_000
"""Over so many numbers Student's distribution is the normal one."""


@dataclass(frozen=True, slots=True)
class ValueSum:
    """A value a hand, summed over hands of some matches.  The sums of the matches are what intervals rest on, because
    hands of one match are no independent samples.
    """

    count: int = 0
    """Hands."""
    total: int = 0
    matches: int = 0
    """Matches that have such hands."""
    weights: int = 0
    """The sum over matches of the square of the number of hands."""
    products: int = 0
    """The sum over matches of the sum of the values times the number of hands."""
    squares: int = 0
    """The sum over matches of the square of the sum of the values."""

    @classmethod
    def of(cls, matches: Iterable[Sequence[int]]) -> Self:
        """The sums of the values of some matches; a match without values is left out."""
        known = [(len(values), sum(values)) for values in matches if values]
        return cls(
            sum(count for count, _ in known),
            sum(total for _, total in known),
            len(known),
            sum(count * count for count, _ in known),
            sum(count * total for count, total in known),
            sum(total * total for _, total in known),
        )

    @property
    def mean(self) -> Fraction:
        """The mean of a hand; 0 of none."""
        return Fraction(self.total, self.count or 1)

    @property
    def half(self) -> Fraction | None:
        """Half the width of the 95 % interval of the mean: t with one degree of freedom less than there are matches;
        None under two matches.
        """
        if self.matches < 2:
            return None
        return Fraction(t_quantile(self.matches - 1)) * _root(self.variance / self.count)

    @property
    def variance(self) -> Fraction:
        """The number of hands times the variance of the mean; 0 under two matches."""
        if self.matches < 2:
            return Fraction(0)
        mean = self.mean
        spread = self.squares - 2 * mean * self.products + mean**2 * self.weights
        return spread * self.matches / ((self.matches - 1) * self.count)

    @property
    def is_noise(self) -> bool:
        """Whether the interval of the mean has zero in it, so that chance alone may have made it."""
        return self.half is None or abs(self.mean) <= self.half

    @property
    def chance(self) -> float:
        """How often chance alone makes a mean at least as far from zero, between 0 and 1; 1 under two matches."""
        if self.matches < 2 or not self.total:
            return 1.0
        if not self.variance:
            return 0.0
        return t_beyond(float(abs(self.mean) / _root(self.variance / self.count)), self.matches - 1)

    @property
    def needed(self) -> int | None:
        """About the fewest hands, as many a match as these, whose interval leaves zero out if their mean is this one;
        None if it is zero.
        """
        if not self.total or self.matches < 2:
            return None
        ratio = self.variance / self.mean**2
        needed = max(2, ceil(_NORMAL**2 * ratio))
        while (
            needed < _MANY
            and Fraction(t_quantile(max(1, needed * self.matches // self.count - 1))) ** 2 * ratio >= needed
        ):
            needed += 1
        return needed


@dataclass(frozen=True, slots=True)
class Bin:
    """Hands whose cards were about equally strong."""

    low: int | None
    """The strength from which it reaches, in thousandths; None for the lowest."""
    high: int | None
    """The strength below which it ends; None for the highest."""
    expected: ValueSum
    result: ValueSum


@dataclass(frozen=True, slots=True)
class Luck:
    """The results of a person in a game, set against the cards.  All numbers are in thousandths, a value a hand."""

    person: int
    key: str
    name: str
    game: str
    hands: int
    """The hands that the filter lets through; in ``known`` of them all cards and the result are known."""
    strength: ValueSum
    expected: ValueSum
    result: ValueSum
    beyond: ValueSum
    """The result less what was expected."""
    bins: tuple[Bin, ...]
    """By strength, from low to high; those without a hand too.  Empty if they were not asked for."""

    @property
    def known(self) -> int:
        """The number of hands whose cards and result are all known."""
        return self.beyond.count

    @property
    def enough(self) -> bool:
        """Whether there are hands and matches enough to say anything."""
        return self.known >= LEAST and self.beyond.matches >= LEAST_MATCHES

    @property
    def needed(self) -> int | None:
        """How many hands show that such a difference beyond the cards is not chance; None if there is no difference,
        or too few hands to say.
        """
        needed = self.beyond.needed if self.enough else None
        return None if needed is None else max(LEAST, needed)


def lucks(session: Session, game: str, wanted: FactFilter, *, binned: bool = False) -> list[Luck]:
    """Everybody whom a filter lets through, those of most known hands first, then by key.

    ``wanted.game`` is ignored.  Without ``binned`` there are no bins.  One query for the sums, and
    further ones for keys, names and words; empty for a game that does not measure strength.
    """
    strength = GAMES[game].strength
    if strength is None:
        return []
    ends = scale(strength.fitted)
    query = _query(session, game, wanted, _bin(*ends) if binned else None)
    people: dict[int, _Person] = {}
    for (person, _match), rows in groupby(session.execute(query), key=lambda row: (row.person, row.match)):
        people.setdefault(person, _Person()).add(rows)
    keys, names = keys_of(session, people), names_of(session, people)
    made = []
    for person, sums in people.items():
        bins = tuple(_bins(sums, *ends)) if binned else ()
        who = (person, keys[person], names[person])
        strong, expected, result, beyond = sums.whole
        made.append(Luck(*who, game, sums.hands, strong, expected, result, beyond, bins))
    return sorted(made, key=lambda luck: (-luck.known, luck.key))


def more_than_chance(all_lucks: Sequence[Luck]) -> frozenset[int]:
    """The persons of a list who differ significantly from what the cards let one expect.

    The procedure of Benjamini and Hochberg over all persons of whom anything is said: of such marks, one in 20 is
    expected to be wrong.
    """
    ranked = sorted((luck.beyond.chance, luck.person) for luck in all_lucks if luck.enough)
    last = max((rank for rank, (chance, _) in enumerate(ranked, 1) if chance * len(ranked) <= _FALSE * rank), default=0)
    return frozenset(person for _, person in ranked[:last])


def scale(fitted: Fit) -> tuple[int, int, int]:
    """The bins of the strength of dealt hands: where the lowest ends, the width of the inner ones, and their number.

    The inner ones reach about from the mean of the weakest tenth of dealt hands to that of the strongest.
    """
    low, high = fitted.deciles[0].strength, fitted.deciles[-1].strength
    step = next(
        size for power in range(10) for size in (10**power, 2 * 10**power, 5 * 10**power) if size * _BINS >= high - low
    )
    first = -(-low // step) * step
    return first, step, (high - first) // step + 2


def average(fitted: Fit) -> int:
    """The mean strength of the dealt hands on which the measure was checked."""
    return sum(decile.strength for decile in fitted.deciles) // len(fitted.deciles)


def _bin(first: int, step: int, count: int) -> ColumnElement[Any]:
    """The number of the bin of a hand by its strength."""
    inner = [(FACTS.c.strength < first + place * step, literal(place, Integer)) for place in range(count - 1)]
    return case(*inner, else_=literal(count - 1, Integer))


def _query(session: Session, game: str, wanted: FactFilter, place: ColumnElement[Any] | None) -> Select[Any]:
    """By person, match and place: the number of hands, that of known hands, and the sums of their values.

    A hand is known if all cards and the result are, and its play is known to its end.
    """
    facts = FACTS.c
    known = and_(
        facts.strength.is_not(None),
        facts.expected.is_not(None),
        facts.result.is_not(None),
        facts.basis == word_number(session, str(Basis.PLAY)),
    )
    values = (facts.strength, facts.expected, facts.result, facts.result - facts.expected)
    # The rows of one person are not sorted by the person too.
    groups: list[Any] = [facts.match] if wanted.player is not None else [facts.person, facts.match]
    shown: ColumnElement[Any] = literal(0, Integer)
    if place is not None:
        shown = case((known, place), else_=literal(-1, Integer))
    return (
        select(
            func.min(facts.person).label("person"),
            facts.match,
            shown.label("place"),
            func.count(),
            func.sum(case((known, 1), else_=0)),
            *(func.sum(case((known, cast(value, BigInteger)), else_=0)) for value in values),
        )
        .where(facts.game == word_number(session, game), *conditions(session, wanted))
        .group_by(*groups, *([] if place is None else [shown]))
        .order_by(*groups)
    )


class _Growing:
    """What becomes a `ValueSum`, match by match."""

    def __init__(self) -> None:
        self._sums: Final = [0] * 6

    def add(self, count: int, total: int) -> None:
        """Adds the hands of a match with the sum of their values."""
        if count:
            for place, more in enumerate((count, total, 1, count * count, count * total, total * total)):
                self._sums[place] += more

    def summed(self) -> ValueSum:
        """The sums."""
        return ValueSum(*self._sums)


_Sums = tuple[_Growing, ...]


def _growing() -> _Sums:
    return tuple(_Growing() for _ in range(_VALUES))


class _Person:
    """The sums of a person that grow."""

    def __init__(self) -> None:
        self.hands = 0
        self._whole: Final = _growing()
        self._bins: Final[dict[int, _Sums]] = {}

    @property
    def whole(self) -> tuple[ValueSum, ...]:
        """The sums of each value over all known hands."""
        return tuple(growing.summed() for growing in self._whole)

    def of_bin(self, place: int) -> tuple[ValueSum, ...]:
        """The sums of each value over the known hands of a bin."""
        return tuple(growing.summed() for growing in self._bins.get(place, _growing()))

    def add(self, rows: Iterable[Row[Any]]) -> None:
        """Adds the rows of a match, one a bin."""
        of_match = [0] * (_VALUES + 1)
        for row in rows:
            place, hands, known, *values = (int(figure) for figure in tuple(row)[2:])
            self.hands += hands
            for number, value in enumerate((known, *values)):
                of_match[number] += value
            if known:
                for growing, value in zip(self._bins.setdefault(place, _growing()), values, strict=True):
                    growing.add(known, value)
        for growing, value in zip(self._whole, of_match[1:], strict=True):
            growing.add(of_match[0], value)


def _bins(sums: _Person, first: int, step: int, count: int) -> Iterable[Bin]:
    for place in range(count):
        _, expected, result, _ = sums.of_bin(place)
        low = None if place == 0 else first + (place - 1) * step
        high = None if place == count - 1 else first + place * step
        yield Bin(low, high, expected, result)


def _root(value: Fraction) -> Fraction:
    return Fraction(isqrt(value.numerator * _FINE**2 // value.denominator), _FINE)


def luck_blocks(lucks: Sequence[Luck]) -> Iterator[Block]:
    """A table for each game; without numbers for those of whom too few hands are known."""
    marked = False
    for number, (game, grouped) in enumerate(groupby(lucks, key=lambda luck: luck.game)):
        of_game = list(grouped)
        sure = more_than_chance(of_game)
        marked |= bool(sure)
        if number:
            yield Gap()
        strength = GAMES[game].strength
        assert strength is not None
        yield Line(game_title(game), tone="strong")
        yield Line(_("One of the result is a {unit}.", unit=said_by_game(strength.unit)))
        heads = (_("player"), *(terminal_name(luck.name, luck.key) for luck in of_game))
        yield TextTable.of_lines(heads, _columns(of_game, sure, average(strength.fitted)))
    if lucks:
        yield Gap()
        yield Line(
            _("means a hand with half their 95 % interval, with the match as the sample; beyond: result less expected")
        )
        yield Line(_("needed: how many hands it takes until chance alone would rarely make a difference of that size"))
    if any(not luck.enough for luck in lucks):
        few = _(
            "the cards are known in fewer than {count} hands, or in those of fewer than {matches} matches, which is "
            "too few",
            count=LEAST,
            matches=LEAST_MATCHES,
        )
        yield Line(f"-  {few}")
    if marked:
        chance = _("more than chance; of the players so marked, one in 20 is expected to be marked by chance")
        yield Line(f"*  {chance}")
    if any(luck.enough for luck in lucks):
        yield Line(_("without a *, chance alone may have made what is beyond the cards"))


def _columns(lucks: Sequence[Luck], sure: Container[int], middle: int) -> Iterator[list[str]]:
    yield [said(say_of("column", "hands")), *(f"{luck.hands:,}" for luck in lucks)]
    yield [_("known"), *(f"{luck.known:,}" for luck in lucks)]
    yield [_("strength"), *(_mean(luck, luck.strength, middle) for luck in lucks)]
    yield [said(say_of("luck", "expected")), *(_mean(luck, luck.expected) for luck in lucks)]
    yield [_("result"), *(_mean(luck, luck.result) for luck in lucks)]
    yield [_("beyond"), *(_mean(luck, luck.beyond) + (" *" if luck.person in sure else "") for luck in lucks)]
    yield [_("needed"), *("-" if luck.needed is None else f"{luck.needed:,}" for luck in lucks)]


def _mean(luck: Luck, summed: ValueSum, middle: int = 0) -> str:
    if not luck.enough:
        return "-"
    mean, half = summed.mean - middle, summed.half or Fraction(0)
    said_mean, said_half = (fixed(number.numerator, number.denominator * UNIT, 2) for number in (mean, half))
    return f"{said_mean} +-{said_half}"
