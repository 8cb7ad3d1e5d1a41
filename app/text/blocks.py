"""What a result reads as in a terminal or in print: lines and tables, already in the language of the reader.

The texts have names and card signs as people wrote them: a renderer makes them safe for where it shows them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

Cell = tuple[str, ...]
"""The lines of a cell."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text."""

    text: str
    indent: int = 0
    """How many steps it is set in."""
    tone: str = ""
    """How it is shown: ``strong``, as a heading, or ``warning``, or ``faint``."""
    label: str = ""
    """A text before it, shown as strong."""
    source: str = ""
    """The id of the rule that it follows from, shown faint at its end."""


@dataclass(frozen=True, slots=True)
class Gap:
    """An empty line."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table: a heading for each row, and the columns, each with its title first."""

    heads: tuple[str, ...]
    """Of the title row first, then of each row below it."""
    columns: tuple[tuple[Cell, ...], ...]

    @classmethod
    def of_lines(cls, heads: Iterable[str], columns: Iterable[Iterable[str]]) -> Self:
        """A table in which each cell has one line."""
        return cls(tuple(heads), tuple(tuple((text,) for text in column) for column in columns))


@dataclass(frozen=True, slots=True)
class Message:
    """A line that is never folded, as compilers write them."""

    text: str
    tones: tuple[tuple[str, str], ...] = ()
    """Texts in it, in their order, each with its tone; what has none is only stepped over."""


@dataclass(frozen=True, slots=True)
class Quote:
    """An action of a log with its number before it, cut around a column, and carets below a word at that column."""

    number: str
    text: str
    column: int | None
    word: str


Block = Line | Gap | TextTable | Message | Quote
