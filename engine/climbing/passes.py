"""Passes of a seat that could have beaten the table, with the cards that it is known to hold."""

from collections.abc import Callable, Sequence

from engine.cards.packed import Holding
from engine.climbing.hand import ClimbingHand
from engine.climbing.known_cards import KnownCards
from engine.climbing.reader import Form
from engine.climbing.table import CountedPlay

CanBeat = Callable[[Form, Holding], bool]
"""Whether some cards of a holding beat a form."""


def passes_able(hand: ClimbingHand, actions: Sequence[str], can_beat: CanBeat) -> list[int]:
    """Does the actions of a hand, and counts by seat the passes with which it could have beaten the table."""
    hand.note_play()
    plays, passes = hand.table.notes.plays, hand.table.notes.passes
    able = [0] * len(hand.table.seats)
    known = KnownCards(hand, actions)
    for text in actions:
        before = len(passes)
        hand.run([text])
        known.follow(text)
        if len(passes) > before:
            seat = passes[-1]
            form = _to_beat(plays)
            if form is not None and can_beat(form, known.of(seat)):
                able[seat] += 1
    return able


def _to_beat(plays: Sequence[CountedPlay]) -> Form | None:
    """The form of the last of some plays that was put on the table; None if there is none."""
    for _, _, _, form, _ in reversed(plays):
        if isinstance(form, int):
            return form
    return None
