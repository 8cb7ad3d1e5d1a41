"""What a dispute is about, in words.  Needs no database: `fupan verify` uses it."""

from typing import Protocol


class Place(Protocol):
    """A place in a match: a hand, and in it an action or a line of its score, all from 0; None for the whole."""

    @property
    def hand(self) -> int | None:
        """None for the match."""

    @property
    def action(self) -> int | None:
        """None for no action."""

    @property
    def line(self) -> int | None:
        """None for no line."""


def subject_words(place: Place) -> str:
    """What a dispute is about: ``hand 3, step 12, line 2 of its score``."""
    if place.hand is None:
        return "the match"
    words = f"hand {place.hand + 1}"
    if place.action is not None:
        words += f", step {place.action + 1}"
    return words if place.line is None else f"{words}, line {place.line + 1} of its score"
