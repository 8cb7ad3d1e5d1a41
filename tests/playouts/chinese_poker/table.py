"""What a made-up hand of Chinese poker is played with, and what it comes to."""

from dataclasses import dataclass, field
from random import Random

from tests.bruteforce.chinese_poker import Set
from tests.bruteforce.chinese_poker_rows import ROWS, Rows
from tests.playouts import match_maker


@dataclass(frozen=True)
class Table(match_maker.Table):
    """The seats in order of play, and how their match is played and written."""

    def row(self, cards: tuple[str, ...]) -> str:
        """The cards of a row, in any order where the style has that."""
        texts = list(cards)
        if self.style.shuffled:
            self.rng.shuffle(texts)
        return self.pen.cards(texts)

    def rows(self, rows: Rows) -> str:
        """The arguments of `set`."""
        return " / ".join(self.row(row) for row in rows)

    def dealt(self, cards: list[str]) -> str:
        """The cards of a deal."""
        return self.pen.cards(cards)


@dataclass
class Played:
    """One hand: what was dealt and done, and what each seat brought to the settlement."""

    deal: dict[str, str]
    actions: list[str] = field(default_factory=list)
    sets: list[list[Set]] = field(default_factory=list)


def announced(worth: list[int], rng: Random) -> list[str]:
    """The rows that a seat announces: mostly those that hold a royalty."""
    return [name for name, points in zip(ROWS, worth, strict=True) if rng.random() < (0.8 if points else 0.1)]
