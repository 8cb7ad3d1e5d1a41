"""The verbs of the log format: what a seat does, and which arguments follow."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final


class Arguments(Enum):
    """What the words after a verb are."""

    WORDS = "words"
    """Anything else, or nothing."""
    NAME = "name"
    """A name in which ``_`` means a space."""
    NUMBER = "number"
    CARDS = "cards"
    """Cards that every seat sees."""
    HANDED = "handed"
    """Cards that a seat lays on the table for another seat, face up or face down as the rules of the hand say."""
    PLACED = "placed"
    """Cards, each with the row where it is placed.  Every seat sees them, except for those that are discarded."""

    @property
    def are_cards(self) -> bool:
        """Whether the words are cards."""
        return self in (Arguments.CARDS, Arguments.HANDED, Arguments.PLACED)


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb of the format."""

    name: str
    does: str
    """What the seat does, as the words after its name in a sentence."""
    arguments: Arguments = Arguments.WORDS
    drawn: bool = False
    """Whether the number of cards drawn, after ``^``, may follow."""
    claims: bool = False
    """Whether the action states something that follows from the cards or from the hands before."""


# fmt: off
_VERBS: Final = (
    Verb("play", "plays", Arguments.CARDS),
    Verb("pass", "passes"),
    Verb("tribute", "pays tribute", Arguments.HANDED, claims=True),
    Verb("return", "returns", Arguments.CARDS, claims=True),
    Verb("resist", "resists tribute", claims=True),
    Verb("report", "reports", Arguments.NUMBER, claims=True),
    Verb("accept", "accepts"),
    Verb("decline", "declines"),
    Verb("declare", "declares"),
    Verb("show", "shows", Arguments.CARDS),
    Verb("take", "takes", Arguments.HANDED),
    Verb("ask", "asks not to be beaten"),
    Verb("expose", "exposes", Arguments.CARDS, drawn=True, claims=True),
    Verb("reveal", "reveals", Arguments.CARDS, claims=True),
    Verb("capture", "captures with", Arguments.CARDS),
    Verb("redeal", "calls for a new deal"),
    Verb("natural", "claims a natural:", Arguments.NAME, claims=True),
    Verb("in", "is in"),
    Verb("surrender", "surrenders"),
    Verb("royalty", "announces royalties:", claims=True),
    Verb("set", "sets", Arguments.CARDS),
    Verb("place", "places", Arguments.PLACED),
)
# fmt: on

VERBS: Final[Mapping[str, Verb]] = MappingProxyType({verb.name: verb for verb in _VERBS})
"""Every verb that the format has, in any game.  Each game defines which of them it uses, and what follows them."""

NOTHING: Final = "no arguments"
"""What follows a verb without arguments, in words."""
