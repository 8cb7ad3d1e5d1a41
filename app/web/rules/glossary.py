"""The words of the games in English and Chinese."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from flask import render_template

from app.text.catalogue import all_rules
from app.text.glossary import sections
from app.text.language import Language, marked
from app.web.http.compression import without_secrets
from app.web.http.pages import May, Pages

BLUEPRINT: Final = Pages("glossary", __name__, url_prefix="/glossary")

_SCRIPTS: Final[Mapping[Language, tuple[str, ...]]] = MappingProxyType(
    {
        Language.ENGLISH: ("english", "simplified", "traditional"),
        Language.SIMPLIFIED: ("simplified", "english", "traditional"),
        Language.TRADITIONAL: ("traditional", "english", "simplified"),
    }
)
"""The columns of a word for each reader, that of their own language first."""
_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {"english": marked("English"), "simplified": marked("Simplified"), "traditional": marked("Traditional")}
)
_TAGS: Final[Mapping[str, Language]] = MappingProxyType(
    {"english": Language.ENGLISH, "simplified": Language.SIMPLIFIED, "traditional": Language.TRADITIONAL}
)


@BLUEPRINT.get("/", may=May.READ)
@without_secrets
def page() -> str:
    """Every word, with its rules and where it comes from: those of all games first, then those of each one."""
    return render_template(
        "rules/glossary.html", sections=sections(), rules=all_rules(), scripts=_SCRIPTS, names=_NAMES, tags=_TAGS
    )
