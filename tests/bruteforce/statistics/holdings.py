"""Which cards each seat is known to hold, from the deal on."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.bruteforce.statistics.actions import UNSEEN, deal
from tests.bruteforce.statistics.matches import Hand


@dataclass
class Held:
    """The cards that a seat is known to hold; there may be more."""

    known: Counter[str] = field(default_factory=Counter)
    bare: Counter[str] = field(default_factory=Counter)
    """By rank, cards among these that left it named without a suit."""
    moved_unseen: bool = False
    """Whether a card left it that nobody saw: what is left is then not known."""

    def take(self, cards: Iterable[str]) -> None:
        """Cards come to the hand; one that nobody sees makes nothing known."""
        self.known.update(card for card in cards if card != UNSEEN)

    def give(self, cards: Iterable[str]) -> None:
        """Cards leave the hand; of those not known to be there, nothing is known after either."""
        for card in cards:
            if card == UNSEEN:
                self.moved_unseen = True
            elif is_joker(card):
                other = card.rstrip("*") if "*" in card else card + "*"
                there = [each for each in (card, other) if self.known[each] > 0]
                self.known.subtract(there[:1])
            elif self.left(card[0]) > 0:
                if len(card) == 1:
                    self.bare[card] += 1
                else:
                    there = [each for each in (card, card[0]) if self.known[each] > 0]
                    self.known.subtract(there[:1])

    def total(self) -> int:
        """How many cards are known to be left."""
        return self.known.total() - self.bare.total()

    def left(self, rank: str) -> int:
        """How many cards of a rank are left, whatever their suits."""
        return (
            sum(count for card, count in self.known.items() if card[0] == rank and not is_joker(card)) - self.bare[rank]
        )


Holdings = dict[str, Held]
"""The cards of each seat."""


def dealt(hand: Hand, deck: Counter[str], sizes: set[int]) -> Holdings:
    """The cards as they were dealt; those of one seat, if they alone are unknown, are the rest of the deck.

    They are not where other hands have too few or too many cards: then other cards are unknown too.
    ``sizes``: how many cards a hand can have.
    """
    cards, seats = hand.log.get("deal", {}), hand.match.seats
    wrong = any(each["code"] in ("hand-size", "deck-mismatch") and each["action"] is None for each in hand.findings)
    hands = {seat: Counter(deal(cards[seat])) if seat in cards else None for seat in seats}
    unknown = [seat for seat, hand in hands.items() if hand is None or hand[UNSEEN]]
    if len(unknown) == 1 and not wrong:
        size = (hands[unknown[0]] or Counter()).total()
        others = [hand for seat, hand in hands.items() if seat not in unknown and hand is not None]
        rest = rest_of(deck, others)
        if rest is not None and rest.total() in ({size} if size else sizes):
            hands[unknown[0]] = rest
    return {
        seat: Held(Counter({card: n for card, n in (hand or {}).items() if card != UNSEEN}))
        for seat, hand in hands.items()
    }


def rest_of(deck: Counter[str], hands: Sequence[Counter[str]]) -> Counter[str] | None:
    """What hands leave of a deck, by ranks alone where one leaves out suits; None: they are not of that deck."""
    rest = Counter(deck)
    for hand in hands:
        rest.subtract(hand)
    if any(len(card) == 1 for hand in hands for card in hand):
        ranks: Counter[str] = Counter()
        for card, count in rest.items():
            ranks[card if is_joker(card) else card[0]] += count
        rest = ranks
    return rest if min(rest.values()) >= 0 else None


def is_joker(card: str) -> bool:
    return card[1:2] == "J"
