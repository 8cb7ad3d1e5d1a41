"""How Botzone says that a hand ended, and what it says before it: the points, a fault, the teams' levels.

The points are 3, 2 or 1 for both winners and 0 for the others.  A seat at whose fault the hand ends (an action that
is not allowed, a program that fails or takes too long) has -2, its partner 0 and the others 1.  Some ends have
1 for both winners whatever they won by: they state who won.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine.logs.foreign.reader import SEATS, Translation
from engine.record.match import Number
from engine.rulebook.findings import shown
from engine.rulebook.sentences import say

FAULT: Final = -2
_FINE: Final = "OK"
_CARDS: Final = 27


@dataclass(slots=True)
class BotzoneEnd:
    """What the log of a judge says of the end of a hand."""

    points: dict[str, Any] | None = None
    """What each seat is given, by its number; None if the log has no end."""
    reason: str = ""
    """What the judge shows as the error."""
    verdicts: list[tuple[int, str]] = field(default_factory=list)
    """The seats whose answers have another verdict than OK, with it, in order."""

    def hear(self, seat: int, answer: Mapping[str, Any]) -> None:
        """Takes the verdict on an answer."""
        verdict = answer.get("verdict", _FINE)
        if verdict != _FINE:
            self.verdicts.append((seat, str(verdict)))

    def finish(self, output: Mapping[str, Any], content: Any) -> None:
        """Takes the entry that ends the log, and its content."""
        self.points = content if isinstance(content, dict) else {}
        display = output.get("display")
        error = display.get("error") if isinstance(display, dict) else None
        if error:
            self.reason = error if isinstance(error, str) else str(error)


def scores_at(translation: Translation, end: BotzoneEnd, played: Iterable[tuple[int, int]]) -> dict[str, Number]:
    """The points of the seats, to be compared with the play; none if the hand ended by a fault, which is noted.

    ``played``: the seat of each action and the number of its cards, in their order.
    """
    won = _won(played)
    over = won is not None
    points = [(end.points or {}).get(str(seat)) for seat in range(len(SEATS))]
    at_fault = _at_fault(points)
    if end.points is not None and at_fault is not None and not over:
        _note_fault(translation, end, at_fault)
        return {}
    for seat, verdict in end.verdicts:
        translation.reads(
            say("the verdict {verdict} on {seat}", verdict=shown(verdict), seat=SEATS[seat]),
            say("a fault of that seat"),
            hand=0,
        )
    if end.reason:
        translation.reads(
            say("the error {text}", text=shown(end.reason)), say("what the judge says of the end"), hand=0
        )
    if end.points is None:
        return {}
    given: dict[str, int] = {seat: value for seat, value in zip(SEATS, points, strict=True) if type(value) is int}
    if len(given) < len(SEATS) or set(end.points) - {"0", "1", "2", "3"}:
        translation.ignores("output.content")
        return {}
    if won is None:
        translation.keeps(_told(given), say("the play does not reach the end of the hand"), hand=0)
        return {}
    if [min(value, 1) for value in won] == list(given.values()) != list(won):
        computed = _listed(dict(zip(SEATS, won, strict=True)))
        translation.keeps(_told(given), say("the play gives {points}", points=computed), hand=0)
        return {}
    return {**given}


def _told(given: Mapping[str, int]) -> str:
    return say("the end {points}", points=_listed(given))


def _listed(points: Mapping[str, int]) -> str:
    return ", ".join(f"{seat} {value}" for seat, value in points.items())


def _won(played: Iterable[tuple[int, int]]) -> tuple[int, ...] | None:
    """The points of the seats by the play: 3, 2 or 1 for the team of the seat that goes out first; None if it does not
    reach the end of the hand.
    """
    left = [_CARDS] * len(SEATS)
    out: list[int] = []
    for seat, count in played:
        left[seat] -= count
        if left[seat] <= 0 and seat not in out:
            out.append(seat)
    both = [team for team in (0, 1) if {team, team + 2} <= set(out)]
    if not both:
        return None
    partner = (out[0] + 2) % 4
    place = out.index(partner) if partner in out else 3
    return tuple((4 - place) * (seat in (out[0], partner)) for seat in range(len(SEATS)))


def _at_fault(points: Sequence[Any]) -> int | None:
    """The seat at whose fault the hand ended, by the points of all seats."""
    for seat, value in enumerate(points):
        if value == FAULT and points[(seat + 2) % 4] == 0 and points[(seat + 1) % 4] == points[(seat + 3) % 4] == 1:
            return seat
    return None


def _note_fault(translation: Translation, end: BotzoneEnd, seat: int) -> None:
    others = [f"{SEATS[other]} {verdict}" for other, verdict in end.verdicts if other != seat]
    reasons = [verdict for other, verdict in end.verdicts if other == seat] + ([end.reason] if end.reason else [])
    recorded = say("{points} points for {seat}", points=FAULT, seat=SEATS[seat])
    if reasons:
        reading = say(
            "the end of the hand by a fault of {seat} ({reason})",
            seat=SEATS[seat],
            reason=shown(", ".join(reasons)),
        )
    else:
        reading = say("the end of the hand by a fault of {seat}, without its reason", seat=SEATS[seat])
    translation.reads(recorded, reading, hand=0)
    if others:
        translation.keeps(
            recorded,
            say("the log has the verdicts {verdicts} of other seats", verdicts=shown(", ".join(others))),
            hand=0,
        )
