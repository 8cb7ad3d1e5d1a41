"""The strength of dealt hands as data: a sum of weights of what is in the cards, and what it lets one expect.

All numbers are whole.  Strengths, expected results and results are in thousandths.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from msgspec import UnsetType

from engine.cards.packed import SPELLINGS, UNKNOWN, Card
from engine.record.match import Hand
from engine.replay.outcome import HandOutcome

UNIT: Final = 1000
"""One place, level, point or unit."""


Line = tuple[tuple[int, int], ...]
"""The points of a broken line: differences in strength, strictly rising, each with an expected result."""


class Decile(NamedTuple):
    """A tenth of the hands of seats that were not used in the fit, by their strength."""

    strength: int
    """The mean strength."""
    predicted: int
    """The mean place that the strength predicts."""
    place: int
    """The mean place taken."""
    expected: int
    """The mean expected result of the seats, which rests on the cards of the whole table."""
    result: int
    """The mean result of the seats."""


class Correlation(NamedTuple):
    """How well something goes with something else on hands that were not used in the fit."""

    hands: str
    """Whose hands, in words."""
    between: str
    """What is correlated, in words."""
    strength: int
    """The correlation of the strength with it, or of the expected result."""
    high_cards: int
    """The correlation of the number of jokers and wild cards with it; for a game without either, of aces."""


class Variance(NamedTuple):
    """How much of the variance of the result of a seat the expected result explains, on hands of some players."""

    hands: str
    """Whose hands, in words."""
    share: int
    """In thousandths; negative where the result lies further from what is expected than from zero."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The constants of a game, as the script writes them that fits them."""

    hands: int
    """The number of hands on which they were fitted."""
    constant: int
    """The strength of cards that have none of the features."""
    weights: tuple[int, ...]
    """What each of a feature adds to the strength."""
    lines: Mapping[str, Line]
    """The expected results, by the names of ``Strength.differences``."""
    deviation: int
    """The standard deviation of the result of a seat in one hand."""
    explained: int
    """The part of the variance of the result that goes when the expected result is taken off, in thousandths."""
    elsewhere: tuple[Variance, ...]
    """The same of players on none of whose hands it was fitted."""
    correlations: tuple[Correlation, ...]
    deciles: tuple[Decile, ...]


def on_line(line: Line, difference: int) -> int:
    """The expected result for a difference, rounded down: on the line, level beyond its ends."""
    low, expected = line[0]
    if difference <= low:
        return expected
    for high, next_expected in line[1:]:
        if difference < high:
            return expected + (next_expected - expected) * (difference - low) // (high - low)
        low, expected = high, next_expected
    return expected


def won_on(line: Line, difference: int) -> int:
    """Half of what a line gives for a difference less what it gives for the opposite one, without its remainder."""
    twice = on_line(line, difference) - on_line(line, -difference)
    return twice // 2 if twice >= 0 else -(-twice // 2)


@dataclass(frozen=True, slots=True)
class HandStrength:
    """How strong the cards of a hand were as dealt, seat by seat in order of play.

    Expected results and results each sum to zero over the seats.
    """

    seats: tuple[int | None, ...]
    """The strength of each seat; None if its cards are not all known, or are not as many as the rules deal."""
    expected: tuple[int, ...] | None
    """The result that the cards of all seats let one expect; None if a strength or what it depends on is unknown."""
    result: tuple[int, ...] | None
    """The result of the hand in the same unit; None if it is unknown.  Over many hands of equal players its mean is
    that of ``expected``.
    """


FeaturesOf = Callable[[Sequence[Card], int | None, str], tuple[int, ...]]
"""Counts what a seat has of each of ``Strength.features``, in their order.

Takes the cards; the rank of the level as an index, in a game that has levels; and the role of the seat: one of the
game, ``alone`` for a seat that has all of them, or empty.
"""


@dataclass(frozen=True)
class Strength:
    """How a game measures the strength of a dealt hand."""

    unit: str
    """What one of ``HandStrength.expected`` and ``HandStrength.result`` is, in words."""
    scale: str
    """What one of the strength of a seat is, in words."""
    features: Mapping[str, str]
    """What is counted in the cards of a seat, by name, each in words."""
    differences: Mapping[str, str]
    """The differences of strength that an expected result follows from, by name, each in words."""
    plain: str
    """The high cards that strength is compared with, in words."""
    counts: FeaturesOf
    measure: Callable[[object, Hand, HandOutcome], HandStrength | None]
    """Measures a hand of the game from its replay, when that is closed; None if no cards are known or the rules deal
    others.
    """
    fitted: Fit
    limits: tuple[str, ...] = ()
    """What it cannot say in this game, a sentence each."""

    def of(self, cards: Sequence[Card], level: int | None = None, role: str = "") -> int:
        """The strength of the cards of a seat."""
        return self.of_counts(self.counts(cards, level, role))

    def of_counts(self, counts: Sequence[int]) -> int:
        """The strength of cards from what they have of each feature."""
        return self.fitted.constant + sum(
            weight * count for weight, count in zip(self.fitted.weights, counts, strict=True)
        )

    def expected(self, name: str, difference: int) -> int:
        """The expected result for a difference of strength.  Raises KeyError for an unknown name of a difference."""
        return on_line(self.fitted.lines[name], difference)

    def won(self, name: str, difference: int) -> int:
        """What one of two equals is expected to win of the other, for its strength less that of the other.

        The other is expected to lose as much, whatever the fitted line says of the opposite difference.  Raises
        KeyError for an unknown name of a difference.
        """
        return won_on(self.fitted.lines[name], difference)


def dealt_cards(hand: Hand, seats: Sequence[str], sizes: Sequence[int]) -> list[tuple[Card, ...] | None]:
    """The cards dealt to each seat; None for a seat whose cards are not all known, or as many as none of ``sizes``."""
    deal: Mapping[str, str] = {} if isinstance(hand.deal, UnsetType) else hand.deal
    dealt: list[tuple[Card, ...] | None] = []
    for seat in seats:
        cards = tuple(SPELLINGS.get(word, UNKNOWN) for word in deal.get(seat, "").split() if word != "|")
        dealt.append(cards if len(cards) in sizes and UNKNOWN not in cards else None)
    return dealt


def role_in(outcome: HandOutcome, seat: str) -> str:
    """The role of a seat in a hand: ``alone`` if it has several, empty if it has none."""
    roles = {} if isinstance(outcome.roles, UnsetType) else outcome.roles
    held = [role for role, holder in roles.items() if holder == seat]
    return "alone" if len(held) > 1 else held[0] if held else ""
