"""What a dispute is about, in words.  Needs no database: `fupan verify` uses it."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from app.text.language import _


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
        return _("the match")
    hand = place.hand + 1
    if place.action is None and place.line is None:
        return _("hand {hand}", hand=hand)
    if place.line is None:
        return _("hand {hand}, step {step}", hand=hand, step=(place.action or 0) + 1)
    if place.action is None:
        return _("hand {hand}, line {line} of its score", hand=hand, line=place.line + 1)
    return _(
        "hand {hand}, step {step}, line {line} of its score", hand=hand, step=place.action + 1, line=place.line + 1
    )


def reasons_once(text: str, reasons: Iterable[str]) -> Iterator[str]:
    """The reason of each adjustment of a ruling; empty where its text or an earlier adjustment says the same."""
    said = {text.strip()}
    for reason in reasons:
        yield "" if reason.strip() in said else reason
        said.add(reason.strip())


def dispute_name(identity: str) -> str:
    """The name that Fupan gives a dispute, in the language of the reader; another name as it is."""
    number = identity.removeprefix("dispute ")
    return _("dispute {number}", number=number) if number != identity and number.isdecimal() else identity
