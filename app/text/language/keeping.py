"""Texts of Fupan kept in the database, so that they can be shown in the language of who reads them later."""

import json

from engine.rulebook.sentences import Text, read_made


def kept_text(text: str) -> str:
    """A text as the database keeps it: what a `Text` is made from, as JSON; any other text as it is."""
    return json.dumps(text.made(), ensure_ascii=False) if isinstance(text, Text) else text


def text_kept(kept: str) -> str:
    """The text, mostly a `Text`, that ``kept_text`` gave; earlier versions kept the English sentence itself."""
    return str(kept) if not kept.startswith("[") else read_made(json.loads(kept))
