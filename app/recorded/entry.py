"""One thing that a table wrote down, and how it compares with what was computed."""

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
    """It differs, and by no more than an earlier entry that differs accounts for."""
    TAKEN = "taken"
    """Nothing is computed that it could be compared with: the scores, or the hands after, rest on it."""
    UNKNOWN = "unknown"
    """It cannot be compared, and nothing rests on it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A recorded entry; the texts of its values are ready to be shown."""

    hand: int | None
    """The hand, from 1; None for the match."""
    what: str
    """``score``, ``total``, ``order of finish`` …"""
    of: str
    """A seat, or two as ``A-B``; empty where the entry is about the whole hand or match."""
    recorded: str
    computed: str
    standing: Standing
    since: tuple[int, ...] = ()
    """Of one that is carried the hands, from 1, with the entries that it follows from."""
    difference: int = 0
    """Recorded minus computed, of a number that differs."""
    when: str = "in"
    """``before``, ``in`` or ``after`` the hand."""

    @property
    def label(self) -> str:
        """What the entry is, without seat and hand: ``total before the hand``."""
        return self.what if self.when == "in" else f"{self.what} {self.when} the hand"

    @property
    def words(self) -> str:
        """How it compares, in words."""
        if self.standing is Standing.CARRIED:
            return f"follows from {listed_hands(self.since) if self.since else 'the recorded totals'}"
        return _WORDS[self.standing]

    @property
    def place(self) -> str:
        """Which entry it is: ``score of A in hand 3``."""
        name = f"{self.what} of {self.of}" if self.of else self.what
        if self.hand is None:
            return f"{name} {'at the end' if self.of else 'of the match'}"
        return f"{name} {self.when} hand {self.hand}"

    def carried(self, since: tuple[int, ...]) -> "Entry":
        """The same, as one that differs because of entries in other hands."""
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
    """Points with their sign, thousands apart; words where they are unknown."""
    return UNKNOWN if points is None else signed(f"{points:,}")
