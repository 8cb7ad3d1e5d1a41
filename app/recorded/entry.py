"""One recorded value, and how it compares with the computed one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.basis_words import listed_hands
from app.decimals import signed

UNKNOWN: Final = "unknown"


class Standing(StrEnum):
    """How a recorded entry compares with the computed one."""

    FOLLOWS = "follows"
    DIFFERS = "differs"
    CARRIED = "carried"
    """It differs, but only by as much as an earlier entry that differs."""
    TAKEN = "taken"
    """It cannot be compared, because the scores or the next hands are computed from it."""
    UNKNOWN = "unknown"
    """It cannot be compared, and nothing is computed from it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A recorded entry.  The texts of its values are ready to be shown."""

    hand: int | None
    """The hand, from 1; None for the match."""
    what: str
    """``score``, ``total``, ``order of finish`` …"""
    of: str
    """A seat, or two as ``A-B``; empty if the entry is about the whole hand or match."""
    recorded: str
    computed: str
    standing: Standing
    since: tuple[int, ...] = ()
    """For a carried entry, the hands, from 1, with the entries that it follows from."""
    difference: int = 0
    """Recorded minus computed, for a number that differs."""
    when: str = "in"
    """``before``, ``in`` or ``after`` the hand."""

    @property
    def label(self) -> str:
        """What the entry is, without seat and hand: ``total before the hand``."""
        return self.what if self.when == "in" else f"{self.what} {self.when} the hand"

    @property
    def words(self) -> str:
        """The result of the comparison, in words."""
        if self.standing is Standing.CARRIED:
            return f"follows from {listed_hands(self.since) if self.since else 'the recorded totals'}"
        return _WORDS[self.standing]

    @property
    def place(self) -> str:
        """The entry by name, seat and hand: ``score of A in hand 3``."""
        name = f"{self.what} of {self.of}" if self.of else self.what
        if self.hand is None:
            return f"{name} {'at the end' if self.of else 'of the match'}"
        return f"{name} {self.when} hand {self.hand}"

    def carried(self, since: tuple[int, ...]) -> "Entry":
        """The entry, marked as carried from other hands."""
        return replace(self, standing=Standing.CARRIED, since=since)


_WORDS: Final[Mapping[Standing, str]] = MappingProxyType(
    {
        Standing.FOLLOWS: "follows",
        Standing.DIFFERS: "differs",
        Standing.TAKEN: "taken as recorded",
        Standing.UNKNOWN: "cannot be checked",
    }
)


def points_text(points: int | float | None) -> str:
    """Points with their sign and thousands separators; words if they are unknown."""
    return UNKNOWN if points is None else signed(f"{points:,}")
