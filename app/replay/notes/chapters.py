"""The chapters of a study: hands of one or several matches, in an order, as addresses and commands name them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from app.database.tables.matches import storable

CHAPTERS: Final = 40
"""Chapters of a study at the most."""
TITLE: Final = 80
"""Characters of a title at the most."""

_BETWEEN: Final = "|"
_CHAPTER: Final = re.compile(r"([0-9]{1,9})\.([0-9]{1,5})(?:\s+(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A hand of a stored match, with a title of its own or none."""

    match: int
    hand: int
    """From 1."""
    title: str = ""

    def __str__(self) -> str:
        """The chapter as addresses have it: ``40.1``, or ``40.1 The bomb``."""
        return f"{self.match}.{self.hand} {self.title}".rstrip()

    @classmethod
    def read(cls, text: str) -> "Chapter | None":
        """The chapter that a text names; None where it names none."""
        text_match = _CHAPTER.fullmatch(text.strip())
        if text_match is None or int(text_match[2]) == 0:
            return None
        return cls(int(text_match[1]), int(text_match[2]), title_line(text_match[3] or ""))


def title_line(text: str) -> str:
    """A title as it is kept: on one line, cut, and without the mark that is between chapters."""
    return storable(" ".join(text.replace(_BETWEEN, "/").split()))[:TITLE].rstrip()


def chapters_of(texts: Iterable[str]) -> list[Chapter]:
    """The chapters that some texts name, a hand once.  Raises ValueError with the first text that names none."""
    chapters: dict[tuple[int, int], Chapter] = {}
    for text in texts:
        chapter = Chapter.read(text)
        if chapter is None:
            raise ValueError(text.strip())
        chapters.setdefault((chapter.match, chapter.hand), chapter)
    return list(chapters.values())


def read_chapters(text: str) -> list[Chapter]:
    """The chapters in the text of an address.  Raises ValueError with the first part that names none."""
    return chapters_of(part for part in text.split(_BETWEEN) if part.strip())


def write_chapters(chapters: Iterable[Chapter]) -> str:
    """Chapters as the text of an address."""
    return _BETWEEN.join(map(str, chapters))
