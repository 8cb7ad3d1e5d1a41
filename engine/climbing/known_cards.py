"""The cards that each seat is known to hold while a hand is replayed, as statistics regard them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.cards.packed import (
    BLACK_JOKER,
    EMPEROR_JOKER,
    LANES,
    PROTECTOR_JOKER,
    RED_JOKER,
    SPELLINGS,
    UNKNOWN,
    Card,
    Holding,
    bare_of,
    card_text,
    unpack,
)
from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import bare

_UNSEEN: Final = card_text(UNKNOWN)
_CAPTURE: Final = "capture"
_PLAYING: Final = frozenset({"play", _CAPTURE})
_GIVING: Final = frozenset({"tribute", "return"})
_TAKE: Final = "take"
_DECLINE: Final = "decline"
_MARKED: Final[Mapping[Card, Card]] = MappingProxyType({RED_JOKER: EMPEROR_JOKER, BLACK_JOKER: PROTECTOR_JOKER})


class KnownCards:
    """The cards that each seat is known to hold by the deal, and by what came to the hand since.

    Nothing else is known: not what the replay works out later, such as that a card which was taken unseen can only be
    one card.  A card that a seat plays without being known to hold it changes nothing.  Once a card left a hand as
    ``??``, none of its cards are known; a card that came to a hand as ``??`` is not known, but its other cards are.

    If every card was dealt and moved face up, the holdings of the hand are what is known.
    """

    def __init__(self, hand: ClimbingHand, actions: Sequence[str]) -> None:
        """``actions`` are those of the hand, none of which was done yet."""
        holdings = hand.table.holdings
        self._hand: Final = hand
        self._whole: Final = not any(holdings.hidden) and _UNSEEN not in " ".join(actions)
        self._known: Final = holdings if self._whole else holdings.as_dealt()
        self._unseen: Final[set[int]] = set()
        """The seats of whose cards one moved unseen."""
        self._counts: Final = self._by_rank()
        self._top: list[Card] = []
        """The cards of the play on the table."""
        self._handed: list[Card] = []
        """Cards that are named by those who hand them over, and have not come to another hand yet."""
        self._exchanging = True
        """Whether no play was done before the last action, so that such cards may come to a hand."""

    def of(self, seat: int) -> Holding:
        """The cards that a seat is known to hold; none once one of its cards moved unseen."""
        return 0 if seat in self._unseen else self._known.shown(seat)

    def follow(self, text: str) -> None:
        """Records what an action that was done has moved."""
        table = self._hand.table
        if self._whole or table.done - 1 in table.ineffective:
            return
        words = bare(text).split()
        verb = words[1]
        if verb in _PLAYING or verb in _GIVING or verb in (_TAKE, _DECLINE):
            self._move(self._hand.reader.numbers[words[0]], verb, words[2:])
        if self._exchanging:
            self._receive()
            self._exchanging = not table.round.played

    def _move(self, seat: int, verb: str, words: Sequence[str]) -> None:
        named = [EMPEROR_JOKER] if verb == _DECLINE else _named(words)
        if verb == _TAKE:
            self._handed = named
            return
        self._take(seat, named)
        if verb in _PLAYING:
            if verb == _CAPTURE:
                for card in self._top:
                    self._known.give(seat, card)
                self._top = []
            if self._hand.table.round.top == self._hand.table.done - 1:
                self._top = named
            return
        if _UNSEEN in words:
            self._unseen.add(seat)
        self._handed += named

    def _take(self, seat: int, cards: Sequence[Card]) -> None:
        for card in cards:
            self._known.take(seat, [self._as_held(seat, card)])

    def _as_held(self, seat: int, card: Card) -> Card:
        """The marked joker if only that is known, and the plain one is named; else the card."""
        marked = _MARKED.get(card)
        known = self._known.known[seat]
        return marked if marked is not None and known & LANES[marked] and not known & LANES[card] else card

    def _receive(self) -> None:
        """Adds to each hand those of the cards handed over that have come to it."""
        before, self._counts[:] = list(self._counts), self._by_rank()
        if not self._handed:
            return
        for seat, counts in enumerate(self._counts):
            for card in list(self._handed):
                rank = bare_of(card)
                if counts.get(rank, 0) > before[seat].get(rank, 0):
                    before[seat][rank] = before[seat].get(rank, 0) + 1
                    self._handed.remove(card)
                    self._known.give(seat, card)

    def _by_rank(self) -> list[dict[Card, int]]:
        """By seat, the number of cards of each rank that the replay shows; none if they are not needed."""
        if self._whole:
            return []
        found: list[dict[Card, int]] = []
        for seat in range(len(self._known.known)):
            counts: dict[Card, int] = {}
            for card in unpack(self._hand.table.holdings.shown(seat)):
                counts[bare_of(card)] = counts.get(bare_of(card), 0) + 1
            found.append(counts)
        return found


def _named(words: Sequence[str]) -> list[Card]:
    """The cards that the words of an action name before any ``>``; of a wild card the card itself."""
    end = words.index(">") if ">" in words else len(words)
    cards = (SPELLINGS.get(word.partition("=")[0], UNKNOWN) for word in words[:end])
    return [card for card in cards if card != UNKNOWN]
