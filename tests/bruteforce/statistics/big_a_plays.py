"""Plays of Big A: what they are, and whether a hand could have beaten what lay there."""

from collections import Counter
from collections.abc import Iterator, Mapping

from tests.bruteforce.big_a import PACK, Reading, beats, patterns, rank_of, reading_of
from tests.bruteforce.statistics.actions import Action
from tests.bruteforce.statistics.climbing import Lying
from tests.bruteforce.statistics.holdings import Held, Holdings, dealt
from tests.bruteforce.statistics.matches import Hand

PATTERNS = list(patterns())
CAPTURED = {"triple": 3, "four": 4, "five": 5, "six": 6}
"""What fours may take, and of how many cards it is."""


class BigA:
    """A hand of Big A as it is played."""

    def __init__(self, hand: Hand) -> None:
        exposed = [action.cards[0] for _, action in hand.done("expose", "role-not-allowed") if action.cards]
        self.big = exposed[-1] if exposed else "Ah"
        self.holdings: Holdings = dealt(hand, Counter(2 * PACK), {21, 22})

    def other(self, number: int, action: Action) -> None:
        """Cards are shown, none moves."""

    def reading(self, action: Action, lying: Lying | None) -> Reading | None:
        return reading_of(action.cards, self.big)

    def can_beat(self, held: Held, lying: Lying) -> bool:
        """Whether a combination, or a capture, beats what lies there."""
        fours = sum(held.known["4" + suit] for suit in "shdc")
        if fours >= CAPTURED.get(lying.reading[0], 99) - 1:
            return True
        return any(beats(each, lying.reading) for each in makes(held.known, self.big))

    def figures(self, action: Action, reading: Reading | None) -> Mapping[str, int]:
        return {
            "captured": action.verb == "capture",
            "fours_played": sum(card[0] == "4" for card in action.cards),
        }


def makes(known: Counter[str], big: str) -> Iterator[Reading]:
    """Every combination that some cards can make.

    A Big A alone is no ordinary single, and both together no ordinary pair; both beat more.
    """
    ranks: Counter[str] = Counter()
    for card, count in known.items():
        ranks[rank_of(card)] += count
    for reading, pattern in PATTERNS:
        aces = known[big] if reading in (("single", 1, "A"), ("pair", 2, "A")) and ranks["A"] == known[big] else 0
        if not aces and all(ranks[rank] >= count for rank, count in pattern.items()):
            yield reading
    if known[big]:
        yield "single", 1, "big"
    if known[big] >= 2:
        yield "big_ace_pair", 2, ""
