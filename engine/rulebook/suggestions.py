"""Suggestions for a name that does not exist: the known name that is most like it."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_LONGEST: Final = 64
"""Characters of a name above which no suggestion is looked for."""


def close_name(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like a name, whatever its case; None if none is close.

    Of names that are equally close it is the last in alphabetical order.
    """
    if len(name) > _LONGEST:
        return None
    by_lower = {each.lower(): each for each in known}
    close = get_close_matches(name.lower(), sorted(by_lower), 1)
    return by_lower[close[0]] if close else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a sentence that says that a name is unknown: ``; did you mean 'play'?``, or nothing."""
    close = close_name(name, known)
    return "" if close is None else f"; did you mean '{close}'?"
