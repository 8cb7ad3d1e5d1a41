"""Texts of Fupan kept in the database, so that they can be shown in the language of who reads them later."""

import json

from engine.rulebook.sentences import Text, read_made, say


def kept_text(text: str) -> str:
    """A text as the database keeps it: what a `Text` is made from, as JSON; any other text as it is."""
    return json.dumps(text.made(), ensure_ascii=False) if isinstance(text, Text) else text


def text_kept(text: str) -> str:
    """The text, mostly a `Text`, that ``kept_text`` gave; earlier versions kept the English sentence itself.

    A text that is damaged is replaced by one that says so.
    """
    if not text.startswith("["):
        return str(text)
    try:
        sentence: str = read_made(json.loads(text))
        return sentence
    except ValueError:
        return say("a text that is damaged in the database")
