"""The short words that frames use, in the language of the reader, and ranks as cards show them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.text.language import said
from engine.rulebook.sentences import Text, say_of

_LEVEL: Final = "level"
_KNOWN: Final[Mapping[str, Text]] = MappingProxyType(
    {
        _LEVEL: say_of("table", "level"),
        "not set": say_of("table", "not set"),
        "declared": say_of("table", "declared"),
        "emperor": say_of("table", "emperor"),
        "protector": say_of("table", "protector"),
        "declarer": say_of("table", "declarer"),
        "partner": say_of("table", "partner"),
        "opponent": say_of("table", "opponent"),
        "uprising": say_of("table", "uprising"),
        "solo": say_of("table", "solo"),
        "front": say_of("table", "front"),
        "middle": say_of("table", "middle"),
        "back": say_of("table", "back"),
        "foul": say_of("table", "foul"),
        "tribute": say_of("table", "tribute"),
        "roles": say_of("table", "roles"),
        "play": say_of("table", "play"),
        "drawing": say_of("table", "drawing"),
        "naturals": say_of("table", "naturals"),
        "staying": say_of("table", "staying"),
        "royalties": say_of("table", "royalties"),
        "setting": say_of("table", "setting"),
        "placing": say_of("table", "placing"),
        "street": say_of("table", "street"),
        "over": say_of("table", "over"),
    }
)
"""Words of frames that the catalogues have."""


def rank_shown(text: str) -> str:
    """A rank, such as a level, as its card shows it: ``10`` for ``T``; any other text as it is."""
    return "10" if text == "T" else text


_DOES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "play": say_of("action", "plays"),
        "pass": say_of("action", "passes"),
        "tribute": say_of("action", "pays tribute"),
        "return": say_of("action", "returns"),
        "resist": say_of("action", "resists tribute"),
        "report": say_of("action", "reports"),
        "accept": say_of("action", "accepts"),
        "decline": say_of("action", "declines"),
        "declare": say_of("action", "declares"),
        "show": say_of("action", "shows"),
        "take": say_of("action", "takes"),
        "ask": say_of("action", "asks not to be beaten"),
        "expose": say_of("action", "exposes"),
        "reveal": say_of("action", "reveals"),
        "capture": say_of("action", "captures with"),
        "redeal": say_of("action", "calls for a new deal"),
        "natural": say_of("action", "claims a natural:"),
        "in": say_of("action", "is in"),
        "surrender": say_of("action", "surrenders"),
        "royalty": say_of("action", "announces royalties:"),
        "set": say_of("action", "sets"),
        "place": say_of("action", "places"),
    }
)
"""What a seat does, as the words after its name, by verb."""


def verb_words(verb: str) -> str:
    """What a seat does by a verb, as the words after its name."""
    return said(_DOES.get(verb, verb))


def word(text: str) -> str:
    """A word of a frame in the language of the reader: a role, the name of a row, of a stage or of a fact."""
    return said(_KNOWN.get(text, text))


def fact_value(name: str, text: str, names: Mapping[str, str]) -> str:
    """The value of a fact: a rank or a card as cards show it, a seat by its player's name.

    ``name`` is what the fact is about: a level is a rank, though a seat may have the same letter.  A seat whose name is
    a number is left, because a number may be a count.
    """
    if name == _LEVEL:
        return rank_shown(text)
    seat, _space, rest = text.partition(" ")
    if seat in names and not seat.isdecimal():
        return f"{names[seat]} {word(rest)}".strip()
    return rank_shown(text) if len(text) == 1 else word(text)
