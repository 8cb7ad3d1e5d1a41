"""Where the catalogues of translations are."""

from pathlib import Path
from typing import Final

from app.text.translations.languages import Language

ROOTS: Final = tuple(Path(__file__).parents[3] / name for name in ("engine", "app"))
COMPILED: Final = Path(__file__).parent / "compiled"
"""The folder of the compiled catalogues."""


def sources(language: Language) -> list[Path]:
    """The catalogues of a language, in a fixed order."""
    return sorted(path for root in ROOTS for path in root.rglob(f"*{language.locale}.po"))
