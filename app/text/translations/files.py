"""Where the catalogues of translations are."""

from pathlib import Path
from typing import Final

from app.text.translations.languages import Language

ROOT: Final = Path(__file__).parents[3]
ROOTS: Final = tuple(ROOT / name for name in ("engine", "app"))
COMPILED: Final = Path(__file__).parent / "compiled"
"""The folder of the compiled catalogues."""
EXCEPTIONS: Final = Path(__file__).parent / "zh_Hant.toml"
"""What traditional Chinese has that a conversion of the simplified texts does not give."""


def catalogues(language: Language) -> list[Path]:
    """The catalogues of a language, in a fixed order; none in an installed copy, and none of traditional Chinese."""
    return sorted(path for root in ROOTS for path in root.rglob(f"*{language.locale}.po"))


def sources(language: Language) -> list[Path]:
    """The files that the compiled catalogue of a language is made from; none in an installed copy."""
    if language is not Language.TRADITIONAL:
        return catalogues(language)
    simplified = catalogues(Language.SIMPLIFIED)
    terms = (path for root in ROOTS for path in root.rglob("terms.py"))
    return [*simplified, *sorted(terms), EXCEPTIONS] if simplified else []
