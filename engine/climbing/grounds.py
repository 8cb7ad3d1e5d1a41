"""What the scores of the climbing games rest on alike: who went out when, and who held cards at the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import UnsetType

from engine.climbing.hand import ClimbingHand
from engine.replay.game import Evidence
from engine.replay.grounds import Fact, Mark, shown_by, written_down
from engine.rulebook.sentences import Text, listed, say

OUT: Final = "out"
OVER: Final = "over"
ORDINALS: Final = (say("first"), say("second"), say("third"), say("fourth"), say("fifth"))


@dataclass(frozen=True, slots=True)
class FinishPlace:
    """A place of the finish: the seats that have or share it, and the fact that shows it."""

    seats: tuple[str, ...]
    fact: Fact


def end_marks(hand: ClimbingHand) -> Iterator[Mark]:
    """Which seats are out, and whether the hand is over."""
    for seat, out in enumerate(hand.table.round.out):
        if out:
            yield OUT, seat
    if hand.ended:
        yield (OVER,)


def places(evidence: Evidence, words: Sequence[Text] = ORDINALS) -> list[FinishPlace]:
    """The places of the finish in order.  ``words`` are what they are called.

    A seat whose last card the log does not show has its place by the recorded finish.
    """
    finish = evidence.outcome.finish
    if isinstance(finish, UnsetType):
        return []
    numbers = {seat: number for number, seat in enumerate(evidence.match.seats)}
    finish_places: list[FinishPlace] = []
    place = 0
    for group in finish:
        finish_places.append(
            FinishPlace(tuple(group), _place_fact(evidence, group, [numbers[seat] for seat in group], words[place]))
        )
        place += len(group)
    return finish_places


def _place_fact(evidence: Evidence, seats: Sequence[str], numbers: Sequence[int], word: Text) -> Fact:
    names = listed(seats)
    one = seats[0] if len(seats) == 1 else ""
    out = evidence.seen.get((OUT, numbers[0]))
    if one and out is not None:
        return shown_by("out", say("{names} goes out: {place}", names=names, place=word), out, one)
    over = evidence.seen.get((OVER,))
    if over is None:
        shared = say("{names} share the places left", names=names)
        return written_down("finish", say("{names} {place}", names=names, place=word) if one else shared, one)
    if one:
        text = say("{names} still holds cards when the hand ends: {place}", names=names, place=word)
        return shown_by("left", text, over, one)
    text = say("{names} still hold cards when the hand ends, and share the places left", names=names)
    return shown_by("left", text, over)
