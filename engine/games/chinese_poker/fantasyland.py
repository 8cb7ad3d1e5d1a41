"""Fantasyland: which seats set the next hand at once, and with how many cards."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.cards.packed import RANKS
from engine.games.chinese_poker.ranks import PokerKind, row_class, row_kind
from engine.games.chinese_poker.rules import BOARD_CARDS, ChinesePokerRules
from engine.games.chinese_poker.settle import Board

_QUEEN: Final = RANKS.index("Q")
_PINEAPPLE_CARDS: Final = BOARD_CARDS + 1
_PAIRS: Final[Mapping[int, int]] = MappingProxyType({_QUEEN: 14, _QUEEN + 1: 15, _QUEEN + 2: 16})
_THREE_CARDS: Final = 17

CARDS_KNOWN: Final = range(BOARD_CARDS, _THREE_CARDS + 1)
"""The numbers of cards that a seat in fantasyland can be dealt under any rules."""


class Fantasyland:
    """The fantasyland of a rule set."""

    def __init__(self, rules: ChinesePokerRules) -> None:
        self._rules: Final = rules

    @property
    def kind(self) -> str:
        """The option of that name; in open-face ``progressive`` is read as ``standard``, whose cards the pack has."""
        kind = self._rules.fantasyland
        return "standard" if kind == "progressive" and self._rules.dealing == "open_face" else kind

    @property
    def _cards(self) -> int:
        return _PINEAPPLE_CARDS if self._rules.dealing == "pineapple" else BOARD_CARDS

    @property
    def sizes(self) -> range:
        """The numbers of cards that a seat in fantasyland can be dealt."""
        if self.kind == "progressive":
            return range(_PAIRS[_QUEEN], _THREE_CARDS + 1)
        return range(self._cards, self._cards + 1)

    def after(self, board: Board, cards: int) -> int:
        """The number of cards with which a seat begins the next hand in fantasyland, 0 if it does not.

        ``cards`` is the number with which it was in fantasyland in this hand, 0 if it was not.
        """
        if board.misset or board.rows is None or self.kind == "none":
            return 0
        front, _, back = board.rows
        if cards:
            stays = row_kind(front) is PokerKind.THREE or row_kind(back) >= PokerKind.FOUR
            return (_PAIRS[_QUEEN] if self.kind == "progressive" else cards) if stays else 0
        kind, ranks = row_class(front)
        if kind is not PokerKind.THREE and (kind is not PokerKind.PAIR or ranks[0] < _QUEEN):
            return 0
        if self.kind == "standard":
            return self._cards
        return _THREE_CARDS if kind is PokerKind.THREE else _PAIRS[ranks[0]]
