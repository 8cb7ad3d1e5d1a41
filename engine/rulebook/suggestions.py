"""Suggestions for a name that does not exist: the most similar known name."""

from collections.abc import Iterable
from typing import Final

from engine.rulebook.sentences import say

_LONGEST: Final = 64
"""The longest name, in characters, for which a suggestion is made."""


def close_name(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most similar to a name, in upper or lower case; None if none is similar.

    If several names are equally similar, it is the last of them in alphabetical order.
    """
    if len(name) > _LONGEST:
        return None
    from difflib import get_close_matches

    by_lower = {known_name.lower(): known_name for known_name in known}
    close = get_close_matches(name.lower(), sorted(by_lower), 1)
    return by_lower[close[0]] if close else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: ``; did you mean 'play'?``, or empty."""
    close = close_name(name, known)
    return "" if close is None else say("; did you mean '{close}'?", close=close)
