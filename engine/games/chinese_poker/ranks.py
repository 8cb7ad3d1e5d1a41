"""The strength of a row: its kind and ranks, the order of rows, mis-set hands, and ranks in words (``king ten nine``).

The class of a row is its kind and its ranks, those that count most first; suits do not rank.  There are 7,462 classes
of five cards and 455 of three, in one order: a row of three cards is directly below the rows of five that begin with
the same ranks, because its missing cards count as the lowest.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from itertools import accumulate, combinations, pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.cards.packed import RANKS, SUITED, SUITS, Card, card_of, rank_of, suit_of
from engine.games.chinese_poker.rules import Wheel
from engine.rulebook.sentences import Text, say, say_of

RANK_WORDS: Final = (
    say_of("rank", "two"),
    say_of("rank", "three"),
    say_of("rank", "four"),
    say_of("rank", "five"),
    say_of("rank", "six"),
    say_of("rank", "seven"),
    say_of("rank", "eight"),
    say_of("rank", "nine"),
    say_of("rank", "ten"),
    say_of("rank", "jack"),
    say_of("rank", "queen"),
    say_of("rank", "king"),
    say_of("rank", "ace"),
)
"""Each rank, from low to high."""
PLURALS: Final = (
    say_of("rank", "twos"),
    say_of("rank", "threes"),
    say_of("rank", "fours"),
    say_of("rank", "fives"),
    say_of("rank", "sixes"),
    say_of("rank", "sevens"),
    say_of("rank", "eights"),
    say_of("rank", "nines"),
    say_of("rank", "tens"),
    say_of("rank", "jacks"),
    say_of("rank", "queens"),
    say_of("rank", "kings"),
    say_of("rank", "aces"),
)
"""Several cards of each rank, from low to high."""


def ranks_in_a_row(ranks: Sequence[int]) -> Text:
    """Ranks in words, in the given order; there must be one at least."""
    words = RANK_WORDS[ranks[-1]]
    for rank in reversed(ranks[:-1]):
        words = say_of("rank", "{first} {rest}", first=RANK_WORDS[rank], rest=words)
    return words


_RANKS: Final = range(len(RANKS))
_ACE: Final = len(RANKS) - 1
_FIVE: Final = RANKS.index("5")

_LONGEST_ROW: Final = 5
_WORDS_KEPT: Final = 8_192

_RANK_LANE: Final = 3
_SUIT_LANE: Final = 4
_SUITS_AT: Final = _RANK_LANE * len(RANKS)
_ONE_RANK: Final = tuple(1 << _RANK_LANE * rank for rank in _RANKS)
LANES: Final = tuple(_ONE_RANK[rank_of(card)] + (1 << _SUITS_AT + _SUIT_LANE * suit_of(card)) for card in SUITED)
"""Each card as counts: a lane for each rank, and above them one for each suit; a row is their sum and ``NO_CARDS``."""
NO_CARDS: Final = sum(3 << _SUITS_AT + _SUIT_LANE * suit for suit in range(4))
"""Sets the top bit of the lane of a suit when five cards are of that suit."""
FIVE_OF_A_SUIT: Final = sum(8 << _SUITS_AT + _SUIT_LANE * suit for suit in range(4))
RANK_COUNTS: Final = (1 << _SUITS_AT) - 1
FLUSHED: Final = 1 << _SUITS_AT
"""Marks the counts of five cards of one suit."""


class PokerKind(IntEnum):
    """The kinds of poker hands, the lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8


