"""The facts before a hand that every game reads in the same way, and the findings about them."""

from collections.abc import Sequence
from typing import Final

from engine.record.match import Setup, given_value
from engine.recorded.points import whole_point
from engine.recorded.results import bad_entry, unknown_seat
from engine.rulebook.codes import MALFORMED, SETUP_MISMATCH
from engine.rulebook.findings import Finding, finding, shown
from engine.rulebook.sentences import say


class SetupFacts:
    """The reader of the setup of one hand."""

    def __init__(self, seats: Sequence[str], hand: int, setup: Setup) -> None:
        self.findings: Final[list[Finding]] = []
        self.totals: Final[dict[int, int]] = {}
        """Points by seat before the hand, set by ``read_totals``.  In a hand after the first: of all seats or none."""
        self.seats: Final = tuple(seats)
        self.numbers: Final = {seat: number for number, seat in enumerate(seats)}
        self.hand: Final = hand
        self.setup: Final = setup
        self.after_match = False
        """Whether the match was won before the hand, so that what the setup states is believed."""

    def read_totals(self) -> None:
        """Reads ``totals``.  A seat that is left out starts with 0 in the first hand of a log; later hands need all."""
        stated = given_value(self.setup.totals)
        if stated is None:
            return
        for name, points in stated.items():
            number = whole_point(points)
            if name not in self.numbers or number is None:
                self.malformed("totals", bad_entry(name, points, self.numbers), say("a whole number for each seat"))
            else:
                self.totals[self.numbers[name]] = number
        if self.hand > 0 and len(self.totals) < len(self.seats):
            left_out = [seat for seat in self.seats if seat not in stated]
            if left_out:
                missing = say("{seats} missing", seats=", ".join(left_out))
                self.malformed("totals", missing, say("a whole number for each seat"))
            self.totals.clear()

    def seat(self, field: str, name: str | None) -> int | None:
        """The number of the seat with a name; None if no name is given or no seat has it."""
        if name is None:
            return None
        seat = self.numbers.get(name)
        if seat is None:
            self.malformed(field, unknown_seat(name), say("one of {seats}", seats=self.listed()))
        return seat

    def listed(self) -> str:
        """The names of the seats, for findings."""
        return ", ".join(self.seats)

    def malformed(self, field: str, reason: str, wanted: str) -> None:
        """Reports a field that cannot be read."""
        self.findings.append(
            finding(MALFORMED, "log.setup", hand=self.hand, variant="setup", field=field, reason=reason, wanted=wanted)
        )

    def mismatch(self, rule: str, field: str, stated: str, computed: str) -> None:
        """Reports a field that contradicts the hands before, unless the match was won before the hand."""
        if self.after_match:
            return
        self.findings.append(
            finding(SETUP_MISMATCH, rule, hand=self.hand, field=field, recorded=shown(stated), computed=computed)
        )
