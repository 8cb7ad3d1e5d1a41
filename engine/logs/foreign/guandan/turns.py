"""The turn in a hand of Guandan, as sizes and passes show it."""

from typing import Final

HAND_SIZE: Final = 27


class Turns:
    """Whose turn it is in a hand, after the actions so far."""

    def __init__(self) -> None:
        self.left = dict.fromkeys(range(4), HAND_SIZE)
        """By seat, the number of cards that it holds; below 1 if it is out."""
        self.turn: int | None = None
        """The seat whose turn it is; None before the first action, and where nobody can lead."""
        self.leads = True
        """Whether that seat leads."""
        self.played = 0
        """The seat that made the last play."""

    def act(self, seat: int, cards: int | None) -> None:
        """Records the next play with its number of cards, or with None a pass."""
        if cards is not None:
            self.played = seat
            self.left[seat] -= cards
        self.leads = False
        for after in (seat + 1, seat + 2, seat + 3, seat + 4):
            if after % 4 == self.played:
                self.leads = True
                self.turn = next((lead for lead in (after % 4, (after + 2) % 4) if self.left[lead] > 0), None)
                return
            if self.left[after % 4] > 0:
                self.turn = after % 4
                return

    @property
    def over(self) -> bool:
        """Whether both seats of a team are out."""
        return any(self.left[seat] <= 0 and self.left[seat + 2] <= 0 for seat in range(2))
