"""The colours of the style sheet of that name, for what is drawn and printed outside of pages."""

import re
from collections.abc import Mapping
from functools import lru_cache

from app.text.folders import folder


@lru_cache(maxsize=1)
def light_colours() -> str:
    """The part of the style sheet that names the colours of light pages."""
    sheet = (folder("static") / "css" / "colours.css").read_text(encoding="utf-8")
    return sheet.partition("@media")[0]


def colour(name: str) -> str:
    """The colour of a name as ``#rrggbb``.  Raises KeyError if the style sheet has none."""
    return _colours()[name]


@lru_cache(maxsize=1)
def _colours() -> Mapping[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light_colours()))
