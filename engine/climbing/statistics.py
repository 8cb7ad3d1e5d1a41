"""What statistics count of the play of a climbing game: plays, leads, passes and seconds."""

from collections.abc import Sequence
from typing import Final

from engine.climbing.hand import ClimbingHand
from engine.record.actions import is_seconds, parse_action
from engine.replay.statistics import Figure
from engine.rulebook.codes import AFTER_END, ALREADY_OUT, MALFORMED, UNEXPECTED_ACTION
from engine.rulebook.findings import Severity

SECONDS_EXPONENT: Final = -6
FINE_EXPONENT: Final = -18
_FINE_UNITS: Final = 10 ** (SECONDS_EXPONENT - FINE_EXPONENT)
_DIGITS: Final = -FINE_EXPONENT
MOST_SECONDS: Final = 2**62
"""The largest count of ``seconds`` in a hand, in millionths: a longer time counts as this."""

PLAY_FIGURES: Final = (
    Figure("plays", "Plays, legal or not, that are combinations; captures too.", of_play=True),
    Figure("leads", "Plays with nothing on the table.", of_play=True),
    Figure("lead_cards", "Cards of the plays with nothing on the table.", of_play=True, per="leads", words="cards led"),
    Figure("passes", "Passes with a play on the table; seats that were skipped have not passed.", of_play=True),
    Figure(
        "seconds",
        "Seconds from the action before to an action of this seat, if both have a time.",
        of_play=True,
        exponent=SECONDS_EXPONENT,
        per="timed",
    ),
    Figure(
        "seconds_fine",
        "What is left of these seconds below a millionth, in units of 10 to the power of -18.",
        of_play=True,
        exponent=FINE_EXPONENT,
        key="seconds",
    ),
    Figure("timed", "Actions whose seconds were counted.", of_play=True, words="actions with a time"),
)
"""The figures of every climbing game that come of its play."""

_SECONDS, _FINE, _TIMED = (
    [figure.name for figure in PLAY_FIGURES].index(name) for name in ("seconds", "seconds_fine", "timed")
)

_VOID: Final = frozenset(code.id for code in (MALFORMED, AFTER_END, ALREADY_OUT, UNEXPECTED_ACTION))
"""The codes of actions that count nothing."""


def play_counts(hand: ClimbingHand, actions: Sequence[str]) -> list[list[int]]:
    """By seat, the counts of ``PLAY_FIGURES`` in a hand that was played to its end."""
    notes = hand.table.notes
    played = [play[0] for play in notes.plays]
    seats = range(len(hand.table.seats))
    counts = [[played.count(seat), 0, 0, notes.passes.count(seat), 0, 0, 0] for seat in seats]
    for place in notes.leads:
        play = notes.plays[place]
        of_seat = counts[play[0]]
        of_seat[1] += 1
        of_seat[2] += play[1]
    if "@" in "".join(actions):
        _count_times(hand, actions, counts)
    return counts


def no_play_counts(hand: ClimbingHand) -> list[list[int]]:
    """The same for a hand that the log does not show to its end: its play does not count."""
    return [[0] * len(PLAY_FIGURES) for _ in hand.table.seats]


def _count_times(hand: ClimbingHand, actions: Sequence[str], counts: Sequence[list[int]]) -> None:
    seats = hand.reader.numbers
    void = void_actions(hand)
    before: int | None = None
    for index, action in enumerate(actions):
        units = _units_of(action) if "@" in action else None
        if units is not None and before is not None and units >= before and index not in void:
            seat = seats.get(action.split(maxsplit=1)[0])
            if seat is not None:
                of_seat = counts[seat]
                of_seat[_SECONDS] += units - before
                of_seat[_TIMED] += 1
        before = units
    for of_seat in counts:
        whole, of_seat[_FINE] = divmod(of_seat[_SECONDS], _FINE_UNITS)
        of_seat[_SECONDS] = min(whole, MOST_SECONDS)


def void_actions(hand: ClimbingHand) -> frozenset[int]:
    """The actions of a hand that count nothing.

    A warning does not make an action count nothing: one that is earlier than the action before it was done.
    """
    return frozenset(
        each.action
        for each in hand.findings
        if each.action is not None and each.code.id in _VOID and each.severity is Severity.ERROR
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
