"""Ranks as cards show them, in words for pages, drawings and prints."""

import re
from typing import Final

from engine.rulebook.sentences import Text

_TEN: Final = re.compile(r"(?<![A-Za-z0-9])T(?![A-Za-z0-9])")


def rank_shown(text: str) -> str:
    """A rank, such as a level, as its card shows it: ``10`` for ``T``; any other text as it is."""
    return "10" if text == "T" else text


def reading_shown(text: str) -> str:
    """What cards are, in words, with ranks as cards show them: ``pair of 10`` for ``pair of T``."""
    if isinstance(text, Text) and text.values:
        values = {
            name: reading_shown(value) if isinstance(value, str) else value for name, value in text.values.items()
        }
        return Text(text.template, values, text.context)
    return text if isinstance(text, Text) else _TEN.sub("10", text)
