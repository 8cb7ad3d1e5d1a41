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
    copies,
    with_card,
)
from engine.climbing.codes import TRIBUTE_NOT_DUE
from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import bare

_UNSEEN: Final = card_text(UNKNOWN)
_CAPTURE: Final = "capture"
_PLAYING: Final = frozenset({"play", _CAPTURE})
_GIVING: Final = frozenset({"tribute", "return"})
_TRIBUTE: Final = " tribute "
_TAKE: Final = "take"
_TO: Final = ">"
_DECLINE: Final = "decline"
_MARKED: Final[Mapping[Card, Card]] = MappingProxyType({RED_JOKER: EMPEROR_JOKER, BLACK_JOKER: PROTECTOR_JOKER})


class KnownCards:
    """The cards that each seat is known to hold by the deal, and by what came to the hand since.

    Nothing else is known: not what the replay works out later, such as that a card which was taken unseen can only be
    one card.  A card that a seat plays without being known to hold it changes nothing.  Once a card left a hand as
    ``??``, none of its cards are known.  A card that came to a hand as ``??``, or whose receiver is unknown, is not
    known; all others are.

    If every card was dealt and no tribute was paid, the holdings of the hand are what is known.
    """

    def __init__(self, hand: ClimbingHand, actions: Sequence[str]) -> None:
        """``actions`` are those of the hand; none was done yet."""
        holdings = hand.table.holdings
        self._hand: Final = hand
        texts = " ".join(actions)
        self._whole: Final = not any(holdings.hidden) and _UNSEEN not in texts and _TRIBUTE not in texts
        self._known: Final = holdings if self._whole else holdings.as_dealt()
        self._unseen: Final[set[int]] = set()
        """The seats of whose cards one moved unseen."""
        self._shown: Final = list(holdings.known)
        """The cards that the replay showed of each seat before the last action."""
        self._sizes: Final = [holdings.count(seat) for seat in range(len(holdings.known))]
        """The numbers of cards that the seats held before the last action."""
        self._top: list[Card] = []
        """The cards of the play on the table."""
        self._handed: list[Card] = []
        """Cards that are named by those who hand them over, and have not come to another hand yet."""
        self._over_table: Final = _TAKE in hand.reader.verbs
        """Whether cards that are handed over lie on the table until a seat takes them."""
        self._laid_unseen = 0
        """The number of cards that were handed over without being named, and have not been taken yet."""
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
        seat, plays = self._hand.reader.numbers[words[0]], verb in _PLAYING
        if plays and self._exchanging:
            self._receive(seat, _named(words[2:]))
        if plays or verb in _GIVING or verb in (_TAKE, _DECLINE):
            self._move(seat, verb, words[2:])
        if self._exchanging and not plays:
            self._receive()
        if self._exchanging:
            self._pass_emperor_card(declined=verb == _DECLINE)
            self._sizes[:] = [table.holdings.count(hand) for hand in range(len(self._sizes))]
            self._exchanging = not table.round.played

    def _move(self, seat: int, verb: str, words: Sequence[str]) -> None:
        named = [EMPEROR_JOKER] if verb == _DECLINE else _named(words)
        if verb == _TAKE:
            for word in words:
                self._pick_up(seat, SPELLINGS.get(word, UNKNOWN))
            return
        if verb in _GIVING and self._stays(seat, words):
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
        if verb == _DECLINE:
            return
        if _UNSEEN in words:
            self._unseen.add(seat)
            self._laid_unseen += words.count(_UNSEEN)
        self._handed += named

    def _stays(self, seat: int, words: Sequence[str]) -> bool:
        """Whether a card stays in its hand, because no seat owes it and none is named that gets it."""
        table = self._hand.table
        not_due = any(
            finding.action == table.done - 1 and finding.code is TRIBUTE_NOT_DUE for finding in table.findings
        )
        return not_due and _TO not in words and table.holdings.count(seat) == self._sizes[seat]

    def _pick_up(self, seat: int, card: Card) -> None:
        """Takes a card from the table.  One that is named goes to the seat, if it can lie there."""
        if card == UNKNOWN:
            self._laid_unseen = max(self._laid_unseen - 1, 0)
            return
        same = [laid for laid in self._handed if laid == card] or [
            laid for laid in self._handed if bare_of(laid) == bare_of(card) and bare_of(card) in (laid, card)
        ]
        if same:
            self._handed.remove(same[0])
        elif self._laid_unseen:
            self._laid_unseen -= 1
        else:
            return
        self._known.give(seat, card)

    def _pass_emperor_card(self, *, declined: bool) -> None:
        """Moves the emperor card, if it was known or named, to the seat that now has it."""
        there = [seat for seat, held in enumerate(self._hand.table.holdings.known) if held & LANES[EMPEROR_JOKER]]
        here = [seat for seat, held in enumerate(self._known.known) if held & LANES[EMPEROR_JOKER]]
        if there and here != there and (here or declined):
            for seat in here:
                self._known.take(seat, [EMPEROR_JOKER])
            self._known.give(there[0], EMPEROR_JOKER)

    def _take(self, seat: int, cards: Sequence[Card]) -> None:
        for card in cards:
            self._known.take(seat, [self._as_held(seat, card)])

    def _as_held(self, seat: int, card: Card) -> Card:
        """The marked joker if only that is known, and the plain one is named; else the card."""
        marked = _MARKED.get(card)
        known = self._known.known[seat]
        return marked if marked is not None and known & LANES[marked] and not known & LANES[card] else card

    def _receive(self, player: int = 0, played: Sequence[Card] = ()) -> None:
        """Adds to each hand those of the cards handed over that have come to it, before a seat played some cards."""
        before, self._shown[:] = list(self._shown), self._hand.table.holdings.known
        if self._over_table:
            return
        for seat, held in enumerate(self._shown):
            for card in list(self._handed):
                count = copies(held, card) + (played.count(card) if seat == player else 0)
                if count > copies(before[seat], card):
                    before[seat] = with_card(before[seat], card)
                    self._handed.remove(card)
                    self._known.give(seat, card)


def _named(words: Sequence[str]) -> list[Card]:
    """The cards that the words of an action name before any ``>``; of a wild card the card itself."""
    end = words.index(">") if ">" in words else len(words)
    cards = (SPELLINGS.get(word.partition("=")[0].rstrip("?"), UNKNOWN) for word in words[:end])
    return [card for card in cards if card != UNKNOWN]
