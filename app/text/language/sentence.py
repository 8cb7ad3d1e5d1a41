"""Phrases that are shown as sentences of their own."""

from typing import Final

from app.text.language.saying import current, said
from app.text.translations.languages import DEFAULT

_ENDS: Final = (".", "?", "!", "。", "？", "！")


def capital(text: str) -> str:
    """A text in the language of the reader; in English with a capital first letter."""
    shown = said(text)
    return shown[:1].upper() + shown[1:] if current() is DEFAULT else shown


def sentence(text: str) -> str:
    """A phrase in the language of the reader as a sentence: with a capital first letter and a full stop."""
    shown = capital(text)
    if shown.endswith(_ENDS):
        return shown
    return shown + ("." if current() is DEFAULT else "。")
