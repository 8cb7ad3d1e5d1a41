"""The differences between two reports of one match that matter to its players."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any


@dataclass(frozen=True, slots=True)
class Change:
    """The differences between two reports."""

    before: str
    after: str
    """The verdicts."""
    hands: tuple[int, ...]
    """The hands, from 1, whose scores differ; empty if one of the reports has no hands."""
    totals: bool
    """Whether the totals differ."""
    winner: bool
    """Whether the winner differs."""

    @property
    def verdict(self) -> bool:
        """Whether the verdict differs."""
        return self.before != self.after

    @property
    def points(self) -> bool:
        """Whether the scores of a hand, or the totals, differ."""
        return bool(self.hands) or self.totals

    @property
    def any(self) -> bool:
        """Whether anything differs."""
        return self.verdict or self.points or self.winner


def change_between(before: Mapping[str, Any], after: Mapping[str, Any]) -> Change:
    """How a report differs from the one before it; both are in the report format."""
    return Change(
        before=before["verdict"],
        after=after["verdict"],
        hands=_hands(before, after),
        totals=_known(before.get("totals")) != _known(after.get("totals")),
        winner=before.get("winner") != after.get("winner"),
    )


def _hands(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[int, ...]:
    if "hands" not in before or "hands" not in after:
        return ()
    nothing: Mapping[str, Any] = {}
    pairs = zip_longest(before["hands"], after["hands"], fillvalue=nothing)
    return tuple(
        number for number, (old, new) in enumerate(pairs, 1) if _known(old.get("scores")) != _known(new.get("scores"))
    )


def _known(points: Mapping[str, int | None] | None) -> Mapping[str, int | None]:
    """The points of the seats that have any; empty if they are unknown, in any notation of a report."""
    return {seat: number for seat, number in (points or {}).items() if number is not None}
