"""The verdicts in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from app.catalogue import VERDICT_PAGES
from engine.verdict.report import Verdict


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """A verdict as pages show it: a sign, and a sentence that says what it means."""

    verdict: str
    sign: str
    meaning: str


_SIGNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        Verdict.UNREADABLE: "?",
        Verdict.ILLEGAL: "✕",
        Verdict.MISSCORED: "≠",
        Verdict.INCOMPLETE: "…",
        Verdict.CLEAN: "✓",
    }
)

VERDICTS: Final[Mapping[str, VerdictWords]] = MappingProxyType(
    {
        name: VerdictWords(name, _SIGNS[name], f"{page.meaning[:1].upper()}{page.meaning[1:]}.")
        for name, page in VERDICT_PAGES.items()
    }
)
"""By name, the worst first."""
