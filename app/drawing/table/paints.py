"""The colours of drawings: a paint for each kind of thing, and what it looks like."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.drawing.colours import colour


class Paint(StrEnum):
    """A kind of thing that has a look of its own.  The values are names of classes in style sheets."""

    FELT = "td-felt"
    RING = "td-ring"
    FACE = "td-face"
    WILD_FACE = "td-wild-face"
    BAND = "td-band"
    MARK = "td-mark"
    BACK = "td-back"
    LATTICE = "td-lattice"
    EMPTY = "td-empty"
    PRESENT = "td-present"
    SPADES = "td-spades"
    HEARTS = "td-hearts"
    DIAMONDS = "td-diamonds"
    CLUBS = "td-clubs"
    SPADES_LINE = "td-spades-line"
    HEARTS_LINE = "td-hearts-line"
    DIAMONDS_LINE = "td-diamonds-line"
    CLUBS_LINE = "td-clubs-line"
    BARE_LINE = "td-bare-line"
    BLACK_JOKER = "td-black-joker"
    RED_JOKER = "td-red-joker"
    LETTERS = "td-letters"
    SIGN = "td-sign"
    HOLLOW_SIGN = "td-hollow-sign"
    NAME = "td-name"
    SAID = "td-said"
    QUIET = "td-quiet"
    CHIP = "td-chip"
    CHIP_WORDS = "td-chip-words"
    GOLD = "td-gold"
    GOLD_WORDS = "td-gold-words"
    TEAM_1 = "td-team-1"
    TEAM_2 = "td-team-2"
    OUT = "td-out"
    OUT_WORDS = "td-out-words"
    FOUL = "td-foul"
    FOUL_WORDS = "td-foul-words"
    ILLEGAL = "td-illegal"
    CROSS = "td-cross"
    NOTE = "td-note"
    NOTE_WORDS = "td-note-words"
    ARROW = "td-arrow"
    PAPER = "td-paper"
    INK = "td-ink"
    QUIET_INK = "td-quiet-ink"


@dataclass(frozen=True, slots=True)
class Look:
    """How a paint looks: colours as ``#rrggbb``, None for none; the width of lines; the lengths of dashes and gaps."""

    fill: str | None = None
    stroke: str | None = None
    width: int = 1
    dashes: tuple[int, ...] = ()


BLACK: Final = colour("card-ink")
RED: Final = colour("card-red")
BLUE: Final = colour("card-blue")
GREEN: Final = colour("card-green")
"""The suits, on pages too: diamonds are blue and clubs green where each suit has a colour of its own."""
PAPER: Final = colour("white")
_CREAM: Final = colour("cream")
"""What is written on jokers."""
MARK: Final = colour("card-mark")
_TURN: Final = colour("turn")
_RANK: Final = 22
"""The width of the lines of ranks, in the units of a card."""


def _suits(spades: str, hearts: str, diamonds: str, clubs: str) -> dict[Paint, Look]:
    return {
        Paint.SPADES: Look(spades),
        Paint.HEARTS: Look(hearts),
        Paint.DIAMONDS: Look(diamonds),
        Paint.CLUBS: Look(clubs),
        Paint.SPADES_LINE: Look(None, spades, _RANK),
        Paint.HEARTS_LINE: Look(None, hearts, _RANK),
        Paint.DIAMONDS_LINE: Look(None, diamonds, _RANK),
        Paint.CLUBS_LINE: Look(None, clubs, _RANK),
    }


FOUR_COLOURS: Final[Mapping[Paint, Look]] = MappingProxyType(_suits(BLACK, RED, BLUE, GREEN))
"""The looks of suits that differ where each suit has a colour of its own."""

LOOKS: Final[Mapping[Paint, Look]] = MappingProxyType(
    {
        **_suits(BLACK, RED, RED, BLACK),
        Paint.FELT: Look(colour("cloth"), colour("cloth-edge"), 2),
        Paint.RING: Look(None, colour("cloth-ring"), 2),
        Paint.FACE: Look(PAPER, colour("card-line"), 5),
        Paint.WILD_FACE: Look(colour("card-gold"), MARK, 8),
        Paint.BAND: Look(colour("card-band")),
        Paint.MARK: Look(MARK),
        Paint.BACK: Look(colour("back"), PAPER, 8),
        Paint.LATTICE: Look(None, colour("lattice"), 5),
        Paint.EMPTY: Look(None, colour("cloth-empty"), 1, (4, 3)),
        Paint.PRESENT: Look(PAPER),
        Paint.BARE_LINE: Look(None, BLACK, _RANK),
        Paint.BLACK_JOKER: Look(BLACK, _CREAM, 5),
        Paint.RED_JOKER: Look(RED, _CREAM, 5),
        Paint.LETTERS: Look(None, _CREAM, 11),
        Paint.SIGN: Look(_CREAM),
        Paint.HOLLOW_SIGN: Look(None, _CREAM, 11),
        Paint.NAME: Look(PAPER),
        Paint.SAID: Look(PAPER),
        Paint.QUIET: Look(colour("drawn-label")),
        Paint.CHIP: Look(colour("drawn-chip")),
        Paint.CHIP_WORDS: Look(colour("chip-ink")),
        Paint.GOLD: Look(_TURN),
        Paint.GOLD_WORDS: Look(colour("turn-ink")),
        Paint.TEAM_1: Look(colour("cloth-team-1")),
        Paint.TEAM_2: Look(colour("cloth-team-2")),
        Paint.OUT: Look(colour("place")),
        Paint.OUT_WORDS: Look(colour("place-ink")),
        Paint.FOUL: Look(colour("foul")),
        Paint.FOUL_WORDS: Look(colour("foul-ink")),
        Paint.ILLEGAL: Look(None, colour("drawn-illegal"), 4),
        Paint.CROSS: Look(colour("drawn-cross"), PAPER, 2),
        Paint.NOTE: Look(colour("table-note"), colour("drawn-note-line"), 1),
        Paint.NOTE_WORDS: Look(colour("drawn-note-ink")),
        Paint.ARROW: Look(None, _TURN, 3),
        Paint.PAPER: Look(PAPER),
        Paint.INK: Look(BLACK),
        Paint.QUIET_INK: Look(colour("drawn-label-ink")),
    }
)
"""What each paint looks like, two colours for the suits."""

FOUR_CLASS: Final = "td-four"
"""The class of drawings in which each suit has a colour of its own."""


def looks(four_colours: bool) -> Mapping[Paint, Look]:
    """What each paint looks like."""
    return {**LOOKS, **FOUR_COLOURS} if four_colours else LOOKS


def style_sheet() -> str:
    """The rules of a style sheet that give drawings within pages the looks of those that stand alone."""
    rules = [_rule(f".{paint}", look) for paint, look in LOOKS.items()]
    rules += [_rule(f".{FOUR_CLASS} .{paint}", look) for paint, look in FOUR_COLOURS.items() if look != LOOKS[paint]]
    return "\n".join(rules) + "\n"


def _rule(selector: str, look: Look) -> str:
    words = [f"fill: {look.fill or 'none'};"]
    if look.stroke is not None:
        words.append(f"stroke: {look.stroke}; stroke-width: {look.width}px;")
    if look.dashes:
        words.append(f"stroke-dasharray: {' '.join(map(str, look.dashes))};")
    return f"{selector} {{ {' '.join(words)} }}"
