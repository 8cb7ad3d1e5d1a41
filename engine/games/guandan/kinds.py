"""The kinds of combinations of Guandan, one a row of a table.

To add a kind, add a row, and name it in ``KINDS`` and its name in ``KindName``.  That is all for a kind whose cards are
of one rank or a sequence.  For any other kind, ``combinations.readings`` also has to find it, and
``engine/logs/foreign/guandan/wilds.py`` has to say which ranks its wild cards fill.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from engine.cards.packed import RANKS
from engine.rulebook.sentences import Text, say_of

KindName = Literal[
    "single",
    "pair",
    "triple",
    "full_house",
    "straight",
    "tube",
    "plate",
    "bomb",
    "straight_flush",
    "joker_bomb",
]
"""The names of the kinds on the rules page.  Bombs of all sizes have the same name."""

LEVEL_STRENGTH: Final = 13
BLACK_STRENGTH: Final = 14
RED_STRENGTH: Final = 15

BOMBS: Final = 0x10
"""Kinds from this number on are bombs."""

_ACE: Final = len(RANKS) - 1
_BY_LEVEL: Final = tuple(range(LEVEL_STRENGTH + 1))
_BY_LEVEL_WITH_JOKERS: Final = (*_BY_LEVEL, BLACK_STRENGTH, RED_STRENGTH)


@dataclass(frozen=True, slots=True)
class Run:
    """Ranks that follow one another in natural order; an ace may be below 2."""

    length: int
    """The number of ranks."""
    each: int
    """The number of cards of each rank."""
    one_suit: bool | None = None
    """Whether all cards must be of one suit, or must not be; None if suits do not matter."""

    @property
    def tops(self) -> tuple[int, ...]:
        """The ranks that can be the highest."""
        return tuple(range(self.length - 2, _ACE + 1))


@dataclass(frozen=True, slots=True, eq=False)
class CombinationKind:
    """A kind of combination."""

    number: int
    """The upper bits of its forms.  A bomb beats the bombs with a lower number."""
    name: KindName
    size: int
    """The number of cards."""
    called: Text
    """The name of the kind in words."""
    words: Text
    """A combination of the kind in words, with ``{rank}`` for its rank."""
    strengths: tuple[int, ...]
    """The ranks that it can have: places in level order, the highest card of a sequence, or 0 if it has no rank."""
    equal: bool = False
    """Whether all its cards are of one rank."""
    run: Run | None = None
    """For a sequence, its ranks."""

    @property
    def bomb(self) -> bool:
        """Whether the kind is a bomb."""
        return self.number >= BOMBS


def _sequence(number: int, name: KindName, called: Text, words: Text, run: Run) -> CombinationKind:
    return CombinationKind(number, name, run.length * run.each, called, words, run.tops, run=run)


def _bomb(number: int, size: int, called: Text, words: Text) -> CombinationKind:
    return CombinationKind(number, "bomb", size, called, words, _BY_LEVEL, equal=True)


SINGLE: Final = CombinationKind(
    0x01,
    "single",
    1,
    say_of("guandan", "single"),
    say_of("guandan", "single {rank}"),
    _BY_LEVEL_WITH_JOKERS,
    equal=True,
)
PAIR: Final = CombinationKind(
    0x02, "pair", 2, say_of("guandan", "pair"), say_of("guandan", "pair of {rank}"), _BY_LEVEL_WITH_JOKERS, equal=True
)
TRIPLE: Final = CombinationKind(
    0x03, "triple", 3, say_of("guandan", "triple"), say_of("guandan", "triple of {rank}"), _BY_LEVEL, equal=True
)
FULL_HOUSE: Final = CombinationKind(
    0x04, "full_house", 5, say_of("guandan", "full house"), say_of("guandan", "full house of {rank}"), _BY_LEVEL
)
STRAIGHT: Final = _sequence(
    0x05, "straight", say_of("guandan", "straight"), say_of("guandan", "straight to {rank}"), Run(5, 1, one_suit=False)
)
TUBE: Final = _sequence(0x06, "tube", say_of("guandan", "tube"), say_of("guandan", "tube to {rank}"), Run(3, 2))
PLATE: Final = _sequence(0x07, "plate", say_of("guandan", "plate"), say_of("guandan", "plate to {rank}"), Run(2, 3))
BOMB_OF_4: Final = _bomb(0x10, 4, say_of("guandan", "bomb of four"), say_of("guandan", "bomb of four {rank}s"))
BOMB_OF_5: Final = _bomb(0x11, 5, say_of("guandan", "bomb of five"), say_of("guandan", "bomb of five {rank}s"))
STRAIGHT_FLUSH: Final = _sequence(
    0x12,
    "straight_flush",
    say_of("guandan", "straight flush"),
    say_of("guandan", "straight flush to {rank}"),
    Run(5, 1, one_suit=True),
)
BOMB_OF_6: Final = _bomb(0x13, 6, say_of("guandan", "bomb of six"), say_of("guandan", "bomb of six {rank}s"))
BOMB_OF_7: Final = _bomb(0x14, 7, say_of("guandan", "bomb of seven"), say_of("guandan", "bomb of seven {rank}s"))
BOMB_OF_8: Final = _bomb(0x15, 8, say_of("guandan", "bomb of eight"), say_of("guandan", "bomb of eight {rank}s"))
BOMB_OF_9: Final = _bomb(0x16, 9, say_of("guandan", "bomb of nine"), say_of("guandan", "bomb of nine {rank}s"))
BOMB_OF_10: Final = _bomb(0x17, 10, say_of("guandan", "bomb of ten"), say_of("guandan", "bomb of ten {rank}s"))
JOKER_BOMB: Final = CombinationKind(
    0x18, "joker_bomb", 4, say_of("guandan", "joker bomb"), say_of("guandan", "joker bomb"), (0,)
)

KINDS: Final = (
    SINGLE,
    PAIR,
    TRIPLE,
    FULL_HOUSE,
    STRAIGHT,
    TUBE,
    PLATE,
    BOMB_OF_4,
    BOMB_OF_5,
    STRAIGHT_FLUSH,
    BOMB_OF_6,
    BOMB_OF_7,
    BOMB_OF_8,
    BOMB_OF_9,
    BOMB_OF_10,
    JOKER_BOMB,
)

BY_NUMBER: Final[Mapping[int, CombinationKind]] = {kind.number: kind for kind in KINDS}
EQUAL_CARDS: Final[Mapping[int, CombinationKind]] = {kind.size: kind for kind in KINDS if kind.equal}
"""By number of cards, the kind whose cards are all of one rank."""
SEQUENCES: Final = tuple((kind, kind.run) for kind in KINDS if kind.run is not None)


def kind_named(name: KindName, size: int) -> CombinationKind | None:
    """The kind with a given name and number of cards; None if there is none."""
    return next((kind for kind in KINDS if kind.name == name and kind.size == size), None)
