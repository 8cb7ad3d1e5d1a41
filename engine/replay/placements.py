"""What each placement of a decision is worth where cards are laid open in rows, or set in rows at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class JudgedPlacement:
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
    deals: Sequence[Sequence[int]]
    """By drawn deal, the points of each if a policy makes all later placements; none where they are counted, or where
    nothing is drawn.
    """
    unit: int
    """The least difference between scores that counts."""


@dataclass(frozen=True, slots=True)
class ArrangedHand:
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
