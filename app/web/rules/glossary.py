"""The words of the games in English and Chinese."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from flask import render_template

from app.text.catalogue import all_rules
from app.text.glossary import also_called, sections, spellings
from app.text.language import Language, current, marked
from app.web.http.compression import without_secrets
from app.web.http.pages import May, Pages

BLUEPRINT: Final = Pages("glossary", __name__, url_prefix="/glossary")

_COLUMNS: Final[Mapping[Language, str]] = MappingProxyType(
    {
        Language.ENGLISH: marked("English"),
        Language.SIMPLIFIED: marked("Simplified"),
        Language.TRADITIONAL: marked("Traditional"),
    }
)


@BLUEPRINT.get("/", may=May.READ)
@without_secrets
def page() -> str:
    """Every word, with its rules and where it comes from: those of all games first, then those of each one."""
    return render_template(
        "rules/glossary.html",
        sections=sections(),
        rules=all_rules(),
        columns=sorted(_COLUMNS, key=lambda language: language is not current()),
        names=_COLUMNS,
        spellings=spellings,
        also_called=also_called,
    )
