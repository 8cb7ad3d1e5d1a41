"""What the hands of a made-up match of Bao Huang have in common."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tests.playouts import match_maker

SEATS: Final = 5


@dataclass(frozen=True)
class Table(match_maker.Table):
    """The seats, the rules, and how the log is written."""

    @property
    def triplet(self) -> bool:
        """Whether the protector is the one who holds the fourth of three cards shown."""
        return bool(self.rules["protector"] == "triplet")

    def say(self, seat: int, *words: str) -> str:
        """An action of a seat."""
        return self.pen.action(self.seats[seat], *words)

    def cards(self, cards: Iterable[str]) -> str:
        """Cards as the log has them; without their suits where the style wants it and the rules allow it."""
        bare = 0 if self.triplet else self.style.bare
        return self.pen.cards([card[0] if card[1] != "J" and self.pen.likely(bare) else card for card in cards])
