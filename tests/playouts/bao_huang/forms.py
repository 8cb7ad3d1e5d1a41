"""The plays of Bao Huang, and which of them beats which, for the made-up tables."""

from functools import lru_cache
from typing import Final, NamedTuple

ORDER: Final = "3456789TJQKA2"
SUITS: Final = "shdc"
BLACK: Final = len(ORDER)
RED: Final = BLACK + 1
_COLOURS: Final = {"BJ": BLACK, "BJ*": BLACK, "RJ": RED, "RJ*": RED}
EMPEROR: Final = "RJ*"
PROTECTOR: Final = "BJ*"
JOKERS: Final = (*["BJ"] * 3, PROTECTOR, *["RJ"] * 3, EMPEROR)


class Form(NamedTuple):
    """Equal cards and jokers; ``rank`` is None where there are jokers alone."""

    rank: int | None
    equal: int
    black: int
    red: int

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.equal + self.black + self.red

    def strengths(self) -> list[int]:
        """The strength of each of its cards, low to high."""
        low = [] if self.rank is None else [self.rank] * self.equal
        return low + [BLACK] * self.black + [RED] * self.red


def strength(card: str) -> int:
    """Where a card stands in the order of ranks, jokers at the top."""
    return _COLOURS[card] if card in _COLOURS else ORDER.index(card[0])


def height_of(form: Form) -> int:
    """How high the lowest card of a form is, from 0 to 100; with a red joker nothing beats it."""
    if form.red:
        return 100
    return 100 * form.strengths()[0] // RED


@lru_cache(maxsize=1 << 18)
def beats(play: Form, other: Form, joker_rule: str) -> bool:
    """Whether a play may follow another of the same number of cards."""
    pairs = list(zip(play.strengths(), other.strengths(), strict=True))
    if joker_rule == "every_card":
        return all(mine > theirs for mine, theirs in pairs)
    if play.black + play.red == 0:
        return other.black + other.red == 0 and all(mine > theirs for mine, theirs in pairs)
    return all(mine > theirs if max(mine, theirs) >= BLACK else mine >= theirs for mine, theirs in pairs)


def deck(cards: int) -> list[str]:
    """A whole deck of so many cards, in order."""
    ranks = ORDER if cards == 216 else ORDER[3:]
    return [rank + suit for rank in ranks for suit in SUITS for _ in range(4)] + list(JOKERS)
