"""The deal of a hand: the cards of each board, their order, and what the settings in the log show of the rest.

A board is one hand of a seat; a seat has two of them in criss-cross, otherwise one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine.cards.holdings import Dealt, Holdings, read_deal
from engine.cards.packed import SUITED, UNKNOWN, Card, Holding, unpack
from engine.games.chinese_poker.reader import DECK, ChinesePokerReader, Read, Setting
from engine.games.chinese_poker.royalties import fits
from engine.games.chinese_poker.rules import BOARD_CARDS
from engine.rulebook.findings import Finding

GAME: Final = "chinese_poker"

_PARTING: Final = "|"


@dataclass(frozen=True)
class Deal:
    """The deal of a hand."""

    holdings: Holdings
    """By board."""
    texts: tuple[str | None, ...]
    """By board, its cards as the log has them; None if it has none."""
    findings: list[Finding]

    @cached_property
    def order(self) -> tuple[tuple[Card, ...] | None, ...]:
        """By board, its cards in the order dealt, with UNKNOWN for unknown cards; None if none of them is known."""
        return tuple(map(_in_order, self.texts))

    def streets(self, board: int, first: int, later: int) -> list[Holding] | None:
        """The cards of a board by the turn for which they are dealt; None if one is unknown or occurs twice.

        ``first`` is the number of cards of the first turn, ``later`` that of each later one.
        """
        text, known = self.texts[board], self.holdings.known[board]
        if text is None or self.holdings.hidden[board] or known & ~DECK.cards:
            return None
        try:
            cards = list(map(DECK.packed.__getitem__, text.split()))
        except KeyError:
            return None
        return [sum(cards[:first]), *(sum(cards[at : at + later]) for at in range(first, len(cards), later))]


def board_names(seats: Sequence[str], hands_each: int) -> tuple[str, ...]:
    """The names of the boards, seat by seat: ``A``, or ``A 1`` and ``A 2`` if each seat has two hands."""
    if hands_each == 1:
        return tuple(seats)
    return tuple(f"{seat} {number + 1}" for seat in seats for number in range(hands_each))


def deal_of(
    texts: Mapping[str, str] | None, seats: Sequence[str], sizes: Sequence[int], hands_each: int, *, hand: int
) -> Deal:
    """The deal of a hand; ``sizes`` are the numbers of cards that the rules give each board."""
    names = board_names(seats, hands_each)
    boards = dict(texts or {})
    if hands_each > 1:
        boards = _parted(boards, seats, hands_each)
    dealt: Dealt = read_deal(
        boards, {name: number for number, name in enumerate(names)}, sizes, DECK, hand=hand, game=GAME
    )
    return Deal(dealt.holdings, tuple(map(boards.get, names)), dealt.findings)


def _parted(texts: Mapping[str, str], seats: Sequence[str], hands_each: int) -> dict[str, str]:
    """The deal of each board, from that of its seat: thirteen cards, a bar or none, and thirteen more."""
    parted: dict[str, str] = {}
    for seat, text in texts.items():
        if seat not in seats:
            parted[seat] = text
            continue
        first, bar, second = text.partition(_PARTING)
        if not bar:
            words = [word for word in text.split(" ") if word]
            first, second = " ".join(words[:BOARD_CARDS]), " ".join(words[BOARD_CARDS:])
        for number, part in zip(range(hands_each), (first, second), strict=True):
            parted[f"{seat} {number + 1}"] = part
    return parted


def _in_order(text: str | None) -> tuple[Card, ...] | None:
    if text is None:
        return None
    return tuple(DECK.spellings.get(word, UNKNOWN) for word in text.split(" ") if word)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the whole log shows of each board's cards: the known ones, the number of others, and what these may be."""

    known: tuple[frozenset[Card], ...]
    hidden: tuple[int, ...]
    pool: frozenset[Card]

    @classmethod
    def of(
        cls, dealt: Sequence[Holding], hidden_cards: Sequence[int], reader: ChinesePokerReader, actions: Sequence[str]
    ) -> "Knowledge":
        """What a deal, by known cards and numbers of others, shows together with the settings that come later."""
        known = [frozenset(unpack(holding)) for holding in dealt]
        hidden = list(hidden_cards)
        if any(hidden):
            for text in actions:
                read = reader.read(text)
                if isinstance(read, Read) and isinstance(read.action, Setting) and fits(read.action.rows):
                    board = read.seat * reader.hands_each + read.action.numbers[0]
                    shown = frozenset(read.action.cards)
                    if hidden[board] == BOARD_CARDS - len(known[board]) and known[board] <= shown:
                        known[board], hidden[board] = shown, 0
        pool = frozenset(SUITED).difference(*known)
        unsure = [board for board, count in enumerate(hidden) if count]
        if len(unsure) == 1 and hidden[unsure[0]] == len(pool):
            board = unsure[0]
            known[board], hidden[board], pool = known[board] | pool, 0, frozenset()
        return cls(tuple(known), tuple(hidden), pool)
