"""How a hand of any game says what it finds."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.rulebook.findings import Code, Detail, Finding, Severity, finding, shown


class HandFindings:
    """One hand as it is replayed, as far as its findings go."""

    game: str
    """The game's name, which begins the names of its rules."""

    def __init__(self, index: int, seats: Sequence[str]) -> None:
        """``index`` is the hand's number in its match, from 0."""
        self.index: Final = index
        self.seats: Final = tuple(seats)
        self.findings: list[Finding] = []
        self.done = 0
        """How many actions were done before the one that is being done."""

    def report(
        self,
        code: Code,
        topic: str,
        seat: int | None = None,
        *,
        action: int | None = None,
        column: int | None = None,
        recorded: str = "",
        variant: str = "",
        severity: Severity | None = None,
        details: Mapping[str, Detail] | None = None,
        **more: Detail,
    ) -> None:
        """Adds a finding about an action, the one being done unless another is named.

        ``topic`` is the last part of a rule of the game, or a whole rule with a point in it.
        """
        self.findings.append(
            finding(
                code,
                topic if "." in topic else f"{self.game}.{topic}",
                hand=self.index,
                action=self.done if action is None else action,
                column=column,
                seat=None if seat is None else self.seats[seat],
                recorded=shown(recorded),
                variant=variant,
                severity=severity,
                details={**details, **more} if details else more,
            )
        )
