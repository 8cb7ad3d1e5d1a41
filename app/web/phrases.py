"""Phrases that templates put into sentences of their own, or into sentences of the catalogues."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from flask import Blueprint
from markupsafe import Markup

from app.judging.arranging import GAME
from app.judging.rules_of_match.refusal import ended
from app.text.language import said
from app.text.language.sentence import capital, sentence
from app.text.log_terms import figure_words, log_word, words_of_kind
from engine.rulebook.sentences import Text, listed, say_of

BLUEPRINT: Final = Blueprint("phrases", __name__)

BLUEPRINT.add_app_template_filter(capital)
BLUEPRINT.add_app_template_filter(sentence, "whole_sentence")
BLUEPRINT.add_app_template_filter(ended)
BLUEPRINT.add_app_template_filter(words_of_kind, "kind_name")
BLUEPRINT.add_app_template_filter(figure_words, "figure_name")

_UNITS: Final[Mapping[str, Text]] = MappingProxyType(
    {"points": say_of("arrange", "points"), "units": say_of("arrange", "units")}
)


@BLUEPRINT.app_template_filter()
def in_strong(text: str) -> Markup:
    """A part of a sentence that stands out."""
    return Markup("<strong>{}</strong>").format(text)


@BLUEPRINT.app_template_filter()
def role_name(role: str, game: str | None = None) -> str:
    """A role in the language of the reader."""
    return log_word(game, role)


@BLUEPRINT.app_template_filter()
def row_name(row: str) -> str:
    """A row, or a natural, of the game whose hands are arranged, in the language of the reader."""
    return log_word(GAME.name, row)


@BLUEPRINT.app_template_filter()
def unit_name(unit: str) -> str:
    """What an arrangement wins, in the language of the reader: points or units."""
    return said(_UNITS[unit])


@BLUEPRINT.app_template_filter()
def in_a_row(names: Iterable[str]) -> str:
    """Names in one phrase: ``Ann, Bo and Cy``."""
    return said(listed(list(names)))
