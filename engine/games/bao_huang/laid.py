"""Tribute on the table: given and not yet taken."""

from collections.abc import Sequence
from typing import Final

from engine.cards.holdings import Holdings
from engine.cards.packed import UNKNOWN, Card, bare_of, unpack
from engine.cards.suitless import LooseHoldings
from engine.games.bao_huang.combinations import strength


class Laid:
    """The cards on the table.  As in a hand, cards may be unknown, or known without their suit."""

    def __init__(self) -> None:
        self._holdings: Final = LooseHoldings(0, [0], [0], counted=False)

    def __len__(self) -> int:
        return self._holdings.count(0)

    def cards(self) -> list[Card]:
        """The cards, high to low, then the unknown cards."""
        known = sorted(unpack(self._holdings.shown(0)), key=lambda card: (-strength(card), card))
        return [*known, *[UNKNOWN] * self._holdings.hidden[0]]

    def put(self, card: Card) -> None:
        """Adds a card."""
        self._holdings.give(0, card)

    def missing(self, cards: Sequence[Card]) -> list[Card]:
        """Those of some cards that cannot be on the table, the unknown ones last."""
        named = [card for card in cards if card != UNKNOWN]
        missing = self._holdings.lacking(0, named)
        more = len(cards) - len(named) - (len(self) - len(named) + len(missing))
        return missing + [UNKNOWN] * max(more, 0)

    def take(self, card: Card, hands: Holdings) -> Card:
        """Takes a card that can be on the table.  Returns the card, with what is known of it.

        ``hands`` are the holdings whose pool also has the hidden cards of the table.
        """
        held = self._holdings
        if card == UNKNOWN:
            return self._take_unseen(hands)
        same = {other for other in unpack(held.shown(0)) if bare_of(other) == card}
        unseen = held.hidden[0]
        held.take(0, [card])
        if held.hidden[0] < unseen:
            hands.reveal(card)
        return same.pop() if len(same) == 1 else card

    def _take_unseen(self, hands: Holdings) -> Card:
        held = self._holdings
        cards = self.cards()
        if len(set(cards)) == 1 and cards[0] != UNKNOWN:
            held.take(0, cards[:1])
            return cards[0]
        known = unpack(held.shown(0))
        if any(bare_of(card) == card for card in known):
            hands.pool = None
        for card in known:
            hands.release(card)
        held.hide(0, held.known[0])
        held.hidden[0] -= 1
        return UNKNOWN