_RANKS_OF_THREE: Final[Mapping[PokerKind, int]] = MappingProxyType(
    {PokerKind.HIGH_CARD: 3, PokerKind.PAIR: 2, PokerKind.THREE: 1}
)
_THREES_OF_A_CLASS: Final[Mapping[PokerKind, int]] = MappingProxyType(
    {PokerKind.HIGH_CARD: 64, PokerKind.PAIR: 24, PokerKind.THREE: 4}
)
_FIVES_OF_A_CLASS: Final[Mapping[PokerKind, int]] = MappingProxyType(
    {
        PokerKind.HIGH_CARD: 1_020,
        PokerKind.PAIR: 384,
        PokerKind.TWO_PAIR: 144,
        PokerKind.THREE: 64,
        PokerKind.STRAIGHT: 1_020,
        PokerKind.FLUSH: 4,
        PokerKind.FULL_HOUSE: 24,
        PokerKind.FOUR: 4,
        PokerKind.STRAIGHT_FLUSH: 4,
    }
)
_SINGLES: Final = (1, 1, 1, 1, 1)
_KINDS_SO_FAR: Final[Mapping[tuple[int, ...], PokerKind]] = MappingProxyType(
    {
        (): PokerKind.HIGH_CARD,
        (2,): PokerKind.PAIR,
        (2, 2): PokerKind.TWO_PAIR,
        (3,): PokerKind.THREE,
        (4,): PokerKind.FOUR,
    }
)
"""The kinds by the numbers of cards of the ranks that occur more than once."""
_COPIES: Final[Mapping[PokerKind, tuple[int, ...]]] = MappingProxyType(
    {
        PokerKind.HIGH_CARD: _SINGLES,
        PokerKind.PAIR: (2, 1, 1, 1),
        PokerKind.TWO_PAIR: (2, 2, 1),
        PokerKind.THREE: (3, 1, 1),
        PokerKind.STRAIGHT: _SINGLES,
        PokerKind.FLUSH: _SINGLES,
        PokerKind.FULL_HOUSE: (3, 2),
        PokerKind.FOUR: (4, 1),
        PokerKind.STRAIGHT_FLUSH: _SINGLES,
    }
)
"""The number of cards of each rank in a row, in the order in which its ranks count."""


