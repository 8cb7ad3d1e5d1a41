"""What notes draw on a table: marks on cards and seats, and arrows between them.

What a mark or an arrow points at is written as a seat, ``E``, or as a card of a seat, ``E 9s``; where the seat shows
the card several times, ``E 9s 2`` is the second of them.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Self

import msgspec

from app.database.packing import stored_json
from app.text.language import marked
from engine.cards.packed import CARD_TEXTS, SPELLINGS, UNKNOWN

MARKS: Final = 24
"""The most marks of a note."""
ARROWS: Final = 12
"""The most arrows of a note."""
LONGEST: Final = 8_192
"""The most characters of the marks and arrows of a note as text."""
_TARGET: Final = re.compile(r"([A-Za-z0-9_]{1,8})(?: (\S{1,3})(?: ([1-9][0-9]?))?)?")


class MarkShape(StrEnum):
    """The shape of a mark."""

    RING = "ring"
    CROSS = "cross"
    STAR = "star"
    QUERY = "query"


SHAPE_WORDS: Final[Mapping[MarkShape, str]] = MappingProxyType(
    {
        MarkShape.RING: marked("ring"),
        MarkShape.CROSS: marked("cross"),
        MarkShape.STAR: marked("star"),
        MarkShape.QUERY: marked("question mark"),
    }
)


class Target(msgspec.Struct, frozen=True):
    """What a mark or an arrow points at."""

    seat: str
    card: str = ""
    """The card as logs write it; empty for the seat itself."""
    copy: int = 1
    """Which of the copies of the card that the seat shows, from 1."""

    @classmethod
    def read(cls, text: str) -> "Target | None":
        """The target that a text names; None where it names none."""
        text_match = _TARGET.fullmatch(text)
        if text_match is None:
            return None
        seat, card, copy = text_match.groups()
        if card is None:
            return cls(seat)
        known = SPELLINGS.get(card)
        return None if known is None or known == UNKNOWN else cls(seat, CARD_TEXTS[known], int(copy or 1))

    def __str__(self) -> str:
        """The text that names it."""
        if not self.card:
            return self.seat
        return f"{self.seat} {self.card}" + (f" {self.copy}" if self.copy > 1 else "")


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mark on a card or a seat."""

    shape: MarkShape
    on: str
    """The text of a `Target`."""


class Arrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """An arrow from a card or a seat to another."""

    start: str
    to: str


class NoteDrawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The marks and arrows of a note, in the order in which they were made."""

    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()

    @classmethod
    def stored(cls, text: str) -> Self:
        """What was stored by `text`.  Raises BytesDamaged if it is not what was stored."""
        return stored_json(text, cls)

    def text(self) -> str:
        """The marks and arrows as compact JSON: ``{"marks":[{"shape":"ring","on":"E 9s"}]}``."""
        return msgspec.json.encode(self).decode()

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self.marks or self.arrows)

    def targets(self) -> tuple[str, ...]:
        """All that is pointed at, marks first."""
        return (*(mark.on for mark in self.marks), *(end for arrow in self.arrows for end in (arrow.start, arrow.to)))


NOTHING: Final = NoteDrawing()
