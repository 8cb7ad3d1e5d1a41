"""The value of a position that two sides play on from, each as well as it can."""

from typing import Final

from engine.replay.endgame import Endgame, Position

LISTED: Final = 1_000
"""So many actions listed are one node more."""


class OutOfNodesError(Exception):
    """The budget has ended before the value was found."""


class Solver:
    """Finds values, and remembers what it has found of positions.

    A node is a position whose actions are listed; one where the only action is to pass is none.  Every thousandth
    action listed since the budget was set is one node more.  What is remembered is
    bounds of values by position, in two halves of the table; when the newer half is full, the older one is emptied and
    becomes the newer.  So the same questions in the same order cost the same number of nodes anywhere.
    """

    def __init__(self, endgame: Endgame, *, table: int) -> None:
        """``table`` is the number of positions that are remembered."""
        self.endgame: Final = endgame
        self._half: Final = max(table // 2, 1)
        self.nodes = 0
        """The number of nodes so far."""
        self._most = 0
        self._listed = 0
        """The actions listed since the budget was set."""
        self._newer: dict[Position, tuple[int, int]] = {}
        self._older: dict[Position, tuple[int, int]] = {}

    def forget(self) -> None:
        """Forgets all positions."""
        self._newer, self._older = {}, {}

    def allow(self, nodes: int) -> None:
        """Sets the budget for the values that are asked for from now on."""
        self._most = self.nodes + nodes
        self._listed = 0

    def value(self, position: Position) -> int:
        """The value of a reduced position.  Raises OutOfNodesError."""
        position = self.endgame.settled(position)
        low, high = self.endgame.span(position[4])
        while low < high:
            middle = (low + high + 1) // 2
            if self.reaches(position, middle):
                low = middle
            else:
                high = middle - 1
        return low

    def reaches(self, position: Position, wanted: int) -> bool:
        """Whether the value of a settled position is so high or higher.  Raises OutOfNodesError."""
        low, high = self._bounds(position)
        if low >= wanted:
            return True
        if high < wanted:
            return False
        return self._searched(position, wanted)

    def _bounds(self, position: Position) -> tuple[int, int]:
        """What is known of the value of a position."""
        low, high = self.endgame.span(position[4])
        if low == high:
            return low, high
        return self._newer.get(position) or self._older.get(position, (low, high))

    def _searched(self, position: Position, wanted: int) -> bool:
        """The same of a position for which it is not known.

        An action that is known to be good enough is looked for before any is searched.
        """
        if self.nodes >= self._most:
            raise OutOfNodesError
        tries = self.endgame.sides[position[1]] == 0
        options = tuple(self.endgame.successors(position))
        self._listed += len(options)
        self.nodes += 1 + self._listed // LISTED
        self._listed %= LISTED
        reached = tries
        if not any(self._decides(after, wanted, reached=tries) for after in options):
            reached = tries == any(self.reaches(after, wanted) == tries for after in options)
        low, high = self._bounds(position)
        if len(self._newer) >= self._half:
            self._newer, self._older = {}, self._newer
        self._newer[position] = (max(low, wanted), high) if reached else (low, min(high, wanted - 1))
        return reached

    def _decides(self, position: Position, wanted: int, *, reached: bool) -> bool:
        """Whether it is known that a position reaches a value, or that it does not."""
        low, high = self._bounds(position)
        return low >= wanted if reached else high < wanted
