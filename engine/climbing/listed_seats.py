"""What can be found in a hand of a climbing game whose log has the actions of some seats alone.

Actions of the other seats may be missing anywhere, so that nobody knows whose turn it was and what had to be beaten.
What is found rests on the cards: on what one action says, on what a listed seat is known to hold, and on the deck.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final, Protocol

from engine.cards.holdings import Deck, deck_mismatch
from engine.cards.packed import UNKNOWN, Card, bare_of, copies, unpack
from engine.climbing import faults
from engine.climbing.reader import PASS, ActionReader, Play, ReadAction, bare
from engine.climbing.round import ANYBODY
from engine.climbing.table import Table
from engine.record.actions import Elsewhere, UnreadableAction
from engine.rulebook.codes import DECK_MISMATCH

_PLAY: Final = "play"


class ListedSeats:
    """The seats whose actions the log has, and the cards that seats are known to hold during one hand.

    The holdings of the table have, of a seat that was dealt known cards, those cards that may be left of them.
    """

    def __init__(
        self, table: Table, deck: Deck, seats: Collection[int], dealt: Collection[int], *, captures: bool = False
    ) -> None:
        """``dealt`` are the seats in the deal of the log.  With ``captures`` a card may be played more than once."""
        holdings = table.holdings
        holdings.pool = None
        self.seats: Final = frozenset(seats)
        everyone = range(len(table.seats))
        self._known: Final = {seat for seat in self.seats if seat in dealt or not holdings.hidden[seat]}
        """The listed seats whose deal is known, at least in part."""
        self.left: Final = [holdings.count(seat) for seat in everyone]
        """By seat, the cards that it was dealt less those that it has played; of a seat without a deal as the rules
        deal.
        """
        self._table: Final = table
        self._deck: Final = deck
        self._captures: Final = captures
        self._unseen: Final = [0] * len(everyone)
        """By seat, the number of known cards that have left it unseen."""
        self._played: Final[Counter[Card]] = Counter()
        self._too_many: bool | None = None
        """Whether too many copies of a card were reported; None before the first action."""

    def lacking(self, seat: int, cards: Sequence[Card]) -> list[Card]:
        """Those of some cards that a listed seat cannot hold, in the same order; none of any other seat."""
        return self._table.holdings.lacking(seat, cards) if seat in self._known else []

    def sure(self, seat: int) -> list[Card]:
        """The cards that a seat is known to hold."""
        held = Counter(unpack(self._table.holdings.shown(seat)))
        return [card for card, count in held.items() for _ in range(count - self._unseen[seat])]

    def is_over(self, seat: int, card: Card, count: int) -> bool:
        """Whether the deck has fewer copies of a card than are known if a seat plays some."""
        own = max(self.sure(seat).count(card) if seat in self._known else 0, count)
        others = sum(self.sure(other).count(card) for other in self._known - {seat})
        return self._played[card] + own + others > copies(self._deck.cards, card)

    def take(self, seat: int, cards: Sequence[Card]) -> None:
        """Takes cards from a hand; one that is not shown may be any of its cards."""
        shown = [card for card in cards if card != UNKNOWN]
        self._table.holdings.take(seat, shown)
        self._unseen[seat] += len(cards) - len(shown)

    def give(self, seat: int, cards: Sequence[Card]) -> None:
        """Gives cards to a hand, known or not."""
        for card in cards:
            self._table.holdings.give(seat, card)
        self._count(seat, [card for card in cards if card != UNKNOWN])

    def play(self, seat: int, cards: Sequence[Card], missing: Sequence[Card]) -> None:
        """Takes the cards of a play from its seat; ``missing`` are those that the seat cannot hold."""
        left = Counter(cards)
        left.subtract(missing)
        held = list(left.elements())
        own = Counter(self.sure(seat)) if seat in self._known else Counter()
        self._table.holdings.take(seat, held)
        self.left[seat] -= len(held)
        if not self._captures:
            self._played.update(held)
        if left - own:
            self._count(seat, held)

    def _count(self, seat: int, cards: Sequence[Card]) -> None:
        """Reports a card of a play, or one that came to a seat, of which the hand has more copies than the deck."""
        table = self._table
        if self._too_many is None:
            self._too_many = any(finding.code is DECK_MISMATCH for finding in table.findings)
        if self._too_many:
            return
        ranks = {bare_of(card) for card in cards}
        others = self._known - {seat} if self._captures else self._known
        counts = Counter(cards) if self._captures else Counter(self._played)
        for other in others:
            counts.update(self.sure(other))
        over = self._deck.excess({card: count for card, count in counts.items() if bare_of(card) in ranks})
        if over:
            self._too_many = True
            table.findings.append(deck_mismatch(table.index, over, self._deck.most_of(over), table.game))


class ListedHand(Protocol):
    """What is needed of a hand."""

    table: Table
    reader: ActionReader

    def read(self, text: str, whole: str) -> ReadAction:
        """What an action means."""

    def elsewhere(self, seat: int, action: Elsewhere, text: str) -> None:
        """Reports a verb of another game."""

    def as_listed(self, seat: int, play: Play, text: str) -> Play:
        """The play as it counts with the cards that the seat may hold."""

    def too_early(self, seat: int, play: Play, text: str) -> bool:
        """Reports cards that the rules forbid as long as the seat holds others.  Returns whether it did."""

    def other_listed(self, seat: int, action: object, text: str) -> None:
        """Does an action that is neither a play nor a pass."""

    def after_listed(self, seat: int, play: Play) -> None:
        """Called after a play has left the hand."""


def act(hand: ListedHand, listed: ListedSeats, text: str) -> None:
    """Does an action of a hand."""
    table = hand.table
    seat, count, _, form, _ = hand.read(text, text)
    if isinstance(form, UnreadableAction):
        table.malformed(text, form)
    elif isinstance(form, Elsewhere):
        hand.elsewhere(seat, form, text)
    elif count == PASS:
        table.round.turn = ANYBODY
    elif count > PASS or isinstance(form, Play):
        if text.split(maxsplit=2)[1] == _PLAY:
            table.round.turn = ANYBODY
        _play(hand, listed, seat, form if isinstance(form, Play) else hand.reader.play(bare(text)), text)
    else:
        hand.other_listed(seat, form, text)


def _play(hand: ListedHand, listed: ListedSeats, seat: int, play: Play, text: str) -> None:
    table = hand.table
    play = hand.as_listed(seat, play, text)
    missing = listed.lacking(seat, play.cards)
    if missing:
        faults.not_held(table, seat, play, missing, text)
    elif play.form is None:
        faults.not_a_combination(table, seat, play, text)
    elif seat in listed.seats:
        hand.too_early(seat, play, text)
    listed.play(seat, play.cards, missing)
    hand.after_listed(seat, play)
