"""What statistics count of a hand, as data: the figures of a game, and their counts in one hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from engine.record.match import Hand
from engine.replay.outcome import HandOutcome

if TYPE_CHECKING:
    from engine.replay.game import HandReplay


@dataclass(frozen=True, slots=True)
class Figure:
    """A whole number that is counted in each hand for each seat, and summed over hands."""

    name: str
    meaning: str
    """What it counts, a sentence."""
    of_play: bool = False
    """Whether it follows from the play alone, so that it is 0 in a hand whose basis is not ``play``."""
    exponent: int = 0
    """The counts are multiples of 10 to the power of this."""
    key: str = ""
    """The key under which it is shown, if several figures add up to one value; empty if that is its name."""


NO_RANK = -1
"""The rank of a combination whose kind has no rank."""


class PlayedKind(NamedTuple):
    """That a seat played a kind of combination in a hand, or set it as a row; once for each kind, size and rank."""

    seat: int
    kind: str
    """One of ``Statistics.kinds``."""
    size: int
    """The number of cards."""
    rank: int
    """An index into the ranks of the kind, or ``NO_RANK``."""


@dataclass(frozen=True, slots=True)
class KindOfPlay:
    """A kind of combination, as searches name it."""

    words: str
    ranks: tuple[str, ...] = ()
    """Its ranks as cards are written, from low to high; empty for a kind without a rank."""


@dataclass(frozen=True, slots=True)
class HandCounts:
    """What was counted in one hand."""

    counts: tuple[tuple[int, ...], ...]
    """By seat, in the order of ``Statistics.figures``."""
    kinds: tuple[PlayedKind, ...] = ()


@dataclass(frozen=True)
class Statistics:
    """What statistics count in a game."""

    figures: tuple[Figure, ...]
    """The figures of the game besides those that every game has, in the order of the counts."""
    count: "Callable[[HandReplay, Hand, HandOutcome], HandCounts]"
    """Counts a hand that was replayed to the end of its actions and closed."""
    others: str = ""
    """The role of the seats that have none of the roles of the game; empty if the game has no roles."""
    later: tuple[Figure, ...] = ()
    """Figures that take much longer to count, by ``passes_able``."""
    kinds: Mapping[str, KindOfPlay] = field(default_factory=dict)
    """The kinds of combinations by name, in the order of the rules page."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the figures, in the order of the counts."""
        return tuple(figure.name for figure in self.figures)


ALONE = "alone"
"""The role of a seat that has all roles of its game."""
