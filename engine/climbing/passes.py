"""Passes of a seat that could have beaten the table, with the cards that it is known to hold."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.cards.packed import UNKNOWN, Holding, card_text, common, less
from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import Form, bare

CanBeat = Callable[[Form, Holding], bool]
"""Whether some cards of a holding beat a form."""

_UNSEEN: Final = card_text(UNKNOWN)
_GIVING: Final = frozenset({"tribute", "return"})
_MOVING: Final = _GIVING | {"take", "capture", "decline"}
"""The verbs of actions by which cards come to another hand."""


def passes_able(hand: ClimbingHand, actions: Sequence[str], can_beat: CanBeat) -> list[int]:
    """Does the actions of a hand, and counts by seat the passes with which it could have beaten the table."""
    table = hand.table
    able = [0] * len(table.seats)
    known = _Known(hand)
    for text in actions:
        before = len(table.passes)
        hand.run([text])
        known.follow(text)
        if len(table.passes) > before:
            seat = table.passes[-1]
            form = _to_beat(hand)
            if form is not None and can_beat(form, known.of(seat)):
                able[seat] += 1
    return able


def _to_beat(hand: ClimbingHand) -> Form | None:
    """The form of the last play that was put on the table; None if there is none."""
    for _, _, _, form, _ in reversed(hand.table.plays):
        if isinstance(form, int):
            return form
    return None


class _Known:
    """The cards that each seat is known to hold by the deal, and by what came to the hand since.

    If the deal shows every card, the holdings of the hand show this.  Otherwise they may know more, because a seat
    played or showed a card that it was not known to hold.
    """

    def __init__(self, hand: ClimbingHand) -> None:
        holdings = hand.table.holdings
        self._hand: Final = hand
        self._holdings: Final = holdings
        self._unseen: Final[set[int]] = set()
        """The seats of whose cards one moved unseen."""
        self._whole: Final = not any(holdings.hidden)
        self._tracked = [holdings.shown(seat) for seat in range(len(holdings.known))]
        self._shown = list(self._tracked)

    def of(self, seat: int) -> Holding:
        """The cards that a seat is known to hold; none once one of its cards moved unseen."""
        if seat in self._unseen:
            return 0
        return self._holdings.shown(seat) if self._whole else self._tracked[seat]

    def follow(self, text: str) -> None:
        """Records what an action that was done has moved."""
        words = bare(text).split()
        verb = words[1] if len(words) > 1 else ""
        table = self._hand.table
        if verb in _GIVING and _UNSEEN in words and table.done - 1 not in table.ineffective:
            self._unseen.add(self._hand.reader.numbers[words[0]])
        if not self._whole:
            self._track(gains=verb in _MOVING)

    def _track(self, *, gains: bool) -> None:
        for seat, before in enumerate(self._shown):
            shown = self._holdings.shown(seat)
            if shown != before:
                self._shown[seat] = shown
                held = common(self._tracked[seat], shown)
                self._tracked[seat] = held + less(shown, before) if gains else held
