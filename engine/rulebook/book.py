"""The rule book of a game as something to read from beginning to end: rules in order, with pictures and examples.

The texts of the rules are those of the rule pages.  A book says in which order they are read, and what is shown beside
them.  Examples are logs, so that they are judged like any other log.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.rulebook.options import OptionValue


@dataclass(frozen=True, slots=True)
class Picture:
    """Some cards with what they are."""

    label: str
    cards: tuple[str, ...]
    """As logs write them."""
    note: str = ""


def picture_of(label: str, cards: str, note: str = "") -> Picture:
    """A picture of cards that are written with spaces between them."""
    return Picture(label, tuple(cards.split()), note)


@dataclass(frozen=True, slots=True)
class Ladder:
    """Pictures in order, the lowest first."""

    caption: str
    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table.  Every row has as many cells as the head; the first cell of a row says what the row is about."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def points_cells(*points: int) -> tuple[str, ...]:
    """Points as cells of a table, each with its sign, a true minus; 0 has none."""
    return tuple(f"{point:+d}".replace("-", "−") if point else "0" for point in points)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two plays of an example, and whether the second beats the first."""

    hand: int
    """The hand of the log, from 1."""
    beaten: bool
    lower: int = 1
    """The action of the first play, from 1."""
    higher: int = 2
    under: str = ""
    """What the plays depend on, such as the level of the hand."""


@dataclass(frozen=True, slots=True)
class Duels:
    """What beats what, as plays of one log."""

    caption: str
    log: str
    """The name of the log."""
    duels: tuple[Duel, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Some actions of a hand of a log, each with its cards."""

    caption: str
    log: str
    hand: int
    first: int
    """The first action that is shown, from 1."""
    last: int


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A hand of a log from the deal to its score."""

    caption: str
    log: str
    hand: int


Block = Ladder | Grid | Duels | Exchange | ScoredHand


@dataclass(frozen=True, slots=True)
class Chapter:
    """Some rules that are read together, and what is shown below them."""

    title: str
    rules: tuple[str, ...]
    """The ids of the rules, in the order in which they are read."""
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Opening:
    """How a game is played under its default preset, for somebody who does not know it."""

    parts: tuple[tuple[str, str], ...]
    """Each a heading and what follows under it."""
    pictures: tuple[Picture, ...]
    """Cards that the text speaks of."""
    preset: str
    """The preset that it describes."""
    options: Mapping[str, OptionValue]
    """The values of options that its words rest on.  They must be those of the preset."""


@dataclass(frozen=True, slots=True)
class Book:
    """The rules of a game in the order in which they are read."""

    opening: Opening
    chapters: tuple[Chapter, ...]
    asked: tuple[str, ...]
    """The options that tell the presets apart best, in the order in which a reader is asked about them."""

    @property
    def blocks(self) -> Iterator[Block]:
        """All pictures, tables and examples of the rules."""
        for chapter in self.chapters:
            yield from chapter.blocks

    @property
    def logs(self) -> tuple[str, ...]:
        """The names of the logs of its examples, each once."""
        named = (block.log for block in self.blocks if isinstance(block, Duels | Exchange | ScoredHand))
        return tuple(dict.fromkeys(named))
