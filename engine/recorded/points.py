"""Recorded scores, totals and units: whole numbers within a bound.  Any other value counts as not recorded."""

from collections.abc import Mapping

from engine.record import bounds
from engine.record.match import Number
from engine.rulebook.codes import MALFORMED
from engine.rulebook.findings import Finding, finding, shown
from engine.rulebook.sentences import say


def whole_point(value: Number) -> int | None:
    """A recorded number of points; None if it is not a whole number or is beyond the bound."""
    if not -bounds.POINTS <= value <= bounds.POINTS or value != int(value):
        return None
    return int(value)


def whole_points(recorded: Mapping[str, Number]) -> dict[str, int]:
    """The recorded points that are whole numbers within the bound, by their recorded names."""
    read = {name: whole_point(value) for name, value in recorded.items()}
    return {name: value for name, value in read.items() if value is not None}


def bad_points(field: str, recorded: Mapping[str, Number], *, hand: int | None) -> list[Finding]:
    """The finding that some recorded points are not whole numbers within the bound; empty if all are."""
    bad = [f"{name} {value}" for name, value in recorded.items() if whole_point(value) is None]
    if not bad:
        return []
    return [
        finding(
            MALFORMED,
            "log.result",
            hand=hand,
            variant="result",
            field=say(field),
            reason=say("not a whole number in range: {values}", values=shown(", ".join(bad))),
            wanted=say("whole numbers from {low} to {high}", low=f"-{bounds.POINTS:,}", high=f"{bounds.POINTS:,}"),
        )
    ]
