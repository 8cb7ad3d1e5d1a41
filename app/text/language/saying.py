"""Translates a text into the language of the reader."""

from app.text.language.catalogues import words
from app.text.language.current import current
from app.text.translations.languages import Language
from engine.rulebook.sentences import Text, marked, put

__all__ = ["_", "_c", "_n", "in_language", "marked", "said"]


def _(template: str, /, **values: object) -> str:
    """A text in the language of the reader: ``_("{seat} is out", seat=seat)``."""
    found = words(current()).of("", template)
    return found.format_map({name: value_said(value) for name, value in values.items()}) if values else found


def _c(context: str, template: str, /, **values: object) -> str:
    """As `_`, for a template that means something else in another context: ``_c("results", "won")``."""
    found = words(current()).of(context, template)
    return found.format_map({name: value_said(value) for name, value in values.items()}) if values else found


def _n(one: str, many: str, count: int, /, **values: object) -> str:
    """A text about a number of things: ``_n("{count} match", "{count} matches", number)``.

    ``{count}`` is the number with thousands separators.
    """
    found = words(current()).counted(one, many, count)
    return found.format_map({"count": f"{count:,}"} | {name: value_said(value) for name, value in values.items()})


def said(text: str) -> str:
    """A text of the engine in the language of the reader.  Any other text is returned as it is."""
    return in_language(text, current())


def in_language(text: str, language: Language) -> str:
    """A text of the engine in a language.  Any other text is returned as it is."""
    return text.put(words(language).of) if isinstance(text, Text) else text


def value_said(value: object) -> object:
    """A value of a template, in the language of the reader if it is a text of the engine."""
    return put(value, words(current()).of) if isinstance(value, Text) else value
