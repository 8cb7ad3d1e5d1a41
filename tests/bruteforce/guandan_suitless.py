"""Plays of Guandan without suits, judged slowly: every choice of suits is tried.  It shares no code with the engine."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from tests.bruteforce.guandan import COPIES, SUITS, Reading, beats, is_bomb, level_place, readings_of

KINDS = ("single", "pair", "triple", "full_house", "straight", "tube", "plate")


@dataclass
class Holder:
    """A seat: the cards dealt less those that it is known to have played, and how many of each rank are left."""

    cards: Counter[str]
    hidden: int = 0
    ranks: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.ranks = Counter(card if card in ("BJ", "RJ") else card[0] for card in self.cards.elements())

    def lacks(self, cards: Sequence[str]) -> int:
        """How many of some cards it has to find among its unknown ones."""
        lacking = 0
        named = Counter(cards)
        for rank in {rank_of(card) for card in cards}:
            of_rank = {card: count for card, count in named.items() if rank_of(card) == rank}
            fits = sum(min(count, self.cards[card]) for card, count in of_rank.items())
            lacking += sum(of_rank.values()) - min(fits, self.ranks[rank])
        return lacking

    def play(self, words: Sequence[str]) -> None:
        """Takes cards out as they are written."""
        lacking = min(self.lacks(choice) for choice in choices(words))
        self.hidden -= min(lacking, self.hidden)
        for word in words:
            if not is_bare(word):
                self.cards[word] -= 1
            self.ranks[rank_of(word)] -= 1
        self.ranks = +self.ranks
        self.cards = +self.cards


def rank_of(card: str) -> str:
    """The rank of a card; a joker is its own."""
    return card if card in ("BJ", "RJ") else card[0]


def is_bare(word: str) -> bool:
    """Whether a card is written without its suit."""
    return len(word) == 1


def choices(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every choice of suits for some cards that two packs have."""
    for suits in product(*(SUITS if is_bare(word) else ("",) for word in words)):
        cards = tuple(sorted(word + suit for word, suit in zip(words, suits, strict=True)))
        if all(count <= COPIES for count in Counter(cards).values()):
            yield cards


@cache
def highest_first(cards: tuple[str, ...], level: str) -> tuple[Reading, ...]:
    """All readings of cards, the highest first: a bomb above a regular type, within a type the higher rank."""

    def place(reading: Reading) -> tuple[bool, int, int]:
        above = sum(beats(reading, other, level) for other in found)
        return is_bomb(reading), above, KINDS.index(reading[0]) if reading[0] in KINDS else 0

    found = readings_of(cards, level)
    tops = sorted(found, key=place, reverse=True)
    if {"tube", "plate"} <= {kind for kind, _, _ in found}:
        tops.sort(key=lambda reading: (reading[0] != "plate", -level_place(reading[2], level)))
    return tuple(tops)


def judged(
    holder: Holder, words: Sequence[str], level: str, table: frozenset[Reading]
) -> tuple[str, frozenset[Reading]]:
    """The fault of a play ("" if it has none), and what it may be then.  An empty ``table``: it is a lead."""
    every = set(choices(words))
    held = {cards for cards in every if holder.lacks(cards) <= holder.hidden}
    fault = "" if held else "card-not-held"
    formed = [found for cards in held or every if (found := highest_first(cards, level))]
    if not formed:
        return fault or "not-a-combination", frozenset()
    answers = frozenset(
        next(reading for reading in found if beats(reading, other, level))
        for found in formed
        for other in table
        if any(beats(reading, other, level) for reading in found)
    )
    if answers:
        return fault, answers
    return fault or ("does-not-beat" if table else ""), frozenset(found[0] for found in formed)
