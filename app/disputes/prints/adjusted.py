"""The hands that a ruling adjusts, each as the rules give it, as it was recorded and as the ruling sets it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import UnsetType

from app.disputes.verdicts.words import signed_points
from app.text.language import _
from engine.logs import LogRecord
from engine.record.match import HandResult, given
from engine.recorded.points import whole_points
from engine.verdict.proof.form import Body

Points = tuple[str, ...]
"""Points in words, in the order of the seats."""


@dataclass(frozen=True, slots=True)
class AdjustedHand:
    """A hand that a ruling adjusts."""

    number: int
    """From 1."""
    lines: tuple[tuple[str, Points], ...]
    """What the points are, and the points: computed, recorded (if the log is there), adjusted."""
    reason: str
    """By which rule, and why."""


def adjusted_hands(body: Body, record: LogRecord | None, seats: Sequence[str]) -> Iterator[AdjustedHand]:
    """The hands that the ruling of a verdict adjusts, in their order.

    ``record`` is the match of the log; without it nothing is known of what was recorded.
    """
    computed = () if isinstance(body.report.hands, UnsetType) else body.report.hands
    for each in sorted(body.adjustments, key=lambda each: each.hand):
        lines = [(_("computed"), in_order(computed[each.hand].scores, seats))]
        if record is not None and record.match is not None and each.hand < len(record.match.hands):
            result = record.match.hands[each.hand].result
            written = whole_points(given(result.scores) or {}) if isinstance(result, HandResult) else {}
            lines.append((_("recorded"), in_order(written, seats, unknown="–")))
        lines.append((_("adjusted"), in_order(each.scores, seats)))
        reason = _("By {rule}: {reason}", rule=each.rule, reason=each.reason) if each.rule else each.reason
        yield AdjustedHand(each.hand + 1, tuple(lines), reason)


def in_order(points: Mapping[str, int | None] | None, seats: Sequence[str], unknown: str = "?") -> Points:
    """Points in the order of some seats, each with its sign; ``unknown`` for those that are not known."""
    found = [None if points is None else points.get(seat) for seat in seats]
    return tuple(unknown if each is None else signed_points(each) for each in found)
