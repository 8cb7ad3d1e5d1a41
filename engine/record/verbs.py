"""The verbs of the log format: what a seat does, and which arguments follow."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from engine.rulebook.sentences import Text, marked, say_of


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
    does: Text
    """What the seat does, as the words after its name in a sentence."""
    arguments: Arguments = Arguments.WORDS
    drawn: bool = False
    """Whether the number of cards drawn, after ``^``, may follow."""
    claims: bool = False
    """Whether the action states something that follows from the cards or from the hands before."""


# fmt: off
_VERBS: Final = (
    Verb("play", say_of("verb", "plays"), Arguments.CARDS),
    Verb("pass", say_of("verb", "passes")),
    Verb("tribute", say_of("verb", "pays tribute"), Arguments.HANDED, claims=True),
    Verb("return", say_of("verb", "returns"), Arguments.CARDS, claims=True),
    Verb("resist", say_of("verb", "resists tribute"), claims=True),
    Verb("report", say_of("verb", "reports"), Arguments.NUMBER, claims=True),
    Verb("accept", say_of("verb", "accepts")),
    Verb("decline", say_of("verb", "declines")),
    Verb("declare", say_of("verb", "declares")),
    Verb("show", say_of("verb", "shows"), Arguments.CARDS),
    Verb("take", say_of("verb", "takes"), Arguments.HANDED),
    Verb("ask", say_of("verb", "asks not to be beaten")),
    Verb("expose", say_of("verb", "exposes"), Arguments.CARDS, drawn=True, claims=True),
    Verb("reveal", say_of("verb", "reveals"), Arguments.CARDS, claims=True),
    Verb("capture", say_of("verb", "captures with"), Arguments.CARDS),
    Verb("redeal", say_of("verb", "calls for a new deal")),
    Verb("natural", say_of("verb", "claims a natural:"), Arguments.NAME, claims=True),
    Verb("in", say_of("verb", "is in")),
    Verb("surrender", say_of("verb", "surrenders")),
    Verb("royalty", say_of("verb", "announces royalties:"), claims=True),
    Verb("set", say_of("verb", "sets"), Arguments.CARDS),
    Verb("place", say_of("verb", "places"), Arguments.PLACED),
)
# fmt: on


def verb_words(name: str) -> Text:
    """A verb of the format as findings name it."""
    return say_of("verb", name)


VERBS: Final[Mapping[str, Verb]] = MappingProxyType({verb.name: verb for verb in _VERBS})
"""Every verb that the format has, in any game.  Each game defines which of them it uses, and what follows them."""

NOTHING: Final = marked("no arguments")
"""What follows a verb without arguments, in words."""
