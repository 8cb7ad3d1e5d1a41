"""Cards shuffled by the words of the SHA-256 of a name: the same order for the same name, in every program."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import Final

from engine.cards.packed import Card

_WORD: Final = 1 << 32


def words_of(name: str) -> Iterator[int]:
    """The words of a name, without end: those of its SHA-256 with a colon and a counter from 0."""
    for counter in count():
        yield from unpack(">8I", sha256(f"{name}:{counter}".encode()).digest())


def shuffled(cards: Sequence[Card], words: Iterator[int]) -> list[Card]:
    """Cards in an order that words decide; it takes as many words as it needs."""
    deck = list(cards)
    for place in range(len(deck) - 1, 0, -1):
        other = _below(words, place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def _below(words: Iterator[int], bound: int) -> int:
    """The next word that is a fair choice of a number below a bound."""
    limit = _WORD // bound * bound
    return next(word for word in words if word < limit) % bound
