"""The words of the games in English and Chinese."""

from typing import Final

from flask import Blueprint, render_template

from app.catalogue import all_rules
from app.compression import without_secrets
from app.glossary import sections

BLUEPRINT: Final = Blueprint("glossary", __name__, url_prefix="/glossary")


@BLUEPRINT.get("/")
@without_secrets
def page() -> str:
    """Every word, with its rules and where it comes from: those of all games first, then those of each one."""
    return render_template("rules/glossary.html", sections=sections(), rules=all_rules())
