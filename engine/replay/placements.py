"""What each placement of a decision is worth where cards are laid open and all that can still come is counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from engine.record.match import Match

if TYPE_CHECKING:
    from engine.replay.game import Judge


@dataclass(frozen=True, slots=True)
class Placement:
    """One placement of a hand, with those that were allowed."""

    action: int
    """The number of the action, from 0."""
    seat: int
    left: int
    """The cards of all hands before it that are not laid yet."""
    done: str
    """The action that was done, as ``texts`` write it."""
    texts: Sequence[str]
    """The actions that were allowed, by code points."""
    means: Sequence[Fraction] | None
    """The expected points of each for its seat; None where they are not counted."""
    unit: int
    """The least difference between scores that counts."""


class PlacementsOf(Protocol):
    """The placements of a hand of a match before an action, whose number is given."""

    def __call__(self, judge: "Judge", match: Match, index: int, end: int) -> Sequence[Placement] | None:
        """The placements in order; None if not all cards are known.  Raises IndexError if there is no such hand."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """A hand set in rows at once, against the rows that the others showed and against dealt opponents."""

    action: int
    seat: int
    left: int
    best: int
    """The points of the best way against the rows that were shown."""
    value: int
    """Those of the way that was chosen."""
    best_texts: Sequence[str]
    """The actions that reach the best, the first by code points."""
    texts: tuple[str, str]
    """Two actions: the one that was done, and the best other one against dealt opponents."""
    deals: Sequence[tuple[int, int]]
    """Their points in each deal."""
    dealt_best_texts: Sequence[str]
    """The actions that are best against dealt opponents, the first by code points."""
    unit: int


class ArrangedOf(Protocol):
    """The hands set in rows before an action, whose number is given."""

    def __call__(
        self, judge: "Judge", match: Match, index: int, end: int, *, deals: int, name: str, listed: int
    ) -> Sequence[Arranged]:
        """The hands in order of the actions; none if the hand does not reach its end before.

        Opponents are dealt by a name; so many of the best actions are listed.  Raises IndexError if there is no such
        hand.
        """
