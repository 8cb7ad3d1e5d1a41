"""The facts before a hand of Chinese poker: dealer, stakes, fantasyland, totals."""

from collections.abc import Sequence
from typing import Final

from engine.games.chinese_poker.deal import GAME
from engine.games.chinese_poker.fantasyland import CARDS_KNOWN, Fantasyland
from engine.record.match import Setup, given
from engine.recorded.pairs import pair_of
from engine.recorded.results import bad_entry, bad_value
from engine.recorded.setup import SetupFacts
from engine.rulebook.findings import shown
from engine.rulebook.sentences import Text, enumerated, say

SETUP_FIELDS: Final = frozenset({"totals", "dealer", "fantasyland", "stakes"})
"""The facts before a hand that this game reads."""

MOST_STAKE: Final = 1_000_000


def bad_pair(text: str) -> Text:
    """The words for a text that does not name two seats."""
    return say("'{text}' does not name two seats", text=shown(text))


class ChinesePokerSetupReader(SetupFacts):
    """Reads the setup of one hand, and reports its faults."""

    def __init__(
        self, seats: Sequence[str], hand: int, setup: Setup, fantasyland: Fantasyland, *, closed: bool
    ) -> None:
        """``closed`` says whether the hand is dealt closed, so that there is no fantasyland."""
        super().__init__(seats, hand, setup)
        self.stakes: Final[dict[tuple[int, int], int]] = {}
        self._rules: Final = fantasyland
        self._closed: Final = closed
        self.read_totals()
        self.dealer: Final = self.seat("dealer", given(setup.dealer))
        self._read_stakes()

    def _read_stakes(self) -> None:
        for text, stake in (given(self.setup.stakes) or {}).items():
            pair = pair_of(text, self.numbers)
            if pair is None or not 1 <= stake <= MOST_STAKE:
                wanted = say("two seats and a whole number from 1 to {most}", most=f"{MOST_STAKE:,}")
                self.malformed("stakes", bad_pair(text) if pair is None else bad_value(text, stake), wanted)
                continue
            between = (min(pair), max(pair))
            if self.stakes.setdefault(between, stake) != stake:
                reason = say("{pair} has two stakes", pair=shown(text))
                self.malformed("stakes", reason, say("one stake for each two seats"))

    def fantasyland(self, expected: Sequence[int | None], *, after_play: bool) -> list[int | None]:
        """By seat, the number of cards with which it begins the hand in fantasyland: 0 if it does not, None if it is
        unknown.

        ``expected`` is what follows from the hand before.  ``after_play`` says whether that hand was played, so that it
        can contradict the setup.
        """
        stated = given(self.setup.fantasyland)
        if stated is None:
            return list(expected)
        if self._closed:
            if stated:
                reason = say("a hand that is dealt closed has no fantasyland")
                self.malformed("fantasyland", reason, say("no such field"))
            return list(expected)
        found: list[int | None] = [0] * len(self.seats)
        for name, cards in stated.items():
            seat = self.numbers.get(name)
            if seat is None or cards not in CARDS_KNOWN:
                wanted = say("{least} to {most} cards for a seat", least=CARDS_KNOWN[0], most=CARDS_KNOWN[-1])
                self.malformed("fantasyland", bad_entry(name, cards, self.numbers), wanted)
            else:
                found[seat] = cards
        if self._rules.kind == "none" or after_play:
            fitting = all(mine is None or mine == theirs for mine, theirs in zip(expected, found, strict=True))
        else:
            fitting = all(cards == 0 or cards in self._rules.sizes for cards in found)
        if not fitting:
            computed = self._words(expected) if after_play else say("nobody, or the cards that the rules give")
            self.mismatch(f"{GAME}.fantasyland", "fantasyland", self._words(found), computed)
        return found

    def _words(self, cards: Sequence[int | None]) -> str:
        listed = [
            f"{seat} {'?' if count is None else count}"
            for seat, count in zip(self.seats, cards, strict=True)
            if count != 0
        ]
        return enumerated(listed) or say("nobody")
