"""A round of a climbing game: whose turn it is, and when the lead changes."""

from collections.abc import Sequence


class Round:
    """The order of play among seats that hold cards, of which ``out`` tells."""

    def __init__(self, leader: int, out: Sequence[bool]) -> None:
        self.turn = leader
        self.owner: int | None = None
        """The seat of the last play; None: ``turn`` leads."""
        self._out = out

    def played(self) -> bool:
        """The seat on turn has played; whether everybody else holds nothing, so that the round is over."""
        self.owner = self.turn
        return self._advance()

    def passed(self) -> bool:
        """The seat on turn has passed; whether the round is over."""
        return self._advance()

    def _advance(self) -> bool:
        seat = self.turn
        while True:
            seat = (seat + 1) % len(self._out)
            if seat == self.owner:
                return True
            if not self._out[seat]:
                self.turn = seat
                return False
