"""One recorded value, and how it compares with the derived one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.rulebook.sentences import Text, listed, say, say_of
from engine.verdict.recorded_sheet.words import listed_hands


class Standing(StrEnum):
    """How a recorded entry compares with the derived one."""

    FOLLOWS = "follows"
    DIFFERS = "differs"
    CARRIED = "carried"
    """It differs, but only because an earlier entry does."""
    TAKEN = "taken"
    """It cannot be compared, because the scores or the next hands are derived from it."""
    UNKNOWN = "unknown"
    """It cannot be compared, and nothing is derived from it."""
    ABSENT = "absent"
    """The log does not record it."""


class Key(NamedTuple):
    """Which entry is meant."""

    hand: int | None
    """The hand, from 1; None for the match."""
    field: str
    """The field of the log: ``finish``, ``scores``, ``totals`` …"""
    what: str
    of: str
    when: str


@dataclass(frozen=True, slots=True)
class RecordedEntry:
    """A recorded entry.  The texts of its values are ready to be shown; words in them are `Text`."""

    hand: int | None
    """The hand, from 1; None for the match."""
    what: str
    """``score``, ``total``, ``order of finish`` …"""
    of: str
    """A seat, or two as ``A-B``; empty if the entry is about the whole hand or match."""
    recorded: str
    computed: str
    standing: Standing
    causes: tuple[Key, ...] = ()
    """For a carried entry, the entries that it follows from; each differs by itself."""
    difference: int = 0
    """Recorded minus derived, for a number that differs."""
    when: str = "in"
    """``before``, ``in`` or ``after`` the hand."""
    field: str = ""
    """The field of the log that has the entry."""
    rule: str = ""
    """The rule that gives the derived value; empty if no single rule does."""
    despite: tuple[Key, ...] = ()
    """For an entry that follows, the entries before it that differ, though it was added up from them."""
    cancelled: bool = False
    """Whether the differences of ``despite`` cancel each other."""
    step: int | None = None
    """The step of the replay that decides the derived value, from 1 (0 is the deal); None if no single step does."""

    @property
    def key(self) -> Key:
        """Which entry this is."""
        return Key(self.hand, self.field, self.what, self.of, self.when)

    @property
    def since(self) -> tuple[int, ...]:
        """The hands, from 1, of the entries that a carried entry follows from."""
        return hands_of(self.causes)

    @property
    def label(self) -> str:
        """What the entry is, without seat and hand: ``total before the hand``."""
        return of_hand(self.what, self.when)

    @property
    def words(self) -> Text:
        """The result of the comparison, in words."""
        if self.standing is Standing.CARRIED:
            return say("follows from {causes}", causes=self._causes_words(self.causes))
        if self.standing is Standing.FOLLOWS and self.despite:
            causes = self._causes_words(self.despite)
            if self.cancelled:
                return say("follows; what differs in {causes} cancels out", causes=causes)
            return say("follows, but not from what was recorded in {causes}", causes=causes)
        return _WORDS[self.standing]

    @property
    def place(self) -> Text:
        """The entry by name, seat and hand: ``score of A in hand 3``."""
        name = say("{what} of {seat}", what=self.what, seat=self.of) if self.of else self.what
        if self.hand is None:
            return say("{name} at the end", name=name) if self.of else say("{name} of the match", name=name)
        if self.when == "before":
            return say("{name} before hand {number}", name=name, number=self.hand)
        if self.when == "after":
            return say("{name} after hand {number}", name=name, number=self.hand)
        return say("{name} in hand {number}", name=name, number=self.hand)

    def carried(self, causes: Iterable[Key]) -> "RecordedEntry":
        """The entry, marked as carried from others."""
        return replace(self, standing=Standing.CARRIED, causes=tuple(dict.fromkeys(causes)))

    def _causes_words(self, causes: tuple[Key, ...]) -> Text:
        if self.hand is not None and all(cause.hand == self.hand and cause.when != "before" for cause in causes):
            names = list(dict.fromkeys(cause.what for cause in causes))
            return say("the recorded {names}", names=listed(names))
        since = hands_of(causes)
        return listed_hands(since) if since else say("the recorded totals")


_WORDS: Final[Mapping[Standing, Text]] = MappingProxyType(
    {
        Standing.FOLLOWS: say_of("recorded", "follows"),
        Standing.DIFFERS: say_of("recorded", "differs"),
        Standing.TAKEN: say("taken as recorded"),
        Standing.UNKNOWN: say("cannot be checked"),
        Standing.ABSENT: say("not recorded"),
    }
)


def of_hand(what: str, when: str) -> str:
    """What an entry or a line is about, and whether that is before or after its hand."""
    if when == "before":
        return say("{what} before the hand", what=what)
    return say("{what} after the hand", what=what) if when == "after" else what


def hands_of(keys: Iterable[Key]) -> tuple[int, ...]:
    """The hands of some entries, from 1, in rising order, each once."""
    return tuple(sorted({key.hand for key in keys if key.hand is not None}))