class RowClass(NamedTuple):
    """The kind and the ranks of a row, those that count most first; for a straight only its top card.

    Ranks are indices into ``RANKS``; the top card of a wheel is the five.
    """

    kind: PokerKind
    ranks: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of cards of such a row: 3 or 5."""
        return 3 if len(self.ranks) == _RANKS_OF_THREE.get(self.kind) else 5

    @property
    def hands(self) -> int:
        """The number of rows of this class in a pack."""
        return (_THREES_OF_A_CLASS if self.size == 3 else _FIVES_OF_A_CLASS)[self.kind]

    def example(self) -> tuple[Card, ...]:
        """One of those rows."""
        kind, ranks = self
        if kind in (PokerKind.STRAIGHT, PokerKind.STRAIGHT_FLUSH):
            ranks = tuple(sorted(_run(ranks[0])))
        copies = _COPIES[kind][: len(ranks)]
        one_suit = kind in (PokerKind.FLUSH, PokerKind.STRAIGHT_FLUSH)
        ordered = [rank for rank, count in zip(ranks, copies, strict=True) for _ in range(count)]
        return tuple(card_of(rank, 0 if one_suit else number % 4) for number, rank in enumerate(ordered))


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """An order of rows: every class in it, and its strength."""

    strengths: Mapping[int, int]
    """The strength, by the number of cards of each rank in a row, with ``FLUSHED`` if five are of one suit."""
    classes: tuple[RowClass, ...]
    """The classes by strength."""
    tops: tuple[int, ...]
    """By strength, the place of the row among those that differ in their kind or in the rank that counts most."""

    def strength(self, cards: Sequence[Card]) -> int:
        """The strength of a row of three or five cards of one pack.  Raises ValueError for other cards."""
        try:
            counts = sum(map(LANES.__getitem__, cards), NO_CARDS)
            if len(cards) <= _LONGEST_ROW:
                return self.strengths[counts & RANK_COUNTS | (FLUSHED if counts & FIVE_OF_A_SUIT else 0)]
        except (KeyError, IndexError):
            pass
        raise ValueError("not a row of three or five cards of one pack")


def row_strength(cards: Sequence[Card], *, wheel: Wheel = "lowest") -> int:
    """The strength of a row of three or five cards among all rows of both sizes; a higher number is better.

    A straight of A-2-3-4-5 is the lowest, or with ``wheel="second"`` the one below T-J-Q-K-A, and so is a straight
    flush of these ranks.  Raises ValueError for cards that are not a row of one pack.
    """
    return high_order(wheel).strength(cards)


def low_strength(cards: Sequence[Card]) -> int:
    """The strength of a row of five if the lowest hand wins (deuce to seven); a higher number is a better low.

    Aces are high, so that A-2-3-4-5 is not a straight; straights and flushes count against the row.  Raises ValueError
    for cards that are not a row of one pack.
    """
    return low_order().strength(cards)


def row_class(cards: Sequence[Card], *, wheel: Wheel = "lowest") -> RowClass:
    """The kind and ranks of a row of three or five cards.

    Raises ValueError for cards that are not a row of one pack.
    """
    order = high_order(wheel)
    return order.classes[order.strength(cards)]


def low_class(cards: Sequence[Card]) -> RowClass:
    """The kind and ranks of a row of five played for low.

    Raises ValueError for cards that are not a row of one pack.
    """
    order = low_order()
    return order.classes[order.strength(cards)]


def row_kind(cards: Sequence[Card], *, wheel: Wheel = "lowest") -> PokerKind:
    """The kind of a row of three or five cards.  Raises ValueError for cards that are not a row of one pack."""
    return row_class(cards, wheel=wheel).kind


def class_so_far(cards: Sequence[Card]) -> RowClass:
    """The kind and ranks of the cards of a row that is not whole, without straights and flushes; there must be one."""
    counts = Counter(map(rank_of, cards))
    ranks = tuple(sorted(counts, key=lambda rank: (-counts[rank], -rank)))
    return RowClass(
        _KINDS_SO_FAR[tuple(sorted((counts[rank] for rank in ranks if counts[rank] > 1), reverse=True))], ranks
    )


def row_words(cards: Sequence[Card]) -> Text:
    """A row in words: ``full house, threes over twos``.  Raises ValueError for cards that are not a row of one pack."""
    return class_words(row_class(cards))


def low_words(cards: Sequence[Card]) -> Text:
    """A row played for low in words: ``nine eight five three two``.

    Raises ValueError for cards that are not a row of one pack.
    """
    class_of_row = low_class(cards)
    return ranks_in_a_row(class_of_row.ranks) if class_of_row.kind is PokerKind.HIGH_CARD else class_words(class_of_row)


def words_so_far(cards: Sequence[Card], *, low: bool = False) -> Text:
    """The cards of a row that is not whole in words, also of one played for ``low``; there must be one."""
    class_of_row = class_so_far(cards)
    return (
        ranks_in_a_row(class_of_row.ranks)
        if low and class_of_row.kind is PokerKind.HIGH_CARD
        else class_words(class_of_row)
    )


@lru_cache(maxsize=_WORDS_KEPT)
def class_words(row: RowClass) -> Text:
    """A class in words: ``pair of aces, king ten nine``.  Ranks that are still to come are left out."""
    kind, ranks = row
    rank, ranks_of, others = RANK_WORDS[ranks[0]], PLURALS[ranks[0]], ranks[1:]
    match kind:
        case PokerKind.HIGH_CARD if not others:
            return say("{rank} high", rank=rank)
        case PokerKind.HIGH_CARD:
            return say("{rank} high, {others}", rank=rank, others=ranks_in_a_row(others))
        case PokerKind.PAIR if not others:
            return say("pair of {ranks}", ranks=ranks_of)
        case PokerKind.PAIR:
            return say("pair of {ranks}, {others}", ranks=ranks_of, others=ranks_in_a_row(others))
        case PokerKind.TWO_PAIR if len(others) == 1:
            return say("two pair, {high} and {low}", high=ranks_of, low=PLURALS[others[0]])
        case PokerKind.TWO_PAIR:
            low, kicker = PLURALS[others[0]], RANK_WORDS[others[1]]
            return say("two pair, {high} and {low}, {kicker}", high=ranks_of, low=low, kicker=kicker)
        case PokerKind.THREE if others:
            return say("three {ranks}, {others}", ranks=ranks_of, others=ranks_in_a_row(others))
        case PokerKind.THREE:
            return say("three {ranks}", ranks=ranks_of)
        case PokerKind.STRAIGHT:
            return say("straight, {rank} high", rank=rank)
        case PokerKind.FLUSH:
            return say("flush, {ranks}", ranks=ranks_in_a_row(ranks))
        case PokerKind.FULL_HOUSE:
            return say("full house, {threes} over {pairs}", threes=ranks_of, pairs=PLURALS[others[0]])
        case PokerKind.FOUR if not others:
            return say("four {ranks}", ranks=ranks_of)
        case PokerKind.FOUR:
            return say("four {ranks}, {kicker}", ranks=ranks_of, kicker=RANK_WORDS[others[0]])
        case PokerKind.STRAIGHT_FLUSH if ranks[0] == _ACE:
            return say("royal flush")
        case PokerKind.STRAIGHT_FLUSH:
            return say("straight flush, {rank} high", rank=rank)


@cache
def high_order(wheel: Wheel = "lowest") -> Order:
    """The order in which the better hand wins; the wheel is the ``lowest`` straight or the ``second``."""
    straights = [*range(_FIVE, len(RANKS))]
    if wheel == "second":
        straights.insert(-1, straights.pop(0))
    return _order([*_classes(straights), *_three_card_classes()], straights)


@cache
def low_order() -> Order:
    """The order of rows of five in which the lowest hand wins, with aces high; a higher strength is a better low."""
    straights = range(_FIVE + 1, len(RANKS))
    return _order(_classes(straights), straights, low=True)


def _order(classes: Iterable[tuple[RowClass, int]], straights: Sequence[int], *, low: bool = False) -> Order:
    """The order of some classes, each with its counts, in which straights have these top cards, from low to high."""
    height = {top: place for place, top in enumerate(straights)}

    def place(entry: tuple[RowClass, int]) -> tuple[int, tuple[int, ...]]:
        kind, ranks = entry[0]
        straight = kind in (PokerKind.STRAIGHT, PokerKind.STRAIGHT_FLUSH)
        return (kind, (height[ranks[0]],) if straight else ranks)

    rising = sorted(classes, key=place, reverse=low)
    strengths = {counts: strength for strength, (_, counts) in enumerate(rising)}
    rows = tuple(row for row, _ in rising)
    changes = [before[:1] + before.ranks[:1] != row[:1] + row.ranks[:1] for before, row in pairwise(rows)]
    return Order(MappingProxyType(strengths), rows, tuple(accumulate(changes, initial=0)))


def _classes(straights: Iterable[int]) -> Iterator[tuple[RowClass, int]]:
    """Every class of five cards with its counts; straights have these top cards."""
    runs = {_run(top): top for top in straights}
    for ranks in _falling(_RANKS, 5):
        counts = _counts(ranks)
        top = runs.get(frozenset(ranks))
        if top is None:
            yield RowClass(PokerKind.HIGH_CARD, ranks), counts
            yield RowClass(PokerKind.FLUSH, ranks), counts | FLUSHED
        else:
            yield RowClass(PokerKind.STRAIGHT, (top,)), counts
            yield RowClass(PokerKind.STRAIGHT_FLUSH, (top,)), counts | FLUSHED
    for first in _RANKS:
        others = [rank for rank in _RANKS if rank != first]
        for rest in _falling(others, 3):
            yield RowClass(PokerKind.PAIR, (first, *rest)), _counts((first, first, *rest))
        for pair, kicker in _falling(others, 2):
            yield RowClass(PokerKind.THREE, (first, pair, kicker)), _counts((first, first, first, pair, kicker))
        for other in others:
            yield RowClass(PokerKind.FULL_HOUSE, (first, other)), _counts((first, first, first, other, other))
            yield RowClass(PokerKind.FOUR, (first, other)), _counts((first, first, first, first, other))
            if other < first:
                for kicker in others:
                    if kicker != other:
                        counts = _counts((first, first, other, other, kicker))
                        yield RowClass(PokerKind.TWO_PAIR, (first, other, kicker)), counts


def _three_card_classes() -> Iterator[tuple[RowClass, int]]:
    """Every class of three cards with its counts."""
    for ranks in _falling(_RANKS, 3):
        yield RowClass(PokerKind.HIGH_CARD, ranks), _counts(ranks)
    for first in _RANKS:
        yield RowClass(PokerKind.THREE, (first,)), _counts((first, first, first))
        for kicker in _RANKS:
            if kicker != first:
                yield RowClass(PokerKind.PAIR, (first, kicker)), _counts((first, first, kicker))


def _falling(ranks: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    return combinations(ranks[::-1], size)


def _run(top: int) -> frozenset[int]:
    return frozenset({_ACE, *range(_FIVE)} | {top} if top == _FIVE else range(top - 4, top + 1))


def _counts(ranks: Iterable[int]) -> int:
    return sum(map(_ONE_RANK.__getitem__, ranks))


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


def has_broken_group(rows: Sequence[Sequence[Card]]) -> list[bool]:
    """By row, whether it has a card of a group that is broken up."""
    row_sets = [frozenset(cards) for cards in rows]
    lost = [
        group.cards
        for group in groups(card for cards in rows for card in cards)
        if not any(whole <= row for whole in group.wholes for row in row_sets)
    ]
    return [any(not row.isdisjoint(cards) for cards in lost) for row in row_sets]
