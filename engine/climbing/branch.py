"""What the climbing games share for branches of a hand: how cards that are played can be written down."""

from collections.abc import Callable, Iterable, Sequence

from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import Form, Play
from engine.record.actions import Words, split_action
from engine.replay.branch import Reading

PLAY = "play"
Claims = Callable[[Play, Form], Iterable[tuple[str, ...]]]
"""Ways to write the cards of a play down if it is to count as a form; those that do not make that form are left out."""


def plain(cards: Sequence[str]) -> Reading:
    """Cards that are played as they are."""
    return Reading(PLAY, tuple(cards))


def play_of(hand: ClimbingHand, seat: int, cards: Sequence[str]) -> Play | None:
    """The play of some cards, as it counts on a lead; None if they cannot be read."""
    words = split_action(f"{hand.table.seats[seat]} play {' '.join(cards)}", hand.reader.numbers, hand.reader.verbs)
    play = hand.reader.read_play(words) if isinstance(words, Words) else None
    return play if isinstance(play, Play) else None


def claimed_readings(hand: ClimbingHand, seat: int, cards: Sequence[str], claims: Claims) -> tuple[Reading, ...]:
    """The cards without a claim, then with the claims that make each of their other forms."""
    play = play_of(hand, seat, cards)
    if play is None or len(play.readings) < 2:
        return (plain(cards),)
    beaten_by = hand.table.round.beaten_by
    taken = next((form for form in play.readings if beaten_by is None or form in beaten_by), play.form)
    readings = [plain(cards)]
    for form in play.readings:
        if form == taken:
            continue
        for written in claims(play, form):
            claimed = play_of(hand, seat, written)
            if claimed is not None and claimed.form == form:
                readings.append(Reading(PLAY, written))
                break
    return tuple(readings)
