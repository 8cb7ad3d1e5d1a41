"""The seconds of actions: taken off their texts, and checked never to decrease."""

from collections.abc import Hashable, Sequence
from decimal import Decimal
from typing import Final

from engine.record.actions import is_seconds, moments_of
from engine.replay.hand_findings import HandFindings
from engine.rulebook.codes import MALFORMED
from engine.rulebook.findings import Severity

_MANY: Final = 8
"""From this number of actions on, it is faster to read all their seconds together."""


class Clock:
    """The seconds of the last action of a hand that has them."""

    def __init__(self) -> None:
        self._seconds = "0"
        """The seconds as the log writes them.  ``_moment`` is the same as a float; it decides most cases."""
        self._moment = 0.0

    @property
    def carried(self) -> Hashable:
        """The seconds."""
        return self._seconds

    def bare(self, actions: Sequence[str]) -> Sequence[str]:
        """The actions without seconds and comments if the seconds never decrease; otherwise the actions unchanged."""
        some = (actions[0], actions[len(actions) // 2], actions[-1]) if len(actions) >= _MANY else ()
        if not any("@" in text for text in some):
            return actions
        together = "\n".join(actions)
        bodies = [text.partition("#")[0].rstrip(" ") for text in actions] if "#" in together else actions
        parts = [text.rpartition(" @") for text in bodies]
        texts = [head if mark else tail for head, mark, tail in parts]
        together = "\n".join(texts) + "\n"
        if "@" in together or " \n" in together:
            return actions
        seconds = [tail for _, mark, tail in parts if mark]
        moments = moments_of(seconds)
        if moments is None or moments[0] < self._moment or moments != sorted(moments):
            return actions
        self._moment, self._seconds = moments[-1], seconds[-1]
        return texts

    def take_off(self, text: str) -> tuple[str, str | None]:
        """An action's text without comment and seconds, and its seconds (None if it has none that can be read)."""
        body = text.partition("#")[0].rstrip(" ") if "#" in text else text
        head, mark, seconds = body.rpartition(" @")
        if not mark or "@" in head or not is_seconds(seconds):
            return body.rstrip(" "), None
        return head.rstrip(" ") if head[-1:] == " " else head, seconds

    def move_to(self, seconds: str, text: str, findings: HandFindings, *, readable: bool) -> None:
        """Sets the clock to the seconds of an action, and reports a warning if they are earlier than those before.

        ``readable`` says whether the action can be read; there is no warning about one that cannot.
        """
        moment = float(seconds)
        if readable and moment <= self._moment and Decimal(seconds) < Decimal(self._seconds):
            name = text.split(maxsplit=1)[0]
            findings.report(
                MALFORMED,
                "log.actions",
                findings.seats.index(name) if name in findings.seats else None,
                column=text.partition("#")[0].rindex(" @") + 1,
                variant="earlier",
                severity=Severity.WARNING,
                recorded=f"@{seconds}",
                before=f"@{self._seconds}",
            )
        self._moment, self._seconds = moment, seconds
