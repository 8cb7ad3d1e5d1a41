"""The short words that frames use, in the language of the reader."""

from typing import Final

from app.card_words import rank_shown
from app.language import _, marked, said

_KNOWN: Final = frozenset(
    (
        marked("level"),
        marked("not set"),
        marked("declared"),
        marked("emperor"),
        marked("protector"),
        marked("declarer"),
        marked("partner"),
        marked("opponent"),
        marked("uprising"),
        marked("front"),
        marked("middle"),
        marked("back"),
        marked("foul"),
        marked("tribute"),
        marked("roles"),
        marked("play"),
        marked("drawing"),
        marked("naturals"),
        marked("staying"),
        marked("royalties"),
        marked("setting"),
        marked("placing"),
        marked("over"),
    )
)
"""Words of frames that the catalogues have."""


def word(text: str) -> str:
    """A word of a frame in the language of the reader: a role, the name of a row, of a stage or of a fact."""
    return _(text) if text in _KNOWN else said(text)


def fact_value(text: str, names: dict[str, str]) -> str:
    """The value of a fact: a rank or a card as cards show it, a seat by its player's name."""
    seat, _space, rest = text.partition(" ")
    if seat in names:
        return f"{names[seat]} {word(rest)}".strip()
    return rank_shown(text) if len(text) == 1 else word(text)
