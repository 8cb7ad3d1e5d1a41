"""The lines of a loose text, and the words that they begin with.

A line is compared in a plain form, in which full-width letters, digits and punctuation are the plain ones.  It has as
many characters as the line, so that the columns are the same.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Generic, NamedTuple, TypeVar

from engine.rulebook.findings import shown
from engine.rulebook.sentences import say

T = TypeVar("T")

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_WIDE: Final = range(0xFF01, 0xFF5F)
_TO_PLAIN: Final = 0xFEE0
_PLAIN: Final[Mapping[int, str]] = MappingProxyType(
    {code: chr(code - _TO_PLAIN) for code in _WIDE}
    | dict.fromkeys(map(ord, "\u3000\u00a0\t\u2002\u2003"), " ")
    | {ord("、"): ",", ord("。"): ".", ord("−"): "-", ord("“"): '"', ord("”"): '"'}
)
_NAME_LETTER: Final = re.compile(r"[A-Za-z0-9_]")
_WORD: Final = re.compile(r"[^ ,:;]+")
_NOT_AFTER: Final = r"(?![A-Za-z0-9_])"


class TextLine(NamedTuple):
    """A line of a text, with its number from 1."""

    number: int
    text: str
    plain: str


class Unreadable(Exception):
    """A line cannot be read: the character at which the fault is, from 0, what was found and what was expected."""

    def __init__(self, at: int, text: str, wanted: str) -> None:
        super().__init__(text)
        self.at: Final = at
        self.found: Final = shown(text)
        self.wanted: Final = shown(wanted)


def plain(text: str) -> str:
    """A text with full-width letters, digits and punctuation replaced by plain ones, character by character."""
    return text.translate(_PLAIN)


def lines_of(text: str) -> list[TextLine]:
    """The lines of a text, without their ends."""
    whole = plain(text)
    lines: list[TextLine] = []
    start = 0
    for end in _LINE_END.finditer(text):
        lines.append(TextLine(len(lines) + 1, text[start : end.start()], whole[start : end.start()]))
        start = end.end()
    return [*lines, TextLine(len(lines) + 1, text[start:], whole[start:])]


def word_at(text: str, at: int) -> str:
    """The word that begins at a character, for a message; ``the end of the line`` if there is none."""
    text_match = _WORD.match(text, at) or re.compile(r"\S").match(text, at)
    return f"'{shown(text_match[0])}'" if text_match else say("the end of the line")


def skip(text: str, at: int, letters: str = " ") -> int:
    """The first character from ``at`` on that is none of some letters."""
    while at < len(text) and text[at] in letters:
        at += 1
    return at


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line between separators, with the character at which it begins."""

    text: str
    at: int


def pieces(text: str, at: int, separators: str = ",;") -> list[Piece]:
    """The parts of a text from a character on, divided at separators that are not inside brackets; no empty ones."""
    parts: list[Piece] = []
    depth, start = 0, at
    for place in range(at, len(text) + 1):
        letter = text[place] if place < len(text) else ""
        depth += (letter in "([{" and letter != "") - (letter in ")]}" and letter != "")
        if not letter or (letter in separators and depth <= 0):
            piece = text[start:place]
            if piece.strip():
                parts.append(Piece(piece.strip(), start + len(piece) - len(piece.lstrip())))
            start = place + 1
    return parts


class Labels(Generic[T]):
    """Names that a line can have at some place, each with what it means.  The longest name counts."""

    def __init__(self, names: Iterable[tuple[str, T]], *, ignore_case: bool = True) -> None:
        """Of names that are the same, the first counts.  A name that ends in a letter of ASCII, a digit or ``_`` must
        not be followed by another one.
        """
        known: dict[str, T] = {}
        for name, meaning in names:
            if name.strip():
                known.setdefault(" ".join(plain(name).split()), meaning)
        self.meanings: Final[tuple[T, ...]] = tuple(dict.fromkeys(known.values()))
        """What the names mean, each once, in the order of the names."""
        self.names: Final = tuple(sorted(known, key=lambda name: (-len(name), name)))
        self._meanings: Final = [known[name] for name in self.names]
        pattern = "|".join(
            f"({re.escape(name).replace(chr(92) + ' ', ' +')}{_NOT_AFTER if _NAME_LETTER.match(name[-1]) else ''})"
            for name in self.names
        )
        self._pattern: Final = re.compile(pattern or r"(?!)", re.IGNORECASE if ignore_case else 0)

    def match(self, text: str, at: int) -> tuple[T, int] | None:
        """What the name at a character means, and the character after it; None if there is no name there."""
        text_match = self._pattern.match(text, at)
        if text_match is None or text_match.lastindex is None:
            return None
        return self._meanings[text_match.lastindex - 1], text_match.end()

    def whole(self, text: str) -> T | None:
        """What a text means that is a name and nothing else; None if it is not."""
        label = self.match(text, 0)
        return None if label is None or label[1] != len(text) else label[0]
