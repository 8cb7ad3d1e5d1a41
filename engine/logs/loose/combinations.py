"""Combinations as people name them: ``对8``, ``三个9``, ``4炸10``, ``连对 345``, ``pair of kings``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.cards.packed import RANKS
from engine.logs.loose.words import Labels
from engine.replay.game import Game
from engine.rulebook.glossary import in_either_script

_FIGURES: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {
        1: ("1", "一"),
        2: ("2", "两", "二"),
        3: ("3", "三"),
        4: ("4", "四"),
        5: ("5", "五"),
        6: ("6", "六"),
        7: ("7", "七"),
        8: ("8", "八"),
        9: ("9", "九"),
        10: ("10", "十"),
    }
)
_CALLED: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {
        1: ("单", "单张", "single", "a single"),
        2: ("对", "对子", "一对", "俩", "pair", "pair of", "a pair of", "two"),
        3: ("三同张", "仨", "triple", "three"),
        4: ("four",),
        5: ("five",),
        6: ("six",),
    }
)
_FEWEST_IN_BOMB: Final = 4
_JOKER_BOMB: Final = "joker bomb"
_BOTH_JOKERS: Final = ("大小王", "大小鬼")
_FULL_HOUSE: Final = (3, 2)


@dataclass(frozen=True, slots=True)
class NamedCombination:
    """A combination of a game by its name: how many cards each of its ranks has, in the order of the ranks."""

    name: str
    """In the words of the glossary, for a message."""
    counts: tuple[int, ...]
    """Empty: a bomb, four or more cards."""

    def texts(self, cards: Sequence[str]) -> list[str] | None:
        """All cards of the combination: those written, or the ranks written, each as often as the combination has it.

        None if it cannot be made of what is written.
        """
        if len(cards) == sum(self.counts) or (not self.counts and len(cards) >= _FEWEST_IN_BOMB):
            return list(cards)
        if len(cards) == len(self.counts) and all(card in RANKS for card in cards):
            return [card for card, count in zip(cards, self.counts, strict=True) for _ in range(count)]
        return None


_COUNTS: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {
        "single straight": (1,) * 5,
        "straight": (1,) * 5,
        "straight flush": (1,) * 5,
        "tube": (2,) * 3,
        "plate": (3,) * 2,
        "full house": _FULL_HOUSE,
        "bomb": (),
    }
)
"""By the English term in the glossary of a game."""


def shape_labels(game: Game) -> Labels[NamedCombination]:
    """The combinations of a game by each of their names."""
    return Labels(
        [
            (name, NamedCombination(term.chinese, _COUNTS[term.english]))
            for term in game.glossary.terms
            if term.english in _COUNTS
            for name in term.names
        ]
    )


def count_labels() -> Labels[int]:
    """Words before a rank that say how many cards of it there are: ``对`` is 2, ``四个`` 4, ``4炸`` 4."""
    names = [(name, count) for count, called in _CALLED.items() for name in in_either_script(*called)]
    for count, figures in _FIGURES.items():
        measures = ("张", "个") + (("炸", "张炸", "炸弹", "个头炸") if count >= _FEWEST_IN_BOMB else ())
        words = in_either_script(*(figure + measure for figure in figures for measure in measures))
        names += [(word, count) for word in words]
    return Labels(names)


def joker_labels(game: Game) -> Labels[tuple[str, ...]]:
    """Names of several jokers."""
    bombs = [name for term in game.glossary.terms if term.english == _JOKER_BOMB for name in term.names]
    return Labels(
        [(name, ("BJ", "RJ")) for name in in_either_script(*_BOTH_JOKERS)]
        + [(name, ("BJ", "BJ", "RJ", "RJ")) for name in bombs]
    )
