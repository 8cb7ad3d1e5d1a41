"""The groups of cards that a seat can break up when it sets its hand; with ``royalty_broken`` off it then loses
royalties.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards.packed import RANKS, SUITS, Card, card_of

_ALL_SUITS: Final = range(len(SUITS))
_LINE: Final = (len(RANKS) - 1, *range(len(RANKS)))
"""The ranks in the order of runs, with the ace at both ends."""
_RUN: Final = 5


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards of a seat that belong together."""

    cards: frozenset[Card]
    wholes: tuple[frozenset[Card], ...]
    """The group is broken up if none of these sets is in one row."""


def groups(cards: Iterable[Card]) -> Iterator[CardGroup]:
    """The fours of a kind among some cards, and the runs of five or more cards of one suit, each as long as possible.

    The ace is below the 2 and above the king; two runs that share it are two groups.
    """
    held = frozenset(cards)
    for rank in range(len(RANKS)):
        four = frozenset(card_of(rank, suit) for suit in _ALL_SUITS)
        if four <= held:
            yield CardGroup(four, (four,))
    for suit in _ALL_SUITS:
        for run in _runs([card_of(rank, suit) for rank in _LINE], held):
            wholes = (frozenset(run[start : start + _RUN]) for start in range(len(run) - _RUN + 1))
            yield CardGroup(frozenset(run), tuple(wholes))


def _runs(line: Sequence[Card], held: Collection[Card]) -> Iterator[list[Card]]:
    run: list[Card] = []
    for card in line:
        if card in held:
            run.append(card)
            continue
        if len(run) >= _RUN:
            yield run
        run = []
    if len(run) >= _RUN:
        yield run


def broken(rows: Sequence[Sequence[Card]]) -> list[bool]:
    """By row, whether it has a card of a group that is broken up."""
    row_sets = [frozenset(cards) for cards in rows]
    lost = [
        group.cards
        for group in groups(card for cards in rows for card in cards)
        if not any(whole <= row for whole in group.wholes for row in row_sets)
    ]
    return [any(not row.isdisjoint(cards) for cards in lost) for row in row_sets]
