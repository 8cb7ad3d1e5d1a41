"""What statistics count of a hand, as data: the figures of a game, and their counts in one hand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple


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
    words: str = ""
    """What pages call it; empty if that is its name."""
    per: str = ""
    """The figure by which it is measured, such as the passes among which some were able; empty: the hands, of a figure
    of play those that were played."""
    share: bool = False
    """Whether it counts at most one for each of what it is measured by."""
    large: bool = False
    """Whether it may be larger than four bytes hold."""
    later: bool = False
    """Whether it is counted after the match is judged, since that takes long."""
    first: bool = False
    """Whether it is among the few figures that say most of a person."""


NO_RANK = -1
"""The rank of a combination whose kind has no rank."""


class PlayedKind(NamedTuple):
    """That a seat played a kind of combination in a hand, or set it as a row; once for each kind, size and rank.

    A single card is left out: nearly every play of a hand differs from the others, and half of them are single cards.
    """

    seat: int
    kind: str
    """The name of a ``KindOfPlay``."""
    size: int
    """The number of cards."""
    rank: int
    """An index into the ranks of the kind, or ``NO_RANK``."""


class BombsPlayed(NamedTuple):
    """What became of the bombs of one kind and size that a seat played in a hand.

    A bomb whose end the log does not show has neither won nor been beaten.
    """

    seat: int
    kind: str
    """The name of a ``KindOfPlay``."""
    size: int
    """The number of cards."""
    played: int
    won: int
    """Those that nobody beat before the next lead, or before the end of the hand."""
    beaten: int
    """Those on which another play was put; captures too."""
    last: int
    """Those with which the seat went out."""


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
    """By seat, in the order of ``Statistics.names``."""
    kinds: tuple[PlayedKind, ...] = ()
    bombs: tuple[BombsPlayed, ...] = ()
    """In order."""
    level: int | None = None
    """The level of the hand, an index into ``Statistics.levels``; None if it is not known, or the game has none."""

    @classmethod
    def of(
        cls,
        counts: Iterable[Mapping[str, int]],
        kinds: tuple[PlayedKind, ...] = (),
        bombs: tuple[BombsPlayed, ...] = (),
        level: int | None = None,
    ) -> "HandCounts":
        """The same, with the counts of each seat by name, begun as ``Statistics.none``."""
        return cls(tuple(tuple(of_seat.values()) for of_seat in counts), kinds, bombs, level)


ALONE = "alone"
"""The role of a seat that has all roles of its game."""
