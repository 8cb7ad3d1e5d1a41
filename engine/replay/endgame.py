"""The rest of a hand with all cards and roles open, as a game of two sides."""

from collections.abc import Hashable, Iterator
from typing import Any, Final, Literal, Protocol

from engine.cards.packed import Holding

Laid = int
"""What lies on the table: a form, with what else the game has to know of the cards.  ``EMPTY``: nothing."""
Course = int
"""The order in which seats went out, and what the game notes of the play."""
Position = tuple[tuple[Holding, ...], int, int, Laid, Course]
"""What each seat holds (0: it is out), the seat in turn, the seat of the play on the table, that play, the course.

A plain tuple, because a solver looks up very many of them."""
Outcome = tuple[int, ...]
"""The value of an end for each seat."""
Unknown = Literal["cards-unknown", "roles-unknown"]
"""Why the rest of a hand has no values."""

EMPTY: Final = 0


class Endgame(Protocol):
    """The rest of one hand under the rules of its table.

    A value is a place in ``outcomes``.  Side 0 wants it high, side 1 low.
    """

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat, 0 or 1."""

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The ends that differ, from the worst for side 0 to the best."""

    def span(self, course: Course) -> tuple[int, int]:
        """The lowest and the highest value that can still come; they are equal once the hand is over."""

    def is_over(self, course: Course) -> bool:
        """Whether the hand is over."""

    def position(self, replay: Any) -> Position:
        """Where the replay of the hand stands after the actions done so far.  All its cards must be known."""

    def actions(self, position: Position) -> list[tuple[str, Position]]:
        """The actions that the rules allow, as logs write them, by code points, with the positions after them.

        Of actions that the rules do not tell apart there is one, the first by code points.
        """

    def apart(self, position: Position) -> Hashable:
        """What the rules tell apart of the hands and of what lies on the table: equal after actions that are alike."""

    def reduced(self, position: Position) -> Position:
        """A position without what makes no difference to its value."""

    def settled(self, position: Position) -> Position:
        """A reduced position after the passes of all seats next in turn that have no other action."""

    def successors(self, position: Position) -> Iterator[Position]:
        """The positions after the actions that the seat in turn may do in a settled position, also settled."""
