"""The languages of Fupan, and the translation of a text into the language of the reader."""

from app.text.language.saying import Templates, _, _c, _n, current, in_language, said, speaking, words
from app.text.translations.languages import DEFAULT, LANGUAGES, Language, language_named
from engine.rulebook.sentences import marked

__all__ = [
    "DEFAULT",
    "LANGUAGES",
    "Language",
    "Templates",
    "_",
    "_c",
    "_n",
    "current",
    "in_language",
    "language_named",
    "marked",
    "said",
    "speaking",
    "words",
]
