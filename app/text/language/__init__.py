"""The languages of Fupan, and the translation of a text into the language of the reader."""

from app.text.language.catalogues import Words, words
from app.text.language.current import current, speaking
from app.text.language.saying import _, _c, _n, in_language, marked, said
from app.text.translations.languages import DEFAULT, LANGUAGES, Language, language_named

__all__ = [
    "DEFAULT",
    "LANGUAGES",
    "Language",
    "Words",
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
