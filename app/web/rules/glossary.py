"""The words of the games in English and Chinese."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from flask import render_template, request

from app.text.catalogue import all_rules
from app.text.glossary import also_called, sections, spellings
from app.text.language import Language, _, current, marked
from app.web.http.compression import without_secrets
from app.web.http.errors import Refusal
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
    """The words of ``?game=`` with their rules and where they come from; without it, those that all games share."""
    shown = sections()
    name = request.args.get("game", shown[0].name)
    section = next((section for section in shown if section.name == name), None)
    if section is None:
        raise Refusal(404, _("There is no such game."))
    return render_template(
        "rules/glossary.html",
        section=section,
        sections=shown,
        rules=all_rules(),
        columns=sorted(_COLUMNS, key=lambda language: language is not current()),
        names=_COLUMNS,
        spellings=spellings,
        also_called=also_called,
    )
