"""The findings of a hand, in any game."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.rulebook.findings import Code, Detail, Finding, Severity, finding, shown


class HandFindings:
    """The part of the replay of a hand that collects its findings."""

    def __init__(self, game: str, index: int, seats: Sequence[str]) -> None:
        """``game`` begins the names of its rules; ``index`` is the number of the hand in its match, from 0."""
        self.game: Final = game
        self.index: Final = index
        self.seats: Final = tuple(seats)
        self.findings: list[Finding] = []
        self.done = 0
        """The number of actions done before the current one."""

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
        """Adds a finding about an action: the current one, unless ``action`` gives another.

        ``topic`` is the last part of the name of a rule of the game, or the whole name of a rule if it contains a dot.
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
