"""What statistics count of the play of a climbing game: plays, leads, passes and seconds."""

from collections.abc import Sequence
from typing import Final

from engine.climbing.figures import FINE_EXPONENT, SECONDS_EXPONENT
from engine.climbing.hand import ClimbingHand
from engine.record.actions import is_seconds, parse_action
from engine.rulebook.codes import AFTER_END, ALREADY_OUT, MALFORMED, UNEXPECTED_ACTION
from engine.rulebook.findings import Severity

_FINE_UNITS: Final = 10 ** (SECONDS_EXPONENT - FINE_EXPONENT)
_DIGITS: Final = -FINE_EXPONENT
MOST_SECONDS: Final = 2**62
"""The largest count of ``seconds`` in a hand, in millionths: a longer time counts as this."""

_VOID: Final = frozenset(code.id for code in (MALFORMED, AFTER_END, ALREADY_OUT, UNEXPECTED_ACTION))
"""The codes of actions that count nothing."""


def count_plays(hand: ClimbingHand, actions: Sequence[str], counts: Sequence[dict[str, int]]) -> None:
    """Adds to the counts of each seat those of the play of a hand that was played to its end, by name."""
    notes = hand.table.notes
    played = [play[0] for play in notes.plays]
    for seat, of_seat in enumerate(counts):
        of_seat["plays"] = played.count(seat)
        of_seat["passes"] = notes.passes.count(seat)
    for place in notes.leads:
        play = notes.plays[place]
        of_seat = counts[play[0]]
        of_seat["leads"] += 1
        of_seat["lead_cards"] += play[1]
    if "@" in "".join(actions):
        _count_times(hand, actions, counts)


def _count_times(hand: ClimbingHand, actions: Sequence[str], counts: Sequence[dict[str, int]]) -> None:
    seats = hand.reader.numbers
    void = void_actions(hand)
    before: int | None = None
    for index, action in enumerate(actions):
        units = _units_of(action) if "@" in action else None
        if units is not None and before is not None and units >= before and index not in void:
            seat = seats.get(action.split(maxsplit=1)[0])
            if seat is not None:
                of_seat = counts[seat]
                of_seat["seconds"] += units - before
                of_seat["timed"] += 1
        before = units
    for of_seat in counts:
        whole, of_seat["seconds_fine"] = divmod(of_seat["seconds"], _FINE_UNITS)
        of_seat["seconds"] = min(whole, MOST_SECONDS)


def void_actions(hand: ClimbingHand) -> frozenset[int]:
    """The actions of a hand that count nothing.

    A warning does not make an action count nothing: one that is earlier than the action before it was done.
    """
    return frozenset(
        finding.action
        for finding in hand.findings
        if finding.action is not None and finding.code.id in _VOID and finding.severity is Severity.ERROR
    )


def _units_of(text: str) -> int | None:
    """The seconds of an action in units of ``FINE_EXPONENT``; None if it has none that can be read.

    Digits below that are cut off.
    """
    head, _, seconds = text.rpartition(" @")
    if "@" in head or "#" in text or not head.strip() or not is_seconds(seconds):
        parsed = parse_action(text).seconds
        if parsed is None or not is_seconds(parsed):
            return None
        seconds = parsed
    whole, _, part = seconds.partition(".")
    return int(whole + part[:_DIGITS].ljust(_DIGITS, "0"))
