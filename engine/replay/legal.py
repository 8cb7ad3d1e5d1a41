"""The plays that the rules allow a seat at one point of a hand, grouped by kind, with counts."""

from typing import Final

from msgspec import Struct

LISTED: Final = 40
"""The plays of one group that a page lists."""


class LegalPlay(Struct, frozen=True, kw_only=True):
    """A play as a player chooses it: choices of cards that differ only in suits that do not matter are one play."""

    cards: tuple[str, ...]
    """One of the choices of cards, as logs write them."""
    reading: str
    """What the rules take the cards for, in words: ``pair of 9s``."""
    ways: int
    """The number of choices of cards."""
    wild: tuple[str, ...] = ()
    """What each wild card stands for that stands for another card, as logs write it: ``2h=9``."""
    others: tuple[str, ...] = ()
    """What else the cards may be played as, in words, if the log says what their wild cards stand for."""


class LegalGroup(Struct, frozen=True, kw_only=True):
    """The legal plays of one kind."""

    kind: str
    """The name of the kind on the rules page."""
    words: str
    """The kind in words, for people."""
    captures: bool
    """Whether they take the cards on the table into the hand."""
    plays: int
    """The number of plays."""
    ways: int
    """The number of choices of cards; each is counted in one group only."""
    listed: tuple[LegalPlay, ...]
    """The first of the plays, from low to high."""


class LegalPlays(Struct, frozen=True, kw_only=True):
    """All plays that the rules allow a seat, of the cards that it is known to hold."""

    seat: str
    leads: bool
    """Whether nothing is to be beaten; then the seat may not pass."""
    unknown: int
    """The number of cards of the seat that are not known, so that plays with them are not among these."""
    at_most: bool
    """Whether ``unknown`` may be too high."""
    groups: tuple[LegalGroup, ...]
    """From the lowest kind to the highest, captures last; no group is empty."""

    @property
    def plays(self) -> int:
        """The number of plays."""
        return sum(group.plays for group in self.groups)

    @property
    def ways(self) -> int:
        """The number of choices of cards."""
        return sum(group.ways for group in self.groups)
