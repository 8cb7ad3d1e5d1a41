"""The verdicts in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.verdict.report import Verdict


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """A verdict as pages show it: a sign, and a sentence that says what it means."""

    verdict: str
    sign: str
    meaning: str


VERDICTS: Final[Mapping[str, VerdictWords]] = MappingProxyType(
    {
        str(verdict): VerdictWords(str(verdict), sign, meaning)
        for verdict, sign, meaning in (
            (
                Verdict.UNREADABLE,
                "?",
                "The log could not be read as a match of a known game, so nothing was replayed.",
            ),
            (
                Verdict.ILLEGAL,
                "✕",
                "At least one action breaks a rule. What was recorded of the result may still be right.",
            ),
            (
                Verdict.MISSCORED,
                "≠",
                "Every action is legal, but a recorded result is not the one that the rules give.",
            ),
            (
                Verdict.INCOMPLETE,
                "…",
                "Nothing wrong was found, but a hand does not reach its end, or something needed to decide is unknown.",
            ),
            (
                Verdict.CLEAN,
                "✓",
                "Replayed to the end: every action is legal, and every result that was recorded is confirmed.",
            ),
        )
    }
)
"""By name, the worst first."""
