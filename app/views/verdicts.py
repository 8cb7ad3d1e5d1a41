"""The verdicts in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from app.catalogue import VERDICT_PAGES
from app.language import _, marked
from engine.verdict.report import Verdict


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """A verdict as pages show it: a sign, its name, and a sentence that says what it means."""

    verdict: str
    sign: str

    @property
    def name(self) -> str:
        """What it is called in the language of the reader."""
        return _(NAMES[self.verdict])

    @property
    def meaning(self) -> str:
        """What it means, in the language of the reader."""
        said = _(VERDICT_PAGES[self.verdict].meaning)
        return _("{sentence}.", sentence=f"{said[:1].upper()}{said[1:]}")


_SIGNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        Verdict.UNREADABLE: "?",
        Verdict.ILLEGAL: "✕",
        Verdict.MISSCORED: "≠",
        Verdict.INCOMPLETE: "…",
        Verdict.CLEAN: "✓",
    }
)

NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        Verdict.UNREADABLE: marked("unreadable"),
        Verdict.ILLEGAL: marked("illegal"),
        Verdict.MISSCORED: marked("misscored"),
        Verdict.INCOMPLETE: marked("incomplete"),
        Verdict.CLEAN: marked("clean"),
    }
)
"""What they are called in English."""

VERDICTS: Final[Mapping[str, VerdictWords]] = MappingProxyType(
    {name: VerdictWords(name, _SIGNS[name]) for name in VERDICT_PAGES}
)
"""By name, the worst first."""
